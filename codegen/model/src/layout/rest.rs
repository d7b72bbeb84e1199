//! Fields that take all that is left of their region.

use crate::model::{Extent, Family, FieldId, Protocol, Record, Wire};

/// The field of a body that may take the rest, as bytes up to the end of the region do, or a record that ends in some.
pub fn taker_of_rest(protocol: &Protocol, record: &Record, body: &[FieldId]) -> Option<FieldId> {
    body.iter().copied().find(|id| {
        let field = record.fields.get(id.0);
        field.is_some_and(|field| takes_rest(protocol, record, &field.wire))
    })
}

fn takes_rest(protocol: &Protocol, record: &Record, wire: &Wire) -> bool {
    match wire {
        Wire::Within { .. } => false,
        Wire::Record { record, .. } => protocol.records.get(record.0).is_some_and(|record| record.takes_rest),
        Wire::Family { family, .. } => protocol.families.get(family.0).is_some_and(|family| family.takes_rest),
        wire if matches!(wire.extent(), Some(Extent::Rest | Extent::AllBut(_))) => true,
        wire => wire.bodies().into_iter().any(|body| taker_of_rest(protocol, record, body).is_some()),
    }
}

/// Whether a message of a family may take the rest.
pub fn family_takes_rest(protocol: &Protocol, family: &Family) -> bool {
    let member = |id: usize| protocol.records.get(id).is_some_and(|record| record.takes_rest);
    family.open || family.members.iter().any(|one| member(one.record.0))
}
