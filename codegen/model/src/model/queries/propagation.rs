//! Propagation of session state: the values that a field needs, and the wires whose updates are known after their record.

use crate::model::{Check, Extent, Field, Input, Item, Presence, Rule, SessionId, Wire};

impl Field {
    /// The session's values that say whether the field is there.
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

    /// The session's values that have to be known where the field is there: those that its rule, its tag or its extent
    /// name. (What stands inside it says for itself what it needs.)
    pub fn needs(&self) -> Vec<SessionId> {
        let mut found = Vec::new();
        if let Some(Rule { check: Check::Test(test), .. }) = &self.rule {
            found.extend(test.inputs());
        }
        // The tags of a chosen presence say whether it is there.
        if !matches!(self.presence, Presence::Chosen { .. }) {
            found.extend(self.wire.inputs());
        }
        of_session(found)
    }
}

impl Wire {
    /// Whether what messages say that stand in it is known behind the record that it stands in, where that is one of many.
    /// A stream says it, and so does whatever holds streams; not a message, whatever stands in it, and no other list of
    /// messages.
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
