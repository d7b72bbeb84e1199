//! The items of the table of a record, one by one.

use crate::model::{CellId, FieldId, Part};

/// An item in words.
pub(crate) struct Told {
    pub(crate) about: About,
    /// Its name, Markdown already.
    pub(crate) name: String,
    /// The type.
    pub(crate) kind: String,
    /// The sizes in bytes, of bits nothing.
    pub(crate) size: String,
    /// The place: `at 3`, ``after `name` ``, `bit 0, 0x01`.
    pub(crate) at: String,
    /// Sentences.
    pub(crate) said: Vec<String>,
    /// Whether it may be absent.
    pub(crate) is_optional: bool,
}

impl Told {
    /// A part of inline bits in words.
    pub(crate) fn part(part: &Part, name: String, kind: String, at: String, said: Vec<String>) -> Self {
        Self { about: About::Part(part.cell), name, kind, size: String::new(), at, said, is_optional: false }
    }
}

/// An item of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// The code of a message.
    Code,
    Field(FieldId),
    /// The code in front of the shapes of a field.
    Tag(FieldId),
    /// A shape of a field, by its place among them.
    Shape(FieldId, usize),
    /// A part of inline bits.
    Part(CellId),
}
