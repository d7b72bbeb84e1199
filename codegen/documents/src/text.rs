//! Words and numbers of the pages.

pub(super) mod bits;
pub(super) mod condition;
pub(super) mod sizes;

use crate::model::{ByteOrder, Code, Docs, FloatWidth, Interval, Value};

pub(super) use crate::docs::quoted;
pub(super) use crate::lengths::{counted, range};
pub(super) use crate::quantity::unit::many as unit;

/// A doc comment below a heading of ours. Its own headings are paragraphs in bold, so that anchors are ours alone.
pub(super) fn docs(docs: &[String]) -> Vec<String> {
    let mut fenced = false;
    let line = |line: String| {
        let text = line.trim_start();
        fenced ^= text.starts_with("```") || text.starts_with("~~~");
        let (indent, hashes) = (line.len().saturating_sub(text.len()), text.trim_start_matches('#'));
        let title = hashes.strip_prefix(' ').filter(|_| hashes.len() < text.len()).map(str::trim);
        // A line that would make a heading of the line above it.
        let under = !text.is_empty() && (text.chars().all(|c| c == '-') || text.chars().all(|c| c == '='));
        match title {
            _ if fenced => line,
            Some(title) => format!("{:indent$}**{title}**", ""),
            None if under => format!("{:indent$}\\{text}", ""),
            None => line,
        }
    };
    crate::docs::lines(docs, "").into_iter().map(line).collect()
}

/// The first paragraph of a doc comment, and all others.
pub(super) fn parted(docs: &[String]) -> (Vec<String>, Vec<String>) {
    let end = docs.iter().position(|line| line.trim().is_empty()).unwrap_or(docs.len());
    let (first, rest) = docs.split_at_checked(end).unwrap_or((docs, &[]));
    // Code that begins in the one ends in it.
    let fences =
        first.iter().filter(|line| line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~"));
    let whole = fences.count() % 2 == 1 || rest.iter().all(|line| line.trim().is_empty());
    if whole { (docs.to_vec(), Vec::new()) } else { (first.to_vec(), rest.to_vec()) }
}

/// A doc comment in one cell of a table: paragraphs, items and lines of code with a break between.
pub(super) fn cell(docs: &[String]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut open = false;
    let mut fenced = false;
    for line in self::docs(docs) {
        let text = line.trim_start();
        if text.starts_with("```") || text.starts_with("~~~") {
            (fenced, open) = (!fenced, false);
        } else if fenced {
            lines.extend((!text.is_empty()).then(|| quoted(&line)));
        } else if text.is_empty() {
            open = false;
        } else if let Some(item) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
            lines.push(format!("• {item}"));
            open = true;
        } else if let Some(last) = lines.last_mut().filter(|_| open) {
            last.push(' ');
            last.push_str(text);
        } else {
            lines.push(text.to_owned());
            open = true;
        }
    }
    lines.join("<br>")
}

/// A name, and that in the protocol's own source: `` `pitch` (`hz`) ``.
pub(super) fn named(name: &str, docs: &Docs) -> String {
    match &docs.source_name {
        Some(source) => format!("{} ({})", quoted(name), quoted(source)),
        None => quoted(name),
    }
}

/// The first sentence or line of a doc comment, for a list of many things.
pub(super) fn summary(docs: &[String]) -> String {
    first_sentence(&self::docs(docs))
}

/// The first sentence of some lines of text; their first paragraph if no sentence ends in it.
#[must_use]
pub fn first_sentence(lines: &[String]) -> String {
    let paragraph: Vec<&str> = lines.iter().map(|line| line.trim_end()).take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ");
    // A sentence ends with a full stop, unless that stands in code, in brackets, or behind a digit or "e.g.".
    let mut code = false;
    let mut depth: usize = 0;
    for (at, c) in text.char_indices() {
        match c {
            '`' => code = !code,
            '(' => depth = depth.saturating_add(1),
            ')' => depth = depth.saturating_sub(1),
            '.' if !code && depth == 0 => {
                let (before, after) = text.split_at_checked(at).unwrap_or((&text, ""));
                let word = before.rsplit(' ').next().unwrap_or("");
                if after.starts_with(". ") && word.chars().count() > 2 && !word.contains('.') {
                    return format!("{before}.");
                }
            }
            _ => {}
        }
    }
    text
}

