//! What an earlier message of the same conversation says, and later ones are laid out by.

use super::{CellId, Code, Docs, Extent, Field, Input, Item, ParamKind, RecordId, SessionId, Tag, Wire};

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
        while self.0.last() == Some(&None) {
            self.0.pop();
        }
    }
}

impl Field {
    /// The session's values that say whether the field is there.
    #[must_use]
    pub fn condition_needs(&self) -> Vec<SessionId> {
        match &self.presence {
            super::Presence::When { test, .. } => of_session(test.inputs()),
            super::Presence::Chosen { .. } => match &self.wire {
                Wire::Chosen { tags, .. } => of_session(tags.clone()),
                _ => Vec::new(),
            },
            super::Presence::Always | super::Presence::Left { .. } => Vec::new(),
        }
    }

    /// The session's values that have to be known where the field is there: those that its rule, its tag or its extent
    /// name. (What stands inside it says for itself what it needs.)
    #[must_use]
    pub fn needs(&self) -> Vec<SessionId> {
        let mut found = Vec::new();
        if let Some(super::Rule { check: super::Check::Test(test), .. }) = &self.rule {
            found.extend(test.inputs());
        }
        match &self.wire {
            // These say whether it is there.
            Wire::Chosen { .. } if matches!(self.presence, super::Presence::Chosen { .. }) => {}
            Wire::Chosen { tags, .. } => found.extend(tags),
            Wire::Bytes(extent)
            | Wire::Text { extent, .. }
            | Wire::List { extent, .. }
            | Wire::Within { extent, .. } => {
                if let Extent::Given(expr) = extent {
                    found.extend(expr.inputs());
                }
            }
            Wire::Match { tag: Tag::Input(input), .. } => found.push(*input),
            Wire::Match { tag: Tag::InPlace { .. }, .. }
            | Wire::Scalar { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Magic(_)
            | Wire::Group { .. }
            | Wire::Record { .. }
            | Wire::Family { .. }
            | Wire::Sparse { .. } => {}
        }
        of_session(found)
    }
}

impl Wire {
    /// Whether what messages say that stand in it is known behind the record that it stands in, where that is one of many.
    /// A stream says it, and so does whatever holds streams; not a message, whatever stands in it, and no other list of
    /// messages.
    #[must_use]
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
