//! The extent and the kind of each lexeme, without its value.

use super::token::Mark;

/// May begin a text, and is no part of it.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// At most so many characters between quotes of a character, or of typography, are one mistake with them. So the search for
/// the second quote takes the same time for each of many.
const MOST_QUOTED: usize = 200;

/// A lexeme, not yet evaluated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Lexeme<'a> {
    Space,
    /// `// ..` to the end of the line.
    Line,
    /// `/* .. */`; an unclosed one ends with its line.
    Block {
        closed: bool,
    },
    Name,
    Number(Number<'a>),
    Char {
        closed: bool,
    },
    Text {
        closed: bool,
    },
    Mark(Mark),
    Unknown,
}

/// The parts of a number literal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Number<'a> {
    pub(crate) radix: u32,
    /// Digits and `_`, without the radix prefix.
    pub(crate) digits: &'a str,
    pub(crate) is_float: bool,
    /// The word directly after the digits, which is no part of the number.
    pub(crate) suffix: &'a str,
}

/// Scans the lexeme at the head of a nonempty text: its kind and length. `block_may_end`: a `*/` follows somewhere.
pub(crate) fn lexeme(text: &str, block_may_end: bool) -> (Lexeme<'_>, usize) {
    match text.chars().next() {
        Some(' ' | '\t' | '\n' | '\r') => (Lexeme::Space, leading(text, |c| matches!(c, ' ' | '\t' | '\n' | '\r'))),
        Some('/') if text.starts_with("//") => (Lexeme::Line, leading(text, |c| c != '\n')),
        Some('/') if text.starts_with("/*") => block(text, block_may_end),
        Some('0'..='9') => number(text),
        Some('\'') => quoted_char(text),
        Some('"') => quoted_text(text),
        Some(first) if begins_name(first) => (Lexeme::Name, leading(text, continues_name)),
        _ => Mark::at_head(text)
            .map_or_else(|| (Lexeme::Unknown, unknown(text)), |(mark, length)| (Lexeme::Mark(mark), length)),
    }
}

/// The length of the characters at the head of a text for which this holds.
fn leading(text: &str, is_one: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_one(c)).unwrap_or(text.len())
}

/// The text from an offset on.
fn from(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or("")
}

fn begins_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block(text: &str, may_end: bool) -> (Lexeme<'_>, usize) {
    const MARKS: usize = 2;
    let inside = from(text, MARKS);
    let end = if may_end { inside.find("*/") } else { None };
    let length = end.map_or_else(|| leading(inside, |c| c != '\n'), |end| end + MARKS);
    (Lexeme::Block { closed: end.is_some() }, MARKS + length)
}

/// `12`, `0x1F`, `0b101`, `1_000`, `1.5`, `4.793836e-5`, `1e6`. `0..5` begins with the number 0.
fn number(text: &str) -> (Lexeme<'_>, usize) {
    let (radix, prefix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, 2),
        [b'0', b'b' | b'B', ..] => (2, 2),
        _ => (10, 0),
    };
    let length = leading(from(text, prefix), |c| c.is_digit(radix) || c == '_');
    let end = if radix == 10 { length + behind_point(from(text, length)) } else { prefix + length };
    let suffix = leading(from(text, end), continues_name);
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or("");
    let is_float = radix == 10 && end > length;
    let number = Number { radix, digits: part(prefix, end), is_float, suffix: part(end, end + suffix) };
    (Lexeme::Number(number), end + suffix)
}

/// The length of what makes a number a float: `.5`, `.5e-3` or `e6`.
fn behind_point(text: &str) -> usize {
    let fraction = text.strip_prefix('.').map(digits).filter(|length| *length > 0).map_or(0, |length| 1 + length);
    let exponent = from(text, fraction).strip_prefix(['e', 'E']).map_or(0, |behind| {
        let sign = usize::from(behind.starts_with(['+', '-']));
        let length = digits(from(behind, sign));
        if length > 0 { 1 + sign + length } else { 0 }
    });
    fraction + exponent
}

/// The length of digits, of which the first is no `_`.
fn digits(text: &str) -> usize {
    if text.starts_with(|c: char| c.is_ascii_digit()) { leading(text, |c| c.is_ascii_digit() || c == '_') } else { 0 }
}

/// The length of a backslash and the character behind it, which is on the same line.
fn escaped(text: &str) -> Option<usize> {
    let behind = text.strip_prefix('\\')?.chars().next().filter(|c| !matches!(c, '\r' | '\n'))?;
    Some(1 + behind.len_utf8())
}

/// The length of escaped characters, and of those for which this holds.
fn run(text: &str, is_plain: impl Fn(char) -> bool) -> usize {
    let mut end = 0;
    loop {
        let rest = from(text, end);
        match escaped(rest).unwrap_or_else(|| leading(rest, |c| c != '\\' && is_plain(c))) {
            0 => return end,
            length => end += length,
        }
    }
}

/// `'P'`. Several characters without a space form one lexeme, so that a lone `'` does not swallow its line.
fn quoted_char(text: &str) -> (Lexeme<'_>, usize) {
    let inside = from(text, 1);
    let near = inside.get(..inside.floor_char_boundary(MOST_QUOTED)).unwrap_or("");
    let first = inside.chars().next().filter(|c| !matches!(c, '\'' | '\\' | '\r' | '\n'));
    let one = escaped(inside).or(first.map(char::len_utf8));
    let several = run(near, |c| !matches!(c, '\'' | ' ' | '\t' | '\r' | '\n'));
    let word = first.filter(|c| c.is_alphanumeric()).map(char::len_utf8);
    let closed = one.into_iter().chain([several]).find(|length| from(inside, *length).starts_with('\''));
    let open = || escaped(inside).or(word).unwrap_or(0);
    (Lexeme::Char { closed: closed.is_some() }, 1 + closed.map_or_else(open, |length| length + 1))
}

/// `"text"` on one line. An unclosed one ends before the marks that probably follow it.
fn quoted_text(text: &str) -> (Lexeme<'_>, usize) {
    let inside = from(text, 1);
    let length = run(inside, |c| !matches!(c, '"' | '\r' | '\n'));
    let closed = from(inside, length).starts_with('"');
    if closed || from(inside, length).starts_with('\\') {
        return (Lexeme::Text { closed }, 1 + length + 1);
    }
    let inside = inside.get(..length).unwrap_or("");
    (Lexeme::Text { closed }, 1 + inside.trim_end_matches([' ', '\t', '{', '(', '[', ',', ';']).len())
}

/// The length of everything up to the next character that may begin another lexeme.
fn unknown(text: &str) -> usize {
    // Typographic quotes are one mistake, not two.
    let quoted = |(open, close): (char, char)| {
        let mut inside = text.strip_prefix(open)?.char_indices().take(MOST_QUOTED + 1);
        let (length, end) = inside.find(|(_, c)| matches!(*c, '\r' | '\n') || *c == close)?;
        (end == close).then_some(open.len_utf8() + length + close.len_utf8())
    };
    let is_known = |c: char| {
        matches!(c, ' ' | '\t' | '\n' | '\r' | '"' | '\'' | '0'..='9')
            || begins_name(c)
            || Mark::at_head(c.encode_utf8(&mut [0; 4])).is_some()
    };
    let quoted = [('\u{201c}', '\u{201d}'), ('\u{2018}', '\u{2019}'), ('`', '`')].into_iter().find_map(quoted);
    quoted.unwrap_or_else(|| leading(text, |c| !is_known(c)).max(text.chars().next().map_or(0, char::len_utf8)))
}
