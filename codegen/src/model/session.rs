//! What an earlier message of the same conversation says, and later ones are laid out by.

use super::{CellId, Code, Docs, Expr, Extent, Field, Input, ParamKind, RecordId, SessionId, Tag, Test, Wire};

/// A value of the session: what the last message of a kind said.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// Its name: `mode` in `session.mode`.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Its type.
    pub kind: ParamKind,
    /// The message that says it.
    pub message: RecordId,
    /// Where in that message; the cell is always there.
    pub cell: CellId,
}

/// The values of a session as far as they are known, by [`SessionId`]. Nothing is known at the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionValues(Vec<Option<Code>>);

impl SessionValues {
    /// A value, if it is known.
    #[must_use]
    pub fn get(&self, id: SessionId) -> Option<Code> {
        self.0.get(id.0).copied().flatten()
    }

    /// Sets a value, or forgets it.
    pub fn set(&mut self, id: SessionId, value: Option<Code>) {
        if self.0.len() <= id.0 {
            self.0.resize(id.0.saturating_add(1), None);
        }
        if let Some(slot) = self.0.get_mut(id.0) {
            *slot = value;
        }
    }
}

impl Field {
    /// The session's values that say whether the field is there.
    #[must_use]
    pub fn condition_needs(&self) -> Vec<SessionId> {
        let mut found = Vec::new();
        if let super::Presence::When { test, .. } = &self.presence {
            in_test(test, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The session's values that have to be known where the field is there: those that its rule, its tag or its extent
    /// name. (What stands inside it says for itself what it needs.)
    #[must_use]
    pub fn needs(&self) -> Vec<SessionId> {
        let mut found = Vec::new();
        if let Some(super::Rule { check: super::Check::Test(test), .. }) = &self.rule {
            in_test(test, &mut found);
        }
        match &self.wire {
            Wire::Chosen { tags, .. } => in_inputs(tags, &mut found),
            Wire::Bytes(extent)
            | Wire::Text { extent, .. }
            | Wire::List { extent, .. }
            | Wire::Within { extent, .. } => {
                in_extent(extent, &mut found);
            }
            Wire::Match { tag: Tag::Input(input), .. } => in_inputs(&[*input], &mut found),
            Wire::Match { tag: Tag::InPlace { .. }, .. }
            | Wire::Scalar { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Magic(_)
            | Wire::Group { .. }
            | Wire::Record { .. }
            | Wire::Family { .. } => {}
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn in_inputs(inputs: &[Input], found: &mut Vec<SessionId>) {
    found.extend(inputs.iter().filter_map(|input| match input {
        Input::Session(id) => Some(*id),
        Input::Cell(_) | Input::Param(_) | Input::Literal(_) => None,
    }));
}

fn in_extent(extent: &Extent, found: &mut Vec<SessionId>) {
    if let Extent::Given(count) = extent {
        in_expr(count, found);
    }
}

fn in_test(test: &Test, found: &mut Vec<SessionId>) {
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

fn in_expr(expr: &Expr, found: &mut Vec<SessionId>) {
    match expr {
        Expr::Session(id) => found.push(*id),
        Expr::Part { whole, .. } => in_inputs(&[*whole], found),
        Expr::Literal(_) | Expr::Cell(_) | Expr::Param(_) => {}
        Expr::Negate(inner) | Expr::Divide(inner, _) => in_expr(inner, found),
        Expr::Add(left, right) | Expr::Subtract(left, right) | Expr::Multiply(left, right) => {
            in_expr(left, found);
            in_expr(right, found);
        }
    }
}
