//! Spans of the things of a record, for diagnostics when it is complete.

use std::collections::HashMap;

use crate::model::{FieldId, RecordId};
use crate::source::Span;

/// Where a field stands in the schema.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) name: Span,
    pub(super) wire: Span,
    /// Its rule, if it has one that was looked at.
    pub(super) rule: Option<Span>,
    /// The repair of its rule.
    pub(super) repair: Option<Span>,
}

/// Where the things of a record stand in the schema.
#[derive(Debug, Clone, Default)]
pub(super) struct RecordPlaces {
    pub(super) name: Span,
    pub(super) fields: Vec<Place>,
    pub(super) cells: Vec<Span>,
    pub(super) params: Vec<Span>,
    /// For each match with shapes, where they have their names.
    pub(super) arms: HashMap<FieldId, Vec<Span>>,
    /// The elements in its lists, at any depth.
    pub(super) elements: Vec<RecordId>,
    /// It asks where its region ends: where.
    pub(super) open_end: Option<Span>,
    /// How many elements it can hold where it has no bytes.
    pub(super) elements_of_nothing: i128,
}
