//! What one protocol adds: which type of the schema a line is, and the names that its sheet has for the fields.

use serde_json::Value as Json;
use wireform_build::model::Code;

use crate::fields::Fields;

/// An adapter has no access to the bytes of a line: all that it knows of them is what the interpreter read.
#[derive(Clone, Copy)]
pub struct Adapter {
    /// The name of its file of vectors, and of its schema.
    pub name: &'static str,
    /// The packet for a line's message, within its context.
    pub packet: fn(message: &str, context: &Json) -> Packet,
    /// The fields of the sheet, from those that were read of such a message.
    pub fields: fn(message: &str, read: Fields) -> Json,
    /// Lines that a schema cannot judge: each by its id, with what they need (a key, inflation).
    pub excluded: &'static [(&'static str, &'static str)],
}

/// What the bytes of a line are read as.
pub struct Packet {
    /// The name of a type, with its version: `v5::Packet`.
    pub target: &'static str,
    /// Its parameters by their names.
    pub params: Vec<(&'static str, Code)>,
}

impl Packet {
    /// One without parameters.
    pub const fn new(target: &'static str) -> Self {
        Self { target, params: Vec::new() }
    }
}
