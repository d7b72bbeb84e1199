//! Joins lines that prettyplease breaks although they fit: its lines are shorter than ours, and it puts the body of
//! every function on separate lines.

/// The maximal length of a joined line.
const WIDTH: usize = 120;

/// The text with lines joined.
pub(super) fn joined(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // A call in a chain fits once its arguments do, and the block around it once the chain does.
    for _ in 0..3 {
        lines = chains(brackets(lines));
    }
    let mut out = String::with_capacity(text.len());
    for line in attributes(brackets(lines)) {
        out.push_str(&line);
        out.push('\n');
    }
    out
}

fn indent(line: &str) -> usize {
    line.len().saturating_sub(line.trim_start().len())
}

fn fits(line: &str) -> bool {
    line.chars().count() <= WIDTH
}

/// Joins the contents of brackets with the lines of the brackets.
fn brackets(lines: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        let opener = line.trim_start().starts_with([')', ']', '}']).then(|| opening(&out, indent(&line))).flatten();
        let opened = opener.and_then(|at| out.get(at..).map(|lines| (at, lines)));
        let whole = opened.and_then(|(at, lines)| {
            Some((at, one_line(lines, &line).map_or_else(|| wrapped(lines), |one| Some(vec![one]))?))
        });
        match whole {
            Some((at, whole)) => {
                out.truncate(at);
                // A macro that does not fit keeps its end.
                let is_whole = whole.len() == 1;
                out.extend(whole);
                if !is_whole {
                    out.push(line);
                }
            }
            None => out.push(line),
        }
    }
    out
}

/// The line before these that is not more indented: the one that opens the bracket.
fn opening(lines: &[String], indent_of_end: usize) -> Option<usize> {
    let at = lines.iter().rposition(|line| indent(line) <= indent_of_end)?;
    lines.get(at).filter(|line| indent(line) == indent_of_end && !line.trim_start().starts_with("//")).map(|_| at)
}

/// Joins the lines from an opening bracket to the closing one; `None` if they should stay separate.
fn one_line(lines: &[String], end: &str) -> Option<String> {
    let (head, inside) = lines.split_first()?;
    let (end, last) = (end.trim_start(), head.chars().last()?);
    let is_macro = is_call(head);
    let stays = |line: &String| {
        let words = line.trim_start();
        words.starts_with('/') || words.starts_with('#') && !is_macro || words.ends_with('{')
    };
    if inside.is_empty() || inside.iter().any(stays) {
        return None;
    }
    let matches = matches!((last, end.chars().next()?), ('(', ')') | ('[', ']') | ('{', '}'));
    if !matches || last == '{' && !is_expression(head, inside) {
        return None;
    }
    let listed = in_one(inside);
    let is_list = last != '{' || inside.iter().all(|line| line.ends_with(','));
    let listed = if is_list { listed.trim_end_matches(',') } else { listed.as_str() };
    let whole = match (last, head.strip_suffix(" => {"), end) {
        // The arm of a match is a block only because it did not fit.
        ('{', Some(arm), "}") if !is_list => format!("{arm} => {listed},"),
        ('{', ..) => format!("{head} {listed} {end}"),
        // A tuple of one.
        ('(', ..) if head.ends_with(" (") && inside.len() == 1 => return None,
        _ => format!("{head}{listed}{end}"),
    };
    let whole = if is_macro { tokens(&whole) } else { whole };
    fits(&whole).then_some(whole)
}

/// Joins lines, without a space between a value and its method.
fn in_one(lines: &[String]) -> String {
    let mut all = String::new();
    for line in lines.iter().map(|line| line.trim_start()) {
        let is_method = line.starts_with('.') && !line.starts_with("..");
        if !all.is_empty() && !is_method {
            all.push(' ');
        }
        all.push_str(line);
    }
    all
}

