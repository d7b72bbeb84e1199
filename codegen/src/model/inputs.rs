//! What a condition or a computation asks for: the numbers that it is worked out from.

use super::{CellId, Expr, Input, SessionId, Test};

impl Test {
    /// The numbers that the test reads, in the order in which it names them; one may come more than once.
    #[must_use]
    pub fn inputs(&self) -> Vec<Input> {
        let mut found = Vec::new();
        in_test(self, &mut found);
        found
    }
}

impl Expr {
    /// The numbers that the expression is worked out from, in the order in which it names them; one may come more than
    /// once.
    #[must_use]
    pub fn inputs(&self) -> Vec<Input> {
        let mut found = Vec::new();
        in_expr(self, &mut found);
        found
    }
}

impl Input {
    /// The cell, if it is one.
    #[must_use]
    pub const fn cell(self) -> Option<CellId> {
        match self {
            Self::Cell(cell) => Some(cell),
            Self::Param(_) | Self::Session(_) | Self::Literal(_) => None,
        }
    }

    /// The session's value, if it is one.
    #[must_use]
    pub const fn session(self) -> Option<SessionId> {
        match self {
            Self::Session(id) => Some(id),
            Self::Cell(_) | Self::Param(_) | Self::Literal(_) => None,
        }
    }
}

fn in_test(test: &Test, found: &mut Vec<Input>) {
    match test {
        Test::In { value, .. } => in_expr(value, found),
        Test::Compare { left, right, .. } => {
            in_expr(left, found);
            in_expr(right, found);
        }
        Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| in_test(test, found)),
        Test::Not(test) => in_test(test, found),
    }
}

fn in_expr(expr: &Expr, found: &mut Vec<Input>) {
    match expr {
        Expr::Literal(_) => {}
        Expr::Cell(cell) => found.push(Input::Cell(*cell)),
        Expr::Param(param) => found.push(Input::Param(*param)),
        Expr::Session(id) => found.push(Input::Session(*id)),
        Expr::Part { whole, .. } => found.push(*whole),
        Expr::Negate(inner) | Expr::Divide(inner, _) => in_expr(inner, found),
        Expr::Add(left, right) | Expr::Subtract(left, right) | Expr::Multiply(left, right) => {
            in_expr(left, found);
            in_expr(right, found);
        }
    }
}
