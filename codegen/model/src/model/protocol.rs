//! A protocol in one version: all its items, by the ids under which they refer to each other.

use super::{
    Alias, Bits, CellId, Code, Constant, Docs, Enum, Family, Hook, Node, Packed, Quantity, Record, Session, Varint,
};

/// A whole protocol, in one version.
#[derive(Debug, Clone, PartialEq)]
pub struct Protocol {
    /// As in `protocol sauerbraten { .. }`.
    pub name: String,
    /// Which of the versions that the schema declares; `None` if it declares none.
    pub version: Option<Version>,
    /// `//!` at the head of the file.
    pub docs: Docs,
    /// Variable-width integers.
    pub varints: Vec<Varint>,
    /// Named codes.
    pub enums: Vec<Enum>,
    /// Named bit layouts.
    pub bits: Vec<Bits>,
    /// Numbers with a scale, an offset, a unit.
    pub quantities: Vec<Quantity>,
    /// Mixed-radix numbers.
    pub packed: Vec<Packed>,
    /// Names for wires with their clauses.
    pub aliases: Vec<Alias>,
    /// Names for numbers and texts.
    pub constants: Vec<Constant>,
    /// Session state: numbers that messages set for later ones.
    pub sessions: Vec<Session>,
    /// Checksums that are functions of the program.
    pub hooks: Vec<Hook>,
    /// Structs, messages and elements of lists.
    pub records: Vec<Record>,
    /// Messages told apart by a code.
    pub families: Vec<Family>,
    /// Records and families so that each refers only to earlier ones.
    pub order: Vec<Node>,
}

/// A version of a protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The value of `VERSION` in it.
    pub number: Code,
    /// As it was written, `v` in front: `v259`, `v2015_10`.
    pub name: String,
}

impl Version {
    /// As it was written: `259`, `2015_10`.
    pub fn written(&self) -> &str {
        self.name.strip_prefix('v').unwrap_or(&self.name)
    }
}

impl Record {
    /// The hook that works out a number, if one does.
    pub fn hook_of<'p>(&self, protocol: &'p Protocol, cell: CellId) -> Option<&'p Hook> {
        let checksum = self.checksums.iter().find(|one| one.cell == cell)?;
        protocol.hooks.get(checksum.hook()?.0.0)
    }
}
