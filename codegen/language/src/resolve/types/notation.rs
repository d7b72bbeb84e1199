//! Text notations of numbers: `"192.168.0.1"`, `"VP80"`.

use crate::ast::{self, Expr};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{Code, Notation, Value};
use crate::resolve::resolver::{Constant, Resolver, ScalarType};
use crate::source::Span;

impl Resolver<'_> {
    /// Rejects a notation that does not fit the number.
    pub(in crate::resolve) fn notation_on(
        &mut self,
        notation: ast::Notation,
        on: ScalarType,
        span: Span,
    ) -> Option<Value> {
        let notation = match notation {
            ast::Notation::Hex => Notation::Hex,
            ast::Notation::Ipv4 => Notation::Ipv4,
            ast::Notation::FourCc => Notation::FourCc,
        };
        if notation.fits(on.carrier, on.interval) {
            return Some(Value::Int(Some(notation)));
        }
        let number = self.sources.word_before(self.sources.word_before(span));
        let written = self.sources.text(number);
        let (title, help) = match notation {
            Notation::Hex if let Some(width) = written.strip_prefix('i') => {
                ("a signed number is not shown in hexadecimal", Help::write(number, format!("u{width}")))
            }
            Notation::Hex => {
                ("a signed number is not shown in hexadecimal", "use an unsigned wire, or drop the `as`".into())
            }
            Notation::Ipv4 => {
                ("an IPv4 address is an unsigned number of four bytes", Help::write(number.to(span), "u32be as ipv4"))
            }
            Notation::FourCc => (
                "a four-character code is an unsigned number of four bytes",
                Help::write(number.to(span), "u32be as fourcc"),
            ),
        };
        self.complain(Diagnostic::new(title, span, format!("this wire holds {}", on.interval)).help(help));
        None
    }

    /// A static expression that must be an integer, or its text in the value's notation.
    pub(in crate::resolve) fn integer_or_text(&mut self, expr: &Expr, value: Value) -> Option<Code> {
        match value.notation() {
            Some(notation) => match self.constant(expr)? {
                Constant::Text(text) => self.code_of_text(notation, &text, expr.span),
                _ => self.integer(expr),
            },
            None => self.integer(expr),
        }
    }

    /// Proposes a number in place of text: the character, or the number that the text denotes.
    pub(in crate::resolve) fn code_for(&self, text: &str, span: Span) -> Option<Help> {
        if text.len() == 1 && text.is_ascii() && text != "'" {
            let written = self.sources.text(span).trim_matches('"');
            return Some(Help::write(span, format!("'{written}'")));
        }
        number_of(text).map(Help::from)
    }

    /// Proposes to remove a clause; without an edit if that is a part of one.
    pub(in crate::resolve) fn dropped(&self, word: &str, span: Span, said: &str) -> Help {
        self.sources.clause(word, span).map_or_else(|| said.into(), |clause| Help::without(clause, said))
    }

    /// Proposes a wire with a notation for numbers that are written as text.
    pub(in crate::resolve) fn noted(&self, text: &str, wire: Span) -> Option<Help> {
        let of = [Notation::Ipv4, Notation::FourCc].into_iter().find(|one| one.of_characters(text).is_some())?;
        let number = ast::WireInt::named(self.sources.text(wire), wire)?;
        let order = if number.order == Some(ast::ByteOrder::Little) { "le" } else { "be" };
        let help = Help::write(wire, format!("u32{order} as {}", of.word())).said(number_of(text)?);
        (number.bits == 32 && number.kind == ast::NumberKind::Unsigned).then_some(help)
    }

    /// The number that a text denotes.
    pub(in crate::resolve) fn code_of_text(&mut self, notation: Notation, text: &str, span: Span) -> Option<Code> {
        let code = notation.of_characters(text);
        if code.is_none() {
            let (title, help) = match notation {
                Notation::Hex => {
                    let number = Notation::Hex.of_text(text).map(|_| Help::write(span, text));
                    let number = number.or_else(|| number_of(text).map(Help::from));
                    ("text is not a number", number.unwrap_or_else(|| "a number stands here".into()))
                }
                Notation::Ipv4 => ("this is no IPv4 address", "write four numbers up to 255: `\"192.168.0.1\"`".into()),
                Notation::FourCc => (
                    "this is no four-character code",
                    match text.get(..4.min(text.len())).filter(|_| text.is_ascii() && !text.contains(['"', '\\'])) {
                        Some(four) => {
                            let quoted = format!("\"{four:4}\"");
                            let spaces = if text.len() < 4 { ", or `\\0` for each space" } else { "" };
                            Help::write(span, &quoted).said(format!("write four characters: `{quoted}`{spaces}"))
                        }
                        None => "write four characters of one byte each: `\"VP80\"`".into(),
                    },
                ),
            };
            let label = match notation {
                Notation::FourCc => format!("{} characters", text.chars().count()),
                Notation::Hex | Notation::Ipv4 => "text".to_owned(),
            };
            self.complain(Diagnostic::new(title, span, label).help(help));
        }
        code
    }
}

/// The number that a text probably denotes.
pub(in crate::resolve) fn number_of(text: &str) -> Option<String> {
    if Notation::Hex.of_text(text).is_some() {
        return Some(format!("write it without quotes: `{text}`"));
    }
    let number = |one: Notation| Some((one, one.of_characters(text)?));
    let (notation, code) = [Notation::Ipv4, Notation::FourCc].into_iter().find_map(number)?;
    let wire = format!("u32be as {}", notation.word());
    Some(format!("write its number, `{code:#x}` with the first byte highest, or the wire `{wire}`"))
}
