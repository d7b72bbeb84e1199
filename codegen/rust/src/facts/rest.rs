//! The values that are asked whether they take all that is left of their region.

use crate::layout;
use crate::model::{Extent, FieldId, Node, Protocol, Record, Takes, Wire};
use std::collections::BTreeSet;

/// The records and families of which a writer asks some values, since these are elements of lists, or the ends of such.
pub fn asked(protocol: &Protocol) -> BTreeSet<Node> {
    let wires = protocol.records.iter().flat_map(|record| &record.fields).map(|field| &field.wire);
    let lists = wires.filter(|wire| wire.extent() == Some(&Extent::Rest)).filter_map(|wire| wire.item()?.holds());
    let (mut met, mut asked): (Vec<Node>, BTreeSet<Node>) = (lists.collect(), BTreeSet::new());
    while let Some(node) = met.pop() {
        if layout::node_takes_rest(protocol, node) == Takes::Sometimes && asked.insert(node) {
            match node {
                Node::Family(id) => {
                    met.extend(protocol.families[id.0].members.iter().map(|one| Node::Record(one.record)))
                }
                Node::Record(id) => met.extend(inside(protocol, &protocol.records[id.0], &protocol.records[id.0].body)),
            }
        }
    }
    asked
}

/// The records and families of which some values take all that is left.
pub fn takers(protocol: &Protocol) -> impl Iterator<Item = Node> {
    protocol.order.iter().copied().filter(|node| layout::node_takes_rest(protocol, *node) == Takes::Sometimes)
}

/// The records and families that a body may end in.
fn inside(protocol: &Protocol, record: &Record, body: &[FieldId]) -> Vec<Node> {
    let Some(id) = layout::taker_of_rest(protocol, record, body) else { return Vec::new() };
    match &record.fields[id.0].wire {
        Wire::Record { record, .. } => vec![Node::Record(*record)],
        Wire::Family { family, .. } => vec![Node::Family(*family)],
        Wire::Group { body, .. } => inside(protocol, record, body),
        Wire::Match { arms, .. } => arms.iter().flat_map(|arm| inside(protocol, record, &arm.body)).collect(),
        _ => Vec::new(),
    }
}
