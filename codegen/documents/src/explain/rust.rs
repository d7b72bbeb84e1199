//! The names that generated code has for the items of a schema.

use crate::book::Book;
use crate::facts::scopes::{Origin, Scopes};
use crate::model::{CellId, FieldId, Record, Source, Wire};
use crate::names;

/// A name in the module of the protocol, or of its version.
pub(super) fn in_version(book: &Book<'_>, name: &str) -> String {
    let version = book.protocol.version.as_ref();
    version.map_or_else(|| name.to_owned(), |version| format!("{}::{name}", version.name))
}

/// A name in the module of a record.
pub(super) fn in_module(book: &Book<'_>, record: &Record, name: &str) -> String {
    let family = record.module.and_then(|id| book.protocol.families.get(id.0));
    let module = family.map(|family| format!("{}::", names::module_name(&family.name))).unwrap_or_default();
    in_version(book, &format!("{module}{name}"))
}

/// Whether values have a field.
pub(super) fn is_given(record: &Record, id: FieldId) -> bool {
    Scopes::of(record).is_public(id)
}

/// The field of a value type that a field is; `None` if the value has none.
pub(super) fn field(book: &Book<'_>, record: &Record, id: FieldId) -> Option<String> {
    let scopes = Scopes::of(record);
    let name = record.fields.get(id.0)?.name.as_ref().filter(|_| scopes.is_public(id))?;
    // A shape or a list that has only this field has its value instead.
    let is_value = record.only() == Some(id) || is_payload(record, id);
    (!is_value).then(|| member(book, record, &scopes, id, name))
}

/// The same of a part of inline bits.
pub(super) fn part(book: &Book<'_>, record: &Record, id: CellId) -> Option<String> {
    let cell = record.cells.get(id.0).filter(|cell| cell.source == Source::User)?;
    let part = record.fields.get(cell.field.0)?.wire.parts().iter().find(|part| part.cell == id)?;
    Some(member(book, record, &Scopes::of(record), cell.field, part.name.as_ref()?))
}

fn member(book: &Book<'_>, record: &Record, scopes: &Scopes, holder: FieldId, name: &str) -> String {
    let scope = scopes.get(scopes.holder(holder));
    // The value of a difference is a state, also that of a part of one.
    let owner = match scope.origin {
        Origin::Record => record.whole_name(),
        Origin::Group(group) => match &record.fields[group.0].wire {
            Wire::Group { delta: Some(delta), .. } => &delta.name,
            _ => &scope.name,
        },
        Origin::Arm(..) => &scope.name,
    };
    let owner = names::type_name(owner);
    let path = in_module(book, record, &owner);
    format!("{path}::{}", raw(names::field_name(name)))
}

/// A name as Rust has it, also if it is a keyword.
pub(super) fn raw(name: String) -> String {
    if names::is_keyword(&name) { format!("r#{name}") } else { name }
}

/// Whether a field is the value of a shape.
fn is_payload(record: &Record, id: FieldId) -> bool {
    let parent = record.fields.get(id.0).and_then(|field| record.fields.get(field.parent?.0));
    match parent.map(|parent| &parent.wire) {
        Some(Wire::Match { arms, .. }) => arms.iter().any(|arm| arm.transparent && arm.body.first() == Some(&id)),
        _ => false,
    }
}
