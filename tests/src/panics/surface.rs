//! The functions that the runtime's macros make, which stand in no text: of a call of one, as generated code has it.

/// One of them.
pub struct Made {
    /// The type, as the call names it, with its constants.
    pub of: String,
    /// The trait, from outside of the crate.
    pub of_trait: Option<&'static str>,
    pub name: &'static str,
    pub takes: Vec<String>,
}

/// All that a call makes: `::wireform::view! { #[inline] PosView, "Pos", 16.., to_value, quick take_common }`.
pub fn made(call: &str) -> Vec<Made> {
    let call = call.trim().trim_start_matches("::wireform::").trim_end_matches('}').trim();
    let (name, inside) = call.split_once("! {").expect("a macro and what it is given");
    let inside = inside.trim().replace("#[inline]", "");
    let (hooked, inside) = match inside.trim().strip_prefix("hooked ") {
        Some(rest) => (true, rest),
        None => (false, inside.trim()),
    };
    let has_known = inside.contains("; ");
    match name {
        "view" | "family_view" => {
            let of = until_comma(inside);
            let decode = if hooked { "wireform::Hooked" } else { "wireform::Decode" };
            let mut all = vec![
                one(of, None, "parse", public("bytes: &'a [u8]", has_known)),
                one(of, None, "parse_exact", public("bytes: &'a [u8]", has_known)),
                one(of, Some(decode), "as_bytes", vec!["&self".to_owned()]),
                one(of, Some(decode), "take", vec!["input".to_owned(), "known".to_owned()]),
            ];
            if name == "family_view" {
                all.push(one(of, None, "name", vec!["&self".to_owned()]));
            }
            if name == "view" {
                let takes = ["start", "input", "known"].map(str::to_owned).to_vec();
                all.push(one(of, Some(decode), "take_behind", takes));
            }
            if inside.contains(", session ") {
                all.push(one(of, Some(decode), "heard", vec!["&self".to_owned(), "known".to_owned()]));
            }
            if inside.contains(", quick ") {
                for name in ["take_quick", "parse_again", "parse_exact_again"] {
                    all.push(one(of, Some(decode), name, vec!["input".to_owned(), "known".to_owned()]));
                }
            }
            if !hooked && !has_known {
                all.push(one(of, Some("core::convert::TryFrom"), "try_from", vec!["bytes".to_owned()]));
            }
            all.extend(meaning(of));
            all
        }
        "meaning" => {
            let plain = inside.splitn(3, ", ").nth(2).map(display);
            meaning(until_comma(inside)).into_iter().chain(plain).collect()
        }
        "display" => vec![display(inside)],
        // Conversions are compiled where somebody asks for them.
        "arms" | "message" | "amount" => Vec::new(),
        "names" => {
            let has_expected = inside.contains("; open") || inside.contains(", ranges [");
            let expected = one(until_comma(inside), None, "expected_code", vec!["self".to_owned()]);
            has_expected.then_some(expected).into_iter().collect()
        }
        "value" => {
            let inside = if hooked { behind_brackets(inside) } else { inside };
            let is_of_constants = inside.starts_with("[const ");
            let of = until_comma(if is_of_constants { behind_brackets(inside) } else { inside });
            let of =
                if is_of_constants { format!("{}<CODE>", of.split('<').next().unwrap_or(of)) } else { of.to_owned() };
            let mut takes = public("&self, buffer: &mut [u8]", has_known);
            if hooked {
                takes.push("hooks: &(impl Hooks)".to_owned());
                let len = one(&of, None, "encoded_len", public("&self", has_known));
                let with = one(&of, None, "with_hooks", vec!["&'h self".to_owned(), "hooks: &'h H".to_owned()]);
                let put = ["&self", "out", "known"].map(str::to_owned).to_vec();
                let put = one(&of, Some("wireform::HookedEncode"), "put_hooked", put);
                return vec![len, one(&of, None, "write", takes), with, put, display(&of)];
            }
            let encode = Some("wireform::Encode");
            let put = ["&self", "out", "known"].map(str::to_owned).to_vec();
            let mut all =
                vec![one(&of, None, "write", takes), one(&of, encode, "put_checked", put.clone()), display(&of)];
            if inside.contains(", check check") {
                all.push(one(&of, encode, "put_unchecked", put));
            }
            if inside.contains(", window(") {
                all.push(one(&of, encode, "write_known", ["&self", "buffer", "known"].map(str::to_owned).to_vec()));
            }
            all
        }
        "members" => {
            let of = until_comma(inside);
            let debug = one(of, Some("core::fmt::Debug"), "fmt", vec!["&self".to_owned(), "f".to_owned()]);
            let from = one(of, Some("core::convert::From"), "from", vec!["message".to_owned()]);
            let name = one(of, None, "name", vec!["&self".to_owned()]);
            [debug, name].into_iter().chain(inside.contains('(').then_some(from)).collect()
        }
        // The methods of a trait have code where somebody has a handler: `exports` has one with all of them.
        "handler" => Vec::new(),
        "dispatch" => {
            let (of, _) = inside.split_once(" to ").expect("a view and its handler");
            let mut takes = public("bytes: &'a [u8]", has_known);
            takes.push("handler: &mut H".to_owned());
            let hand_over = ["input", "known", "handler"].map(str::to_owned).to_vec();
            vec![one(of, None, "dispatch", takes), one(of, Some("wireform::Dispatch"), "hand_over", hand_over)]
        }
        other => panic!("{other} is new"),
    }
}

fn one(of: &str, of_trait: Option<&'static str>, name: &'static str, takes: Vec<String>) -> Made {
    Made { of: of.to_owned(), of_trait, name, takes }
}

/// How a plain value is printed.
fn display(of: &str) -> Made {
    one(of.trim(), Some("core::fmt::Display"), "fmt", vec!["&self".to_owned(), "f".to_owned()])
}

/// How a view is compared and printed.
fn meaning(of: &str) -> Vec<Made> {
    let fmt = || vec!["&self".to_owned(), "f".to_owned()];
    vec![
        one(of, Some("core::cmp::PartialEq"), "eq", vec!["&self".to_owned(), "other".to_owned()]),
        one(of, Some("core::fmt::Debug"), "fmt", fmt()),
        one(of, Some("core::fmt::Display"), "fmt", fmt()),
    ]
}

fn public(takes: &str, has_known: bool) -> Vec<String> {
    takes.split(", ").chain(has_known.then_some("known")).map(str::to_owned).collect()
}

/// What stands in front of the first comma outside of brackets.
fn until_comma(words: &str) -> &str {
    let mut depth = 0_usize;
    let end = words.find(|character: char| {
        match character {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && character == ','
    });
    words.get(..end.unwrap_or(words.len())).unwrap_or(words).trim()
}

/// What stands behind the first square brackets.
fn behind_brackets(words: &str) -> &str {
    let mut depth = 0_usize;
    let end = words.find(|character: char| {
        match character {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && character == ']'
    });
    words.get(end.map_or(0, |end| end + 1)..).unwrap_or_default().trim()
}
