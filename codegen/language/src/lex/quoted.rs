//! The values of characters and strings: their escapes.

use super::token::TokenKind;
use super::{Lexer, Span};
use crate::diagnostic::Diagnostic;

const ESCAPES: &str = "the escapes are `\\n`, `\\r`, `\\t`, `\\0`, `\\\\`, `\\'`, `\\\"` and `\\xNN`";

impl Lexer<'_> {
    /// `'P'`: one character up to U+00FF.
    pub(super) fn character(&mut self, written: &str, closed: bool, span: Span) -> TokenKind {
        let inside = written.strip_prefix('\'').unwrap_or(written);
        let inside = if closed { inside.strip_suffix('\'').unwrap_or(inside) } else { inside };
        if !closed {
            let diagnostic = Diagnostic::new("unclosed character", span, "the second `'` is missing");
            self.complain(diagnostic.help(format!("`'{}'`", if inside.is_empty() { "P" } else { inside })));
        }
        let Some(value) = self.unescape(inside, span) else { return TokenKind::Char(0) };
        let mut characters = value.chars();
        match (characters.next(), characters.next()) {
            (Some(only), None) => match u8::try_from(u32::from(only)) {
                Ok(code) => return TokenKind::Char(code),
                Err(_) => self.complain(
                    Diagnostic::new(format!("`{only}` is not a character of one byte"), span, "above U+00FF")
                        .help("write the number that stands on the wire"),
                ),
            },
            (None, _) if closed => self.complain(Diagnostic::new("there is no character here", span, "empty")),
            (Some(_), Some(_)) => self.complain(
                Diagnostic::new("more than one character", span, "one is written between `'`")
                    .help(format!("if this is text: `\"{inside}\"`")),
            ),
            (None, _) => {}
        }
        TokenKind::Char(0)
    }

    /// `"text"` on one line.
    pub(super) fn string(&mut self, written: &str, closed: bool, span: Span) -> TokenKind {
        let inside = written.strip_prefix('"').unwrap_or(written);
        if closed {
            let inside = inside.strip_suffix('"').unwrap_or(inside);
            return TokenKind::Text(self.unescape(inside, span).unwrap_or_default());
        }
        let quote = Span::new(span.file, span.start as usize, span.start as usize + 1);
        self.out.unclosed.push(span);
        self.complain(
            Diagnostic::new("unclosed string", quote, "no `\"` follows on this line")
                .note("a string ends on the line on which it began"),
        );
        TokenKind::Text(String::new())
    }

    /// Resolves escapes. `None` if one is invalid.
    fn unescape(&mut self, inside: &str, span: Span) -> Option<String> {
        let mut right = true;
        let mut value = String::with_capacity(inside.len());
        let mut rest = inside;
        while let Some(at) = rest.find('\\') {
            let (plain, escape) = rest.split_at(at);
            value.push_str(plain);
            let (character, length) = escaped(escape);
            match character {
                Some(character) => value.push(character),
                None => {
                    right = false;
                    let start = span.start as usize + 1 + (inside.len() - escape.len());
                    let place = Span::new(span.file, start, start + length);
                    let written = escape.get(..length).unwrap_or(escape);
                    let title = format!("`{written}` is not an escape");
                    self.complain(Diagnostic::new(title, place, "").note(ESCAPES));
                }
            }
            rest = escape.get(length..).unwrap_or("");
        }
        value.push_str(rest);
        right.then_some(value)
    }
}

/// The character of an escape at the head of a text, if it is valid, and the escape's length.
fn escaped(text: &str) -> (Option<char>, usize) {
    let mut characters = text.chars().skip(1);
    let plain = match characters.next() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('0') => '\0',
        Some(itself @ ('\\' | '\'' | '"')) => itself,
        Some('x') => {
            let digits = text.get(2..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
            return match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                Some(code) => (Some(char::from(code)), 4),
                None => (None, 2),
            };
        }
        Some(other) => return (None, 1 + other.len_utf8()),
        None => return (None, 1),
    };
    (Some(plain), 2)
}
