//! Converts an expression in `raw` (or, for the inverse, in `value`) to a linear sequence of steps.

use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::diagnostic::Diagnostic;
use crate::model::{Ratio, Step};
use crate::resolve::resolver::Resolver;
use crate::source::Span;

impl Resolver<'_> {
    /// The steps of an expression in `variable`, in order of computation.
    pub(super) fn steps(&mut self, expr: &Expr, variable: &str) -> Option<Vec<Step>> {
        if uses(expr, variable) == 0 {
            let title = format!("this does not depend on `{variable}`");
            let wrong = Diagnostic::new(title, expr.span, format!("expected arithmetic with `{variable}`"));
            return self.refuse(wrong.knowing([variable]));
        }
        let mut steps = Vec::new();
        self.line(expr, variable, &mut steps)?;
        Some(steps)
    }

    fn line(&mut self, expr: &Expr, variable: &str, steps: &mut Vec<Step>) -> Option<()> {
        match &expr.kind {
            // The caller has checked that the variable occurs.
            _ if expr.is_word(variable) => Some(()),
            ExprKind::Unary { op: UnaryOp::Negate, value } => {
                self.line(value, variable, steps)?;
                steps.push(Step::SubtractFrom(Ratio::whole(0)));
                Some(())
            }
            ExprKind::Binary { op, left, right } => self.operation(*op, left, right, variable, steps),
            ExprKind::Call { function, .. } if function.word().is_some_and(|name| name.text == "zigzag") => {
                self.not_yet("`zigzag` in a quantity is", expr.span)
            }
            _ => self.no_step(expr.span, "not a step"),
        }
    }

    fn operation(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        variable: &str,
        steps: &mut Vec<Step>,
    ) -> Option<()> {
        let (in_left, in_right) = (uses(left, variable) > 0, uses(right, variable) > 0);
        if in_left && in_right {
            let title = format!("`{variable}` stands twice");
            return self.refuse(
                Diagnostic::new(title, right.span, "again here").other(left.span, "first here").note(STRAIGHT_LINE),
            );
        }
        let (line, constant) = if in_left { (left, right) } else { (right, left) };
        let (done, by) = (self.line(line, variable, steps), self.rational(constant));
        let by = by?;
        done?;
        let scales = matches!(op, BinaryOp::Multiply | BinaryOp::Divide);
        if scales && by.over == 0 {
            let title = if op == BinaryOp::Divide { "division by zero" } else { "every value would be the same" };
            return self.refuse(Diagnostic::new(title, constant.span, "this is zero"));
        }
        steps.push(match op {
            BinaryOp::Add => Step::Add(by),
            BinaryOp::Subtract if in_left => Step::Subtract(by),
            BinaryOp::Subtract => Step::SubtractFrom(by),
            BinaryOp::Multiply => Step::Multiply(by),
            BinaryOp::Divide if in_left => Step::Divide(by),
            BinaryOp::Divide => return self.no_step(right.span, "division by what varies"),
            BinaryOp::Remainder | BinaryOp::Or | BinaryOp::And => {
                return self.no_step(left.span.to(right.span), "not a step");
            }
        });
        Some(())
    }

    fn no_step(&mut self, span: Span, label: &str) -> Option<()> {
        self.refuse(Diagnostic::new("this cannot be taken back", span, label).note(STRAIGHT_LINE))
    }
}

const STRAIGHT_LINE: &str = "a quantity is a straight line of `+`, `-`, `*` and `/` by constants";

/// The number of uses of the variable.
fn uses(expr: &Expr, variable: &str) -> usize {
    expr.all().into_iter().filter(|expr| expr.is_word(variable)).count()
}
