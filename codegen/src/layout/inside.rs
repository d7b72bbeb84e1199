//! What stands inside of records and families, however deep: the one walk for every question of that kind.
//!
//! Records and families are gone through in the order in which they refer to each other, so what is asked of one is known
//! of all that stand in it.

use std::collections::BTreeSet;

use crate::model::{Checksum, Extent, FamilyId, HookId, Item, Node, Protocol, Record, RecordId, SessionId, Wire};

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
        let mut inside = Self {
            records: vec![BTreeSet::new(); protocol.records.len()],
            families: vec![BTreeSet::new(); protocol.families.len()],
            nothing: BTreeSet::new(),
        };
        for node in &protocol.order {
            match *node {
                Node::Record(id) => {
                    let Some(record) = protocol.records.get(id.0) else { continue };
                    let mut found = own(record);
                    found.extend(record.fields.iter().flat_map(|field| inside.wire(&field.wire)));
                    if let Some(slot) = inside.records.get_mut(id.0) {
                        *slot = found;
                    }
                }
                Node::Family(id) => {
                    let members = protocol.families.get(id.0).map(|family| family.members.as_slice());
                    let members = members.unwrap_or_default().iter();
                    let found = members.flat_map(|member| inside.record(member.record)).copied().collect();
                    if let Some(slot) = inside.families.get_mut(id.0) {
                        *slot = found;
                    }
                }
            }
        }
        inside
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
        self.node(item.holds())
    }

    /// What the record or family has that stands in a field.
    #[must_use]
    pub fn wire(&self, wire: &Wire) -> &BTreeSet<T> {
        self.node(wire.holds())
    }

    fn node(&self, node: Option<Node>) -> &BTreeSet<T> {
        match node {
            Some(Node::Record(id)) => self.record(id),
            Some(Node::Family(id)) => self.family(id),
            None => &self.nothing,
        }
    }
}

/// Which functions of the program have to be known to verify or write a thing.
#[must_use]
pub fn hooks_inside(protocol: &Protocol) -> Inside<HookId> {
    Inside::of(protocol, |record| record.checksums.iter().filter_map(Checksum::hook).map(|(hook, _)| hook).collect())
}

/// Which values of the session have to be known to read or write a thing.
#[must_use]
pub fn sessions_inside(protocol: &Protocol) -> Inside<SessionId> {
    Inside::of(protocol, |record| {
        record.fields.iter().flat_map(|field| field.condition_needs().into_iter().chain(field.needs())).collect()
    })
}

/// Which things hold messages that are read when they are reached. Those have what is always the same.
#[must_use]
pub fn streams_inside(protocol: &Protocol) -> Inside<()> {
    let is_stream = |wire: &Wire| matches!(wire, Wire::List { item: Item::Family { .. }, extent: Extent::Rest });
    Inside::of(protocol, |record| record.fields.iter().filter(|field| is_stream(&field.wire)).map(|_| ()).collect())
}
