//! What an earlier message of the same conversation says, and later ones are laid out by.

use super::{CellId, Code, Docs, ParamKind, RecordId, SessionId};

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

/// The values of a session as far as they are known, by [`SessionId`]. Nothing is known at the beginning, and two are equal
/// if the same is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionValues(Vec<Option<Code>>);

impl SessionValues {
    /// A value, if it is known.
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
        while self.0.last() == Some(&None) {
            self.0.pop();
        }
    }
}
