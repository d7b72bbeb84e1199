//! Exact lengths of records in which several fields depend on the same few bits: all cases are gone through.
//!
//! A sum of intervals takes what excludes each other as possible together. Where some cells with few numbers are each
//! read by several fields, or make a carrier of variable width longer, every combination of their numbers is measured, and
//! combinations that a writer never makes do not count for what is canonical.

use super::field::Measure;
use super::scalar::scalar_lengths;
use crate::model::{
    Cell, CellId, Code, Demand, FieldId, Input, Interval, LengthRange, Lengths, Presence, Protocol, Record, Scalar,
    Source, Tag, Wire,
};

/// More combinations are not gone through.
const MOST: usize = 4096;

/// Cells that hold more numbers are not split.
const WIDEST: u128 = 16;

/// Measures all cases and takes the hull.
pub(super) fn over_cases(protocol: &Protocol, record: &Record, measured: impl Fn(&Measure<'_>) -> Lengths) -> Lengths {
    let cells = deciding(protocol, record);
    let mut accepted: Option<LengthRange> = None;
    let mut canonical: Option<LengthRange> = None;
    let mut case: Vec<(CellId, Code)> = cells.iter().map(|(cell, interval)| (*cell, interval.min)).collect();
    loop {
        let measure = Measure { protocol, record, known: &case };
        let lengths = measured(&measure);
        accepted = Some(accepted.map_or(lengths.accepted, |range| range.hull(lengths.accepted)));
        if is_written(&measure) {
            canonical = Some(canonical.map_or(lengths.canonical, |range| range.hull(lengths.canonical)));
        }
        if !next(&mut case, &cells) {
            break;
        }
    }
    let accepted = accepted.unwrap_or(LengthRange::ANY);
    Lengths { accepted, canonical: canonical.unwrap_or(accepted) }
}

/// The next combination, counting up.
fn next(case: &mut [(CellId, Code)], cells: &[(CellId, Interval)]) -> bool {
    for ((_, code), (_, interval)) in case.iter_mut().zip(cells) {
        if *code < interval.max {
            *code = code.saturating_add(1);
            return true;
        }
        *code = interval.min;
    }
    false
}

/// The cells whose combinations are worth while, as many as stay within bounds.
fn deciding(protocol: &Protocol, record: &Record) -> Vec<(CellId, Interval)> {
    let mut uses = vec![0_usize; record.cells.len()];
    for field in &record.fields {
        let mut read = Vec::new();
        if let Presence::When { test, .. } = &field.presence {
            read.extend(test.inputs());
        }
        match &field.wire {
            Wire::Chosen { tags, .. } => read.extend(tags),
            Wire::Match { tag: Tag::Input(input), .. } => read.push(*input),
            // Counts have too many numbers, and arguments change no lengths.
            Wire::Match { tag: Tag::InPlace { .. }, .. }
            | Wire::Scalar { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Magic(_)
            | Wire::Bytes(_)
            | Wire::Text { .. }
            | Wire::Group { .. }
            | Wire::Record { .. }
            | Wire::Family { .. }
            | Wire::List { .. }
            | Wire::Sparse { .. }
            | Wire::Within { .. } => {}
        }
        let mut cells: Vec<CellId> = read.into_iter().filter_map(Input::cell).collect();
        cells.sort_unstable();
        cells.dedup();
        for cell in cells {
            if let Some(count) = uses.get_mut(cell.0) {
                *count = count.saturating_add(1);
            }
        }
    }
    let mut combinations: usize = 1;
    let mut chosen = Vec::new();
    for (index, (cell, uses)) in record.cells.iter().zip(uses).enumerate() {
        let enough = uses > 1 || (uses == 1 && lengthens(protocol, record, CellId(index), cell));
        let numbers = cell.interval.count();
        if !enough || numbers > WIDEST {
            continue;
        }
        let more = usize::try_from(numbers).ok().and_then(|numbers| combinations.checked_mul(numbers));
        if let Some(more) = more.filter(|more| *more <= MOST) {
            combinations = more;
            chosen.push((CellId(index), cell.interval));
        }
    }
    chosen
}

/// Whether a cell is a part that by itself makes its carrier longer.
fn lengthens(protocol: &Protocol, record: &Record, id: CellId, cell: &Cell) -> bool {
    let Some(Wire::Bits { carrier: carrier @ Scalar::Varint(_), parts }) =
        record.fields.get(cell.field.0).map(|field| &field.wire)
    else {
        return false;
    };
    let Some(part) = parts.iter().find(|part| part.cell == id) else { return false };
    let highest = u32::from(part.low).saturating_add(u32::from(part.width)).saturating_sub(1);
    let canonical = |number: Code| scalar_lengths(protocol, *carrier, Interval::only(number)).canonical.min;
    canonical(1_i128.checked_shl(highest).unwrap_or(0)) > canonical(0)
}

/// Whether a writer makes this case: a bit that is derived from something absent is zero.
fn is_written(measure: &Measure<'_>) -> bool {
    measure.known.iter().all(|(cell, code)| {
        let Some(Source::Derived(demand)) = measure.record.cells.get(cell.0).map(|cell| &cell.source) else {
            return true;
        };
        let field = match demand {
            Demand::Presence { field, .. } | Demand::Form { field, .. } | Demand::Arm { field } => *field,
            Demand::Mask { .. } | Demand::Count { .. } | Demand::Checksum | Demand::Hook => return true,
        };
        // Whether the field itself is there is what a presence bit says, and no matter for the others.
        let own = usize::from(matches!(demand, Demand::Presence { .. }));
        let absent = measure.path_to(field).into_iter().skip(own).any(|id| is_absent(measure, id));
        !absent || *code == 0
    })
}

fn is_absent(measure: &Measure<'_>, field: FieldId) -> bool {
    match measure.record.fields.get(field.0).map(|field| &field.presence) {
        Some(Presence::When { test, .. }) => measure.test(test) == Some(false),
        Some(Presence::Always | Presence::Left { .. } | Presence::Chosen { .. }) | None => false,
    }
}
