//! Session state: numbers of earlier messages of a conversation, on which later messages depend.

use super::{CellId, Code, Docs, ParamKind, RecordId, SessionId};

/// A session value: a number of the last message of a kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// Its name: `mode` in `session.mode`.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Its type.
    pub kind: ParamKind,
    /// The message that sets it.
    pub message: RecordId,
    /// The cell of that message, always present.
    pub cell: CellId,
}

/// The known values of a session, by [`SessionId`]. Initially none is known; two are equal if the same values are
/// known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionValues(Vec<Option<Code>>);

impl SessionValues {
    /// A value, if it is known.
    pub fn get(&self, id: SessionId) -> Option<Code> {
        self.0.get(id.0).copied().flatten()
    }

    /// Sets a value, or unsets it.
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
