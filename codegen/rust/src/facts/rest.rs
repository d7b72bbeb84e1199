//! The values that are asked whether they take all that is left of their region.

use crate::layout;
use crate::model::{Extent, FieldId, Item, Node, Protocol, Record, Takes, Wire};
use std::collections::BTreeSet;

/// The records and families of which a writer asks some values, since these are elements of lists, or the ends of such.
pub fn asked(protocol: &Protocol) -> BTreeSet<Node> {
    let lists = protocol.records.iter().flat_map(|record| &record.fields).filter_map(|field| match &field.wire {
        Wire::List { item: Item::Record { record, .. }, extent: Extent::Rest } => Some(Node::Record(*record)),
        Wire::List { item: Item::Family { family, .. }, extent: Extent::Rest } => Some(Node::Family(*family)),
        _ => None,
    });
    let (mut met, mut asked): (Vec<Node>, BTreeSet<Node>) = (lists.collect(), BTreeSet::new());
    while let Some(node) = met.pop() {
        let takes = match node {
            Node::Record(id) => protocol.records[id.0].takes_rest,
            Node::Family(id) => protocol.families[id.0].takes_rest,
        };
        if takes == Takes::Sometimes && asked.insert(node) {
            met.extend(inside(protocol, node));
        }
    }
    asked
}

/// The records and families that a value may end in.
fn inside(protocol: &Protocol, node: Node) -> Vec<Node> {
    match node {
        Node::Family(id) => protocol.families[id.0].members.iter().map(|member| Node::Record(member.record)).collect(),
        Node::Record(id) => {
            let record = &protocol.records[id.0];
            inside_body(protocol, record, &record.body)
        }
    }
}

fn inside_body(protocol: &Protocol, record: &Record, body: &[FieldId]) -> Vec<Node> {
    let Some(id) = layout::taker_of_rest(protocol, record, body) else { return Vec::new() };
    match &record.fields[id.0].wire {
        Wire::Record { record, .. } => vec![Node::Record(*record)],
        Wire::Family { family, .. } => vec![Node::Family(*family)],
        Wire::Group { body, .. } => inside_body(protocol, record, body),
        Wire::Match { arms, .. } => arms.iter().flat_map(|arm| inside_body(protocol, record, &arm.body)).collect(),
        _ => Vec::new(),
    }
}
