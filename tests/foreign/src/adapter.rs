//! The part of one protocol: the type of the schema for a line, and the names that its sheet has for the fields.

use serde_json::Value as Json;
use wireform_build::model::Code;

use crate::classes::Classes;
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
    /// The classes of errors in its sheet.
    pub classes: Classes,
    /// Lines that a schema cannot judge: each by its id, with what they need (a key, inflation).
    pub excluded: &'static [(&'static str, &'static str)],
}

/// The type and the parameters by which the bytes of a line are read.
pub struct Packet {
    /// The name of a type, with its version: `v5::Packet`.
    pub target: &'static str,
    /// Its parameters. Where they depend on what comes later in the packet, all that they may be: each is tried in its turn,
    /// until one reads the packet and agrees with it.
    pub params: Vec<Named>,
    /// Whether parameters agree with the fields that they led to.
    pub agree: fn(&Named, &Fields) -> bool,
}

/// Parameters by their names.
pub type Named = Vec<(&'static str, Code)>;

impl Packet {
    /// One without parameters.
    pub fn new(target: &'static str) -> Self {
        Self::with(target, Named::new())
    }

    /// One with parameters that are known.
    pub fn with(target: &'static str, params: Named) -> Self {
        Self { target, params: vec![params], agree: |_, _| true }
    }
}
