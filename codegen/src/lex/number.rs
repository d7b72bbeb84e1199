//! The value of a number.

use super::scan::Number;
use super::token::TokenKind;
use super::{Lexer, Span};
use crate::diagnostic::Diagnostic;

impl Lexer<'_> {
    /// A number that is wrong is told and stands as 0, so that nothing else goes wrong because of it.
    pub(super) fn number(&mut self, number: Number<'_>, written: &str, span: Span) -> TokenKind {
        let digits: String = number.digits.chars().filter(|c| *c != '_').collect();
        if !number.suffix.is_empty() || digits.is_empty() {
            self.complain(not_a_number(number, written, span));
            return TokenKind::Int(0);
        }
        if number.is_float {
            return TokenKind::Float(digits);
        }
        let Ok(value) = i128::from_str_radix(&digits, number.radix) else {
            self.complain(
                Diagnostic::new("this number is too large", span, "does not fit in 128 bits")
                    .note("no integer on the wire is wider than 64 bits"),
            );
            return TokenKind::Int(0);
        };
        TokenKind::Int(value)
    }
}

fn not_a_number(number: Number<'_>, written: &str, span: Span) -> Diagnostic {
    if number.suffix.is_empty() {
        return Diagnostic::new(format!("`{written}` is not a number"), span, "digits are missing");
    }
    let bad = Span::new(span.file, span.end as usize - number.suffix.len(), span.end as usize);
    let diagnostic = Diagnostic::new(format!("`{written}` is not a number"), bad, "this does not belong to a number");
    match (number.radix, number.digits, number.suffix.as_bytes()) {
        (10, "0", [b'o' | b'O', ..]) => diagnostic.help("numbers are written `12`, `0xC` or `0b1100`"),
        (10, _, [b'a'..=b'f' | b'A'..=b'F', ..]) => diagnostic.help(format!("if this is hexadecimal: `0x{written}`")),
        _ => diagnostic,
    }
}
