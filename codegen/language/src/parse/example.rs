//! Examples: bytes and their decoded values.

use crate::ast::{ByteBase, Example, ExampleKind, Expr, ExprKind, Name, Path};
use crate::lex::{Mark, TokenKind};
use crate::source::Span;

use super::cursor::{Parsed, Parser};
use super::list::{Elements, Separator};

const VALUES: Elements = Elements {
    begins: |parser| {
        matches!(parser.kind(), TokenKind::Word)
            && matches!(parser.kind_after(1), TokenKind::Mark(Mark::Colon | Mark::Dot | Mark::OpenBracket))
    },
    words: || &[],
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
        let (values, _) = self.values()?;
        Ok(Example { docs, kind, title, params, base, bytes, values, span: self.since(from) })
    }

    /// `{ cn: 1, lines[0].n: 2 }`; the height is that of the highest value.
    fn values(&mut self) -> Parsed<(Vec<(Path, Expr)>, Span)> {
        let mut height = 0;
        let values = self.braced(
            "the values",
            &VALUES,
            |_| Separator::Comma,
            |parser| {
                let path = parser.path_with_indices()?;
                let value = |parser: &mut Self| parser.expect(Mark::Colon).and_then(|_| parser.value());
                let value = parser.or_error(value);
                height = height.max(parser.height);
                Ok((path, value))
            },
        )?;
        self.height = height;
        Ok(values)
    }

    /// An expression, or values of fields in braces, `{ sku: "a", n: 2 }`, which may have a name: `Box { width: 3 }`
    pub(super) fn value(&mut self) -> Parsed<Expr> {
        // A name in `CAPS` is a constant.
        let is_named = *self.kind() == TokenKind::Upper
            && *self.kind_after(1) == TokenKind::Mark(Mark::OpenBrace)
            && !self.written(self.span()).contains('_');
        if !is_named && !self.is(Mark::OpenBrace) {
            return self.expr();
        }
        let name = if is_named { Some(self.expr()?) } else { None };
        let (values, span) = self.values()?;
        self.height = self.grown(self.height, span)?;
        let fields = Expr { kind: ExprKind::Fields(values), span };
        Ok(match name {
            Some(name) => {
                let span = name.span.to(span);
                Expr { kind: ExprKind::Named { name: Box::new(name), fields: Box::new(fields) }, span }
            }
            None => fields,
        })
    }

    /// `lines[1].n`
    fn path_with_indices(&mut self) -> Parsed<Path> {
        let mut path = self.path("a field")?;
        while self.is(Mark::OpenBracket) {
            let index = |parser: &mut Self| {
                let index = parser.plain_int();
                index.ok_or_else(|| parser.expected_or("an index", Some("the first element is `[0]`".to_owned())))
            };
            let ((index, _), span) = self.delimited(Mark::OpenBracket, index)?;
            path.segments.push(Name { text: format!("[{index}]"), span });
            while self.eat(Mark::Dot).is_some() {
                path.segments.push(self.word("a field's name")?);
            }
        }
        Ok(Path { span: self.since(path.span), ..path })
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
