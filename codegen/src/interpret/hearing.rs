//! What messages say for later ones, and who hears it: the same to a reader and a writer.
//!
//! A record goes by what was known where it began, and so does all that stands in it. In a list each element hears what
//! those before it said: a message says its own value and nothing that messages in it say, a struct what the streams in it
//! say. So generated code can check a packet before anybody walks its streams.

use crate::model::{Code, SessionId, SessionValues};

/// What is known, and what was said since.
#[derive(Debug, Clone)]
pub(super) struct Hearing {
    known: SessionValues,
    /// In order, so that the last word counts.
    said: Vec<(SessionId, Code)>,
}

/// A place on the way: what was said behind it is told apart from what was said before.
#[derive(Debug, Clone, Copy)]
pub(super) struct Since(usize);

impl Hearing {
    pub(super) fn new(session: &SessionValues) -> Self {
        Self { known: session.clone(), said: Vec::new() }
    }

    /// What a record knows that begins here.
    pub(super) fn known(&self) -> &SessionValues {
        &self.known
    }

    /// What is known to whatever comes next.
    pub(super) fn afterwards(mut self) -> SessionValues {
        self.hear(Since(0));
        self.known
    }

    pub(super) fn here(&self) -> Since {
        Since(self.said.len())
    }

    /// Nobody outside hears what was said.
    pub(super) fn forget(&mut self, since: Since) {
        self.said.truncate(since.0);
    }

    /// A message says this, and nothing that was said in it.
    pub(super) fn says(&mut self, since: Since, own: impl IntoIterator<Item = (SessionId, Code)>) {
        self.forget(since);
        self.said.extend(own);
    }

    /// Behind an element of a list: what was said in it is known to the next one.
    pub(super) fn hear(&mut self, since: Since) {
        for (id, code) in self.said.get(since.0..).unwrap_or_default() {
            self.known.set(*id, Some(*code));
        }
    }

    /// Behind a list: the record around it goes by what was `known` in front.
    pub(super) fn leave(&mut self, known: SessionValues) {
        self.known = known;
    }
}
