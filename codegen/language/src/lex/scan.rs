//! The extent and the kind of each lexeme, without its value.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_till, take_until, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, none_of, one_of, satisfy};
use nom::combinator::{opt, recognize, value};
use nom::error::{Error, ErrorKind};
use nom::multi::many0_count;
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

use super::token::Mark;

/// May begin a text, and is no part of it.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

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

/// Scans the lexeme at the head of a nonempty text. `block_may_end`: a `*/` follows somewhere.
pub(crate) fn lexeme(input: &str, block_may_end: bool) -> IResult<&str, Lexeme<'_>> {
    if let Some((lexeme, length)) = plain(input) {
        return Ok((input.get(length..).unwrap_or(""), lexeme));
    }
    alt((
        value(Lexeme::Space, take_while1(|c| matches!(c, ' ' | '\t' | '\n' | '\r'))),
        value(Lexeme::Line, pair(tag("//"), take_till(|c| c == '\n'))),
        |input| block(input, block_may_end),
        value(Lexeme::Name, pair(satisfy(begins_name), take_while(continues_name))),
        number.map(Lexeme::Number),
        quoted_char,
        quoted_text,
        mark.map(Lexeme::Mark),
        value(Lexeme::Unknown, unknown),
    ))
    .parse(input)
}

/// The fast path for most lexemes: white space, ASCII names, and marks that are no prefix of another lexeme.
fn plain(input: &str) -> Option<(Lexeme<'static>, usize)> {
    let bytes = input.as_bytes();
    let mut end = 0;
    match bytes.first()? {
        b' ' | b'\t' | b'\n' | b'\r' => {
            while end < bytes.len() && matches!(bytes[end], b' ' | b'\t' | b'\n' | b'\r') {
                end += 1;
            }
            Some((Lexeme::Space, end))
        }
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
            while end < bytes.len() && matches!(bytes[end], b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_') {
                end += 1;
            }
            let is_whole = end == bytes.len() || bytes[end].is_ascii();
            is_whole.then_some((Lexeme::Name, end))
        }
        b'/' | b'0'..=b'9' | b'"' | b'\'' | 0x80.. => None,
        _ => Mark::at_head(input).map(|(mark, length)| (Lexeme::Mark(mark), length)),
    }
}

fn begins_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block(input: &str, may_end: bool) -> IResult<&str, Lexeme<'_>> {
    let (inside, _) = tag("/*").parse(input)?;
    let to_end = |input| -> IResult<&str, _> { pair(take_until("*/"), tag("*/")).parse(input) };
    if may_end && let Ok((after, _)) = to_end(inside) {
        return Ok((after, Lexeme::Block { closed: true }));
    }
    value(Lexeme::Block { closed: false }, take_till(|c| c == '\n')).parse(inside)
}

fn digits(input: &str) -> IResult<&str, &str> {
    recognize(pair(satisfy(|c| c.is_ascii_digit()), take_while(|c: char| c.is_ascii_digit() || c == '_'))).parse(input)
}

/// `12`, `0x1F`, `0b101`, `1_000`, `1.5`, `4.793836e-5`, `1e6`. `0..5` begins with the number 0.
fn number(input: &str) -> IResult<&str, Number<'_>> {
    alt((
        preceded(alt((tag("0x"), tag("0X"))), take_while(|c: char| c.is_ascii_hexdigit() || c == '_'))
            .map(|digits| (16, digits, false)),
        preceded(alt((tag("0b"), tag("0B"))), take_while(|c: char| c.is_digit(2) || c == '_'))
            .map(|digits| (2, digits, false)),
        float.map(|digits| (10, digits, true)),
        digits.map(|digits| (10, digits, false)),
    ))
    .and(take_while(continues_name))
    .map(|((radix, digits, is_float), suffix)| Number { radix, digits, is_float, suffix })
    .parse(input)
}

fn float(input: &str) -> IResult<&str, &str> {
    let exponent = || recognize((one_of("eE"), opt(one_of("+-")), digits));
    recognize((digits, alt((recognize((char('.'), digits, opt(exponent()))), exponent())))).parse(input)
}

/// `'P'`. Several characters without a space form one lexeme, so that a lone `'` does not swallow its line.
fn quoted_char(input: &str) -> IResult<&str, Lexeme<'_>> {
    let escaped = || recognize(pair(char('\\'), none_of("\r\n")));
    let one = || alt((escaped(), recognize(none_of("'\\\r\n"))));
    let run = || recognize(many0_count(alt((escaped(), is_not("'\\ \t\r\n")))));
    let closed = alt((recognize(pair(one(), char('\''))), recognize(pair(run(), char('\'')))));
    preceded(
        char('\''),
        alt((
            value(Lexeme::Char { closed: true }, closed),
            value(Lexeme::Char { closed: false }, opt(alt((escaped(), recognize(satisfy(char::is_alphanumeric)))))),
        )),
    )
    .parse(input)
}

/// `"text"` on one line. An unclosed one ends before the marks that probably follow it.
fn quoted_text(input: &str) -> IResult<&str, Lexeme<'_>> {
    let piece = alt((recognize(pair(char('\\'), none_of("\r\n"))), is_not("\"\\\r\n")));
    let (after, inside) = preceded(char('"'), recognize(many0_count(piece))).parse(input)?;
    if let Some(after) = after.strip_prefix('"') {
        return Ok((after, Lexeme::Text { closed: true }));
    }
    if let Some(after) = after.strip_prefix('\\') {
        return Ok((after, Lexeme::Text { closed: false }));
    }
    let kept = 1 + inside.trim_end_matches([' ', '\t', '{', '(', '[', ',', ';']).len();
    Ok((input.get(kept..).unwrap_or(after), Lexeme::Text { closed: false }))
}

fn mark(input: &str) -> IResult<&str, Mark> {
    let fails = || nom::Err::Error(Error::new(input, ErrorKind::OneOf));
    let (mark, length) = Mark::at_head(input).ok_or_else(fails)?;
    Ok((input.get(length..).unwrap_or(""), mark))
}

/// Everything up to the next character that may begin another lexeme.
fn unknown(input: &str) -> IResult<&str, &str> {
    let known = |c: char| {
        matches!(c, ' ' | '\t' | '\n' | '\r' | '"' | '\'' | '0'..='9')
            || begins_name(c)
            || Mark::at_head(c.encode_utf8(&mut [0; 4])).is_some()
    };
    // Typographic quotes are one mistake, not two.
    let quoted =
        |open, close| (char(open), take_while_m_n(0, 200, move |c| c != close && c != '\n' && c != '\r'), char(close));
    alt((
        recognize(quoted('\u{201c}', '\u{201d}')),
        recognize(quoted('\u{2018}', '\u{2019}')),
        recognize(quoted('`', '`')),
        take_while1(|c| !known(c)),
    ))
    .parse(input)
}
