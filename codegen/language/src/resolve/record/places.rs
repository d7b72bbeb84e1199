//! Spans of the things of a record, for diagnostics when it is complete.

use std::collections::HashMap;

use crate::model::{FieldId, RecordId};
use crate::source::Span;

/// Where a field stands in the schema.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::resolve) struct Place {
    pub(in crate::resolve) name: Span,
    pub(in crate::resolve) wire: Span,
    /// Its rule, if it has one that was looked at.
    pub(in crate::resolve) rule: Option<Span>,
    /// The repair of its rule.
    pub(in crate::resolve) repair: Option<Span>,
}

/// Where the things of a record stand in the schema.
#[derive(Debug, Clone, Default)]
pub(in crate::resolve) struct RecordPlaces {
    pub(in crate::resolve) name: Span,
    pub(in crate::resolve) fields: Vec<Place>,
    pub(in crate::resolve) cells: Vec<Span>,
    pub(in crate::resolve) params: Vec<Span>,
    /// For each match with shapes, where they have their names.
    pub(in crate::resolve) arms: HashMap<FieldId, Vec<Span>>,
    /// The elements in its lists, at any depth.
    pub(in crate::resolve) elements: Vec<RecordId>,
    /// It asks where its region ends: where.
    pub(in crate::resolve) open_end: Option<Span>,
    /// How many elements it can hold where it has no bytes.
    pub(in crate::resolve) elements_of_nothing: i128,
}
