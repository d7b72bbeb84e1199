//! The rows of `advice/rules.txt`, and the functions that fill their texts with captures.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::advice::bytes::{bytes_of, escaped, number, pairs_of};
use crate::advice::words::Meant;
use crate::advice::{self, words};
use crate::near::{constant_case, snake_case, upper_camel};
use crate::parse::names::is_number_name;

use super::pattern::Capture;

/// A row: a pattern, and its replacement.
pub(super) struct Rule {
    /// The name of its section.
    pub set: &'static str,
    /// The row as written.
    #[cfg(test)]
    pub row: &'static str,
    pub pieces: Vec<&'static str>,
    pub texts: Vec<Text>,
}

#[cfg(test)]
thread_local! {
    /// The rows of sections that matched.
    pub(super) static FOUND: std::cell::RefCell<std::collections::BTreeSet<&'static str>> = const {
        std::cell::RefCell::new(std::collections::BTreeSet::new())
    };
}

impl Rule {
    /// Records for tests that this row was the first of its section to match.
    pub fn found<T>(&self, found: T) -> T {
        #[cfg(test)]
        FOUND.with_borrow_mut(|rows| rows.insert(self.row));
        found
    }
}

/// A replacement text.
pub(super) struct Text {
    pub new: &'static str,
    /// A declaration that the replacement needs.
    pub declares: Option<&'static str>,
    /// The sentence of its help.
    pub said: Option<&'static str>,
    /// Whether something else may be meant.
    pub is_guess: bool,
}

/// All rows except the sets.
static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| read().filter(|rule| rule.set != "sets").collect());

/// The words of each set.
static SETS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let sets = read().filter(|rule| rule.set == "sets");
    sets.filter_map(|rule| Some((*rule.pieces.first()?, *rule.pieces.get(1)?))).collect()
});

fn read() -> impl Iterator<Item = Rule> {
    advice::rows(advice::RULES)
        .scan("", |set, row| {
            if let Some(name) = row.strip_prefix(":: ") {
                *set = name;
                return Some(None);
            }
            let (pattern, texts) = row.split_once("==>").unwrap_or((row, ""));
            let texts = texts.split("==>").map(str::trim).map(|text| {
                let (text, said) = split(text, " -- ");
                let (new, declares) = split(text, " ++ ");
                let (new, is_guess) = new.strip_prefix("maybe ").map_or((new, false), |new| (new, true));
                Text { new: if new == "nothing" { "" } else { new }, declares, said, is_guess }
            });
            Some(Some(Rule {
                set,
                #[cfg(test)]
                row,
                pieces: pattern.split_whitespace().collect(),
                texts: texts.collect(),
            }))
        })
        .flatten()
}

fn split(text: &'static str, at: &str) -> (&'static str, Option<&'static str>) {
    text.split_once(at).map_or((text, None), |(text, rest)| (text.trim(), Some(rest.trim())))
}

/// The rows of a section.
pub(super) fn section(set: &str) -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(move |rule| rule.set == set)
}

/// The rows that apply to any span, in the order in which they are tested.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(|rule| matches!(rule.set, "rules" | "fields"))
}

/// The words of a set.
pub(super) fn words_of(set: &str) -> Option<&'static str> {
    set.starts_with('@').then(|| SETS.get(set).copied())?
}

/// The text with its placeholders filled, once for each meaning of the captures; none if a function rejects them.
pub(super) fn filled(text: &str, captures: &[Capture]) -> Vec<Meant> {
    all_of(text, captures).unwrap_or_default()
}

fn all_of(text: &str, captures: &[Capture]) -> Option<Vec<Meant>> {
    let mut pieces = text.split('$');
    let mut found = vec![Meant::plain(pieces.next()?.to_owned())];
    for piece in pieces {
        let digits = piece.find(|c: char| c.is_ascii_digit())?;
        let (function, rest) = piece.split_at(digits);
        let count = if function.is_empty() { 1 } else { rest.chars().take_while(char::is_ascii_digit).count() };
        let (arguments, rest) = rest.split_at_checked(count)?;
        let capture = |digit: char| captures.get((digit.to_digit(10)? as usize).checked_sub(1)?);
        let arguments: Vec<&Capture> = arguments.chars().map(capture).collect::<Option<_>>()?;
        let made = made(function, &arguments)?;
        // Several captures with several meanings advance together.
        let count = found.len().max(made.len());
        let nth = |all: &[Meant], at: usize| all.get(at.min(all.len().saturating_sub(1))).cloned();
        found = (0..count)
            .map(|at| {
                let (before, new) = (nth(&found, at)?, nth(&made, at)?);
                Some(Meant { wire: before.wire + &new.wire + rest, declares: before.declares.or(new.declares) })
            })
            .collect::<Option<_>>()?;
    }
    Some(found)
}

