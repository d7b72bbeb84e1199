//! Borrowing of emitted types: values borrow from the user's data, views from the packet.

use super::super::scope::{Place, Scope};
use crate::layout;
use crate::model::{Family, Field, FieldId, Item, Record, Scalar, Wire};

/// Whether a record's value borrows: it has text, or bytes or a list of variable length. Inner records are looked up in
/// the facts.
pub(in crate::emit::rust) fn record_borrows(place: &Place<'_>, record: &Record) -> bool {
    body_borrows(place, record, &record.body)
}

/// Whether a field's value borrows.
pub(in crate::emit::rust) fn field_borrows(scope: &Scope<'_>, field: &Field) -> bool {
    holds_borrowed(&scope.place, scope.record, field)
}

fn holds_borrowed(place: &Place<'_>, record: &Record, field: &Field) -> bool {
    field.name.is_some()
        && match &field.wire {
            Wire::Scalar { .. }
            | Wire::Chosen { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Magic(_)
            | Wire::Within { .. } => false,
            Wire::Bytes(extent) => !layout::is_array(extent),
            Wire::Text { .. } => true,
            Wire::Group { body, .. } => body_borrows(place, record, body),
            Wire::Record { record, .. } => place.facts.borrows(*record),
            Wire::Family { family, .. } => family_borrows(place, &place.protocol.families[family.0]),
            Wire::List { item, extent } => {
                !layout::is_array_of(place.protocol, item, extent) || item_borrows(place, item)
            }
            Wire::Sparse { item, .. } => item_borrows(place, item),
            Wire::Match { arms, .. } => arms.iter().any(|arm| body_borrows(place, record, &arm.body)),
        }
}

fn body_borrows(place: &Place<'_>, record: &Record, body: &[FieldId]) -> bool {
    record.scope(body).iter().any(|id| holds_borrowed(place, record, &record.fields[id.0]))
}

fn item_borrows(place: &Place<'_>, item: &Item) -> bool {
    match item {
        Item::Scalar { .. } | Item::Float { .. } => false,
        Item::Record { record, .. } => place.facts.borrows(*record),
        Item::Family { family, .. } => family_borrows(place, &place.protocol.families[family.0]),
    }
}

/// Whether a scope's value borrows.
pub(in crate::emit::rust) fn borrows(scope: &Scope<'_>) -> bool {
    scope.body.iter().any(|id| field_borrows(scope, scope.field(*id)))
}

/// Whether a scope's view borrows: it stores a segment of the packet.
pub(in crate::emit::rust) fn view_borrows(scope: &Scope<'_>) -> bool {
    scope.is_root || scope.body.iter().any(|id| view_borrows_field(scope, scope.field(*id)))
}

pub(super) fn view_borrows_field(scope: &Scope<'_>, field: &Field) -> bool {
    match &field.wire {
        Wire::Group { .. } => scope.shows(field) && scope.child_of(field).is_some_and(|child| view_borrows(&child)),
        Wire::Match { arms, .. } => arms.iter().any(|arm| {
            let fields = scope.record.scope(&arm.body);
            fields.iter().any(|id| view_borrows_field(scope, scope.field(*id)))
        }),
        Wire::Scalar { scalar, .. } => scope.shows(field) && matches!(scalar, Scalar::Int { .. }),
        Wire::Bits { carrier, .. } => field.shows_carrier() && matches!(carrier, Scalar::Int { .. }),
        Wire::Chosen { .. } | Wire::Padding { .. } | Wire::Magic(_) | Wire::Within { .. } => false,
        Wire::Bytes(_) if field.name.is_none() => false,
        Wire::List { item, extent } if layout::is_array_of(scope.protocol(), item, extent) => match item {
            Item::Scalar { .. } | Item::Float { .. } => false,
            Item::Record { .. } | Item::Family { .. } => field_borrows(scope, field),
        },
        Wire::Float { .. }
        | Wire::Bytes(_)
        | Wire::Text { .. }
        | Wire::Record { .. }
        | Wire::Family { .. }
        | Wire::List { .. }
        | Wire::Sparse { .. } => true,
    }
}

/// Whether a family's value borrows. (An unknown message is stored as bytes.)
pub(in crate::emit::rust) fn family_borrows(place: &Place<'_>, family: &Family) -> bool {
    family.open || family.members.iter().any(|member| place.facts.borrows(member.record))
}

#[cfg(test)]
mod tests {
    /// Whether the value of `S` borrows.
    fn borrows(items: &str) -> bool {
        let schema = format!("protocol p {{ byte_order: little }} {items}");
        let compiled = crate::load_text("p.wire", schema).unwrap();
        let rust = crate::rust(&compiled.schema, &crate::Options::default());
        assert!(rust.contains("pub struct S"), "{rust}");
        rust.contains("pub struct S < 'a >")
    }

    #[test]
    fn fields_of_fixed_length_are_owned() {
        assert!(!borrows("struct S { a: u8, b: [u16; 3], c: bytes[4], g: { f: f32 } }"));
        assert!(!borrows("struct T { a: u8 } struct S { ts: [T; 2], x: match u8 { 0 => A: T, 1 => B: u8 } }"));
    }

    #[test]
    fn text_and_variable_lengths_are_borrowed_at_any_depth() {
        assert!(borrows("struct S { t: utf8[4] }"));
        assert!(borrows("struct T { t: [u8; u8] } struct S { ts: [T; 2] }"));
        assert!(borrows("struct T { t: [u8; u8] } struct U { t: T } struct S { g: { u: U } }"));
        assert!(borrows("struct S { x: match u8 { 0 => A: u8, 1 => B: bytes[u8] } }"));
        assert!(borrows("family F: u8 { message A = 1 { a: u8 } message B = 2 { b: bytes[..] } } struct S { f: F }"));
    }
}
