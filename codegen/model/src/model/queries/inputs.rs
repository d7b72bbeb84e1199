//! The inputs of conditions and computations.

use crate::model::{CellId, Expr, Input, SessionId, Test, Whole};

impl Test {
    /// The inputs of the test, in source order, with duplicates.
    pub fn inputs(&self) -> Vec<Input> {
        let mut found = Vec::new();
        self.each(&mut |part| found.extend(part.as_input().map(whole)));
        found
    }

    /// The amounts in the test: [`Expr::Len`] and [`Expr::Size`].
    pub fn amounts(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        self.each(&mut |part| found.extend(matches!(part, Expr::Len(_) | Expr::Size(_)).then_some(part)));
        found
    }

    /// Whether it multiplies numbers, which makes it a formula rather than a comparison.
    pub fn is_formula(&self) -> bool {
        let mut found = false;
        self.each(&mut |one| found |= matches!(one, Expr::Multiply(..)));
        found
    }

    /// Visits all expressions of the test with their subexpressions.
    pub(in crate::model) fn each<'e>(&'e self, seen: &mut dyn FnMut(&'e Expr)) {
        match self {
            Self::In { value, .. } => value.each(seen),
            Self::Compare { left, right, .. } => {
                left.each(seen);
                right.each(seen);
            }
            Self::All(tests) | Self::Any(tests) => tests.iter().for_each(|test| test.each(seen)),
        }
    }
}

impl Expr {
    /// The numbers that the expression is computed from, in source order, with duplicates.
    pub fn inputs(&self) -> Vec<Input> {
        self.operands().into_iter().map(whole).collect()
    }

    /// Like [`inputs`](Self::inputs), without resolving parts to their wholes.
    pub fn operands(&self) -> Vec<Input> {
        let mut found = Vec::new();
        self.each(&mut |part| found.extend(part.as_input()));
        found
    }

    /// The input that the expression is, if it computes nothing. (Amounts of fields are no inputs.)
    pub fn as_input(&self) -> Option<Input> {
        match *self {
            Self::Cell(cell) => Some(Input::Cell(cell)),
            Self::Param(param) => Some(Input::Param(param)),
            Self::Session(session) => Some(Input::Session(session)),
            Self::Part(part) => Some(Input::Part(part)),
            Self::Literal(_)
            | Self::Len(_)
            | Self::Size(_)
            | Self::Negate(_)
            | Self::Add(..)
            | Self::Subtract(..)
            | Self::Multiply(..)
            | Self::Divide(..)
            | Self::Remainder(..) => None,
        }
    }

    /// Visits the expression and all its subexpressions.
    fn each<'e>(&'e self, seen: &mut dyn FnMut(&'e Self)) {
        seen(self);
        match self {
            Self::Literal(_)
            | Self::Cell(_)
            | Self::Param(_)
            | Self::Session(_)
            | Self::Part(_)
            | Self::Len(_)
            | Self::Size(_) => {}
            Self::Negate(inner) | Self::Divide(inner, _) | Self::Remainder(inner, _) => inner.each(seen),
            Self::Add(left, right) | Self::Subtract(left, right) | Self::Multiply(left, right) => {
                left.each(seen);
                right.each(seen);
            }
        }
    }
}

impl From<Input> for Expr {
    fn from(input: Input) -> Self {
        match input {
            Input::Cell(cell) => Self::Cell(cell),
            Input::Param(param) => Self::Param(param),
            Input::Session(session) => Self::Session(session),
            Input::Part(part) => Self::Part(part),
            Input::Literal(code) => Self::Literal(code),
            // Only ever a tag.
            Input::Left => Self::Literal(0),
        }
    }
}

impl Input {
    /// The cell, of a part that of the whole.
    pub const fn cell(self) -> Option<CellId> {
        match self {
            Self::Cell(cell) => Some(cell),
            Self::Part(part) => part.whole.input().cell(),
            Self::Param(_) | Self::Session(_) | Self::Literal(_) | Self::Left => None,
        }
    }

    /// The session value, if it is one.
    pub const fn session(self) -> Option<SessionId> {
        match self {
            Self::Session(id) => Some(id),
            Self::Cell(_) | Self::Param(_) | Self::Part(_) | Self::Literal(_) | Self::Left => None,
        }
    }
}

impl Whole {
    /// The number itself.
    pub const fn input(self) -> Input {
        match self {
            Self::Cell(cell) => Input::Cell(cell),
            Self::Param(param) => Input::Param(param),
        }
    }
}

/// The whole of a part; any other input itself.
fn whole(input: Input) -> Input {
    if let Input::Part(part) = input { part.whole.input() } else { input }
}
