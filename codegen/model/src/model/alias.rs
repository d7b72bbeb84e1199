//! Names of a schema for wires with their clauses, and for numbers. They are for documentation: the wires and values of
//! their uses are already expanded.

use super::Docs;

/// A name for a wire with its clauses; its uses are expanded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// The name in `type Name = utf8[32];`.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Whether the type has a rule, which is then the rule of its fields.
    pub rule: bool,
}

/// A name for a number or a text. Its uses are replaced by the value, except in texts that are shown as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    /// The name in `const STEPS = 524287;`.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Its value.
    pub value: String,
}
