//! The range of a cell's wire, without regard to rules.

use super::scalar::scalar_interval;
use crate::model::{CellId, Interval, Protocol, Record, Wire};

/// The range of a cell's wire. Rules may restrict the cell further.
pub fn wire_interval(protocol: &Protocol, record: &Record, cell: CellId) -> Interval {
    let Some(one) = record.cells.get(cell.0) else { return Interval::only(0) };
    let Some(field) = record.fields.get(one.field.0) else { return one.interval };
    if let Some(scalar) = field.wire.scalar() {
        return scalar_interval(protocol, scalar);
    }
    match &field.wire {
        Wire::Bits { parts, .. } => {
            let part = parts.iter().find(|part| part.cell == cell);
            part.map_or(one.interval, |part| Interval::of_bits(part.width.into(), part.signed))
        }
        Wire::Chosen { forms, .. } => {
            let with_bytes = forms.iter().filter(|form| form.scalar.is_some());
            with_bytes.map(|form| form.interval).reduce(Interval::hull).unwrap_or(one.interval)
        }
        _ => one.interval,
    }
}
