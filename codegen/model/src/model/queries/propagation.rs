//! Propagation of session state: the values that a field needs, and the wires with updates visible after their record.

use crate::model::{Check, Extent, Field, Input, Item, Presence, Rule, SessionId, Wire};

impl Field {
    /// The session values in the field's presence condition.
    pub fn condition_needs(&self) -> Vec<SessionId> {
        match &self.presence {
            Presence::When { test, .. } => of_session(test.inputs()),
            Presence::Chosen { .. } => match &self.wire {
                Wire::Chosen { tags, .. } => of_session(tags.clone()),
                _ => Vec::new(),
            },
            Presence::Always | Presence::Left { .. } => Vec::new(),
        }
    }

    /// The session values in the field's rule, tags or extent, which must be known if the field is present. (Nested
    /// fields have needs of their own.)
    pub fn needs(&self) -> Vec<SessionId> {
        let mut found = Vec::new();
        if let Some(Rule { check: Check::Test(test), .. }) = &self.rule {
            found.extend(test.inputs());
        }
        // The tags of a chosen width may decide the presence.
        if !matches!(self.presence, Presence::Chosen { .. }) {
            found.extend(self.wire.inputs());
        }
        of_session(found)
    }
}

impl Wire {
    /// Whether the session updates of nested messages are visible after a record in a list. They are for streams and
    /// for containers of streams, but not for single messages or other lists of messages.
    pub fn tells(&self) -> bool {
        match self {
            Self::Family { .. } => false,
            Self::List { item: Item::Family { .. }, extent } => *extent == Extent::Rest,
            Self::List { .. }
            | Self::Sparse { .. }
            | Self::Record { .. }
            | Self::Group { .. }
            | Self::Match { .. }
            | Self::Within { .. }
            | Self::Scalar { .. }
            | Self::Chosen { .. }
            | Self::Float { .. }
            | Self::Bits { .. }
            | Self::Bytes(_)
            | Self::Text { .. }
            | Self::Padding { .. }
            | Self::Magic(_) => true,
        }
    }
}

fn of_session(inputs: Vec<Input>) -> Vec<SessionId> {
    let mut found: Vec<SessionId> = inputs.into_iter().filter_map(Input::session).collect();
    found.sort_unstable();
    found.dedup();
    found
}
