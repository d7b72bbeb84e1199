//! Exact lengths of records in which several fields depend on the same number: all cases are gone through.
//!
//! A sum of intervals takes what excludes each other as possible together. Where a number is read by several fields, or
//! makes a carrier of variable width longer, it is split into the stretches of values that these tell apart ([`asked`]),
//! and every combination of stretches is measured. Combinations that a writer never makes do not count for what is
//! canonical. What is split less than it could be makes a length looser, never wrong.
//!
//! [`asked`]: super::asked

use super::asked::Questions;
use super::field::Measure;
use super::scalar::scalar_lengths;
use crate::model::{
    Cell, CellId, Code, Demand, FieldId, Input, Interval, LengthRange, Lengths, Presence, Protocol, Record, Scalar,
    Source, Tag, Wire,
};

/// More combinations are not gone through.
const MOST: usize = 4096;

/// A number, and the stretches that its values fall into.
type Split = (Input, Vec<Interval>);

/// Measures all cases and takes the hull.
pub(super) fn over_cases(protocol: &Protocol, record: &Record, measured: impl Fn(&Measure<'_>) -> Lengths) -> Lengths {
    over(protocol, record, None, measured)
}

/// Measures the cases in which a field may be there.
pub(super) fn over_cases_with(
    protocol: &Protocol,
    record: &Record,
    field: FieldId,
    measured: impl Fn(&Measure<'_>) -> Lengths,
) -> Lengths {
    over(protocol, record, Some(field), measured)
}

fn over(
    protocol: &Protocol,
    record: &Record,
    there: Option<FieldId>,
    measured: impl Fn(&Measure<'_>) -> Lengths,
) -> Lengths {
    let splits = deciding(protocol, record, there);
    let mut accepted: Option<LengthRange> = None;
    let mut canonical: Option<LengthRange> = None;
    let mut case = vec![0; splits.len()];
    loop {
        let chosen = splits.iter().zip(&case).filter_map(|((asked, parts), at)| Some((*asked, *parts.get(*at)?)));
        let known: Vec<(Input, Interval)> = chosen.collect();
        let measure = Measure { protocol, record, known: &known };
        if !there.is_some_and(|field| is_excluded(&measure, field)) {
            let lengths = measured(&measure);
            accepted = Some(accepted.map_or(lengths.accepted, |range| range.hull(lengths.accepted)));
            if is_written(&measure) {
                canonical = Some(canonical.map_or(lengths.canonical, |range| range.hull(lengths.canonical)));
            }
        }
        if !next(&mut case, &splits) {
            break;
        }
    }
    // A field that never is there may be anywhere.
    let accepted = accepted.unwrap_or(LengthRange::ANY);
    Lengths { accepted, canonical: canonical.unwrap_or(accepted) }
}

/// The next combination, counting up.
fn next(case: &mut [usize], splits: &[Split]) -> bool {
    for (at, (_, stretches)) in case.iter_mut().zip(splits) {
        *at = at.saturating_add(1);
        if *at < stretches.len() {
            return true;
        }
        *at = 0;
    }
    false
}

/// The numbers whose combinations are worth while, as many as stay within bounds; first those by which a field is there.
fn deciding(protocol: &Protocol, record: &Record, there: Option<FieldId>) -> Vec<Split> {
    let measure = Measure { protocol, record, known: &[] };
    let mut questions = Questions::default();
    let path = there.map(|field| measure.path_to(field)).unwrap_or_default();
    path.iter().filter_map(|id| record.fields.get(id.0)).for_each(|field| questions.field(field));
    let first = questions.all.len();
    let others = (0..).map(FieldId).zip(&record.fields).filter(|(id, _)| !path.contains(id));
    others.for_each(|(_, field)| questions.field(field));
    let mut combinations: usize = 1;
    let mut chosen = Vec::new();
    for (index, mut question) in questions.all.into_iter().enumerate() {
        let asked = question.asked;
        let mut enough = question.fields > 1 || index < first;
        if let Input::Cell(id) = asked
            && let Some(cell) = record.cells.get(id.0)
        {
            if let Source::Derived(_) = cell.source {
                // What is written for something absent.
                question.apart(Interval::only(0));
            }
            if lengthens(protocol, record, id, cell) {
                question.by_value();
                enough = true;
            }
        }
        if !enough {
            continue;
        }
        let stretches = question.stretches(&measure);
        let more = combinations.checked_mul(stretches.len());
        if let Some(more) = more.filter(|more| *more <= MOST) {
            combinations = more;
            chosen.push((asked, stretches));
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
    measure.known.iter().all(|(asked, interval)| {
        let Input::Cell(cell) = asked else { return true };
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
        !absent || interval.contains(0)
    })
}

fn is_absent(measure: &Measure<'_>, field: FieldId) -> bool {
    match measure.record.fields.get(field.0).map(|field| &field.presence) {
        Some(Presence::When { test, .. }) => measure.test(test) == Some(false),
        Some(Presence::Always | Presence::Left { .. } | Presence::Chosen { .. }) | None => false,
    }
}

/// Whether a field can not be there: it or what holds it is absent, or another shape is chosen.
fn is_excluded(measure: &Measure<'_>, field: FieldId) -> bool {
    let path = measure.path_to(field);
    let absent = path.iter().any(|id| is_absent(measure, *id));
    absent || path.iter().zip(path.iter().skip(1)).any(|(inner, outer)| is_another_shape(measure, *inner, *outer))
}

fn is_another_shape(measure: &Measure<'_>, field: FieldId, holder: FieldId) -> bool {
    let Some(Wire::Match { tag: Tag::Input(input), arms, .. }) =
        measure.record.fields.get(holder.0).map(|holder| &holder.wire)
    else {
        return false;
    };
    let code = measure.input(*input);
    let arm = arms.iter().find(|arm| arm.body.contains(&field));
    arm.is_some_and(|arm| !arm.codes.is_empty() && arm.codes.iter().all(|one| one.meet(code).is_none()))
}
