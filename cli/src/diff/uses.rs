//! Nested items of records: structs, families and types of numbers by which a record changes without a change of its own.

use std::collections::{BTreeSet, HashSet};

use wireform_build::model::{Carrier, Item, Node, Protocol, Record, Scalar, Value};

use crate::target::full_name;

/// The items in the records and families of a protocol.
pub struct Uses<'p>(pub &'p Protocol);

impl Uses<'_> {
    /// The names of all items in a record or a family, at any depth.
    pub fn inside(&self, node: Node) -> BTreeSet<String> {
        let (mut found, mut seen, mut left) = (BTreeSet::new(), HashSet::from([node]), vec![node]);
        while let Some(node) = left.pop() {
            let held: Vec<Node> = match node {
                Node::Record(id) => {
                    let Some(record) = self.0.records.get(id.0) else { continue };
                    found.extend(self.types(record));
                    record.fields.iter().filter_map(|field| self.0.inside(&field.wire)).collect()
                }
                Node::Family(id) => {
                    let members = self.0.families.get(id.0).map(|family| family.members.as_slice());
                    members.unwrap_or_default().iter().map(|member| Node::Record(member.record)).collect()
                }
            };
            for node in held {
                found.insert(self.name(node));
                if seen.insert(node) {
                    left.push(node);
                }
            }
        }
        found
    }

    fn name(&self, node: Node) -> String {
        match node {
            Node::Record(id) => full_name(self.0, id),
            Node::Family(_) => self.0.name(node).to_owned(),
        }
    }

    /// The names of the types of a record's numbers.
    fn types(&self, record: &Record) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for field in &record.fields {
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
        self.0.varints.get(id.0).map(|varint| varint.name.clone())
    }

    fn value(&self, value: Value) -> BTreeSet<String> {
        let Some(declared) = self.0.declared(value) else { return BTreeSet::new() };
        let mut found = BTreeSet::from([declared.name.to_owned()]);
        if let Carrier::Scalar(scalar) = declared.carrier {
            found.extend(self.scalar(scalar));
        }
        if let Value::Bits(id) = value {
            let parts = self.0.bits.get(id.0).map(|bits| bits.parts.as_slice()).unwrap_or_default();
            found.extend(parts.iter().flat_map(|part| self.value(part.value)));
        }
        found
    }
}
