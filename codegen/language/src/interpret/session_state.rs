//! Session-state propagation, the same in a reader and a writer.
//!
//! A record and all that is nested in it see the state at the start of the record. Each element of a list sees the
//! updates of earlier elements. A message makes its own updates, without those of messages in it; a struct makes those
//! of the streams in it. So generated code can check a packet before its streams are iterated.

use crate::model::{Code, SessionId, SessionValues};

/// The session state that the current record sees, and the updates that it does not see yet.
#[derive(Debug, Clone)]
pub(super) struct SessionState {
    current: SessionValues,
    /// In order, since the last update of a value counts.
    updates: Vec<(SessionId, Code)>,
}

/// A mark between earlier and later updates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark(usize);

impl SessionState {
    pub(super) fn new(session: &SessionValues) -> Self {
        Self { current: session.clone(), updates: Vec::new() }
    }

    /// The state that a record sees that begins now.
    pub(super) fn current(&self) -> &SessionValues {
        &self.current
    }

    /// The final state, with all updates.
    pub(super) fn finish(mut self) -> SessionValues {
        self.apply(Mark(0));
        self.current
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.updates.len())
    }

    /// The updates since a mark.
    pub(super) fn since(&self, mark: Mark) -> &[(SessionId, Code)] {
        self.updates.get(mark.0..).unwrap_or_default()
    }

    /// Discards the updates since a mark.
    pub(super) fn discard(&mut self, mark: Mark) {
        self.updates.truncate(mark.0);
    }

    /// Replaces the updates since a mark: a message makes its own, and none of those in it.
    pub(super) fn replace(&mut self, mark: Mark, own: impl IntoIterator<Item = (SessionId, Code)>) {
        self.discard(mark);
        self.updates.extend(own);
    }

    /// Applies the updates since a mark, after an element of a list.
    pub(super) fn apply(&mut self, mark: Mark) {
        for (id, code) in self.updates.get(mark.0..).unwrap_or_default() {
            self.current.set(*id, Some(*code));
        }
    }

    /// Restores the state before a list, since the record around it does not see the updates.
    pub(super) fn restore(&mut self, outer: SessionValues) {
        self.current = outer;
    }
}
