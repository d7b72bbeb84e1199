//! A protocol in one version: all its items, indexed by their ids.

use super::{
    Alias, Bits, CellId, Code, Constant, Docs, Enum, Family, Hook, Node, Packed, Quantity, Record, Session, Varint,
};

/// A protocol in one version.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Protocol {
    /// The name in `protocol sauerbraten { .. }`.
    pub name: String,
    /// The version; `None` if the schema declares none.
    pub version: Option<Version>,
    /// The `//!` comments at the head of the file.
    pub docs: Docs,
    /// Variable-width integers.
    pub varints: Vec<Varint>,
    /// Enums: names for codes.
    pub enums: Vec<Enum>,
    /// Named bit layouts.
    pub bits: Vec<Bits>,
    /// Quantities: numbers with a scale, an offset, a unit.
    pub quantities: Vec<Quantity>,
    /// Packed numbers of mixed radix.
    pub packed: Vec<Packed>,
    /// Type aliases: names for wires with their clauses.
    pub aliases: Vec<Alias>,
    /// Constants: names for numbers and texts.
    pub constants: Vec<Constant>,
    /// Session state: numbers that messages set for later ones.
    pub sessions: Vec<Session>,
    /// Hooks: checksums that your program computes.
    pub hooks: Vec<Hook>,
    /// Structs, messages and elements of lists.
    pub records: Vec<Record>,
    /// Families: messages distinguished by a code.
    pub families: Vec<Family>,
    /// Records and families in dependency order.
    pub order: Vec<Node>,
    /// The records and families that [`Wire::Nested`](super::Wire::Nested) names, each once. They may be later than the
    /// records that name them.
    pub nested: Vec<Node>,
}

/// A version of a protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The value of `VERSION` in it.
    pub number: Code,
    /// The version as written, with the prefix `v`: `v259`, `v2015_10`.
    pub name: String,
}

impl Version {
    /// The version as written: `259`, `2015_10`.
    pub fn written(&self) -> &str {
        self.name.strip_prefix('v').unwrap_or(&self.name)
    }
}

impl Record {
    /// The hook that computes a cell, if any.
    pub fn hook_of<'p>(&self, protocol: &'p Protocol, cell: CellId) -> Option<&'p Hook> {
        let checksum = self.checksums.iter().find(|one| one.cell == cell)?;
        protocol.hooks.get(checksum.hook()?.0.0)
    }
}
