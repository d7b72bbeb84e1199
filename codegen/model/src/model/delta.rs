//! Delta encoding of states.
//!
//! A delta is a record on the wire, in which every field that may be inherited is an option. The state is a type
//! without encoding: it has the same fields, and inherited ones are always present. A delta may be a group too, and a
//! group of a state may inherit its fields one by one: then it has two types as well.

use super::{Docs, FieldId, RecordId};

/// A state that a record encodes as a delta.
#[derive(Debug, Clone, PartialEq)]
pub struct Delta {
    /// The name of the state's type.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The scope of the state.
    pub scope: DeltaScope,
}

/// The scope of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeltaScope {
    /// A separate state: its fields inherit from a state of the same type.
    Whole,
    /// A part of an enclosing state, with a type of its own.
    Part,
    /// A part of an enclosing state, with the type of this record, which has the same fields.
    Like(RecordId),
}

/// The state that a delta is applied to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base {
    /// The default state: all zero.
    Zero,
    /// An earlier state of the same body.
    Field(FieldId),
    /// A state within the base of the enclosing delta. The field is a delta in the record and a state in the state.
    Inside(InBase),
}

/// A field in the base of a delta.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InBase {
    /// A field of the record that carries the delta.
    pub field: FieldId,
    /// If that is a struct or a state: a field of its record, and so on.
    pub inside: Vec<FieldId>,
}

impl Base {
    /// Whether a delta from this base has a state as its value; `whole`: within the state of the enclosing delta.
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
