//! What stands inside of records and families, however deep: the one walk for every question of that kind.
//!
//! Records and families are gone through in the order in which they refer to each other, so what is asked of one is known
//! of all that stand in it.

use std::collections::BTreeSet;

use crate::model::{Checksum, Extent, FamilyId, HookId, Item, Node, Protocol, Record, RecordId, Wire};

/// What each record and family has, itself or in what stands inside of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inside<T> {
    records: Vec<BTreeSet<T>>,
    families: Vec<BTreeSet<T>>,
    /// What anything has that holds neither.
    nothing: BTreeSet<T>,
}

impl<T> Default for Inside<T> {
    fn default() -> Self {
        Self { records: Vec::new(), families: Vec::new(), nothing: BTreeSet::new() }
    }
}

impl<T: Ord + Copy> Inside<T> {
    /// Looks through a whole protocol, as far as it is complete; `own` is what a record has without what stands in it.
    #[must_use]
    pub fn of(protocol: &Protocol, own: impl Fn(&Record) -> BTreeSet<T>) -> Self {
        let own = |node| match node {
            Node::Record(RecordId(id)) => protocol.records.get(id).map(&own).unwrap_or_default(),
            Node::Family(_) => BTreeSet::new(),
        };
        Self::of_nodes(protocol, own, |_, _| true)
    }

    /// The same, of what families have by themselves too, and only of those fields that count.
    pub(super) fn of_nodes(
        protocol: &Protocol,
        own: impl Fn(Node) -> BTreeSet<T>,
        counts: impl Fn(&Record, &Wire) -> bool,
    ) -> Self {
        let mut inside = Self::nothing(protocol);
        // Most protocols have nothing of what is asked for.
        if protocol.order.iter().all(|node| own(*node).is_empty()) {
            return inside;
        }
        for node in &protocol.order {
            let mut found = own(*node);
            match *node {
                Node::Record(id) => {
                    let Some(record) = protocol.records.get(id.0) else { continue };
                    let wires = record.fields.iter().map(|field| &field.wire).filter(|wire| counts(record, wire));
                    found.extend(wires.flat_map(|wire| inside.wire(wire)));
                }
                Node::Family(id) => {
                    let members = protocol.families.get(id.0).map(|family| family.members.as_slice());
                    let members = members.unwrap_or_default().iter();
                    found.extend(members.flat_map(|member| inside.record(member.record)));
                }
            }
            inside.add(*node, found);
        }
        inside
    }

    /// Nothing has anything.
    pub(super) fn nothing(protocol: &Protocol) -> Self {
        Self {
            records: vec![BTreeSet::new(); protocol.records.len()],
            families: vec![BTreeSet::new(); protocol.families.len()],
            nothing: BTreeSet::new(),
        }
    }

    /// Adds to what a record or family has.
    pub(super) fn add(&mut self, node: Node, more: impl IntoIterator<Item = T>) {
        let slot = match node {
            Node::Record(id) => self.records.get_mut(id.0),
            Node::Family(id) => self.families.get_mut(id.0),
        };
        if let Some(slot) = slot {
            slot.extend(more);
        }
    }

    /// What a record has.
    #[must_use]
    pub fn record(&self, id: RecordId) -> &BTreeSet<T> {
        self.records.get(id.0).unwrap_or(&self.nothing)
    }

    /// What the messages of a family have.
    #[must_use]
    pub fn family(&self, id: FamilyId) -> &BTreeSet<T> {
        self.families.get(id.0).unwrap_or(&self.nothing)
    }

    /// What the elements of a list have.
    #[must_use]
    pub fn item(&self, item: &Item) -> &BTreeSet<T> {
        item.holds().map_or(&self.nothing, |node| self.node(node))
    }

    /// What the record or family has that stands in a field.
    #[must_use]
    pub fn wire(&self, wire: &Wire) -> &BTreeSet<T> {
        wire.holds().map_or(&self.nothing, |node| self.node(node))
    }

    /// What a record or family has.
    pub(super) fn node(&self, node: Node) -> &BTreeSet<T> {
        match node {
            Node::Record(id) => self.record(id),
            Node::Family(id) => self.family(id),
        }
    }
}

/// Which functions of the program have to be known to verify or write a thing.
#[must_use]
pub fn hooks_inside(protocol: &Protocol) -> Inside<HookId> {
    Inside::of(protocol, |record| record.checksums.iter().filter_map(Checksum::hook).map(|(hook, _)| hook).collect())
}

/// Which things hold messages that are read when they are reached. Those have what is always the same.
#[must_use]
pub fn streams_inside(protocol: &Protocol) -> Inside<()> {
    let is_stream = |wire: &Wire| matches!(wire, Wire::List { item: Item::Family { .. }, extent: Extent::Rest });
    Inside::of(protocol, |record| record.fields.iter().filter(|field| is_stream(&field.wire)).map(|_| ()).collect())
}
