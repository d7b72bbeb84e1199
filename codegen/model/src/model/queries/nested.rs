//! Sets of items in nested records and families, at any depth: the only walk through them.
//!
//! Records and families are visited in dependency order, so the sets of nested ones are known.

use crate::model::{Checksum, FamilyId, HookId, Item, Node, Protocol, Record, RecordId, Wire};
use std::collections::BTreeSet;

/// The items of each record and family, its own and those of nested ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nested<T> {
    records: Vec<BTreeSet<T>>,
    families: Vec<BTreeSet<T>>,
    /// The empty set, of wires without a nested record or family.
    empty: BTreeSet<T>,
}

impl<T> Default for Nested<T> {
    fn default() -> Self {
        Self { records: Vec::new(), families: Vec::new(), empty: BTreeSet::new() }
    }
}

impl<T: Ord + Copy> Nested<T> {
    /// Collects the items of a protocol, as far as it is complete. `own` gives a record's own items.
    pub fn of(protocol: &Protocol, own: impl Fn(&Record) -> BTreeSet<T>) -> Self {
        let own = |node| match node {
            Node::Record(RecordId(id)) => protocol.records.get(id).map(&own).unwrap_or_default(),
            Node::Family(_) => BTreeSet::new(),
        };
        Self::of_nodes(protocol, own, |_, _| true)
    }

    /// The same, with own items of families, and only through fields for which `counts` holds.
    pub(super) fn of_nodes(
        protocol: &Protocol,
        own: impl Fn(Node) -> BTreeSet<T>,
        counts: impl Fn(&Record, &Wire) -> bool,
    ) -> Self {
        let mut inside = Self::empty(protocol);
        // Most protocols have no such items.
        if protocol.order.iter().all(|node| own(*node).is_empty()) {
            return inside;
        }
        for node in &protocol.order {
            let mut found = own(*node);
            match *node {
                Node::Record(id) => {
                    let record = &protocol.records[id.0];
                    let wires = record.fields.iter().map(|field| &field.wire).filter(|wire| counts(record, wire));
                    found.extend(wires.flat_map(|wire| inside.wire(wire)));
                }
                Node::Family(id) => {
                    let members = &protocol.families[id.0].members;
                    found.extend(members.iter().flat_map(|member| inside.record(member.record)));
                }
            }
            inside.add(*node, found);
        }
        inside
    }

    /// Empty sets.
    pub(super) fn empty(protocol: &Protocol) -> Self {
        Self {
            records: vec![BTreeSet::new(); protocol.records.len()],
            families: vec![BTreeSet::new(); protocol.families.len()],
            empty: BTreeSet::new(),
        }
    }

    /// Adds items to a record or family.
    pub(super) fn add(&mut self, node: Node, more: impl IntoIterator<Item = T>) {
        match node {
            Node::Record(id) => self.records[id.0].extend(more),
            Node::Family(id) => self.families[id.0].extend(more),
        }
    }

    /// The items of a record.
    pub fn record(&self, id: RecordId) -> &BTreeSet<T> {
        self.records.get(id.0).unwrap_or(&self.empty)
    }

    /// The items of a family's messages.
    pub fn family(&self, id: FamilyId) -> &BTreeSet<T> {
        self.families.get(id.0).unwrap_or(&self.empty)
    }

    /// The items of a list's elements.
    pub fn item(&self, item: &Item) -> &BTreeSet<T> {
        item.holds().map_or(&self.empty, |node| self.node(node))
    }

    /// The items of the record or family in a field.
    pub fn wire(&self, wire: &Wire) -> &BTreeSet<T> {
        wire.holds().map_or(&self.empty, |node| self.node(node))
    }

    /// The items of a record or family.
    pub fn node(&self, node: Node) -> &BTreeSet<T> {
        match node {
            Node::Record(id) => self.record(id),
            Node::Family(id) => self.family(id),
        }
    }
}

/// The hooks that are needed to verify or write each record and family.
pub fn nested_hooks(protocol: &Protocol) -> Nested<HookId> {
    Nested::of(protocol, |record| record.checksums.iter().filter_map(Checksum::hook).map(|(hook, _)| hook).collect())
}

/// The records and families with streams, whose messages are read when they are reached: their set has the item `()`.
pub fn nested_streams(protocol: &Protocol) -> Nested<()> {
    Nested::of(protocol, |record| record.fields.iter().filter_map(|field| field.wire.stream().map(drop)).collect())
}
