//! Nested items of records: structs, families and types of numbers by which a record changes without a change of its own.

use std::collections::BTreeSet;

use wireform_build::model::{Carrier, Item, Node, Protocol, Record, RecordId, Scalar, Value};

use crate::target::full_name;

/// The names of all items in the records and families of a protocol, at any depth.
pub struct Uses<'p> {
    protocol: &'p Protocol,
    records: Vec<BTreeSet<String>>,
    families: Vec<BTreeSet<String>>,
}

impl<'p> Uses<'p> {
    /// Collects the items of a protocol.
    pub fn of(protocol: &'p Protocol) -> Self {
        let none = |len: usize| vec![BTreeSet::new(); len];
        let mut uses =
            Self { protocol, records: none(protocol.records.len()), families: none(protocol.families.len()) };
        // A record follows those that it contains, but for nested ones, which may be later and contain it.
        while uses.have_more(protocol.order.iter()) && uses.have_more(protocol.order.iter().rev()) {}
        uses
    }

    /// Collects the items once more, in this order, and says whether some were not known before.
    fn have_more(&mut self, order: impl Iterator<Item = &'p Node>) -> bool {
        let protocol = self.protocol;
        let mut more = false;
        for node in order {
            let (found, slot) = match *node {
                Node::Record(id) => {
                    let found = protocol.records.get(id.0).map(|record| self.in_record(record)).unwrap_or_default();
                    (found, self.records.get_mut(id.0))
                }
                Node::Family(id) => {
                    let members =
                        protocol.families.get(id.0).map(|family| family.members.as_slice()).unwrap_or_default();
                    let found = members.iter().flat_map(|member| self.node(Node::Record(member.record))).collect();
                    (found, self.families.get_mut(id.0))
                }
            };
            if let Some(slot) = slot.filter(|slot| **slot != found) {
                *slot = found;
                more = true;
            }
        }
        more
    }

    /// The items in a record.
    pub fn record(&self, id: RecordId) -> &BTreeSet<String> {
        static NONE: BTreeSet<String> = BTreeSet::new();
        self.records.get(id.0).unwrap_or(&NONE)
    }

    /// The items in a family.
    pub fn family(&self, id: usize) -> &BTreeSet<String> {
        static NONE: BTreeSet<String> = BTreeSet::new();
        self.families.get(id).unwrap_or(&NONE)
    }

    /// A nested record or family, and what is in it.
    fn node(&self, node: Node) -> BTreeSet<String> {
        match node {
            Node::Record(id) => {
                let name = full_name(self.protocol, id);
                self.record(id).iter().cloned().chain([name]).collect()
            }
            Node::Family(id) => {
                let name = self.protocol.families.get(id.0).map(|family| family.name.clone());
                self.family(id.0).iter().cloned().chain(name).collect()
            }
        }
    }

    fn in_record(&self, record: &Record) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for field in &record.fields {
            if let Some(node) = self.protocol.inside(&field.wire) {
                found.extend(self.node(node));
            }
            if let Some(Item::Scalar { scalar, value }) = field.wire.item() {
                found.extend(self.value(*value));
                found.extend(self.scalar(*scalar));
            }
            found.extend(field.wire.scalar().and_then(|scalar| self.scalar(scalar)));
            let forms = field.wire.forms().iter().filter_map(|form| form.scalar);
            found.extend(forms.filter_map(|scalar| self.scalar(scalar)));
        }
        found.extend(record.cells.iter().flat_map(|cell| self.value(cell.value)));
        found.extend(record.message_code().and_then(|code| self.scalar(code.scalar)));
        found
    }

    fn scalar(&self, scalar: Scalar) -> Option<String> {
        let Scalar::Varint(id) = scalar else { return None };
        self.protocol.varints.get(id.0).map(|varint| varint.name.clone())
    }

    fn value(&self, value: Value) -> BTreeSet<String> {
        let Some(declared) = self.protocol.declared(value) else { return BTreeSet::new() };
        let mut found = BTreeSet::from([declared.name.to_owned()]);
        if let Carrier::Scalar(scalar) = declared.carrier {
            found.extend(self.scalar(scalar));
        }
        if let Value::Bits(id) = value {
            let parts = self.protocol.bits.get(id.0).map(|bits| bits.parts.as_slice()).unwrap_or_default();
            found.extend(parts.iter().flat_map(|part| self.value(part.value)));
        }
        found
    }
}
