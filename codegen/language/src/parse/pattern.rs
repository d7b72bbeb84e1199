//! Patterns of `match`, `in`, `until` and the codes of an enum.

use crate::ast::{Alternative, AlternativeKind, Pattern};
use crate::lex::{Mark, TokenKind};

use super::cursor::{Parsed, Parser};

impl Parser<'_> {
    /// `-1 | ..0`
    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        let from = self.span();
        let mut alternatives = vec![self.alternative()?];
        while self.eat(Mark::Bar).is_some() {
            alternatives.push(self.alternative()?);
        }
        Ok(Pattern { alternatives, span: self.since(from) })
    }

    fn alternative(&mut self) -> Parsed<Alternative> {
        let from = self.span();
        let kind = match self.kind() {
            TokenKind::Underscore => {
                self.bump();
                AlternativeKind::Any
            }
            TokenKind::Upper => AlternativeKind::Name(self.name()),
            TokenKind::Text(value) => {
                self.bump();
                AlternativeKind::Text(value.clone())
            }
            TokenKind::Mark(Mark::OpenParen) => {
                AlternativeKind::Tuple(self.plain_list(Mark::OpenParen, Self::pattern)?.0)
            }
            TokenKind::Mark(Mark::DotDot | Mark::DotDotEqual) => self.range_from(None)?,
            _ if self.literal_begins(0) => {
                let low = self.literal()?;
                if self.is(Mark::DotDot) || self.is(Mark::DotDotEqual) {
                    self.range_from(Some(low))?
                } else {
                    AlternativeKind::Literal(low)
                }
            }
            _ => return Err(self.no_pattern()),
        };
        Ok(Alternative { kind, span: self.since(from) })
    }

    fn range_from(&mut self, low: Option<crate::ast::Literal>) -> Parsed<AlternativeKind> {
        let inclusive = self.is(Mark::DotDotEqual);
        self.bump();
        if *self.kind() == TokenKind::Upper {
            let help = "the ends of a range in a pattern are numbers, not names".to_owned();
            return Err(self.expected_or("a number", Some(help)));
        }
        let high = if inclusive || self.literal_begins(0) { Some(self.literal()?) } else { None };
        Ok(AlternativeKind::Range { low, high, inclusive })
    }

    fn no_pattern(&mut self) -> super::cursor::Failed {
        let help = match self.peek_word() {
            Some("true" | "false") => Some("0 and 1 are the patterns of a bool".to_owned()),
            Some(_) => Some("a pattern is a number, a range, a character, a string or a name in UpperCamel".to_owned()),
            None => None,
        };
        self.expected_or("a pattern", help)
    }
}