/// The results of a function, one for each meaning of its first argument; none if it rejects them.
fn made(function: &str, arguments: &[&Capture]) -> Option<Vec<Meant>> {
    let first = *arguments.first()?;
    let second = arguments.get(1).map_or("", |second| second.text.as_str());
    let length = Some(second).filter(|length| !length.is_empty()).or(first.count.as_deref());
    match function {
        "" => return Some(first.meant.clone()),
        "list" if words::wires(&first.text).is_empty() => {
            let lists = first.meant.iter().take(2).flat_map(|one| {
                let lists = words::listed(&one.wire, length).into_iter();
                lists.map(|list| Meant { declares: one.declares.clone(), ..list })
            });
            return Some(lists.collect());
        }
        "list" => return Some(words::listed(&first.text, length)),
        "limited" => return Some(words::limited(&first.text, second)),
        "le" | "be" => return some(words::ordered(&first.text, function)),
        "limits" => return Some(words::limited(&first.text, &format!("{second}..{}", arguments.get(2)?.text))),
        "word" => return some(words::wires(inside(&first.text))),
        "flags" | "has" => return some(flags(function, &first.text)?),
        _ => {}
    }
    Some(vec![Meant::plain(text_of(function, &first.text, second)?)])
}

fn some(meant: Vec<Meant>) -> Option<Vec<Meant>> {
    (!meant.is_empty()).then_some(meant)
}

fn inside(text: &str) -> &str {
    text.trim_matches(['"', '\''])
}

/// `bits u8 { a: u1, b: u3, _: .. }`, for each carrier that is wide enough; a part may name its own carrier.
fn flags(function: &str, joined: &str) -> Option<Vec<Meant>> {
    let of = joined.split(", ").find_map(|part| Some(part.split_once(" of ")?.1));
    let names = joined.split(", ").map(|part| part.split(" of ").next().unwrap_or(part));
    let parts: Vec<String> = match function {
        "flags" => names.map(str::to_owned).collect(),
        _ => names.map(|part| format!("has_{}", part.split(':').next().unwrap_or(part))).collect(),
    };
    let widths = widths(&parts.join(", "))?;
    let sum = widths.iter().try_fold(0_u32, |sum, width| sum.checked_add(*width))?;
    let is_numbers = widths.iter().all(|width| width % 8 == 0);
    let enough = [8, 16, 32, 64].into_iter().filter(|carrier| sum <= *carrier && !is_numbers);
    let least = enough.clone().next()?;
    let is_it = of.is_some_and(|of| *of == format!("u{least}"));
    let bits = |carrier| {
        let rest = if sum < carrier { ", _: .." } else { "" };
        Meant::plain(format!("bits u{carrier} {{ {}{rest} }}", parts.join(", ")))
    };
    Some(enough.take(if is_it || of.is_none() { 1 } else { 3 }).map(bits).collect())
}

/// The widths of parts.
fn widths(joined: &str) -> Option<Vec<u32>> {
    let parts = joined.split(", ").map(|part| part.split(" of ").next().unwrap_or(part));
    parts.map(|part| part.split_once(": u").map_or(Some(1), |(_, width)| width.parse().ok())).collect()
}

