//! Integer expressions over cells, parameters and constants, each with its interval.
//!
//! Backends compute in `i64`, so expressions that may overflow are rejected.

use crate::ast::{self, BinaryOp, ExprKind, UnaryOp};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{Code, Expr, Input, Interval, Value, sets};
use crate::source::Span;

use crate::resolve::ownership::uses::Read;
use crate::resolve::record::builder::Builder;
use crate::resolve::scope::operand::Operand;

const I64: Interval = Interval::new(i64::MIN as Code, i64::MAX as Code);

/// An operation of two numbers, and the expression of it.
type Operation = (fn(Code, Code) -> Option<Code>, fn(Box<Expr>, Box<Expr>) -> Expr);

impl Builder<'_, '_> {
    /// An integer, where `true` and `false` are known if it is a flag.
    pub(in crate::resolve) fn number_or_flag(&mut self, expr: &ast::Expr, is_flag: bool) -> Option<Operand> {
        let outer = std::mem::replace(&mut self.frame.is_flag, is_flag);
        let found = self.number(expr);
        self.frame.is_flag = outer;
        found
    }

    /// An integer. A single path keeps its value type; a computed number has none.
    pub(in crate::resolve) fn number(&mut self, expr: &ast::Expr) -> Option<Operand> {
        match &expr.kind {
            ExprKind::Error => None,
            ExprKind::Int(code) => Some(Operand::literal(*code, expr.span)),
            ExprKind::Char(code) => Some(Operand::literal((*code).into(), expr.span)),
            ExprKind::Path(path) if self.knows(path) => self.operand(path),
            ExprKind::Path(path) if !self.resolver.is_constant(path) => self.operand(path),
            ExprKind::Path(_) | ExprKind::If { .. } => Some(Operand::literal(self.resolver.integer(expr)?, expr.span)),
            ExprKind::Unary { op: UnaryOp::Negate, value } => {
                // A negative literal may be as low as the lowest number.
                if let ExprKind::Int(code) = value.kind
                    && let Some(negated) = code.checked_neg()
                {
                    return Some(Operand::literal(negated, expr.span));
                }
                let value = self.term(value)?;
                let interval = value.interval.max.checked_neg().zip(value.interval.min.checked_neg());
                let folded = value.constant().and_then(i128::checked_neg);
                let expr = folded.map_or_else(|| Expr::Negate(Box::new(value.expr)), Expr::Literal);
                self.made(expr, interval.map(|(min, max)| Interval { min, max }), value.reads, value.span)
            }
            ExprKind::Binary { op, left, right } => match op {
                BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply => {
                    let (left, right) = (self.term(left), self.term(right));
                    self.arithmetic(*op, left?, right?, expr.span)
                }
                BinaryOp::Divide | BinaryOp::Remainder => {
                    let (left, right) = (self.term(left), self.term(right));
                    self.divide(*op, left?, &right?, expr.span)
                }
                BinaryOp::And | BinaryOp::Or => self.not_a_number(expr.span, "this is true or false"),
            },
            ExprKind::Call { function, args } => self.call(expr, function, args),
            ExprKind::Float(_) => {
                let ratio = self.resolver.rational(expr)?;
                self.resolver.not_whole(expr.span, ratio)
            }
            ExprKind::Text(text) => {
                let wrong = Diagnostic::new("a whole number is needed here", expr.span, "this is text");
                self.refuse(wrong.help_if(self.resolver.code_for(text, expr.span)))
            }
            ExprKind::Unary { op: UnaryOp::Not, .. } | ExprKind::Compare { .. } | ExprKind::In { .. } => {
                self.not_a_number(expr.span, "this is true or false")
            }
            ExprKind::Tuple(_)
            | ExprKind::List(_)
            | ExprKind::Fields(_)
            | ExprKind::Named { .. }
            | ExprKind::Range { .. }
            | ExprKind::Match { .. } => self.not_a_number(expr.span, "this is more than one number"),
        }
    }

    /// An operand of arithmetic: flags, enums and quantities only by `.raw`.
    fn term(&mut self, expr: &ast::Expr) -> Option<Operand> {
        let operand = self.number(expr)?;
        let what = match operand.value {
            Value::Int(_) => return self.fitting(operand),
            Value::Bool | Value::Truthy => "a flag",
            Value::Enum(_) => "an enum",
            Value::Bits(_) => "a bits type",
            Value::Quantity(_) => "a quantity",
            Value::Packed(_) => "a packed number",
        };
        let name = self.resolver.sources.text(operand.span).to_owned();
        let wrong = Diagnostic::new("arithmetic needs plain numbers", operand.span, format!("this is {what}"));
        self.refuse(wrong.help(Help::write(operand.span, format!("{name}.raw"))))
    }

