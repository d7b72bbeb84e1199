//! How large plain values are, roughly and at most: whether the elements of an array are values or borrowed, and what is
//! too large for any stack.

use crate::model::{Extent, Family, Field, FieldId, Item, Presence, Protocol, Record, Scalar, Value, Wire};

/// Longer arrays are borrowed: values are handed about, and the standard library itself gives longer ones no default.
const LONGEST: u64 = 32;
/// So are larger ones: each caller of a reader has a copy on its stack.
const LARGEST: u64 = 0x2000;
/// A list, or text that is decoded as it is read: the bytes, where they stood, what the receiver knows.
const BORROWED: u64 = 64;

/// Whether there are always equally many bytes, and few enough to be a value.
#[must_use]
pub fn is_array(extent: &Extent) -> bool {
    array_len(extent).is_some()
}

/// Whether there are always equally many elements, few and small enough to be a value.
#[must_use]
pub fn is_array_of(protocol: &Protocol, item: &Item, extent: &Extent) -> bool {
    array_memory(protocol, item, extent).is_some()
}

/// The number of elements, where it is always the same and small.
fn array_len(extent: &Extent) -> Option<u64> {
    match extent {
        Extent::Fixed { or_end: false, count } => Some(*count).filter(|count| *count <= LONGEST),
        Extent::Fixed { or_end: true, .. }
        | Extent::Counted(_)
        | Extent::Given(_)
        | Extent::Prefixed { .. }
        | Extent::Until { .. }
        | Extent::Rest
        | Extent::AllBut(_) => None,
    }
}

/// The bytes of elements that are a value together.
fn array_memory(protocol: &Protocol, item: &Item, extent: &Extent) -> Option<u64> {
    let memory = item_memory(protocol, item).saturating_mul(array_len(extent)?);
    Some(memory).filter(|memory| *memory <= LARGEST)
}

/// The bytes of a record's plain value. What it refers to has its own already.
#[must_use]
pub fn record_memory(protocol: &Protocol, record: &Record) -> u64 {
    body_memory(protocol, record, &record.body)
}

/// The bytes of a family's plain value: of its largest message.
#[must_use]
pub fn family_memory(protocol: &Protocol, family: &Family) -> u64 {
    let members = family.members.iter().filter_map(|member| protocol.records.get(member.record.0));
    members.map(|record| record.memory).fold(BORROWED, u64::max)
}

fn body_memory(protocol: &Protocol, record: &Record, body: &[FieldId]) -> u64 {
    let fields = body.iter().filter_map(|id| record.fields.get(id.0));
    fields.map(|field| field_memory(protocol, record, field)).fold(0, u64::saturating_add)
}

fn field_memory(protocol: &Protocol, record: &Record, field: &Field) -> u64 {
    let one = wire_memory(protocol, record, &field.wire);
    // With a mark that says whether it is there.
    if field.presence == Presence::Always { one } else { one.saturating_add(8) }
}

fn wire_memory(protocol: &Protocol, record: &Record, wire: &Wire) -> u64 {
    match wire {
        Wire::Padding { .. } | Wire::Magic(_) => 0,
        Wire::Scalar { .. } | Wire::Chosen { .. } | Wire::Float { .. } => 8,
        Wire::Bits { parts, .. } => u64::try_from(parts.len()).unwrap_or(u64::MAX).saturating_mul(8),
        Wire::Bytes(Extent::Fixed { count, .. }) => (*count).min(LONGEST),
        Wire::Bytes(_) | Wire::Text { .. } => BORROWED,
        Wire::Group { body, .. } | Wire::Within { body, .. } => body_memory(protocol, record, body),
        Wire::Record { record, .. } => protocol.records.get(record.0).map_or(0, |record| record.memory),
        Wire::Family { family, .. } => protocol.families.get(family.0).map_or(0, |family| family.memory),
        Wire::List { item, extent } => array_memory(protocol, item, extent).unwrap_or(BORROWED),
        Wire::Sparse { item, count, .. } => item_memory(protocol, item).saturating_add(8).saturating_mul(*count),
        Wire::Match { arms, .. } => {
            arms.iter().map(|arm| body_memory(protocol, record, &arm.body)).fold(8, u64::max).saturating_add(8)
        }
    }
}

fn item_memory(protocol: &Protocol, item: &Item) -> u64 {
    match item {
        Item::Scalar { scalar: Scalar::Int { bytes, .. }, value: Value::Int | Value::Bool | Value::Truthy } => {
            u64::from(*bytes).next_power_of_two()
        }
        Item::Scalar { .. } | Item::Float { .. } => 8,
        Item::Record { record, .. } => protocol.records.get(record.0).map_or(0, |record| record.memory),
        Item::Family { family, .. } => protocol.families.get(family.0).map_or(0, |family| family.memory),
    }
}
