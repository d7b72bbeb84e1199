//! Types that several modules share.

use std::collections::BTreeSet;

use crate::model::Schema;

/// The types that a schema shares with others.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sharing {
    /// The names of the items that other modules may take from this one.
    pub exports: BTreeSet<String>,
    /// The modules from which this one may take items.
    pub others: Vec<Other>,
}

/// A module, and its items that may be those of another.
#[derive(Debug, Clone, PartialEq)]
pub struct Other {
    /// The path: `super::quake2`.
    pub path: String,
    /// Whether another crate has it.
    pub is_foreign: bool,
    /// Its schema.
    pub schema: Schema,
    /// The names of items that both schemas have from the same file.
    pub names: BTreeSet<String>,
}
