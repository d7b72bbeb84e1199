//! Interval arithmetic of expressions, and tests with three results: true, false, unknown.

use super::field::Measure;
use super::wire_interval::wire_interval;
use crate::model::{Cell, CellId, Code, Expr, Input, Interval, ParamKind, Source, Test};

impl Measure<'_> {
    pub(super) fn cell(&self, cell: CellId) -> Interval {
        self.input(Input::Cell(cell))
    }

    pub(super) fn input(&self, input: Input) -> Interval {
        let known = self.known.iter().find(|(known, _)| *known == input);
        known.map_or_else(|| self.full_range(input), |(_, interval)| *interval)
    }

    /// The range of an input in all cases.
    pub(super) fn full_range(&self, input: Input) -> Interval {
        match input {
            Input::Cell(id) => match self.record.cells.get(id.0) {
                Some(Cell { source: Source::Constant(code), .. }) => Interval::only(*code),
                Some(_) if !self.with_rules => wire_interval(self.protocol, self.record, id),
                Some(cell) => cell.interval,
                None => Interval::ANYTHING,
            },
            Input::Literal(code) => Interval::only(code),
            Input::Left => Interval::new(0, Expr::MOST),
            Input::Param(id) => self.of_kind(self.record.params.get(id.0).map(|param| param.kind)),
            Input::Session(id) => self.of_kind(self.protocol.sessions.get(id.0).map(|session| session.kind)),
            Input::Part(part) => {
                let all = Interval::of_bits(u32::from(part.width), part.signed);
                match self.input(part.whole.input()) {
                    whole if whole.min == whole.max => {
                        Interval::only(all.wrap(whole.min.checked_shr(u32::from(part.low)).unwrap_or(0)))
                    }
                    _ => all,
                }
            }
        }
    }

    /// The range of a parameter or of a session value.
    fn of_kind(&self, kind: Option<ParamKind>) -> Interval {
        match kind {
            Some(ParamKind::Bool) => Interval::new(0, 1),
            Some(ParamKind::Int(interval)) => interval,
            Some(ParamKind::Enum(id)) => self.protocol.enums.get(id.0).map_or(Interval::ANYTHING, |one| one.interval),
            None => Interval::ANYTHING,
        }
    }

    pub(super) fn expr(&self, expr: &Expr) -> Interval {
        match expr {
            Expr::Literal(code) => Interval::only(*code),
            Expr::Cell(_) | Expr::Param(_) | Expr::Session(_) | Expr::Part(_) => {
                expr.as_input().map_or(Interval::ANYTHING, |input| self.input(input))
            }
            Expr::Len(_) | Expr::Size(_) => Interval::new(0, Expr::MOST),
            Expr::Negate(inner) => {
                let inner = self.expr(inner);
                Interval::new(inner.max.saturating_neg(), inner.min.saturating_neg())
            }
            Expr::Add(left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                Interval::new(left.min.saturating_add(right.min), left.max.saturating_add(right.max))
            }
            Expr::Subtract(left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                Interval::new(left.min.saturating_sub(right.max), left.max.saturating_sub(right.min))
            }
            Expr::Multiply(left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                let ends = [(left.min, right.min), (left.min, right.max), (left.max, right.min), (left.max, right.max)];
                let products = ends.map(|(a, b)| Interval::only(a.saturating_mul(b)));
                products.into_iter().reduce(Interval::hull).unwrap_or(Interval::ANYTHING)
            }
            Expr::Divide(inner, by) => {
                let inner = self.expr(inner);
                let down = |code: Code| code.checked_div_euclid(*by).unwrap_or(0);
                Interval::new(down(inner.min), down(inner.max))
            }
            Expr::Remainder(inner, by) => {
                let (inner, below) = (self.expr(inner), Interval::new(0, by.saturating_sub(1)));
                if inner.within(below) { inner } else { below }
            }
        }
    }

    /// The result of a test; `None` if it is unknown.
    pub(super) fn test(&self, test: &Test) -> Option<bool> {
        match test {
            Test::In { value, intervals } => {
                let value = self.expr(value);
                if intervals.iter().any(|interval| value.within(*interval)) {
                    return Some(true);
                }
                intervals.iter().all(|interval| value.meet(*interval).is_none()).then_some(false)
            }
            Test::Compare { left, op, right } => op.over(self.expr(left), self.expr(right)),
            Test::All(tests) => {
                let all: Vec<_> = tests.iter().map(|test| self.test(test)).collect();
                if all.contains(&Some(false)) { Some(false) } else { all.iter().all(Option::is_some).then_some(true) }
            }
            Test::Any(tests) => {
                let all: Vec<_> = tests.iter().map(|test| self.test(test)).collect();
                if all.contains(&Some(true)) { Some(true) } else { all.iter().all(Option::is_some).then_some(false) }
            }
        }
    }
}
