//! Types that several modules share.

use std::collections::BTreeSet;

use crate::model::Schema;

/// The types that a schema shares with others.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sharing {
    /// Whether other modules use types of this one.
    pub exports: bool,
    /// The modules whose types this one uses.
    pub others: Vec<Other>,
}

/// A module, and its types that may be those of another.
#[derive(Debug, Clone, PartialEq)]
pub struct Other {
    /// The path: `super::quake2`.
    pub path: String,
    /// Its schema.
    pub schema: Schema,
    /// The names of items that both schemas import.
    pub names: BTreeSet<String>,
}
