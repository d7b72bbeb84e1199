//! Packets that are read and cannot be written, since something asks for the bytes as they came. The reasons are all that
//! there are.

use wireform_build::interpret::{WriteError, WriteErrorKind};
use wireform_build::model::{Field, FieldId, Input, Item, Protocol, Record, Tag, Value, Wire};

use crate::paths::in_record;

/// The reason that the reference gives, if it gives one.
pub fn reason(protocol: &Protocol, error: &WriteError) -> Option<&'static str> {
    let leads_here = |path: &str| error.path == path || error.path.ends_with(&format!(".{path}"));
    let fields = protocol.records.iter().flat_map(|record| {
        let numbered = record.fields.iter().enumerate();
        numbered.map(move |(id, field)| (record, FieldId(id), field))
    });
    fields
        .filter(|(record, id, _)| leads_here(&in_record(record, *id)))
        .find_map(|(record, _, field)| of_field(record, field, &error.kind))
}

fn of_field(record: &Record, field: &Field, kind: &WriteErrorKind) -> Option<&'static str> {
    match (&field.wire, kind) {
        (Wire::Within { body, .. }, WriteErrorKind::Count | WriteErrorKind::Multiple) => {
            has_a_tail(record, body).then_some("a region of another size than the canonical fields have")
        }
        (Wire::Match { tag, .. }, WriteErrorKind::Range) => {
            is_layout(record, tag).then_some("an arm of a layout with reserved bits")
        }
        (Wire::List { item: Item::Scalar { value: Value::Bits(_), .. }, .. }, WriteErrorKind::Sentinel) => {
            Some("an element with reserved bits that ends its list without them")
        }
        _ => None,
    }
}

/// Whether something in a region is skipped.
fn has_a_tail(record: &Record, body: &[FieldId]) -> bool {
    let skips = |field: &Field| matches!(&field.wire, Wire::Padding { space, .. } if space.constant().is_none());
    record.scope(body).iter().any(|id| skips(&record.fields[id.0]))
}

/// Whether a tag is a layout, of which reserved bits are dropped.
fn is_layout(record: &Record, tag: &Tag) -> bool {
    let (Tag::Input(Input::Cell(cell)) | Tag::InPlace { cell, .. }) = tag else { return false };
    matches!(record.cells[cell.0].value, Value::Bits(_))
}