    fn arithmetic(&mut self, op: BinaryOp, left: Operand, right: Operand, span: Span) -> Option<Operand> {
        let (a, b) = (left.interval, right.interval);
        let square = op == BinaryOp::Multiply && left.expr == right.expr;
        let (of, made): Operation = match op {
            BinaryOp::Subtract => (Code::checked_sub, Expr::Subtract),
            BinaryOp::Multiply => (Code::checked_mul, Expr::Multiply),
            _ => (Code::checked_add, Expr::Add),
        };
        let corners = [of(a.min, b.min), of(a.min, b.max), of(a.max, b.min), of(a.max, b.max)];
        let corners: Option<Vec<Interval>> = corners.into_iter().map(|corner| corner.map(Interval::only)).collect();
        let interval = corners.and_then(|corners| sets::hull(&corners));
        // A square is never negative.
        let interval = interval.map(|all| if square { Interval { min: all.min.max(0), ..all } } else { all });
        let folded = left.constant().zip(right.constant()).and_then(|(a, b)| of(a, b));
        let expr = made(Box::new(left.expr), Box::new(right.expr));
        let mut reads = left.reads;
        reads.extend(right.reads);
        self.made(folded.map_or_else(|| simplified(expr), Expr::Literal), interval, reads, span)
    }

    /// A quotient that is rounded down, or the remainder, which is never negative.
    fn divide(&mut self, op: BinaryOp, left: Operand, right: &Operand, span: Span) -> Option<Operand> {
        let Some(by) = right.constant().filter(|by| *by > 0) else {
            let wrong = Diagnostic::new("only a positive constant can divide", right.span, "not a positive constant");
            return self.refuse(wrong.note("a division rounds down; by zero it has no result"));
        };
        let (all, constant) = (left.interval, left.constant());
        let (interval, folded, expr) = match op {
            BinaryOp::Remainder => {
                let below = Interval::new(0, by.saturating_sub(1));
                let interval = if all.within(below) { all } else { below };
                (interval, constant.map(|code| code.rem_euclid(by)), Expr::Remainder(Box::new(left.expr), by))
            }
            _ => {
                let interval = Interval::new(all.min.div_euclid(by), all.max.div_euclid(by));
                (interval, constant.map(|code| code.div_euclid(by)), Expr::Divide(Box::new(left.expr), by))
            }
        };
        let expr = folded.map_or(expr, Expr::Literal);
        self.made(expr, Some(interval), left.reads, span)
    }

    fn made(&mut self, expr: Expr, interval: Option<Interval>, reads: Vec<Read>, span: Span) -> Option<Operand> {
        // An interval beyond 128 bits exceeds 64 bits in any case.
        let interval = interval.unwrap_or(Interval::ANYTHING);
        self.fitting(Operand { expr, interval, value: Value::Int(None), input: None, reads, span })
    }

    /// Rejects numbers that may exceed 64 bits.
    pub(in crate::resolve) fn fitting(&mut self, operand: Operand) -> Option<Operand> {
        if operand.interval.within(I64) {
            return Some(operand);
        }
        let help = match operand.input {
            Some(Input::Cell(_)) => "narrow the field: `where 0..=1000`",
            Some(Input::Param(_)) => "declare the parameter narrower: `u32`",
            _ => "narrow the fields that it is made of: `where 0..=1000`",
        };
        let wrong = Diagnostic::new("this may overflow", operand.span, format!("lies in {}", operand.interval));
        self.refuse(wrong.note("numbers are computed in 64 bits with a sign").help(help))
    }

    fn not_a_number(&mut self, span: Span, why: &str) -> Option<Operand> {
        self.refuse(Diagnostic::new("a whole number is needed here", span, why))
    }
}

/// Removes neutral operations: a constant may be zero in some versions.
fn simplified(expr: Expr) -> Expr {
    match expr {
        Expr::Add(number, zero) | Expr::Add(zero, number) | Expr::Subtract(number, zero)
            if *zero == Expr::Literal(0) =>
        {
            *number
        }
        Expr::Multiply(number, one) | Expr::Multiply(one, number) if *one == Expr::Literal(1) => *number,
        other => other,
    }
}
