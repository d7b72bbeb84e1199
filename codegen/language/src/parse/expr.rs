//! Expressions, by precedence: `||`, `&&`, comparisons and `in`, sums, products, signs.

use crate::advice::words::{self, Place};
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::lex::{Mark, TokenKind};
use crate::model::Comparison;
use crate::source::Span;

use super::cursor::{Failed, Parsed, Parser};
use super::list::Separator;
use super::wire::ARMS;

/// Limit on the height of expressions: far above real schemas, and safe for recursive passes.
const HIGHEST: usize = 256;

const OR: &[(Mark, BinaryOp)] = &[(Mark::Or, BinaryOp::Or)];
const AND: &[(Mark, BinaryOp)] = &[(Mark::And, BinaryOp::And)];
const SUM: &[(Mark, BinaryOp)] = &[(Mark::Plus, BinaryOp::Add), (Mark::Minus, BinaryOp::Subtract)];
const PRODUCT: &[(Mark, BinaryOp)] =
    &[(Mark::Star, BinaryOp::Multiply), (Mark::Slash, BinaryOp::Divide), (Mark::Percent, BinaryOp::Remainder)];
const COMPARISON: &[(Mark, Comparison)] = &[
    (Mark::Equal, Comparison::Equal),
    (Mark::NotEqual, Comparison::NotEqual),
    (Mark::Less, Comparison::Less),
    (Mark::LessOrEqual, Comparison::LessOrEqual),
    (Mark::Greater, Comparison::Greater),
    (Mark::GreaterOrEqual, Comparison::GreaterOrEqual),
];

