//! Examples: bytes and their decoded values.

use crate::ast::{ByteBase, Example, ExampleKind, Expr, Name};
use crate::diagnostic::Help;
use crate::lex::{Mark, TokenKind};

use super::cursor::{Parsed, Parser};
use super::list::{Elements, Separator};

const VALUES: Elements = Elements {
    begins: |parser| {
        matches!(parser.kind(), TokenKind::Word)
            && matches!(parser.kind_after(1), TokenKind::Mark(Mark::Colon | Mark::Dot))
    },
    words: &[],
};

impl Parser<'_> {
    /// `example "title" (is_self: true) = hex "04 01" { cn: 1 }`
    pub(super) fn example(&mut self) -> Parsed<Example> {
        let docs = self.docs();
        let kind = match self.peek_word() {
            Some("accepts") => ExampleKind::Accepts,
            Some("refuses") => ExampleKind::Refuses,
            _ => ExampleKind::Example,
        };
        let from = self.bump();
        let title = self.string("the example's title in quotes")?;
        let params = self.example_params()?;
        self.expect(Mark::Assign)?;
        let (base, _) = self.one_of("`hex` or `dec`", [("hex", ByteBase::Hex), ("dec", ByteBase::Dec)])?;
        let bytes = self.string("the bytes in quotes")?;
        let (values, _) = self.braced(
            "the values",
            &VALUES,
            |_| Separator::Comma,
            |parser| {
                let start = parser.at;
                let path = parser.path("a field")?;
                let value = |parser: &mut Self| parser.expect(Mark::Colon).and_then(|_| parser.value(start));
                Ok((path, parser.or_error(value)))
            },
        )?;
        Ok(Example { docs, kind, title, params, base, bytes, values, span: self.since(from) })
    }

    /// A value. Values of nested fields have their own paths.
    fn value(&mut self, start: usize) -> Parsed<Expr> {
        if self.is(Mark::OpenBrace) {
            return Err(self.expected("a value"));
        }
        if self.is(Mark::OpenBracket) && self.is_after(1, Mark::OpenBrace) {
            let end = self.pairs.end(self.at) + 1;
            let value = self.tokens(start..end + usize::from(self.is_mark_at(end, Mark::Comma)));
            let help = "leave out a list of what has fields: it is read and written back all the same";
            return Err(self.expected_or("a value", Some(Help::without(value, "remove it").said(help))));
        }
        self.expr()
    }

    fn example_params(&mut self) -> Parsed<Vec<(Name, Expr)>> {
        if !self.is(Mark::OpenParen) {
            return Ok(Vec::new());
        }
        let (params, _) = self.plain_list(Mark::OpenParen, |parser| {
            let name = parser.word("a parameter")?;
            parser.expect(Mark::Colon)?;
            Ok((name, parser.expr()?))
        })?;
        Ok(params)
    }
}
