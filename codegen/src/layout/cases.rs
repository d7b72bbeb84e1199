//! Exact lengths of records in which several fields depend on the same few bits: all cases are gone through.
//!
//! A sum of intervals takes what excludes each other as possible together. Where some cells with few numbers are each
//! read by several fields, or make a carrier of variable width longer, every combination of their numbers is measured, and
//! combinations that a writer never makes do not count for what is canonical.

use super::field::Measure;
use super::scalar::scalar_lengths;
use crate::model::{
    Cell, CellId, Code, Demand, Expr, FieldId, Input, Interval, LengthRange, Lengths, Presence, Protocol, Record,
    Scalar, Source, Tag, Test, Wire,
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
            read_by_test(test, &mut read);
        }
        match &field.wire {
            Wire::Chosen { tags, .. } => read.extend(tags.iter().filter_map(|tag| cell_of(*tag))),
            Wire::Match { tag: Tag::Input(input), .. } => read.extend(cell_of(*input)),
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
            | Wire::Within { .. } => {}
        }
        read.sort_unstable();
        read.dedup();
        for cell in read {
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
            Demand::Count { .. } => return true,
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
        Some(Presence::Always | Presence::Chosen { .. }) | None => false,
    }
}

fn cell_of(input: Input) -> Option<CellId> {
    match input {
        Input::Cell(cell) => Some(cell),
        Input::Param(_) | Input::Session(_) | Input::Literal(_) => None,
    }
}

pub(super) fn read_by_test(test: &Test, cells: &mut Vec<CellId>) {
    match test {
        Test::In { value, .. } => read_by_expr(value, cells),
        Test::Compare { left, right, .. } => {
            read_by_expr(left, cells);
            read_by_expr(right, cells);
        }
        Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| read_by_test(test, cells)),
        Test::Not(test) => read_by_test(test, cells),
    }
}

fn read_by_expr(expr: &Expr, cells: &mut Vec<CellId>) {
    match expr {
        Expr::Cell(cell) => cells.push(*cell),
        Expr::Part { whole, .. } => cells.extend(cell_of(*whole)),
        Expr::Literal(_) | Expr::Param(_) | Expr::Session(_) => {}
        Expr::Negate(inner) | Expr::Divide(inner, _) => read_by_expr(inner, cells),
        Expr::Add(left, right) | Expr::Subtract(left, right) | Expr::Multiply(left, right) => {
            read_by_expr(left, cells);
            read_by_expr(right, cells);
        }
    }
}
