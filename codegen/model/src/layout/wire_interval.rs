//! The range of a cell's wire, without regard to rules.

use super::scalar::scalar_interval;
use crate::model::{CellId, Interval, Protocol, Record};

/// The range of a cell's wire. Rules may restrict the cell further.
pub fn wire_interval(protocol: &Protocol, record: &Record, cell: CellId) -> Interval {
    let Some(one) = record.cells.get(cell.0) else { return Interval::only(0) };
    let Some(field) = record.fields.get(one.field.0) else { return one.interval };
    if let Some(scalar) = field.wire.scalar() {
        return scalar_interval(protocol, scalar);
    }
    let part = field.wire.parts().iter().find(|part| part.cell == cell);
    let part = part.map(|part| Interval::of_bits(part.width().into(), part.signed));
    part.or_else(|| field.wire.held_by_widths().reduce(Interval::hull)).unwrap_or(one.interval)
}
