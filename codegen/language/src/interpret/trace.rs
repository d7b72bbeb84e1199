//! Steps of reading a packet, as an explanation lists them byte for byte.

use super::value::Value;
use crate::model::{self, Docs, Field, Node, Protocol, Record};

/// One step of reading.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The depth of nesting.
    pub depth: usize,
    /// The offset of its first byte.
    pub offset: usize,
    /// The number of bytes; 0 for a step that only contains others, and for a part of the bits of an earlier step.
    pub len: usize,
    /// The field's path in the whole packet, with the index of each element: `players[0].state.health`.
    pub path: String,
    /// Its name, or its label if it has none.
    pub name: String,
    /// Its kind.
    pub kind: StepKind,
    /// The number on the wire, if it is a single number.
    pub raw: Option<model::Code>,
    /// The value; `Null` for a step that only contains others. A choice whose tag is elsewhere has the name of its arm.
    pub value: Value,
    /// The value that a rule gives instead, if the value violates it.
    pub read_as: Option<Value>,
    /// The first line of its doc comment.
    pub doc: Option<String>,
}

/// A report of a reader.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// A step.
    Step(Step),
    /// The number of an earlier step, and the value that a rule gives instead of its own.
    ReadAs(usize, Value),
}

/// The kind of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// A message, struct, group, arm or element: its fields follow, one level deeper.
    Record,
    /// A list: its elements follow.
    List,
    /// The code of a message.
    Code,
    /// A value that the user sets.
    Field,
    /// A derived number: a width tag, a count, a presence bit, the code of an arm.
    Derived,
    /// The checksum of a hook, not verified; the value is the hook's name.
    Hook,
    /// A part of the bits of an earlier step.
    Part {
        /// A one in each of its bits.
        mask: u64,
    },
    /// A carrier of bits.
    Bits,
    /// A constant.
    Constant,
    /// Reserved space.
    Reserved,
    /// The terminator of a list.
    Terminator,
    /// A field without bytes: its value is that of the base of a delta.
    Inherited,
    /// A field at which the reader stopped: its bytes are incomplete or malformed.
    Rejected,
}

/// The source name of a field and the first line of its doc comment, or else of its type's.
pub(super) fn field_doc(protocol: &Protocol, record: &Record, field: &Field) -> Option<String> {
    let node = protocol.inside(&field.wire).filter(|_| field.wire.item().is_none());
    summary(&field.docs, || match (node, &field.wire) {
        (Some(Node::Record(id)), _) => first_line(&protocol.records[id.0].docs),
        (Some(Node::Family(id)), _) => first_line(&protocol.families[id.0].docs),
        (None, wire) => value_doc(protocol, record.cells[wire.number()?.0].value),
    })
}

/// The first line of a type's doc comment.
pub(super) fn value_doc(protocol: &Protocol, value: model::Value) -> Option<String> {
    first_line(protocol.declared(value)?.docs)
}

/// The source name and the first line of a doc comment: `N_POS: The position of a player.`
pub(super) fn first_line(docs: &Docs) -> Option<String> {
    summary(docs, || None)
}

/// The source name and the first line of a doc comment, or else `otherwise` in place of the line.
pub(super) fn summary(docs: &Docs, otherwise: impl FnOnce() -> Option<String>) -> Option<String> {
    let line = docs.first().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).or_else(otherwise);
    match (&docs.source_name, line) {
        (Some(name), Some(line)) => Some(format!("{name}: {line}")),
        (Some(name), None) => Some(name.clone()),
        (None, line) => line,
    }
}
