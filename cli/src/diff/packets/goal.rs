//! The place at which a proof ends: packets in which it occurs are the ones to try.

use std::collections::HashSet;

use wireform_build::model::{FieldId, Interval, Node, Protocol, Record, RecordId, Wire};

use crate::diff::proof::At;

/// A field of a record, and all records and families that may have it in them.
pub struct Goal {
    at: At,
    nodes: HashSet<Node>,
}

impl Goal {
    /// The way to a place.
    pub fn new(protocol: &Protocol, at: &At) -> Self {
        let mut nodes = HashSet::from([Node::Record(at.record)]);
        // A record follows those that it contains.
        for node in &protocol.order {
            let leads = match *node {
                Node::Record(id) => protocol.records.get(id.0).is_some_and(|record| {
                    let mut held = record.fields.iter().filter_map(|field| field.wire.holds());
                    held.any(|held| nodes.contains(&held))
                }),
                Node::Family(id) => protocol.families.get(id.0).is_some_and(|family| {
                    family.members.iter().any(|member| nodes.contains(&Node::Record(member.record)))
                }),
            };
            if leads {
                nodes.insert(*node);
            }
        }
        Self { at: at.clone(), nodes }
    }

    /// Whether a record may have it in it.
    pub fn in_record(&self, id: RecordId) -> bool {
        self.nodes.contains(&Node::Record(id))
    }

    /// Whether a field is it or may have it in it.
    pub fn in_field(&self, id: RecordId, record: &Record, field: FieldId) -> bool {
        let is_it = self.at.record == id && self.at.field == Some(field);
        is_it || record.fields.get(field.0).is_some_and(|field| self.in_wire(id, record, &field.wire))
    }

    fn in_wire(&self, id: RecordId, record: &Record, wire: &Wire) -> bool {
        let held = wire.holds().is_some_and(|held| self.nodes.contains(&held));
        held || wire.bodies().into_iter().any(|body| self.in_body(id, record, body))
    }

    /// Whether some field of a body may have it in it.
    pub fn in_body(&self, id: RecordId, record: &Record, body: &[FieldId]) -> bool {
        body.iter().any(|field| self.in_field(id, record, *field))
    }

    /// The numbers of a field that are looked for.
    pub fn numbers(&self, id: RecordId, field: FieldId) -> &[Interval] {
        if self.at.record == id && self.at.field == Some(field) { &self.at.numbers } else { &[] }
    }
}
