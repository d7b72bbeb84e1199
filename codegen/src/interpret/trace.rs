//! How a packet was read, step by step: what a person needs to follow it byte for byte.

use super::value::Value;
use crate::model::{self, Field, Protocol, Record, Wire};

/// One step of reading.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// How deep it is nested.
    pub depth: usize,
    /// Where its bytes begin.
    pub offset: usize,
    /// How many bytes; none for what only holds other steps, and for parts of bytes of the step above.
    pub len: usize,
    /// The field's path in the whole packet, with the index of each element: `players[0].state.health`.
    pub path: String,
    /// Its own name, or what it is called where it has none.
    pub name: String,
    /// What it is.
    pub kind: StepKind,
    /// The number on the wire, of what is one number.
    pub raw: Option<model::Code>,
    /// What that means; nothing for what only holds other steps.
    pub value: Value,
    /// The first line of its doc comment.
    pub doc: Option<String>,
}

/// What a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// A message, struct, group, shape or element: its fields follow, one level deeper.
    Record,
    /// A list: its elements follow.
    List,
    /// The code of a message.
    Code,
    /// A value of the user's.
    Field,
    /// A number that says how something else is to be read: a width, a count, a presence bit, the code of a shape.
    Derived,
    /// A checksum that is a function of the program, of this name: nobody has compared it.
    Hook,
    /// A part of the bits of the step above.
    Part {
        /// Its lowest bit.
        low: u8,
        /// How many bits.
        width: u8,
    },
    /// A carrier of bits.
    Bits,
    /// Always the same.
    Constant,
    /// Ignored.
    Reserved,
    /// What ends a list.
    Terminator,
}

/// The first line about a field: its own, or that of what its number means.
pub(super) fn field_doc(protocol: &Protocol, record: &Record, field: &Field) -> Option<String> {
    let own = field.docs.first();
    let cell = match &field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => record.cells.get(cell.0),
        _ => None,
    };
    let inner = match &field.wire {
        Wire::Record { record, .. } => protocol.records.get(record.0).and_then(|record| record.docs.first()),
        Wire::Family { family, .. } => protocol.families.get(family.0).and_then(|family| family.docs.first()),
        _ => None,
    };
    first_line(own.or(inner)).or_else(|| value_doc(protocol, cell?.value))
}

/// The first line about what numbers mean.
pub(super) fn value_doc(protocol: &Protocol, value: model::Value) -> Option<String> {
    let docs = match value {
        model::Value::Int | model::Value::Bool | model::Value::Truthy => None,
        model::Value::Enum(id) => protocol.enums.get(id.0).map(|one| &one.docs),
        model::Value::Bits(id) => protocol.bits.get(id.0).map(|one| &one.docs),
        model::Value::Quantity(id) => protocol.quantities.get(id.0).map(|one| &one.docs),
        model::Value::Packed(id) => protocol.packed.get(id.0).map(|one| &one.docs),
    };
    first_line(docs?.first())
}

pub(super) fn first_line(line: Option<&String>) -> Option<String> {
    line.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}
