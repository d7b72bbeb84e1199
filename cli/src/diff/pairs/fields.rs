//! The fields of two records that are the same: by their names, or where neighbours are the same, by what they are.

use std::mem::discriminant;

use wireform_build::model::{Field, FieldId, Node, Part, Presence, Record, RecordId, Role, Wire};

use super::Pairs;
use crate::target::full_name;

/// Something with a name in a body.
#[derive(Debug, Clone)]
struct Slot {
    name: String,
    field: FieldId,
    /// The index of a part of inline bits.
    part: Option<usize>,
}

impl Pairs<'_> {
    /// Pairs the fields, parameters and types of two records.
    pub(super) fn record(&mut self, old: RecordId, new: RecordId) {
        self.call(old, new);
        let (Some(before), Some(now)) = (self.old.records.get(old.0).cloned(), self.new.records.get(new.0)) else {
            return;
        };
        let owner = full_name(self.new, new);
        let is_element = matches!(before.role, Role::Element { .. });
        if full_name(&self.old, old) != owner && !is_element {
            // Two structs of the new schema have the place of one.
            return;
        }
        let (lost, found): (Vec<_>, Vec<_>) = (
            before
                .params
                .iter()
                .enumerate()
                .filter(|(_, one)| !now.params.iter().any(|new| new.name == one.name))
                .collect(),
            now.params.iter().filter(|one| !before.params.iter().any(|old| old.name == one.name)).collect(),
        );
        // Parameters of elements are named after the fields that they are.
        if let ([(index, one)], [other]) = (lost.as_slice(), found.as_slice()) {
            self.renamed(&owner, "parameter", &one.name, &other.name);
            if let Some(param) = self.old.records.get_mut(old.0).and_then(|one| one.params.get_mut(*index)) {
                param.name.clone_from(&other.name);
            }
        }
        self.bodies(old, (&before, &before.body), (now, &now.body), &owner);
    }

    fn bodies(
        &mut self,
        id: RecordId,
        (old, body): (&Record, &[FieldId]),
        (new, other): (&Record, &[FieldId]),
        owner: &str,
    ) {
        let (before, now) = (slots(old, body), slots(new, other));
        for (one, two) in same(old, &before, new, &now) {
            if one.name != two.name {
                self.renamed(owner, if one.part.is_some() { "bits" } else { "field" }, &one.name, &two.name);
                self.rename_slot(id, &one, &two.name);
            }
            let (Some(field), Some(other)) = (old.fields.get(one.field.0), new.fields.get(two.field.0)) else {
                continue;
            };
            self.inside((id, one.field), (old, field), (new, other), owner);
            if let (Some(one), Some(two)) = (part(field, one.part), part(other, two.part)) {
                self.cells(old, one.cell, new, two.cell);
            }
        }
    }

    /// Pairs the contents of two fields.
    fn inside(
        &mut self,
        (id, of): (RecordId, FieldId),
        (old, field): (&Record, &Field),
        (new, other): (&Record, &Field),
        owner: &str,
    ) {
        if let (Some(Node::Record(one)), Some(Node::Record(two))) = (field.wire.holds(), other.wire.holds()) {
            self.call(one, two);
            self.open.push((one, two));
        }
        if let (Some(one), Some(two)) = (field.wire.number(), other.wire.number()) {
            self.cells(old, one, new, two);
        }
        if let (Some(one), Some(two)) = (field.wire.item(), other.wire.item()) {
            self.elements(one, two);
        }
        if let (Some(one), Some(two)) = (field.wire.scalar(), other.wire.scalar()) {
            self.scalars(one, two);
        }
        match (&field.wire, &other.wire) {
            (Wire::Group { body: one, .. }, Wire::Group { body: two, name, .. }) => {
                self.inner_type(id, of, name);
                self.bodies(id, (old, one), (new, two), owner);
            }
            (Wire::Match { arms: one, .. }, Wire::Match { arms: two, name, .. }) => {
                self.inner_type(id, of, name);
                for arm in one {
                    let named = two.iter().find(|other| other.name == arm.name);
                    let same = || {
                        let mut free = two.iter().filter(|other| !one.iter().any(|arm| arm.name == other.name));
                        free.find(|other| other.patterns == arm.patterns)
                    };
                    let Some(other) = named.or_else(same) else { continue };
                    if other.name != arm.name {
                        self.renamed(owner, "shape", &arm.name, &other.name);
                        self.rename_arm(id, of, &arm.name, &other.name);
                    }
                    self.bodies(id, (old, &arm.body), (new, &other.body), owner);
                }
            }
            _ => {}
        }
    }

    /// The type of a group or of shapes is named after its field: it has the new name.
    fn inner_type(&mut self, id: RecordId, field: FieldId, now: &str) {
        let wire = self.old.records.get_mut(id.0).and_then(|record| record.fields.get_mut(field.0));
        if let Some(Wire::Group { name, .. } | Wire::Match { name, .. }) = wire.map(|field| &mut field.wire) {
            now.clone_into(name);
        }
    }

    fn rename_arm(&mut self, id: RecordId, field: FieldId, before: &str, now: &str) {
        let wire = self.old.records.get_mut(id.0).and_then(|record| record.fields.get_mut(field.0));
        if let Some(Wire::Match { arms, .. }) = wire.map(|field| &mut field.wire) {
            arms.iter_mut().filter(|arm| arm.name == before).for_each(|arm| now.clone_into(&mut arm.name));
        }
    }

    fn rename_slot(&mut self, id: RecordId, slot: &Slot, now: &str) {
        let Some(record) = self.old.records.get_mut(id.0) else { return };
        let path = match slot.part.and_then(|part| record.fields.get(slot.field.0)?.wire.parts().get(part)) {
            Some(part) => record.cells.get(part.cell.0).map(|cell| cell.path.clone()).unwrap_or_default(),
            None => record.path(slot.field),
        };
        let renamed = match path.rsplit_once('.') {
            Some((outer, _)) => format!("{outer}.{now}"),
            None => now.to_owned(),
        };
        let inner = format!("{path}.");
        for cell in &mut record.cells {
            if cell.path == path {
                cell.path.clone_from(&renamed);
            } else if let Some(rest) = cell.path.strip_prefix(&inner) {
                cell.path = format!("{renamed}.{rest}");
            }
        }
        let Some(field) = record.fields.get_mut(slot.field.0) else { return };
        match (slot.part, &mut field.wire) {
            (Some(index), Wire::Bits { parts, .. }) => {
                if let Some(part) = parts.get_mut(index) {
                    part.name = Some(now.to_owned());
                }
            }
            _ => {
                field.name = Some(now.to_owned());
                now.clone_into(&mut field.label);
            }
        }
    }
}

