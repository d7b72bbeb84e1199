//! Floats in values: Rust's `==` does not compare them bit for bit.
//!
//! `whole`: the value is a state, in which every inherited field is present. In a delta it may be absent.

use crate::model::{Absent, Base, FamilyId, Field, FieldId, Item, Node, Protocol, Record, RecordId, Wire};
use std::collections::BTreeMap;

/// The presence of floats in a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Floats {
    /// None.
    None,
    /// Always present: fields of structs, elements of arrays.
    Plain,
    /// In something that may be absent, or in an arm.
    Hidden,
}

/// The floats in the value of a record.
pub fn record_floats(protocol: &Protocol, record: &Record, whole: bool) -> Floats {
    Search { protocol, known: BTreeMap::new() }.body(record, &record.body, whole)
}

/// The floats in a value with these fields: of a group, or of an arm.
pub fn body_floats(protocol: &Protocol, record: &Record, body: &[FieldId], whole: bool) -> Floats {
    Search { protocol, known: BTreeMap::new() }.body(record, body, whole)
}

/// The floats in the value of a present field with this wire.
pub fn wire_floats(protocol: &Protocol, record: &Record, wire: &Wire, whole: bool) -> Floats {
    Search { protocol, known: BTreeMap::new() }.wire(record, wire, whole)
}

/// Visits each record once, however many others use it.
struct Search<'p> {
    protocol: &'p Protocol,
    known: BTreeMap<(RecordId, bool), Floats>,
}

impl Search<'_> {
    fn record(&mut self, id: RecordId, whole: bool) -> Floats {
        if let Some(known) = self.known.get(&(id, whole)) {
            return *known;
        }
        let Some(record) = self.protocol.records.get(id.0) else { return Floats::None };
        // A nested part may lead back here; then what else is in the record decides.
        self.known.insert((id, whole), Floats::None);
        let found = self.body(record, &record.body, whole);
        self.known.insert((id, whole), found);
        found
    }

    fn body(&mut self, record: &Record, body: &[FieldId], whole: bool) -> Floats {
        let scope = record.scope(body);
        let fields = scope.iter().filter_map(|id| record.fields.get(id.0)).filter(|field| field.name.is_some());
        fields.map(|field| self.field(record, field, whole)).max().unwrap_or(Floats::None)
    }

    fn field(&mut self, record: &Record, field: &Field, whole: bool) -> Floats {
        let inside = self.wire(record, &field.wire, whole);
        let always = match field.presence.absent() {
            Some(Absent::Nothing) => false,
            Some(Absent::Base(_)) => whole,
            Some(Absent::Raw(_) | Absent::Float(_)) | None => true,
        };
        if always { inside } else { hidden(inside) }
    }

    fn wire(&mut self, record: &Record, wire: &Wire, whole: bool) -> Floats {
        match wire {
            Wire::Float { .. } => Floats::Plain,
            Wire::Record { record, from, .. } => self.record(*record, Base::gives_state(from.as_ref(), whole)),
            Wire::Sparse { item, base, .. } if !whole || base.is_none() => hidden(self.item(item)),
            Wire::Group { body, .. } => self.body(record, body, whole),
            Wire::Match { arms, .. } => {
                let arms = arms.iter().map(|arm| hidden(self.body(record, &arm.body, whole)));
                arms.max().unwrap_or(Floats::None)
            }
            Wire::Family { family, .. } => self.family(*family),
            Wire::Nested { part, .. } => match self.protocol.nested.get(part.0) {
                Some(Node::Record(id)) => hidden(self.record(*id, false)),
                Some(Node::Family(id)) => self.family(*id),
                None => Floats::None,
            },
            wire => wire.item().map_or(Floats::None, |item| self.item(item)),
        }
    }

    fn item(&mut self, item: &Item) -> Floats {
        match item {
            Item::Scalar { .. } => Floats::None,
            Item::Float { .. } => Floats::Plain,
            Item::Record { record, .. } => self.record(*record, false),
            Item::Family { family, .. } => self.family(*family),
        }
    }

    fn family(&mut self, family: FamilyId) -> Floats {
        let members = self.protocol.families.get(family.0).map(|family| family.members.as_slice()).unwrap_or_default();
        members.iter().map(|member| hidden(self.record(member.record, false))).max().unwrap_or(Floats::None)
    }
}

/// The floats in something that may be absent.
fn hidden(inside: Floats) -> Floats {
    if inside == Floats::None { inside } else { Floats::Hidden }
}
