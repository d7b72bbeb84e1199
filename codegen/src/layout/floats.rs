//! Whether a plain value holds IEEE numbers, which Rust's `==` does not compare bit for bit.

use crate::model::{Absent, Field, FieldId, Item, Presence, Protocol, Record, Wire};

/// The IEEE numbers in a plain value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Floats {
    /// It holds none.
    None,
    /// They are always there: fields of structs, elements of arrays.
    Plain,
    /// They stand in something that may be absent, or in one of several shapes.
    Hidden,
}

/// The IEEE numbers in the plain value of a record.
#[must_use]
pub fn record_floats(protocol: &Protocol, record: &Record) -> Floats {
    body(protocol, record, &record.body)
}

/// The IEEE numbers in the plain value of a field.
fn field_floats(protocol: &Protocol, record: &Record, field: &Field) -> Floats {
    let inside = wire_floats(protocol, record, &field.wire);
    let always = match field.presence {
        Presence::Always => true,
        Presence::When { absent, .. } | Presence::Left { absent, .. } | Presence::Chosen { absent } => match absent {
            Absent::Nothing | Absent::Base(_) => false,
            Absent::Raw(_) | Absent::Float(_) => true,
        },
    };
    if always || inside == Floats::None { inside } else { Floats::Hidden }
}

/// The IEEE numbers in the plain value of what stands on the wire, where it is there.
#[must_use]
pub fn wire_floats(protocol: &Protocol, record: &Record, wire: &Wire) -> Floats {
    let hidden = |inside: Floats| if inside == Floats::None { inside } else { Floats::Hidden };
    match wire {
        Wire::Float { .. } => Floats::Plain,
        Wire::Record { record, .. } | Wire::List { item: Item::Record { record, .. }, .. } => {
            protocol.records.get(record.0).map_or(Floats::None, |inner| record_floats(protocol, inner))
        }
        Wire::List { item: Item::Float { .. }, .. } => Floats::Plain,
        Wire::Sparse { item: Item::Float { .. }, .. } => Floats::Hidden,
        Wire::Sparse { item: Item::Record { record, .. }, .. } => {
            protocol.records.get(record.0).map_or(Floats::None, |inner| hidden(record_floats(protocol, inner)))
        }
        Wire::Group { body: fields, .. } => body(protocol, record, fields),
        Wire::Match { arms, .. } => {
            arms.iter().map(|arm| hidden(body(protocol, record, &arm.body))).max().unwrap_or(Floats::None)
        }
        Wire::Family { family, .. } | Wire::List { item: Item::Family { family, .. }, .. } => {
            let members = protocol.families.get(family.0).map(|family| family.members.as_slice()).unwrap_or_default();
            let records = members.iter().filter_map(|member| protocol.records.get(member.record.0));
            records.map(|record| hidden(record_floats(protocol, record))).max().unwrap_or(Floats::None)
        }
        Wire::Scalar { .. }
        | Wire::Chosen { .. }
        | Wire::Bits { .. }
        | Wire::Padding { .. }
        | Wire::Magic(_)
        | Wire::Bytes(_)
        | Wire::Text { .. }
        | Wire::List { item: Item::Scalar { .. }, .. }
        | Wire::Sparse { item: Item::Scalar { .. } | Item::Family { .. }, .. }
        | Wire::Within { .. } => Floats::None,
    }
}

fn body(protocol: &Protocol, record: &Record, body: &[FieldId]) -> Floats {
    let scope = record.scope(body);
    let fields = scope.iter().filter_map(|id| record.fields.get(id.0)).filter(|field| field.name.is_some());
    fields.map(|field| field_floats(protocol, record, field)).max().unwrap_or(Floats::None)
}