fn part(field: &Field, index: Option<usize>) -> Option<&Part> {
    field.wire.parts().get(index?)
}

/// The names of a body, regions included, in the order of the wire.
fn slots(record: &Record, body: &[FieldId]) -> Vec<Slot> {
    let mut all = Vec::new();
    for id in record.scope(body) {
        let Some(field) = record.fields.get(id.0) else { continue };
        all.extend(field.name.iter().map(|name| Slot { name: name.clone(), field: id, part: None }));
        let parts = field.wire.parts().iter().enumerate();
        all.extend(
            parts.filter_map(|(index, part)| Some(Slot { name: part.name.clone()?, field: id, part: Some(index) })),
        );
    }
    all
}

/// Names that are the same, and then those that stand alone between two of these and are alike.
fn same(old: &Record, before: &[Slot], new: &Record, now: &[Slot]) -> Vec<(Slot, Slot)> {
    let at = |name: &str| now.iter().position(|slot| slot.name == name);
    let mut pairs: Vec<(Slot, Slot)> =
        before.iter().filter_map(|slot| Some((slot.clone(), now.get(at(&slot.name)?)?.clone()))).collect();
    let is_lost = |slot: &Slot| at(&slot.name).is_none();
    let is_new = |slot: &Slot| !before.iter().any(|one| one.name == slot.name);
    let mut from = 0;
    while from < before.len() {
        let run = before.get(from..).unwrap_or_default();
        let len = run.iter().take_while(|slot| is_lost(slot)).count();
        let (run, behind) = run.split_at(len);
        // The place behind the neighbour in front of the run.
        let start = match from.checked_sub(1).and_then(|index| before.get(index)) {
            Some(neighbour) => at(&neighbour.name).map(|index| index.saturating_add(1)),
            None => Some(0),
        };
        let others = start.and_then(|start| now.get(start..)).unwrap_or_default();
        let free = others.iter().take_while(|slot| is_new(slot)).count();
        let (others, next) = others.split_at(free);
        let ends_alike = behind.first().map(|slot| &slot.name) == next.first().map(|slot| &slot.name);
        if ends_alike && run.len() == others.len() {
            let alike = run.iter().zip(others).filter(|(one, two)| are_alike((old, one), (new, two)));
            pairs.extend(alike.map(|(one, two)| (one.clone(), two.clone())));
        }
        from = from.saturating_add(len).saturating_add(1);
    }
    pairs
}

fn are_alike((old, one): (&Record, &Slot), (new, two): (&Record, &Slot)) -> bool {
    let (Some(field), Some(other)) = (old.fields.get(one.field.0), new.fields.get(two.field.0)) else { return false };
    match (part(field, one.part), part(other, two.part)) {
        (Some(part), Some(other)) => (&part.runs, part.signed) == (&other.runs, other.signed),
        (None, None) => {
            let is_always = |field: &Field| field.presence == Presence::Always;
            let alike = discriminant(&field.wire) == discriminant(&other.wire);
            alike && is_always(field) == is_always(other) && sizes(field) == sizes(other)
        }
        _ => false,
    }
}

/// The size of a number.
fn sizes(field: &Field) -> Option<String> {
    match &field.wire {
        Wire::Scalar { scalar: wireform_build::model::Scalar::Int { bytes, .. }, .. } => Some(bytes.to_string()),
        Wire::Float { width, .. } => Some(width.bytes().to_string()),
        _ => None,
    }
}
