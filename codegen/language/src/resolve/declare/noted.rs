//! Records the uses of names in the table of references.

use crate::ast::{Arm, Name, Path, Target, Wire, WireKind};
use crate::model::{CellId, FieldId, Record, RecordId, Value};
use crate::source::Span;

use crate::resolve::declare::subjects::members;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;

impl Resolver<'_> {
    /// Records that a name refers to the declaration at `definition`. Implicit arguments are no uses.
    pub(in crate::resolve) fn note(&mut self, name: &Name, definition: Span) {
        if self.sources.text(name.span) == self.sources.text(definition) && name.span != definition {
            self.references.note(name.span, definition);
        }
    }

    pub(in crate::resolve) fn note_if(&mut self, name: &Name, definition: Option<Span>) {
        if let Some(definition) = definition {
            self.note(name, definition);
        }
    }

    /// Notes the use of a name of an enum, a part of bits or a digit.
    pub(in crate::resolve) fn note_member(&mut self, value: Value, member: &Name) {
        let declared = self.protocol.declared(value).and_then(|of| self.items.get(of.name).copied());
        let found = declared.and_then(|item| members(item).into_iter().find(|name| name.text == member.text));
        self.note_if(member, found.map(|name| name.span));
    }

    /// The declaration of a shape's name, which may be that of a type.
    pub(in crate::resolve) fn shape_span(&self, arm: &Arm) -> Span {
        match &arm.target {
            Target::Body { name, .. } | Target::Variant { name, .. } => name.span,
            Target::Wire(Wire { kind: WireKind::Named { name, .. }, .. }) => {
                self.items.get(name.text.as_str()).map_or(name.span, |declared| declared.place())
            }
            Target::Wire(_) | Target::None(_) => arm.target_span(),
        }
    }
}

impl RecordPlaces {
    pub(in crate::resolve) fn field(&self, field: FieldId) -> Option<Span> {
        self.fields.get(field.0).map(|place| place.name)
    }

    pub(in crate::resolve) fn cell(&self, cell: CellId) -> Option<Span> {
        self.cells.get(cell.0).copied()
    }
}

impl Builder<'_, '_> {
    /// Records the use of a field of another record.
    pub(in crate::resolve) fn note_field_of(&mut self, id: RecordId, record: &Record, name: &Name) {
        let at = record.fields.iter().position(|field| field.name.as_ref() == Some(&name.text)).map(FieldId);
        let declared = self.resolver.places.get(id.0).zip(at).and_then(|(places, field)| places.field(field));
        self.resolver.note_if(name, declared);
    }

    /// Records the names of a path that refer to a record at a level of nesting.
    pub(in crate::resolve) fn note_path(&mut self, level: usize, path: &Path) {
        let found = self.at_level(level).declared_at(path);
        path.segments.iter().zip(found).for_each(|(name, span)| self.resolver.note(name, span));
    }
}