/// Wraps a macro call that does not fit into a line, without its end: each line is filled. `None` for any other code.
fn wrapped(lines: &[String]) -> Option<Vec<String>> {
    let (head, inside) = lines.split_first().filter(|(head, inside)| is_call(head) && !inside.is_empty())?;
    let inside = tokens(&inside.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "));
    let indent = " ".repeat(indent(head).saturating_add(4));
    let mut out = vec![head.clone()];
    let mut line = indent.clone();
    for word in inside.split_inclusive(", ") {
        if line.trim() != "" && !fits(format!("{line}{word}").trim_end()) {
            out.push(line.trim_end().to_owned());
            line = indent.clone();
        }
        line.push_str(word);
    }
    out.push(line);
    Some(out)
}

/// Whether a line begins a call of a macro of the runtime.
fn is_call(line: &str) -> bool {
    line.trim_start().starts_with("::wireform::") && line.ends_with("! {")
}

/// A call of a macro without the spaces that prettyplease leaves between its tokens: `Score < '_ >`.
fn tokens(call: &str) -> String {
    let spaces = [
        (" < ", "<"),
        (" >", ">"),
        (" : ", ": "),
        (" ;", ";"),
        ("? ", "?"),
        ("code[", "code ["),
        ("hooked[", "hooked ["),
    ];
    spaces.iter().fold(call.to_owned(), |call, (spaced, plain)| call.replace(spaced, plain))
}

/// Whether braces hold a list of fields, or the only expression of a function, a closure or an arm.
fn is_expression(head: &str, inside: &[String]) -> bool {
    let words = head.trim_start();
    let begins = |word: &&str| words.trim_start_matches("pub ").starts_with(*word);
    if ["struct ", "enum ", "impl", "trait ", "mod ", "match ", "if ", "for ", "while ", "loop "].iter().any(begins)
        || ["match ", "if ", "else {", "loop {"].iter().any(|word| words.contains(word))
    {
        return false;
    }
    let is_only = inside.len() == 1 && inside.iter().all(|line| !line.ends_with([';', ',']));
    let is_list = inside.iter().all(|line| line.ends_with(','));
    is_list || is_call(head) || is_only && (words.contains("fn ") || words.ends_with("=> {"))
}

/// Joins the calls of a chain with its first expression.
fn chains(lines: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    let mut left = lines.into_iter().peekable();
    while let Some(line) = left.next() {
        let depth = indent(&line);
        let mut calls = Vec::new();
        let is_call = |next: &&String| indent(next) == depth.saturating_add(4) && next.trim_start().starts_with('.');
        while let Some(call) = left.next_if(|next| is_call(&next)) {
            calls.push(call);
        }
        let is_whole = left.peek().is_none_or(|next| {
            // A call that goes on over several lines.
            !(indent(next) > depth.saturating_add(4)
                || next.trim_start().starts_with([')', ']', '}']) && indent(next) > depth)
        });
        let chain: String = calls.iter().map(|call| call.trim_start()).collect();
        let whole = format!("{line}{chain}");
        if !calls.is_empty() && is_whole && !line.trim_start().starts_with('/') && fits(&whole) {
            out.push(whole);
        } else {
            out.push(line);
            out.extend(calls);
        }
    }
    out
}

/// Puts `#[inline]` before a one-line function.
fn attributes(lines: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        let attribute = out.last().filter(|last| last.trim_start() == "#[inline]" && is_one_line(&line));
        let whole = attribute.map(|attribute| format!("{attribute} {}", line.trim_start())).filter(|whole| fits(whole));
        match whole {
            Some(whole) => {
                out.pop();
                out.push(whole);
            }
            None => out.push(line),
        }
    }
    out
}

/// Whether a line is a whole function, or a constant.
pub(super) fn is_one_line(line: &str) -> bool {
    let words = line.trim_start().trim_start_matches("#[inline] ");
    let is_function =
        ["pub fn ", "pub const fn ", "pub(super) fn ", "fn ", "const fn "].iter().any(|of| words.starts_with(of));
    is_function && words.ends_with('}') || words.starts_with("pub const ") && words.ends_with(';')
}
