//! The values of number literals.

use super::scan::Number;
use super::token::TokenKind;
use super::{Lexer, Span};
use crate::diagnostic::{Diagnostic, Help};

impl Lexer<'_> {
    /// Evaluates a number literal. An invalid one is reported and counts as 0, so that no errors follow from it.
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
    let hexadecimal = written.strip_suffix(['h', 'H']).unwrap_or(written);
    let is_hexadecimal = number.radix == 10 && hexadecimal.chars().all(|c| c.is_ascii_hexdigit());
    let octal = number.suffix.strip_prefix(['o', 'O']).filter(|_| number.digits == "0");
    let octal = octal.and_then(|digits| u64::from_str_radix(digits, 8).ok());
    let is_type = number.suffix.starts_with(['u', 'U', 'l', 'L', 'i', 'f', 'F', 'n', '_']);
    let without = written.get(..written.len() - number.suffix.len()).filter(|_| is_type && !is_hexadecimal);
    diagnostic
        .help_if(octal.map(|value| Help::write(span, value.to_string())))
        .help_if(is_hexadecimal.then(|| Help::write(span, format!("0x{hexadecimal}"))))
        .help_if(without.map(|number| Help::write(span, number)))
}
