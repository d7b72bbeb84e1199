//! Which values take all that is left of their region. Only the last element of a list may be one.

use crate::model::{Extent, Family, FieldId, Node, Protocol, Record, Takes, Wire};

/// The field of a body that may take the rest, as bytes up to the end of the region do, or a record that ends in some.
pub fn taker_of_rest(protocol: &Protocol, record: &Record, body: &[FieldId]) -> Option<FieldId> {
    body.iter().copied().find(|id| field_takes_rest(protocol, record, *id) != Takes::Never)
}

/// Which values of a body take the rest.
pub fn body_takes_rest(protocol: &Protocol, record: &Record, body: &[FieldId]) -> Takes {
    let Some(id) = taker_of_rest(protocol, record, body) else { return Takes::Never };
    match field_takes_rest(protocol, record, id) {
        Takes::Always if record.fields.get(id.0).is_some_and(|field| field.is_optional()) => Takes::Sometimes,
        takes => takes,
    }
}

/// Which values of a field take the rest, if it is present.
pub fn field_takes_rest(protocol: &Protocol, record: &Record, id: FieldId) -> Takes {
    match record.fields.get(id.0).map(|field| &field.wire) {
        Some(wire @ (Wire::Record { .. } | Wire::Family { .. })) => {
            wire.holds().map_or(Takes::Never, |node| node_takes_rest(protocol, node))
        }
        Some(Wire::Group { body, .. }) => body_takes_rest(protocol, record, body),
        Some(Wire::Match { arms, .. }) => {
            Takes::of_one(arms.iter().map(|arm| body_takes_rest(protocol, record, &arm.body)))
        }
        Some(wire) => match wire.extent() {
            Some(Extent::Rest | Extent::AllBut(_)) => Takes::Always,
            _ => Takes::Never,
        },
        None => Takes::Never,
    }
}

/// Which messages of a family take the rest: members, and unknown ones, which keep all bytes.
pub fn family_takes_rest(protocol: &Protocol, family: &Family) -> Takes {
    let members = family.members.iter().map(|member| node_takes_rest(protocol, Node::Record(member.record)));
    Takes::of_one(members.chain(family.open.then_some(Takes::Always)))
}

/// Which values of a record or family take the rest.
pub fn node_takes_rest(protocol: &Protocol, node: Node) -> Takes {
    let takes = match node {
        Node::Record(id) => protocol.records.get(id.0).map(|record| record.takes_rest),
        Node::Family(id) => protocol.families.get(id.0).map(|family| family.takes_rest),
    };
    takes.unwrap_or(Takes::Never)
}
