//! Circles: which records and fields lead back to themselves through nested parts.

use crate::model::{Node, Protocol, Record, Wire};
use std::collections::BTreeSet;

/// The records and families in which nested parts of their own circle are, in them or in what they hold.
pub(super) fn recursive(protocol: &Protocol) -> BTreeSet<Node> {
    let mut found = BTreeSet::new();
    for node in &protocol.order {
        let leads =
            |record: &Record| record.fields.iter().any(|field| leads_back(protocol, &found, record, &field.wire));
        let is_recursive = match *node {
            Node::Record(id) => leads(&protocol.records[id.0]),
            Node::Family(id) => {
                let mut members = protocol.families[id.0].members.iter().map(|one| Node::Record(one.record));
                let circle = protocol.circle(*node);
                members.any(|member| found.contains(&member) && protocol.circle(member) == circle)
            }
        };
        if is_recursive {
            found.insert(*node);
        }
    }
    found
}

/// Whether nested parts of a record's circle are in a wire, without those in its fields.
pub(super) fn leads_back(protocol: &Protocol, recursive: &BTreeSet<Node>, record: &Record, wire: &Wire) -> bool {
    let is_own = |node: Node| record.circle.is_some() && protocol.circle(node) == record.circle.as_ref();
    let nested = wire.nested().and_then(|part| protocol.nested.get(part.0)).is_some_and(|node| is_own(*node));
    nested || wire.holds().is_some_and(|node| is_own(node) && recursive.contains(&node))
}
