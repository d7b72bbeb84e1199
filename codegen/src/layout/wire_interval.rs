//! The range of a cell's wire, without regard to rules.

use super::scalar::scalar_interval;
use crate::model::{CellId, Extent, Interval, Protocol, Record, Tag, Wire};

/// The range of a cell's wire. Rules may restrict the cell further.
#[must_use]
pub fn wire_interval(protocol: &Protocol, record: &Record, cell: CellId) -> Interval {
    let Some(one) = record.cells.get(cell.0) else { return Interval::only(0) };
    let scalar = match record.fields.get(one.field.0).map(|field| &field.wire) {
        Some(
            Wire::Scalar { scalar, .. }
            | Wire::Match { tag: Tag::InPlace { scalar, .. }, .. }
            | Wire::Bytes(Extent::Prefixed { scalar, .. })
            | Wire::Text { extent: Extent::Prefixed { scalar, .. }, .. }
            | Wire::List { extent: Extent::Prefixed { scalar, .. }, .. }
            | Wire::Within { extent: Extent::Prefixed { scalar, .. }, .. },
        ) => *scalar,
        Some(Wire::Bits { parts, .. }) => {
            let part = parts.iter().find(|part| part.cell == cell);
            return part.map_or(one.interval, |part| Interval::of_bits(part.width.into(), part.signed));
        }
        Some(Wire::Chosen { forms, .. }) => {
            let with_bytes = forms.iter().filter(|form| form.scalar.is_some());
            return with_bytes.map(|form| form.interval).reduce(Interval::hull).unwrap_or(one.interval);
        }
        _ => return one.interval,
    };
    scalar_interval(protocol, scalar)
}
