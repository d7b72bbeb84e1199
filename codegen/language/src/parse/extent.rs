//! Extents: the sizes in the brackets of bytes, text and lists.

use crate::ast::{EndWord, Extent, ExtentKind, UntilEnd};
use crate::lex::{Mark, TokenKind};
use crate::source::Span;

use super::cursor::{Parsed, Parser};

impl Parser<'_> {
    /// `..`, `until 0 or end, ..=450`, `32 or end`, `count`, `u8`
    pub(super) fn extent(&mut self) -> Parsed<Extent> {
        let from = self.span();
        if self.at_end() {
            let help = "for example `4`, `count`, `u8` (a count in front), `until 0`, `..` (the rest)".to_owned();
            return Err(self.expected_or("how long it is", Some(help)));
        }
        let kind = if self.eat(Mark::DotDot).is_some() {
            ExtentKind::Rest
        } else if let Some(word) = self.begins_until() {
            let at = self.bump();
            self.until(word, at)?
        } else {
            let count = self.expr()?;
            ExtentKind::Count { count, or_end: self.or_end()? }
        };
        Ok(Extent { kind, fill: None, span: self.since(from) })
    }

    /// The word that begins an end. It is a field's name in `[u8; until]` and `[u8; until * 2]`.
    fn begins_until(&self) -> Option<EndWord> {
        let is_name = matches!(
            self.kind_after(1),
            TokenKind::End | TokenKind::Mark(Mark::Dot | Mark::Plus | Mark::Star | Mark::Slash | Mark::Percent)
        );
        let words = [("until", EndWord::Until), ("through", EndWord::Through), ("before", EndWord::Before)];
        let (_, word) = words.into_iter().find(|(word, _)| self.is_word(word))?;
        (!is_name).then_some(word)
    }

    fn until(&mut self, word: EndWord, at: Span) -> Parsed<ExtentKind> {
        let end = self.until_end()?;
        let or_end = self.or_end()?;
        let bound = if self.eat(Mark::Comma).is_some() {
            self.expect(Mark::DotDotEqual)?;
            Some(self.expr()?)
        } else {
            None
        };
        Ok(ExtentKind::Until { word, at, end, or_end, bound })
    }

    fn until_end(&mut self) -> Parsed<UntilEnd> {
        let start = self.at;
        if matches!(self.kind(), TokenKind::Word) {
            let path = self.path("a field's name")?;
            if self.eat(Mark::Colon).is_some() {
                return Ok(UntilEnd::Field { path, pattern: self.pattern()? });
            }
            self.at = start;
        }
        let negates = self.is(Mark::Minus) && !self.literal_begins(0);
        if negates
            || matches!(self.kind(), TokenKind::Word | TokenKind::Mark(Mark::Not | Mark::OpenParen | Mark::OpenBracket))
        {
            return Ok(UntilEnd::Expr(self.expr()?));
        }
        let pattern = self.pattern()?;
        if self.at_end() || self.is(Mark::Comma) || self.peek_word().is_some_and(|word| word != "in") {
            return Ok(UntilEnd::Pattern(pattern));
        }
        // `until 2 >= left()`
        self.at = start;
        Ok(UntilEnd::Expr(self.expr()?))
    }

    fn or_end(&mut self) -> Parsed<Option<Span>> {
        let Some(from) = self.eat_word("or") else { return Ok(None) };
        let end = self.expect_word("end")?;
        Ok(Some(from.to(end)))
    }
}
