//! Which functions of the program have to be known to verify or write a thing, itself or what stands inside of it.

use std::collections::BTreeSet;

use crate::model::{Checksum, FamilyId, HookId, Item, Node, Protocol, RecordId, Wire};

/// The hooks of each record and family, in the order of their ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HooksInside {
    records: Vec<BTreeSet<HookId>>,
    families: Vec<BTreeSet<HookId>>,
}

impl HooksInside {
    /// Looks through a whole protocol, as far as it is complete.
    #[must_use]
    pub fn of(protocol: &Protocol) -> Self {
        let mut inside = Self {
            records: vec![BTreeSet::new(); protocol.records.len()],
            families: vec![BTreeSet::new(); protocol.families.len()],
        };
        for node in &protocol.order {
            match *node {
                Node::Record(id) => {
                    let Some(record) = protocol.records.get(id.0) else { continue };
                    let own = record.checksums.iter().filter_map(Checksum::hook).map(|(hook, _)| hook);
                    let found = own.chain(record.fields.iter().flat_map(|field| inside.inside(&field.wire))).collect();
                    if let Some(slot) = inside.records.get_mut(id.0) {
                        *slot = found;
                    }
                }
                Node::Family(id) => {
                    let members = protocol.families.get(id.0).map(|family| family.members.as_slice());
                    let members = members.unwrap_or_default().iter();
                    let found = members.flat_map(|member| inside.record(member.record)).collect();
                    if let Some(slot) = inside.families.get_mut(id.0) {
                        *slot = found;
                    }
                }
            }
        }
        inside
    }

    /// Those of a record.
    #[must_use]
    pub fn record(&self, id: RecordId) -> Vec<HookId> {
        self.records.get(id.0).into_iter().flatten().copied().collect()
    }

    /// Those of a family.
    #[must_use]
    pub fn family(&self, id: FamilyId) -> Vec<HookId> {
        self.families.get(id.0).into_iter().flatten().copied().collect()
    }

    /// Those of the elements of a list.
    #[must_use]
    pub fn item(&self, item: &Item) -> Vec<HookId> {
        match item {
            Item::Record { record, .. } => self.record(*record),
            Item::Family { family, .. } => self.family(*family),
            Item::Scalar { .. } | Item::Float { .. } => Vec::new(),
        }
    }

    /// Those of the record or family that stands in a field.
    #[must_use]
    pub fn inside(&self, wire: &Wire) -> Vec<HookId> {
        match wire {
            Wire::Record { record, .. } => self.record(*record),
            Wire::Family { family, .. } => self.family(*family),
            Wire::List { item, .. } | Wire::Sparse { item, .. } => self.item(item),
            Wire::Scalar { .. }
            | Wire::Chosen { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Magic(_)
            | Wire::Bytes(_)
            | Wire::Text { .. }
            | Wire::Group { .. }
            | Wire::Within { .. }
            | Wire::Match { .. } => Vec::new(),
        }
    }
}
