//! Whether a plain value holds IEEE numbers, which Rust's `==` does not compare bit for bit.
//!
//! `whole` says of which value: in a state what is inherited from a base is always there, in what travels it may be
//! absent.

use crate::model::{Absent, Base, FamilyId, Field, FieldId, Item, Protocol, Record, RecordId, Wire};

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
pub fn record_floats(protocol: &Protocol, record: &Record, whole: bool) -> Floats {
    body(protocol, record, &record.body, whole)
}

/// The IEEE numbers in the plain value of a field.
fn field_floats(protocol: &Protocol, record: &Record, field: &Field, whole: bool) -> Floats {
    let inside = wire_floats(protocol, record, &field.wire, whole);
    let always = match field.presence.absent() {
        Some(Absent::Nothing) => false,
        Some(Absent::Base(_)) => whole,
        Some(Absent::Raw(_) | Absent::Float(_)) | None => true,
    };
    if always || inside == Floats::None { inside } else { Floats::Hidden }
}

/// The IEEE numbers in the plain value of what stands on the wire, where it is there.
#[must_use]
pub fn wire_floats(protocol: &Protocol, record: &Record, wire: &Wire, whole: bool) -> Floats {
    let hidden = |inside: Floats| if inside == Floats::None { inside } else { Floats::Hidden };
    let floats_of = |record: RecordId, whole: bool| {
        protocol.records.get(record.0).map_or(Floats::None, |inner| record_floats(protocol, inner, whole))
    };
    let family_floats = |family: FamilyId| {
        let members = protocol.families.get(family.0).map(|family| family.members.as_slice()).unwrap_or_default();
        members.iter().map(|member| hidden(floats_of(member.record, false))).max().unwrap_or(Floats::None)
    };
    let item_floats = |item: &Item| match item {
        Item::Scalar { .. } => Floats::None,
        Item::Float { .. } => Floats::Plain,
        Item::Record { record, .. } => floats_of(*record, false),
        Item::Family { family, .. } => family_floats(*family),
    };
    match wire {
        Wire::Float { .. } => Floats::Plain,
        Wire::Record { record, from, .. } => floats_of(*record, Base::gives_state(from.as_ref(), whole)),
        Wire::List { item, .. } => item_floats(item),
        Wire::Sparse { item, base, .. } if whole && base.is_some() => item_floats(item),
        Wire::Sparse { item, .. } => hidden(item_floats(item)),
        Wire::Group { body: fields, .. } => body(protocol, record, fields, whole),
        Wire::Match { arms, .. } => {
            arms.iter().map(|arm| hidden(body(protocol, record, &arm.body, whole))).max().unwrap_or(Floats::None)
        }
        Wire::Family { family, .. } => family_floats(*family),
        Wire::Scalar { .. }
        | Wire::Chosen { .. }
        | Wire::Bits { .. }
        | Wire::Padding { .. }
        | Wire::Magic(_)
        | Wire::Bytes(_)
        | Wire::Text { .. }
        | Wire::Within { .. } => Floats::None,
    }
}

fn body(protocol: &Protocol, record: &Record, body: &[FieldId], whole: bool) -> Floats {
    let scope = record.scope(body);
    let fields = scope.iter().filter_map(|id| record.fields.get(id.0)).filter(|field| field.name.is_some());
    fields.map(|field| field_floats(protocol, record, field, whole)).max().unwrap_or(Floats::None)
}
