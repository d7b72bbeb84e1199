//! States that travel as differences.
//!
//! What travels is a record like any other, in which every field that may be inherited is an option. The state is a
//! type without bytes of its own: the same fields, but what is inherited is always there. What travels may be a group
//! too, and a group of a state may inherit its fields one by one: then it is two types as well.

use super::{Docs, FieldId, RecordId};

/// A state whose differences a record carries.
#[derive(Debug, Clone, PartialEq)]
pub struct Delta {
    /// The name of its type.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Where it belongs.
    pub scope: DeltaScope,
}

/// What a state belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeltaScope {
    /// It stands by itself: what its fields inherit is in a state of the same type.
    Whole,
    /// It is a part of a state around it, and of a type of its own.
    Part,
    /// It is a part of a state around it, and of the type of this record, which has the same fields.
    Like(RecordId),
}

/// What a difference is taken from, and added to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base {
    /// The state of a default: all zero.
    Zero,
    /// An earlier state of the same body.
    Field(FieldId),
    /// A state inside of the base of the delta around it. So in what travels the field is a difference, and in the state
    /// a state.
    Inside(InBase),
}

/// A place in the base of a delta.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InBase {
    /// A field of the record that carries the difference.
    pub field: FieldId,
    /// Where that is a struct or a state: a field of its record, and so on.
    pub inside: Vec<FieldId>,
}

impl Base {
    /// Whether what is taken from it has a state as its value; `whole`: in the state of the delta around it.
    pub fn gives_state(from: Option<&Self>, whole: bool) -> bool {
        match from {
            None => false,
            Some(Self::Zero | Self::Field(_)) => true,
            Some(Self::Inside(_)) => whole,
        }
    }
}

impl From<FieldId> for InBase {
    fn from(field: FieldId) -> Self {
        Self { field, inside: Vec::new() }
    }
}
