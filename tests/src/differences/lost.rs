//! Losses that are known: a name of an enum stands for a range of codes, and `bytes[n or end]` become longer.
//! The language still lets schemas say so. Once it does not, nothing is forgiven here, and this file goes.

use wireform_build::interpret::Difference;
use wireform_build::model::{Extent, FieldId, Item, Protocol, Record, Value, Wire};

use crate::paths::in_record;

/// Whether a difference without a kind is a loss that is known.
pub fn is_known(protocol: &Protocol, difference: &Difference) -> bool {
    let path = without_indices(&difference.path);
    let here = |end: &str| path == end || path.ends_with(&format!(".{end}"));
    protocol.records.iter().any(|record| {
        let enums = enums(protocol, record);
        enums.chain(bytes(record)).any(|path| here(&path))
    })
}

/// Numbers, and elements of lists, whose names have ranges.
fn enums(protocol: &Protocol, record: &Record) -> impl Iterator<Item = String> {
    let has_ranges = |value: Value| {
        let Value::Enum(id) = value else { return false };
        protocol.enums[id.0].codes.iter().any(|code| code.read.iter().any(|codes| codes.min < codes.max))
    };
    let cells = record.cells.iter().filter(move |cell| has_ranges(cell.value)).map(|cell| cell.path.clone());
    let fields = record.fields.iter().enumerate();
    let lists = fields.filter(move |(_, field)| match &field.wire {
        Wire::List { item: Item::Scalar { value, .. }, .. } | Wire::Sparse { item: Item::Scalar { value, .. }, .. } => {
            has_ranges(*value)
        }
        _ => false,
    });
    cells.chain(lists.map(|(id, _)| in_record(record, FieldId(id))))
}

fn bytes(record: &Record) -> impl Iterator<Item = String> {
    let fields = record.fields.iter().enumerate();
    let short = fields.filter(|(_, field)| matches!(field.wire, Wire::Bytes(Extent::Fixed { or_end: true, .. })));
    short.map(|(id, _)| in_record(record, FieldId(id)))
}

/// `a.b` of `a[7].b`
fn without_indices(path: &str) -> String {
    let parts = path.split('[').enumerate();
    parts.map(|(at, part)| if at == 0 { part } else { part.split_once(']').map_or("", |(_, rest)| rest) }).collect()
}
