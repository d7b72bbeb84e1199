//! Which values of the session have to be known to read or write a thing, itself or what stands inside of it.

use std::collections::BTreeSet;

use crate::model::{FamilyId, Item, Node, Protocol, RecordId, SessionId, Wire};

/// The values of the session that each record and family needs, in the order of their ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionNeeds {
    records: Vec<BTreeSet<SessionId>>,
    families: Vec<BTreeSet<SessionId>>,
}

impl SessionNeeds {
    /// Looks through a whole protocol.
    #[must_use]
    pub fn of(protocol: &Protocol) -> Self {
        let mut needs = Self {
            records: vec![BTreeSet::new(); protocol.records.len()],
            families: vec![BTreeSet::new(); protocol.families.len()],
        };
        for node in &protocol.order {
            match *node {
                Node::Record(id) => {
                    let fields = protocol.records.get(id.0).map(|record| record.fields.as_slice()).unwrap_or_default();
                    let mut found: BTreeSet<SessionId> = BTreeSet::new();
                    for field in fields {
                        found.extend(field.condition_needs());
                        found.extend(field.needs());
                        found.extend(needs.inside(&field.wire));
                    }
                    if let Some(slot) = needs.records.get_mut(id.0) {
                        *slot = found;
                    }
                }
                Node::Family(id) => {
                    let members = protocol.families.get(id.0).map(|family| family.members.as_slice());
                    let members = members.unwrap_or_default().iter();
                    let found = members.flat_map(|member| needs.record(member.record)).collect();
                    if let Some(slot) = needs.families.get_mut(id.0) {
                        *slot = found;
                    }
                }
            }
        }
        needs
    }

    /// What a record needs.
    pub fn record(&self, id: RecordId) -> impl Iterator<Item = SessionId> {
        self.records.get(id.0).into_iter().flatten().copied()
    }

    /// What a family needs.
    pub fn family(&self, id: FamilyId) -> impl Iterator<Item = SessionId> {
        self.families.get(id.0).into_iter().flatten().copied()
    }

    /// What the record or family that stands in a field needs.
    #[must_use]
    pub fn inside(&self, wire: &Wire) -> Vec<SessionId> {
        match wire {
            Wire::Record { record, .. }
            | Wire::List { item: Item::Record { record, .. }, .. }
            | Wire::Sparse { item: Item::Record { record, .. }, .. } => self.record(*record).collect(),
            Wire::Family { family, .. }
            | Wire::List { item: Item::Family { family, .. }, .. }
            | Wire::Sparse { item: Item::Family { family, .. }, .. } => self.family(*family).collect(),
            Wire::List { item: Item::Scalar { .. } | Item::Float { .. }, .. }
            | Wire::Sparse { item: Item::Scalar { .. } | Item::Float { .. }, .. }
            | Wire::Scalar { .. }
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