fn text_of(function: &str, first: &str, second: &str) -> Option<String> {
    let unsigned = |text: &str| number(text).and_then(|number| u64::try_from(number).ok());
    let power = |text: &str| u32::try_from(number(text)?).ok();
    Some(match function {
        "snake" => snake_case(inside(first)),
        "inside" => inside(first).to_owned(),
        // A number of an impossible width is no name.
        "camel" if is_number_name(first) => return None,
        "camel" => upper_camel(inside(first)),
        "caps" => constant_case(first),
        "or" => (unsigned(first)? | unsigned(second)?).to_string(),
        "shl" => unsigned(first)?.checked_mul(2_u64.checked_pow(power(second)?)?)?.to_string(),
        "pow" => unsigned(first)?.checked_pow(power(second)?)?.to_string(),
        "two" => 2_u64.checked_pow(power(first)?)?.to_string(),
        "octets" => format!("u{}", unsigned(first)?.checked_mul(8).filter(|bits| (8..=64).contains(bits))?),
        "carrier" => format!("u{}", unsigned(first).filter(|bits| (1..=64).contains(bits))?.next_multiple_of(8)),
        "mask" => {
            let bits = unsigned(first).filter(|bits| (1..=63).contains(bits))?;
            let carrier = bits.next_multiple_of(8).next_power_of_two();
            let rule = if bits < carrier { format!(" where it < {}", 1_u64 << bits) } else { String::new() };
            format!("u{carrier}{rule}")
        }
        "plus" => match first.strip_prefix('-') {
            Some(rest) => format!(" - {rest}"),
            None => format!(" + {first}"),
        },
        // Kaitai Struct counts bytes in its names of numbers.
        // A number that is one here, too, is what it says.
        "widened" if first.ends_with('8') => return None,
        "kaitai" | "widened" => {
            let (kind, width) = first.split_at_checked(1).filter(|(kind, _)| ["u", "s", "f"].contains(kind))?;
            let bytes: u32 = width.trim_end_matches(['l', 'b', 'e']).parse().ok().filter(|bytes| *bytes <= 8)?;
            let order = if bytes > 1 { width.trim_start_matches(|c: char| c.is_ascii_digit()) } else { "" };
            format!("{}{}{order}", if kind == "s" { "i" } else { kind }, bytes * 8)
        }
        "first" => {
            upper_camel(first.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').find(|word| !word.is_empty())?)
        }
        "ascii" => format!("ascii[{}]", inside(first).len()),
        "hex" => hex_of(first)?,
        "unit" => advice::unit_of(first, second),
        "bits" => {
            let (low, high) = (unsigned(first)?, unsigned(second)?);
            format!("u{}", high.checked_sub(low)?.checked_add(1)?)
        }
        "rest" => {
            let width = words::bytes_of(first)?.checked_mul(8)?;
            if widths(second)?.iter().sum::<u32>() < width { ", _: ..".to_owned() } else { String::new() }
        }
        // A decimal number has no order of bytes.
        "bytes" if first.starts_with(|c: char| c.is_ascii_digit()) && !first.starts_with("0x") => return None,
        "bytes" => {
            let digits: String = inside(first).trim_start_matches("0x").split_whitespace().collect();
            let digits = (digits.len().is_multiple_of(2) && digits.bytes().all(|one| one.is_ascii_hexdigit()))
                .then_some(digits)?;
            let pairs = digits.as_bytes().chunks(2).map(|pair| format!("0x{}", String::from_utf8_lossy(pair)));
            format!("[{}]", pairs.collect::<Vec<_>>().join(", "))
        }
        "escapes" => {
            let bytes = bytes_of(first.strip_prefix('"')?.strip_suffix('"')?)?;
            format!("[{}]", bytes.iter().map(|byte| format!("0x{byte:02x}")).collect::<Vec<_>>().join(", "))
        }
        "escaped" => escaped(first)?,
        "digits" | "behind" => {
            let mut pairs = pairs_of(&first.strip_prefix("0x")?.replace('_', ""))?;
            if function == "behind" {
                pairs.reverse();
            }
            format!("\"{}\"", pairs.iter().map(|pair| format!("\\x{pair}")).collect::<String>())
        }
        "quoted" => match first.strip_prefix('\'')?.strip_suffix('\'')? {
            "\"" => "\"\\\"\"".to_owned(),
            character => format!("\"{character}\""),
        },
        "masks" | "places" => super::layout::by_places(first, second, function == "masks")?,
        "count" => first.split(',').count().to_string(),
        "whole" => format!("u{}", unsigned(first).filter(|bits| bits % 8 == 0 && (8..=64).contains(bits))?),
        "bars" => first.trim_matches(['[', ']', '(', ')', '{', '}', ' ']).replace(',', " |"),
        _ => return None,
    })
}

/// `0x07, 0x00` as `07 00`.
fn hex_of(text: &str) -> Option<String> {
    let bytes = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|byte| !byte.is_empty());
    let bytes = bytes.map(|byte| {
        let byte = ["0x", "0X", "x"].iter().find_map(|prefix| byte.strip_prefix(prefix)).unwrap_or(byte);
        let byte = byte.strip_suffix(['h', 'H']).unwrap_or(byte);
        let is_hex = byte.chars().all(|c| c.is_ascii_hexdigit()) && !byte.is_empty();
        let zero = if byte.len() == 1 { "0" } else { "" };
        is_hex.then(|| format!("{zero}{byte}"))
    });
    Some(bytes.collect::<Option<Vec<String>>>()?.join(" "))
}
