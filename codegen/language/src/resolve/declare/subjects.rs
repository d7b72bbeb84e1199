//! The item of the model that each name declares, for the table of references.

use crate::ast::{Item, Name};
use crate::model::{CellId, FieldId, Node, RecordId};
use crate::references::Subject;
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::{Bound, Declared, Resolver};
use crate::source::Span;

/// The spans of names, each with its item.
type Found = Vec<(Span, Subject)>;

impl Resolver<'_> {
    /// The items of a complete model.
    pub(in crate::resolve) fn subjects(&self) -> Found {
        let mut found = Found::new();
        for (name, item) in &self.items {
            let subject = match (self.bound.get(name), item) {
                (Some(Bound::Varint(id)), _) => Subject::Varint(*id),
                (Some(Bound::Value(value)), _) => Subject::Value(*value),
                (Some(Bound::Family(id)), _) => Subject::Family(*id),
                (_, Item::Type(alias)) if let Some(id) = self.alias_id(alias) => Subject::Alias(id),
                (_, Item::Const(_)) => Subject::Constant,
                // Records are below, those of families, too.
                _ => continue,
            };
            found.push((item.place(), subject));
            let member = match subject {
                Subject::Value(value) => Subject::Member(value),
                Subject::Family(id) => Subject::Param(Node::Family(id)),
                _ => continue,
            };
            found.extend(members(item).into_iter().map(|name| (name.span, member)));
        }
        for item in self.sessions.all.iter() {
            let id = self.bound_sessions.get(item.name.text.as_str()).copied().flatten();
            found.extend(id.map(|id| (item.name.span, Subject::Session(id))));
        }
        for item in self.hooks.all.iter() {
            let Some(id) = self.bound_hooks.get(item.name.text.as_str()).copied().flatten() else { continue };
            found.push((item.name.span, Subject::Hook(id)));
            found.extend(item.params.iter().map(|param| (param.name.span, Subject::HookParam(id))));
        }
        (0..).map(RecordId).zip(&self.places).for_each(|(id, places)| places.subjects(id, &mut found));
        found
    }
}

impl RecordPlaces {
    fn subjects(&self, id: RecordId, found: &mut Found) {
        found.push((self.name, Subject::Record(id)));
        found.extend(self.params.iter().map(|span| (*span, Subject::Param(Node::Record(id)))));
        for (field, place) in (0..).map(FieldId).zip(&self.fields) {
            found.push((place.name, Subject::Field(id, field)));
            found.extend(place.group.map(|name| (name, Subject::Field(id, field))));
            let arms = self.arms.get(&field).into_iter().flatten();
            found.extend(arms.map(|name| (*name, Subject::Shape(id, field))));
        }
        found.extend((0..).map(CellId).zip(&self.cells).map(|(cell, span)| (*span, Subject::Cell(id, cell))));
    }
}

/// The names in an item that belong to it alone.
pub(in crate::resolve) fn members(item: &Declared) -> Vec<&Name> {
    match item {
        Item::Enum(item) => item.codes.iter().map(|code| &code.name).collect(),
        Item::Bits(item) => item.parts.iter().filter_map(|part| part.name.as_ref()).collect(),
        Item::Packed(item) => item.digits.iter().map(|digit| &digit.name).collect(),
        Item::Family(item) => item.params.iter().map(|param| &param.name).collect(),
        _ => Vec::new(),
    }
}
