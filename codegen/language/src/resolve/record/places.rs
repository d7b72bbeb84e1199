//! The spans of a record's parts, for diagnostics after it is complete.

use std::collections::HashMap;

use crate::model::{FieldId, RecordId};
use crate::source::Span;

/// The spans of a field.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::resolve) struct Place {
    pub(in crate::resolve) name: Span,
    pub(in crate::resolve) wire: Span,
    /// The own name of a group's type.
    pub(in crate::resolve) group: Option<Span>,
    /// Its rule, if it was bound.
    pub(in crate::resolve) rule: Option<Span>,
    /// The repair of its rule.
    pub(in crate::resolve) repair: Option<Span>,
}

/// Why a record that extends to the end of the region is no element of a list that does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve) enum NoElement {
    /// A reader asks whether the end is there.
    AsksEnd,
    /// No value says whether reserved space up to the end is there.
    Unseen,
    /// The value of a difference is a state.
    Difference,
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
    /// The span for which it is no element of a list that goes to the end, and why.
    pub(in crate::resolve) no_element: Option<(Span, NoElement)>,
    /// The number of elements that it can hold without bytes.
    pub(in crate::resolve) elements_of_nothing: i128,
}