impl Parser<'_> {
    /// Any expression.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.chain(OR, |parser| parser.chain(AND, Self::comparison))
    }

    /// An expression without comparisons.
    pub(super) fn sum(&mut self) -> Parsed<Expr> {
        self.chain(SUM, |parser| parser.chain(PRODUCT, Self::unary))
    }

    fn operator<T: Copy>(&self, operators: &[(Mark, T)]) -> Option<T> {
        let TokenKind::Mark(mark) = self.kind() else { return None };
        operators.iter().find(|(operator, _)| operator == mark).map(|(_, op)| *op)
    }

    /// `a + b - c`, from the left.
    fn chain(&mut self, operators: &[(Mark, BinaryOp)], operand: impl Fn(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        let mut left = operand(self)?;
        let mut height = self.height;
        while let Some(op) = self.operator(operators) {
            let place = self.bump();
            let right = operand(self)?;
            height = self.grown(height.max(self.height), place)?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, span };
        }
        self.height = height;
        Ok(left)
    }

    /// `a < b <= c`, or `a in 1..=7`
    fn comparison(&mut self) -> Parsed<Expr> {
        let first = self.sum()?;
        let from = first.span;
        if let Some(place) = self.eat_word("in") {
            let pattern = self.pattern()?;
            self.height = self.grown(self.height, place)?;
            let span = from.to(pattern.span);
            return Ok(Expr { kind: ExprKind::In { value: Box::new(first), pattern }, span });
        }
        let mut height = self.height;
        let mut rest = Vec::new();
        while let Some(op) = self.operator(COMPARISON) {
            self.bump();
            rest.push((op, self.sum()?));
            height = height.max(self.height);
        }
        if rest.is_empty() {
            return Ok(first);
        }
        self.height = self.grown(height, from)?;
        Ok(Expr { kind: ExprKind::Compare { first: Box::new(first), rest }, span: self.since(from) })
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let op = match self.kind() {
            TokenKind::Mark(Mark::Not) => UnaryOp::Not,
            TokenKind::Mark(Mark::Minus) => UnaryOp::Negate,
            _ => return self.primary(),
        };
        let from = self.bump();
        let value = self.deeper(from, Self::unary)?;
        self.height = self.grown(self.height, from)?;
        let span = from.to(value.span);
        Ok(Expr { kind: ExprKind::Unary { op, value: Box::new(value) }, span })
    }

    fn primary(&mut self) -> Parsed<Expr> {
        if let Some(failed) = self.bytes_of_an_example() {
            return Err(failed);
        }
        let span = self.span();
        let kind = match self.kind() {
            TokenKind::Int(value) => ExprKind::Int(*value),
            TokenKind::Float(text) => ExprKind::Float(text.clone()),
            TokenKind::Char(code) => ExprKind::Char(*code),
            TokenKind::Text(text) => ExprKind::Text(text.clone()),
            TokenKind::Word if self.begins_choice() => return self.choice(),
            TokenKind::Word | TokenKind::Upper if !self.begins_field() => return self.path_or_call(),
            TokenKind::Mark(Mark::OpenParen) => return self.parenthesised(),
            TokenKind::Mark(Mark::OpenBracket) => {
                let (list, span) = self.expressions(Mark::OpenBracket, Self::value)?;
                return Ok(Expr { kind: ExprKind::List(list), span });
            }
            _ => return Err(self.no_expression()),
        };
        self.bump();
        self.height = 1;
        Ok(Expr { kind, span })
    }

    /// Whether the next line begins with `name: ..`, which is no expression.
    fn begins_field(&self) -> bool {
        self.token().first_on_line && *self.kind_after(1) == TokenKind::Mark(Mark::Colon)
    }

    fn no_expression(&mut self) -> Failed {
        let help = match (self.kind(), self.kind_after(1)) {
            (TokenKind::Mark(Mark::Dot), TokenKind::Int(_)) => {
                let digit = Edit::new(self.span().front(), "0");
                Some(Help::new("a fraction has a digit in front: `0.5`", [digit]))
            }
            (TokenKind::Underscore, _) => Some("`_` stands in patterns only".into()),
            _ => {
                let before = self.at.saturating_sub(1);
                words::spelling(Place::Mark, self.written(self.tokens(before..self.at + 1))).map(Help::from)
            }
        };
        self.expected_or("an expression", help)
    }

    fn path_or_call(&mut self) -> Parsed<Expr> {
        let path = self.path("a name")?;
        let from = path.span;
        if !self.is(Mark::OpenParen) {
            self.height = 1;
            return Ok(Expr { span: from, kind: ExprKind::Path(path) });
        }
        let (args, _) = self.expressions(Mark::OpenParen, Self::argument)?;
        Ok(Expr { kind: ExprKind::Call { function: path, args }, span: self.since(from) })
    }

    /// `(a, b + 1)` behind a type or a message; the list may be missing.
    pub(super) fn args(&mut self) -> Parsed<Vec<Expr>> {
        if !self.is(Mark::OpenParen) {
            return Ok(Vec::new());
        }
        self.expressions(Mark::OpenParen, Self::expr).map(|(args, _)| args)
    }

    /// `a`, `b..=c` or `match a { 0 => 50 }`, in a call.
    pub(super) fn argument(&mut self) -> Parsed<Expr> {
        if self.is_word("match") && matches!(self.kind_after(1), TokenKind::Word | TokenKind::Upper) {
            return self.chosen_constants();
        }
        if let Some(failed) = self.chosen_by_several() {
            return Err(failed);
        }
        let low = self.expr()?;
        let inclusive = self.is(Mark::DotDotEqual);
        if !inclusive && !self.is(Mark::DotDot) || !is_sum(&low) {
            return Ok(low);
        }
        let place = self.bump();
        let height = self.height;
        let high = self.sum()?;
        self.height = self.grown(height.max(self.height), place)?;
        let span = low.span.to(high.span);
        Ok(Expr { kind: ExprKind::Range { low: Box::new(low), high: Box::new(high), inclusive }, span })
    }

    /// Reports `match (a, b) { .. }` in place of constants that one number chooses.
    fn chosen_by_several(&mut self) -> Option<Failed> {
        let close = self.pairs.end(self.at + 1);
        let is_match = self.is_word("match") && self.is_after(1, Mark::OpenParen);
        if !is_match || !self.is_mark_at(close + 1, Mark::OpenBrace) {
            return None;
        }
        self.bump();
        let help = "one number chooses constants: `match a { 0 => 50, 1 => 24 }`; if several do, declare a function of \
            the program in place of the check: `hook name(data: bytes, a: u8, b: u8) -> u8;`";
        let failed = self.expected_or("the name of one number", Some(help));
        self.at = (self.pairs.end(close + 1) + 1).min(self.limit);
        Some(failed)
    }

    /// `match id { 0 => 50, 24 => (1, 2) }`: constants that a check covers.
    fn chosen_constants(&mut self) -> Parsed<Expr> {
        let from = self.bump();
        let tag = self.path("the number that chooses")?;
        let tag = Box::new(Expr { span: tag.span, kind: ExprKind::Path(tag) });
        let mut height = 1;
        let (arms, _) = self.braced(
            "the arms",
            &ARMS,
            |_| Separator::Comma,
            |parser| {
                let pattern = parser.pattern_of_an_arm();
                let bytes = parser.or_error(|parser| parser.expect(Mark::FatArrow).and_then(|_| parser.expr()));
                height = height.max(parser.height);
                Ok((pattern, bytes))
            },
        )?;
        self.height = self.grown(height, from)?;
        Ok(Expr { kind: ExprKind::Match { tag, arms }, span: self.since(from) })
    }

    /// Expressions in brackets; the height is one more than the highest of them.
    fn expressions(&mut self, open: Mark, one: impl Fn(&mut Self) -> Parsed<Expr>) -> Parsed<(Vec<Expr>, Span)> {
        let from = self.span();
        let mut height = 0;
        let list = self.plain_list(open, |parser| {
            let value = parser.or_error(&one);
            height = height.max(parser.height);
            Ok(value)
        })?;
        self.height = self.grown(height, from)?;
        Ok(list)
    }

    /// `(a)` is `a`; `(a, b)` is a tuple.
    fn parenthesised(&mut self) -> Parsed<Expr> {
        if self.is_after(1, Mark::CloseParen) {
            self.bump();
            return Err(self.expected("an expression"));
        }
        let (mut list, span) = self.expressions(Mark::OpenParen, Self::expr)?;
        match list.pop() {
            Some(only) if list.is_empty() => Ok(Expr { kind: only.kind, span }),
            Some(last) => {
                list.push(last);
                Ok(Expr { kind: ExprKind::Tuple(list), span })
            }
            None => Err(Failed),
        }
    }

    /// Whether `if` begins a choice. It is a field's name if it is compared or ends the expression.
    fn begins_choice(&self) -> bool {
        self.is_word("if")
            && matches!(
                self.kind_after(1),
                TokenKind::Word
                    | TokenKind::Upper
                    | TokenKind::Int(_)
                    | TokenKind::Float(_)
                    | TokenKind::Char(_)
                    | TokenKind::Text(_)
                    | TokenKind::Mark(Mark::Not | Mark::Minus | Mark::OpenParen | Mark::OpenBracket)
            )
    }

    /// `if VERSION >= 260 { 3 } else { 0 }`
    fn choice(&mut self) -> Parsed<Expr> {
        let from = self.bump();
        let test = Box::new(self.expr()?);
        let mut height = self.height;
        let yes = Box::new(self.delimited(Mark::OpenBrace, Self::expr)?.0);
        height = height.max(self.height);
        self.expect_word("else")?;
        let no = Box::new(self.delimited(Mark::OpenBrace, Self::expr)?.0);
        self.height = self.grown(height.max(self.height), from)?;
        Ok(Expr { kind: ExprKind::If { test, yes, no }, span: self.since(from) })
    }

    pub(super) fn grown(&mut self, height: usize, place: Span) -> Parsed<usize> {
        if height >= HIGHEST {
            self.complain(Diagnostic::new("this expression is too long", place, format!("operator {}", HIGHEST)));
            return Err(Failed);
        }
        Ok(height + 1)
    }
}

/// Whether an expression may be an operand of a sum: it is no comparison, unless it is in parentheses, which begin
/// before its first operand.
fn is_sum(expr: &Expr) -> bool {
    let first = match &expr.kind {
        ExprKind::Compare { first, .. } => first,
        ExprKind::In { value, .. } => value,
        ExprKind::Binary { op: BinaryOp::Or | BinaryOp::And, left, .. } => left,
        _ => return true,
    };
    first.span.start > expr.span.start
}
