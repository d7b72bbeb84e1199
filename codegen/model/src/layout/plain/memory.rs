//! Upper bounds on in-memory size. They decide whether an array is owned or borrowed, and which values are too large
//! for any stack.

use crate::model::{Content, Extent, Family, Field, FieldId, Item, Presence, Protocol, Record, Scalar, Value, Wire};

/// The most elements of an owned array: values are moved, and the standard library has no default for longer arrays.
const LONGEST: u64 = 32;
/// The most bytes of an owned array: each caller of a reader has a copy on its stack.
const LARGEST: u64 = 0x2000;
/// The size of a borrowed list, or of text that is decoded on access: the bytes, their offset, the context.
const BORROWED: u64 = 64;

/// Whether the number of bytes is constant and small enough for an owned array.
pub fn is_array(extent: &Extent) -> bool {
    array_len(extent).is_some()
}

/// Whether the number of elements is constant, and they are few and small enough for an owned array.
pub fn is_array_of(protocol: &Protocol, item: &Item, extent: &Extent) -> bool {
    array_memory(protocol, item, extent).is_some()
}

/// The only field of an element that is in Rust what that field is, with no struct around it: text, bytes, a number, a
/// list, a choice. (An array that is too long for a default stays in a struct, which has one.)
pub fn bare_element(record: &Record) -> Option<FieldId> {
    let only = record.only()?;
    let has_default = match &record.fields[only.0].wire {
        Wire::Octets { extent, content: Content::Free } => extent.constant().is_none() || is_array(extent),
        Wire::Sparse { count, .. } => *count <= LONGEST,
        _ => true,
    };
    has_default.then_some(only)
}

/// The number of elements, if it is constant and small.
fn array_len(extent: &Extent) -> Option<u64> {
    extent.constant().filter(|count| *count <= LONGEST)
}

/// The size of an owned array; `None` if the elements are borrowed.
fn array_memory(protocol: &Protocol, item: &Item, extent: &Extent) -> Option<u64> {
    let memory = item_memory(protocol, item).saturating_mul(array_len(extent)?);
    Some(memory).filter(|memory| *memory <= LARGEST)
}

/// The size of a record's value. The sizes of the records and families that it uses must be known.
pub fn record_memory(protocol: &Protocol, record: &Record) -> u64 {
    body_memory(protocol, record, &record.body)
}

/// The size of a family's value: that of its largest message.
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
    // With a discriminant for its presence.
    if field.presence == Presence::Always { one } else { one.saturating_add(8) }
}

fn wire_memory(protocol: &Protocol, record: &Record, wire: &Wire) -> u64 {
    match wire {
        Wire::Padding { .. } | Wire::Octets { content: Content::Constant(_), .. } => 0,
        Wire::Scalar { .. } | Wire::Chosen { .. } | Wire::Float { .. } => 8,
        Wire::Bits { parts, .. } => u64::try_from(parts.len()).unwrap_or(u64::MAX).saturating_mul(8),
        Wire::Octets { extent: Extent::Fixed { count, .. }, content: Content::Free } => (*count).min(LONGEST),
        Wire::Octets { content: Content::Free | Content::Text(_), .. } => BORROWED,
        Wire::Group { body, .. } | Wire::Within { body, .. } => body_memory(protocol, record, body),
        Wire::Record { record, .. } => protocol.records.get(record.0).map_or(0, |record| record.memory),
        Wire::Family { family, .. } => protocol.families.get(family.0).map_or(0, |family| family.memory),
        Wire::Nested { args, .. } => {
            BORROWED.saturating_add(u64::try_from(args.len()).unwrap_or(u64::MAX).saturating_mul(16))
        }
        Wire::List { item, extent } => array_memory(protocol, item, extent).unwrap_or(BORROWED),
        Wire::Sparse { item, count, .. } => item_memory(protocol, item).saturating_add(8).saturating_mul(*count),
        Wire::Match { arms, .. } => {
            arms.iter().map(|arm| body_memory(protocol, record, &arm.body)).fold(8, u64::max).saturating_add(8)
        }
    }
}

fn item_memory(protocol: &Protocol, item: &Item) -> u64 {
    match item {
        Item::Scalar { scalar: Scalar::Int { bytes, .. }, value: Value::Int(_) | Value::Bool | Value::Truthy } => {
            u64::from(*bytes).next_power_of_two()
        }
        Item::Scalar { .. } | Item::Float { .. } => 8,
        Item::Record { record, .. } => protocol.records.get(record.0).map_or(0, |record| record.memory),
        Item::Family { family, .. } => protocol.families.get(family.0).map_or(0, |family| family.memory),
    }
}
