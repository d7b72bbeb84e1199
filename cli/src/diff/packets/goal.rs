//! The place at which a proof ends: packets in which it occurs are the ones to try.

use std::collections::HashSet;
use std::ptr;

use wireform_build::model::{Field, FieldId, Interval, Node, Protocol, Record, RecordId, Wire};

use crate::diff::proof::At;

/// A field of a record, and all records and families that may have it in them.
pub struct Goal<'p> {
    field: Option<&'p Field>,
    numbers: Vec<Interval>,
    nodes: HashSet<Node>,
}

impl<'p> Goal<'p> {
    /// The way to a place.
    pub fn new(protocol: &'p Protocol, at: &At) -> Self {
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
        let record = protocol.records.get(at.record.0);
        let field = at.field.and_then(|field| record?.fields.get(field.0));
        Self { field, numbers: at.numbers.clone(), nodes }
    }

    /// Whether a record may have it in it.
    pub fn in_record(&self, id: RecordId) -> bool {
        self.nodes.contains(&Node::Record(id))
    }

    /// Whether a field of the protocol is it or may have it in it.
    pub fn in_field(&self, record: &Record, field: &Field) -> bool {
        self.is(field) || self.in_wire(record, &field.wire)
    }

    fn is(&self, field: &Field) -> bool {
        self.field.is_some_and(|it| ptr::eq(it, field))
    }

    fn in_wire(&self, record: &Record, wire: &Wire) -> bool {
        let held = wire.holds().is_some_and(|held| self.nodes.contains(&held));
        held || wire.bodies().into_iter().any(|body| self.in_body(record, body))
    }

    /// Whether some field of a body may have it in it.
    pub fn in_body(&self, record: &Record, body: &[FieldId]) -> bool {
        body.iter().filter_map(|id| record.fields.get(id.0)).any(|field| self.in_field(record, field))
    }

    /// The numbers of a field that are looked for.
    pub fn numbers(&self, field: &Field) -> &[Interval] {
        if self.is(field) { &self.numbers } else { &[] }
    }
}
