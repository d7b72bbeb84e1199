//! Packets that are read and cannot be written, since something asks for the bytes as they came. The reasons are all that
//! there are.

use wireform_build::interpret::{WriteError, WriteErrorKind};
use wireform_build::layout::region_lengths_without_rules;
use wireform_build::model::{
    Absent, CellId, Check, Demand, End, Extent, Field, FieldId, Input, Item, Protocol, Record, RecordId, Scalar,
    Source, Tag, Value, Wire,
};

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
            may_be_longer(protocol, record, body).then_some("a region of another size than the canonical fields have")
        }
        (_, WriteErrorKind::Rule(_)) => {
            let rule = field.rule.as_ref().map(|rule| &rule.check);
            let Some(Check::Test(test)) = rule else { return None };
            let reads_size = |input: &Input| input.cell().is_some_and(|cell| is_size(protocol, record, cell));
            test.inputs().iter().any(reads_size).then_some("a rule about the size of a region with other bytes")
        }
        (Wire::Match { tag, .. }, WriteErrorKind::Range) => {
            is_layout(record, tag).then_some("an arm of a layout with reserved bits")
        }
        (Wire::Octets { extent, .. }, WriteErrorKind::Sentinel) => {
            let Extent::Until { end: End::Texts { read, texts, .. }, or_end, .. } = extent else { return None };
            let ends_otherwise = *or_end || read.len() + texts.len() > 1;
            ends_otherwise.then_some("the beginning of the terminator that is written, before another end")
        }
        (Wire::List { item: Item::Scalar { value: Value::Bits(_), .. }, .. }, WriteErrorKind::Sentinel) => {
            Some("an element with reserved bits that ends its list without them")
        }
        _ => None,
    }
}

/// Whether a region is accepted with more bytes than its canonical fields have: something in it is skipped, has longer
/// forms, or need not be sent.
fn may_be_longer(protocol: &Protocol, record: &Record, body: &[FieldId]) -> bool {
    let lengths = region_lengths_without_rules(protocol, record, body);
    let scope = record.scope(body);
    let is_inside = |id: &FieldId| record.around(*id).any(|outer| scope.contains(&outer));
    let mut inside = (0..record.fields.len()).map(FieldId).filter(is_inside);
    lengths.accepted != lengths.canonical || inside.any(|id| varies(protocol, &record.fields[id.0]))
}

/// Whether a field has the same value in more bytes than it needs.
fn varies(protocol: &Protocol, field: &Field) -> bool {
    let is_default = matches!(field.presence.absent(), Some(Absent::Raw(_) | Absent::Float(_)));
    let of_record = |id: RecordId| protocol.records[id.0].fields.iter().any(|field| varies(protocol, field));
    is_default
        || match &field.wire {
            Wire::Padding { space, .. } => space.constant().is_none(),
            Wire::Chosen { .. } => true,
            Wire::Scalar { scalar, .. } | Wire::List { item: Item::Scalar { scalar, .. }, .. } => {
                matches!(scalar, Scalar::Varint(_))
            }
            Wire::Record { record, .. } | Wire::List { item: Item::Record { record, .. }, .. } => of_record(*record),
            _ => false,
        }
}

/// Whether a number is the size of a region that is accepted with more bytes.
fn is_size(protocol: &Protocol, record: &Record, cell: CellId) -> bool {
    let Source::Derived(Demand::Count { fields, .. }) = &record.cells[cell.0].source else { return false };
    fields.iter().any(|field| match &record.fields[field.0].wire {
        Wire::Within { body, .. } => may_be_longer(protocol, record, body),
        _ => false,
    })
}

/// Whether a tag is a layout, of which reserved bits are dropped.
fn is_layout(record: &Record, tag: &Tag) -> bool {
    let (Tag::Input(Input::Cell(cell)) | Tag::InPlace { cell, .. }) = tag else { return false };
    matches!(record.cells[cell.0].value, Value::Bits(_))
}
