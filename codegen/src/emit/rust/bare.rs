//! Infallible fixed-size records: a list of them is read as one segment.
//!
//! Inner records are looked up in the facts, so nothing is computed twice.

use super::scope::Place;
use super::shape;
use crate::model::{Extent, Field, Item, Presence, Record, Role, Scalar, Value, Wire};

/// The size of a record that is infallible and of fixed size.
pub(super) fn size(place: Place<'_>, record: &Record) -> Option<u64> {
    let lengths = record.lengths.accepted;
    (lengths.max == Some(lengths.min) && is_infallible(place, record)).then_some(lengths.min)
}

/// The size of such a record if its fields, at least one of them named, are a single run.
pub(super) fn array_size(place: Place<'_>, record: &Record) -> Option<u64> {
    let size = size(place, record)?;
    let has_name = record.fields.iter().any(|field| field.name.is_some());
    let is_run = matches!(shape::items(place, record, &record.body).as_slice(), [shape::Item::Run(_)]);
    (has_name && is_run).then_some(size)
}

fn is_infallible(place: Place<'_>, record: &Record) -> bool {
    let coded = matches!(record.role, Role::Message { code: Some(_) });
    let free = record.params.is_empty() && record.checksums.is_empty() && record.delta.is_none();
    !coded && free && record.fields.iter().all(|field| is_infallible_field(place, record, field))
}

fn is_infallible_field(place: Place<'_>, record: &Record, field: &Field) -> bool {
    if field.presence != Presence::Always || field.rule.is_some() {
        return false;
    }
    match &field.wire {
        Wire::Scalar { scalar: Scalar::Int { .. }, .. } | Wire::Bits { carrier: Scalar::Int { .. }, .. } => {
            !shape::may_be_refused(place, record, field)
        }
        Wire::Float { .. } | Wire::Padding { .. } => true,
        Wire::Bytes(extent) => is_fixed(extent),
        Wire::List { item, extent } => is_fixed(extent) && is_infallible_item(place, item),
        Wire::Record { record, args, .. } => args.is_empty() && place.facts.bare_size(*record).is_some(),
        // The fields of a group are among those of the record.
        Wire::Group { .. } => true,
        Wire::Scalar { .. }
        | Wire::Bits { .. }
        | Wire::Chosen { .. }
        | Wire::Magic(_)
        | Wire::Text { .. }
        | Wire::Family { .. }
        | Wire::Sparse { .. }
        | Wire::Match { .. }
        | Wire::Within { .. } => false,
    }
}

fn is_infallible_item(place: Place<'_>, item: &Item) -> bool {
    match item {
        Item::Float { .. } => true,
        Item::Scalar { scalar: Scalar::Int { .. }, value } => {
            matches!(value, Value::Int | Value::Truthy | Value::Quantity(_) | Value::Packed(_))
        }
        Item::Record { record, args, .. } => args.is_empty() && place.facts.bare_size(*record).is_some(),
        Item::Scalar { .. } | Item::Family { .. } => false,
    }
}

const fn is_fixed(extent: &Extent) -> bool {
    matches!(extent, Extent::Fixed { or_end: false, .. })
}
