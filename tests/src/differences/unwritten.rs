//! Packets that are read and can not be written, since something asks for the bytes as they came. The reasons are all that
//! there are.

use wireform_build::interpret::{WriteError, WriteErrorKind};
use wireform_build::model::{Field, FieldId, Input, Protocol, Record, Tag, Value, Wire};

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
        .find_map(|(record, _, field)| of_field(protocol, record, field, &error.kind))
}

fn of_field(protocol: &Protocol, record: &Record, field: &Field, kind: &WriteErrorKind) -> Option<&'static str> {
    match (&field.wire, kind) {
        (Wire::Within { body, .. }, WriteErrorKind::Count | WriteErrorKind::Multiple) => {
            has_a_tail(record, body).then_some("a region of another size than the canonical fields have")
        }
        (Wire::Match { tag, .. }, WriteErrorKind::Range) => {
            is_spelled(protocol, record, tag).then_some("an arm of a number that is written otherwise")
        }
        _ => None,
    }
}

/// Whether something in a region is skipped.
fn has_a_tail(record: &Record, body: &[FieldId]) -> bool {
    let skips = |field: &Field| matches!(field.wire, Wire::Bytes(_)) && field.name.is_none();
    record.scope(body).iter().any(|id| skips(&record.fields[id.0]))
}

/// Whether several numbers of a tag mean the same, of which one is written.
fn is_spelled(protocol: &Protocol, record: &Record, tag: &Tag) -> bool {
    let (Tag::Input(Input::Cell(cell)) | Tag::InPlace { cell, .. }) = tag else { return false };
    match record.cells[cell.0].value {
        // Of a layout reserved bits are dropped.
        Value::Truthy | Value::Bits(_) => true,
        Value::Enum(id) => protocol.enums[id.0].codes.iter().any(|name| name.read.len() > 1),
        _ => false,
    }
}
