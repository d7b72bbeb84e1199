//! States that travel as differences.
//!
//! What travels is a record like any other, in which every field that may be inherited is an option. The state is a
//! type without bytes of its own: the same fields, but what is inherited is always there. What travels may be a group
//! too, and a group of a state may inherit its fields one by one: then it is two types as well.

use super::{Absent, Docs, Field, FieldId, Presence, Record, RecordId, Wire};

/// A state whose differences a record carries.
#[derive(Debug, Clone, PartialEq)]
pub struct Delta {
    /// The name of its type.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Where it belongs.
    pub place: Place,
}

/// What a state belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// It stands by itself: what its fields inherit is in a state of the same type.
    Whole,
    /// It is a part of a state around it, and of a type of its own.
    Part,
    /// It is a part of a state around it, and of the type of this record, which has the same fields.
    Like(RecordId),
}

/// What a difference is taken from, and added to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// The state of a default: all zero.
    Zero,
    /// An earlier state of the same body.
    Field(FieldId),
}

impl Field {
    /// The field of the base whose value this one has where it is absent.
    #[must_use]
    pub fn inherits(&self) -> Option<FieldId> {
        match self.presence {
            Presence::When { absent: Absent::Base(field), .. }
            | Presence::Left { absent: Absent::Base(field), .. }
            | Presence::Chosen { absent: Absent::Base(field) } => Some(field),
            Presence::Always | Presence::When { .. } | Presence::Left { .. } | Presence::Chosen { .. } => None,
        }
    }

    /// What of a state its group carries, if that is no plain group.
    #[must_use]
    pub fn part_of_state(&self) -> Option<&Delta> {
        match &self.wire {
            Wire::Group { delta, .. } => delta.as_ref(),
            _ => None,
        }
    }

    /// The list of the base whose elements this one has in empty places.
    #[must_use]
    pub fn inherits_places(&self) -> Option<FieldId> {
        match self.wire {
            Wire::Sparse { base, .. } => base,
            _ => None,
        }
    }

    /// The record that carries its difference and what that is taken from, if its value is a whole state.
    #[must_use]
    pub fn state(&self) -> Option<(RecordId, Base)> {
        match &self.wire {
            Wire::Record { record, from: Some(base), .. } => Some((*record, *base)),
            _ => None,
        }
    }
}

impl Record {
    /// The type of its value where differences were added up: that of the state, if it carries one.
    #[must_use]
    pub fn whole_name(&self) -> &str {
        self.delta.as_ref().map_or(&self.name, |delta| &delta.name)
    }

    /// The names that lead to a field from the state to which it belongs.
    #[must_use]
    pub fn path_in_state(&self, id: FieldId) -> Vec<&str> {
        let mut names = Vec::new();
        let mut at = Some(id);
        while let Some((id, field)) = at.and_then(|id| Some((id, self.fields.get(id.0)?))) {
            if field.part_of_state().is_some_and(|delta| delta.place == Place::Whole) {
                break;
            }
            names.extend(field.name.as_deref());
            // A group stands in front of its fields, so this ends.
            at = field.parent.filter(|parent| parent.0 < id.0);
        }
        names.reverse();
        names
    }
}