/// A type of whole bytes. What follows the width says that the highest byte comes first.
pub(super) fn int(bytes: u8, signed: bool, order: ByteOrder) -> String {
    let letter = if signed { 'i' } else { 'u' };
    let end = if order == ByteOrder::Big && bytes > 1 { "be" } else { "" };
    format!("`{letter}{}{end}`", u32::from(bytes).saturating_mul(8))
}

pub(super) fn float(width: FloatWidth, order: ByteOrder) -> String {
    let bits = u32::from(width.bytes()).saturating_mul(8);
    format!("`f{bits}{}`", if order == ByteOrder::Big { "be" } else { "" })
}

/// `4`, `0 to 7`
pub(super) fn interval(interval: Interval) -> String {
    if interval.min == interval.max {
        number(interval.min)
    } else {
        format!("{} to {}", number(interval.min), number(interval.max))
    }
}

/// Several of them: `2 or 7 to 9`.
pub(super) fn intervals(all: &[Interval]) -> String {
    let each: Vec<String> = all.iter().map(|one| interval(*one)).collect();
    each.join(" or ")
}

/// A number with a minus of its own.
pub(super) fn number(code: Code) -> String {
    code.to_string().replace('-', "−")
}

/// With a capital in front, unless it begins with a link or code.
pub(super) fn upper(mut text: String) -> String {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Without the capital in front, unless it begins with a link or code.
pub(super) fn lower(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    text
}

/// A number that is always the same. Above 16 bits it is no amount but a pattern, which people know in hexadecimal.
pub(super) fn constant(code: Code) -> String {
    let pattern = if code > 0xFFFF { format!(" (`{code:#X}`)").replace("0X", "0x") } else { String::new() };
    format!("{}{pattern}", number(code))
}

/// The same, in the notation of its value.
pub(super) fn constant_of(value: Value, code: Code) -> String {
    value.notation().map_or_else(|| constant(code), |notation| quoted(&notation.shown(code)))
}

/// The notation of a number, after its type: `, IPv4 address`.
pub(super) fn notation(value: Value) -> String {
    value.notation().map(|notation| format!(", {}", notation.name())).unwrap_or_default()
}

/// The type of a part of bits that is a number: `u3`.
pub(super) fn part(width: u8, signed: bool, value: Value) -> String {
    format!("`{}{width}`{}", if signed { 'i' } else { 'u' }, notation(value))
}

/// Whether codes are letters: all of them.
pub(super) fn are_letters(codes: impl IntoIterator<Item = Interval>) -> bool {
    let mut codes = codes.into_iter().peekable();
    codes.peek().is_some() && codes.all(|code| letter(code).is_some())
}

/// The letter that a code is.
fn letter(code: Interval) -> Option<char> {
    let byte = u8::try_from(code.min).ok().filter(|_| code.min == code.max)?;
    Some(char::from(byte)).filter(char::is_ascii_alphabetic)
}

/// A code, and the letter that it is if all around it are letters.
pub(super) fn code(code: Code, letters: bool) -> String {
    match letter(Interval::only(code)).filter(|_| letters) {
        Some(letter) => format!("{} (`'{letter}'`)", number(code)),
        None => number(code),
    }
}

/// With the indefinite article: `an` before a vowel, also inside of code or of a link.
pub(super) fn a(name: &str) -> String {
    let first = name.chars().find(char::is_ascii_alphanumeric);
    let vowel = first.is_some_and(|first| "aeiouAEIOU".contains(first));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// `a`, `a and b`, `a, b and c`
pub(super) fn and(all: &[String]) -> String {
    joined(all, "and")
}

/// `a`, `a or b`, `a, b or c`
pub(super) fn or(all: &[String]) -> String {
    joined(all, "or")
}

fn joined(all: &[String], word: &str) -> String {
    match all {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Several intervals, where an end that no number of 32 bits is beyond goes without saying: `below 0`.
pub(super) fn open(all: &[Interval]) -> String {
    let whole = Interval::of_bits(32, true);
    let each = all.iter().map(|one| match (one.min <= whole.min, one.max >= whole.max) {
        (true, false) => format!("{} and below", number(one.max)),
        (false, true) => format!("{} and above", number(one.min)),
        (true, true) | (false, false) => interval(*one),
    });
    each.collect::<Vec<_>>().join(" or ")
}
