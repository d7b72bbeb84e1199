//! Which values take all that is left of their region: only the last element of a list may be one.

use crate::facts::scopes::is_option;
use crate::layout;
use crate::model::{Extent, FamilyId, FieldId, Item, Node, Protocol, Record, RecordId, Wire};
use std::collections::BTreeSet;

/// Which values of a type take the rest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Takes {
    /// No value, or there are none.
    #[default]
    Never,
    /// Some values.
    Sometimes,
    /// All values.
    Always,
}

impl Takes {
    /// Of a value that is one of several.
    fn of_one(mut all: impl Iterator<Item = Self>) -> Self {
        let first = all.next().unwrap_or_default();
        if all.all(|other| other == first) { first } else { Self::Sometimes }
    }
}

/// What the records and families of a protocol take.
#[derive(Debug, Clone, Default)]
pub struct Rest {
    records: Vec<Takes>,
    families: Vec<Takes>,
    /// Those of which a writer asks a value, since it is an element, or the end of one.
    asked: BTreeSet<Node>,
}

impl Rest {
    /// In the order in which each contains earlier ones.
    pub fn of(protocol: &Protocol) -> Self {
        let (records, families) =
            (vec![Takes::Never; protocol.records.len()], vec![Takes::Never; protocol.families.len()]);
        let mut rest = Self { records, families, asked: BTreeSet::new() };
        for node in &protocol.order {
            match *node {
                Node::Record(id) => {
                    let record = &protocol.records[id.0];
                    rest.records[id.0] = rest.body(protocol, record, &record.body);
                }
                Node::Family(id) => {
                    let family = &protocol.families[id.0];
                    let members = family.members.iter().map(|member| rest.record(member.record));
                    rest.families[id.0] = Takes::of_one(members.chain(family.open.then_some(Takes::Always)));
                }
            }
        }
        let lists = protocol.records.iter().flat_map(|record| &record.fields).filter_map(|field| match &field.wire {
            Wire::List { item: Item::Record { record, .. }, extent: Extent::Rest } => Some(Node::Record(*record)),
            Wire::List { item: Item::Family { family, .. }, extent: Extent::Rest } => Some(Node::Family(*family)),
            _ => None,
        });
        let mut met: Vec<Node> = lists.collect();
        while let Some(node) = met.pop() {
            if rest.node(node) == Takes::Sometimes && rest.asked.insert(node) {
                met.extend(inside(protocol, node));
            }
        }
        rest
    }

    /// Which values of a record take the rest.
    pub fn record(&self, id: RecordId) -> Takes {
        self.records[id.0]
    }

    /// Which messages of a family take the rest.
    pub fn family(&self, id: FamilyId) -> Takes {
        self.families[id.0]
    }

    fn node(&self, node: Node) -> Takes {
        match node {
            Node::Record(id) => self.record(id),
            Node::Family(id) => self.family(id),
        }
    }

    /// Whether a writer asks a value whether it takes the rest.
    pub fn is_asked(&self, node: Node) -> bool {
        self.asked.contains(&node)
    }

    /// Which values of a body take the rest.
    pub fn body(&self, protocol: &Protocol, record: &Record, body: &[FieldId]) -> Takes {
        let Some(id) = layout::taker_of_rest(protocol, record, body) else { return Takes::Never };
        match self.field(protocol, record, id) {
            Takes::Always if is_option(&record.fields[id.0]) => Takes::Sometimes,
            takes => takes,
        }
    }

    /// Which values of a field take the rest, if it is present.
    pub fn field(&self, protocol: &Protocol, record: &Record, id: FieldId) -> Takes {
        match &record.fields[id.0].wire {
            Wire::Record { record, .. } => self.record(*record),
            Wire::Family { family, .. } => self.family(*family),
            Wire::Group { body, .. } => self.body(protocol, record, body),
            Wire::Match { arms, .. } => Takes::of_one(arms.iter().map(|arm| self.body(protocol, record, &arm.body))),
            wire => match wire.extent() {
                Some(Extent::Rest | Extent::AllBut(_)) => Takes::Always,
                _ => Takes::Never,
            },
        }
    }
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
        wire => wire.bodies().into_iter().flat_map(|body| inside_body(protocol, record, body)).collect(),
    }
}
