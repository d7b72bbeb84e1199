//! The spans of a record's parts, for diagnostics after it is complete.

use std::collections::HashMap;

use crate::model::{FieldId, RecordId};
use crate::source::Span;

/// The spans of a field.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::resolve) struct Place {
    pub(in crate::resolve) name: Span,
    pub(in crate::resolve) wire: Span,
    /// Its rule, if it was bound.
    pub(in crate::resolve) rule: Option<Span>,
    /// The repair of its rule.
    pub(in crate::resolve) repair: Option<Span>,
}

/// The spans of a record.
#[derive(Debug, Clone, Default)]
pub(in crate::resolve) struct RecordPlaces {
    pub(in crate::resolve) name: Span,
    pub(in crate::resolve) fields: Vec<Place>,
    pub(in crate::resolve) cells: Vec<Span>,
    pub(in crate::resolve) params: Vec<Span>,
    /// The spans of the variant names of each match with shapes.
    pub(in crate::resolve) arms: HashMap<FieldId, Vec<Span>>,
    /// The elements in its lists, at any depth.
    pub(in crate::resolve) elements: Vec<RecordId>,
    /// The span that extends to the end of the region, if any.
    pub(in crate::resolve) open_end: Option<Span>,
    /// The span that does so otherwise than by taking the rest: a reader asks whether the end is there.
    pub(in crate::resolve) asks_end: Option<Span>,
    /// The number of elements that it can hold without bytes.
    pub(in crate::resolve) elements_of_nothing: i128,
}
