//! Whether emitted types borrow: plain values of what the user hands them, views of the packet.

use super::super::scope::{Place, Scope};
use crate::layout;
use crate::model::{Family, Field, Item, Scalar, Wire};

/// Whether a field's plain type borrows.
pub(in crate::emit::rust) fn field_borrows(scope: &Scope<'_>, field: &Field) -> bool {
    layout::field_borrows(scope.protocol(), scope.record, field)
}

/// Whether a scope's plain type borrows.
pub(in crate::emit::rust) fn borrows(scope: &Scope<'_>) -> bool {
    scope.body.iter().any(|id| field_borrows(scope, scope.field(*id)))
}

/// Whether a scope's view borrows: it keeps a stretch of the packet.
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
        Wire::List { item, extent } if layout::is_array(extent) => match item {
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

/// Whether a family's plain type borrows.
pub(in crate::emit::rust) fn family_borrows(place: &Place<'_>, family: &Family) -> bool {
    family.open
        || family.members.iter().any(|member| layout::borrows(place.protocol, &place.protocol.records[member.record.0]))
}
