//! Names that a schema gives to wires with their clauses, and to numbers. Nobody needs them to read or to write: they say
//! how people call what they read.

use super::Docs;

/// A name for a wire with its clauses. Whoever uses it has the wire and the clauses too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// As in `type Name = utf8[32];`.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The rule of a field of this type is the type's.
    pub rule: bool,
}

/// A name for a number or a text. Whoever uses it has its value; texts that are shown as they were written have the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    /// As in `const STEPS = 524287;`.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// What it is worth.
    pub value: String,
}
