//! Session-state propagation, the same in a reader and a writer.
//!
//! A record and all that is nested in it see the state at the start of the record. Each element of a list sees the
//! updates of earlier elements. A message makes its own updates, without those of messages in it; a struct makes those
//! of the streams in it. So generated code can check a packet before its streams are iterated.

use crate::model::{Code, SessionId, SessionValues};

/// The session state that the current record sees, and the updates that it does not see yet.
#[derive(Debug, Clone)]
pub(super) struct Hearing {
    known: SessionValues,
    /// In order, since the last update of a value counts.
    said: Vec<(SessionId, Code)>,
}

/// A mark between earlier and later updates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Since(usize);

impl Hearing {
    pub(super) fn new(session: &SessionValues) -> Self {
        Self { known: session.clone(), said: Vec::new() }
    }

    /// The state that a record sees that begins now.
    pub(super) fn known(&self) -> &SessionValues {
        &self.known
    }

    /// The final state, with all updates.
    pub(super) fn afterwards(mut self) -> SessionValues {
        self.hear(Since(0));
        self.known
    }

    pub(super) fn here(&self) -> Since {
        Since(self.said.len())
    }

    /// Discards the updates since a mark.
    pub(super) fn forget(&mut self, since: Since) {
        self.said.truncate(since.0);
    }

    /// Replaces the updates since a mark: a message makes its own, and none of those in it.
    pub(super) fn says(&mut self, since: Since, own: impl IntoIterator<Item = (SessionId, Code)>) {
        self.forget(since);
        self.said.extend(own);
    }

    /// Applies the updates since a mark, after an element of a list.
    pub(super) fn hear(&mut self, since: Since) {
        for (id, code) in self.said.get(since.0..).unwrap_or_default() {
            self.known.set(*id, Some(*code));
        }
    }

    /// Restores the state before a list, since the record around it does not see the updates.
    pub(super) fn leave(&mut self, known: SessionValues) {
        self.known = known;
    }
}
