//! Numbers with their sign, characters and strings.

use crate::ast::{Literal, LiteralKind, Text};
use crate::lex::{Mark, TokenKind};
use crate::source::Span;

use super::cursor::{Parsed, Parser};

impl Parser<'_> {
    /// `"text"`
    pub(super) fn string(&mut self, what: &str) -> Parsed<Text> {
        match self.kind() {
            TokenKind::Text(value) => Ok(Text { value: value.clone(), span: self.bump() }),
            _ => Err(self.expected(what)),
        }
    }

    /// An unsigned integer, as after `@` and before a varint's form.
    pub(super) fn plain_int(&mut self) -> Option<(i128, Span)> {
        match self.kind() {
            TokenKind::Int(value) => Some((*value, self.bump())),
            _ => None,
        }
    }

    /// Whether a literal begins `steps` tokens later.
    pub(super) fn literal_begins(&self, steps: usize) -> bool {
        match self.kind_after(steps) {
            TokenKind::Int(_) | TokenKind::Float(_) | TokenKind::Char(_) => true,
            TokenKind::Mark(Mark::Minus) => {
                matches!(self.kind_after(steps + 1), TokenKind::Int(_) | TokenKind::Float(_) | TokenKind::Char(_))
            }
            _ => false,
        }
    }

    /// `12`, `-0x8000`, `1.5`, `'P'`
    pub(super) fn literal(&mut self) -> Parsed<Literal> {
        let from = self.span();
        let negative = self.eat(Mark::Minus).is_some();
        let kind = match self.kind() {
            TokenKind::Int(value) => LiteralKind::Int(if negative { value.saturating_neg() } else { *value }),
            TokenKind::Float(text) => LiteralKind::Float(if negative { format!("-{text}") } else { text.clone() }),
            TokenKind::Char(code) if negative => LiteralKind::Int(-i128::from(*code)),
            TokenKind::Char(code) => LiteralKind::Char(*code),
            _ => return Err(self.expected("a number")),
        };
        self.bump();
        Ok(Literal { kind, span: self.since(from) })
    }
}
