//! The part of one protocol: the type of the schema for a line, and the names that its sheet has for the fields.

use serde_json::Value as Json;
use wireform_build::model::Code;

use crate::classes::Classes;
use crate::fields::Fields;

/// An adapter reads no bytes of a line: all that it knows of them is what the interpreter read. It may follow a pointer of
/// DNS, as a program would.
#[derive(Clone, Copy)]
pub struct Adapter {
    /// The name of its file of vectors.
    pub name: &'static str,
    /// The name of its schema.
    pub schema: &'static str,
    /// The packet for a line's message, within its context.
    pub packet: fn(message: &str, context: &Json) -> Packet,
    /// The fields of the sheet, from those that were read of such a message.
    pub fields: fn(message: &str, read: Fields) -> Json,
    /// The classes of errors in its sheet.
    pub classes: Classes,
    /// Lines that a schema cannot judge, by the numbers in their ids: what they need (a key, inflation), and which do.
    pub excluded: &'static [(&'static str, &'static [u16])],
}

impl Adapter {
    /// Whether a line is excluded: `dns-s-0027` by the number 27.
    pub fn excludes(&self, id: &str) -> bool {
        let number = id.rsplit('-').next().and_then(|number| number.parse().ok());
        number.is_some_and(|number| self.excluded.iter().any(|(_, numbers)| numbers.contains(&number)))
    }

    /// The number of excluded lines.
    pub fn exclusions(&self) -> usize {
        self.excluded.iter().map(|(_, numbers)| numbers.len()).sum()
    }
}

/// The type and the parameters by which the bytes of a line are read.
pub struct Packet {
    /// The name of a type, with its version: `v5::Packet`. Where the packet itself tells its type, all that it may be: each
    /// is tried in its turn.
    pub targets: Vec<&'static str>,
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
        Self { targets: vec![target], params: vec![params], agree: |_, _| true }
    }
}
