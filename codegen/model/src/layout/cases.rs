//! Case analysis: exact lengths of records in which several fields depend on the same number.
//!
//! A plain sum of intervals adds fields that exclude each other. So the range of a number that several fields read is
//! split into the segments that they distinguish ([`discriminants`]), and a carrier of variable width into its lengths
//! ([`carrier`]). Every combination is measured; a combination that no writer makes does not count for the canonical
//! length. A coarser split makes a length looser, never wrong.
//!
//! [`discriminants`]: super::discriminants
//! [`carrier`]: super::carrier

use super::carrier;
use super::discriminants::Discriminants;
use super::field::Measure;
use crate::model::{
    Cell, Code, Demand, FieldId, Input, Interval, LengthRange, Lengths, Presence, Protocol, Record, Source, Tag, Wire,
};

/// The most combinations.
const MOST: usize = 4096;

/// The known ranges of inputs, in one case.
pub(super) type Known = Vec<(Input, Interval)>;

/// Alternative cases; one of them applies.
pub(super) type Split = Vec<Known>;

/// A length over all cases.
pub(super) fn over_cases(whole: &Measure<'_>, measured: impl Fn(&Measure<'_>) -> Lengths) -> Lengths {
    over(whole, None, &|_| true, &measured)
}

/// The length before a field, in the cases in which it may be present.
pub(super) fn before_field(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    let relevant = |id: FieldId| id < field;
    let whole = Measure::of(protocol, record);
    over(&whole, Some(field), &relevant, &|measure| measure.before(&record.body, field, None))
}

/// The length of a field, in the cases in which it may be present, with or without regard to its rule.
pub(super) fn of_field(protocol: &Protocol, record: &Record, id: FieldId, with_rule: bool) -> Lengths {
    let Some(field) = record.fields.get(id.0) else { return Lengths::NOTHING };
    let whole = Measure::of(protocol, record);
    let relevant = |inner: FieldId| whole.path_to(inner).contains(&id);
    over(&whole, Some(id), &relevant, &|measure| {
        if with_rule { measure.present_field(id, field) } else { measure.wire(&field.wire) }
    })
}

/// Splits by the discriminants of the fields that `relevant` selects.
fn over(
    whole: &Measure<'_>,
    present: Option<FieldId>,
    relevant: &dyn Fn(FieldId) -> bool,
    measured: &dyn Fn(&Measure<'_>) -> Lengths,
) -> Lengths {
    let splits = choose_splits(whole, present, relevant);
    let mut accepted: Option<LengthRange> = None;
    let mut canonical: Option<LengthRange> = None;
    let mut case = vec![0; splits.len()];
    loop {
        let known = all_of(splits.iter().zip(&case).filter_map(|(cases, at)| cases.get(*at)).flatten());
        let measure = Measure { known: known.as_deref().unwrap_or_default(), ..*whole };
        if known.is_some() && !present.is_some_and(|field| is_excluded(&measure, field)) {
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
    // A field that is never present is not restricted.
    let accepted = accepted.unwrap_or(LengthRange::ANY);
    Lengths { accepted, canonical: canonical.unwrap_or(accepted) }
}

/// The intersection of known ranges; `None` if it is empty for some input.
fn all_of<'k>(ranges: impl Iterator<Item = &'k (Input, Interval)>) -> Option<Known> {
    let mut known = Known::new();
    for (input, interval) in ranges {
        match known.iter_mut().find(|(earlier, _)| earlier == input) {
            Some((_, earlier)) => *earlier = earlier.meet(*interval)?,
            None => known.push((*input, *interval)),
        }
    }
    Some(known)
}

/// Advances to the next combination, in counting order; `false` after the last.
fn next(case: &mut [usize], splits: &[Split]) -> bool {
    for (at, cases) in case.iter_mut().zip(splits) {
        *at = at.saturating_add(1);
        if *at < cases.len() {
            return true;
        }
        *at = 0;
    }
    false
}

/// The splits to combine, as many as stay within the limit: carriers, the discriminants of the present field, and those
/// that several fields share.
fn choose_splits(measure: &Measure<'_>, present: Option<FieldId>, relevant: &dyn Fn(FieldId) -> bool) -> Vec<Split> {
    let record = measure.record;
    let mut discriminants = Discriminants::default();
    let path = present.map(|field| measure.path_to(field)).unwrap_or_default();
    let field = |id: &FieldId| record.fields.get(id.0);
    path.first().and_then(field).into_iter().for_each(|own| discriminants.add_present_field(own));
    for (inner, holder) in path.iter().zip(path.iter().skip(1).filter_map(field)) {
        discriminants.add_parent(holder, *inner);
    }
    let first = discriminants.all.len();
    let others = (0..).map(FieldId).zip(&record.fields).filter(|(id, _)| !path.contains(id));
    let others = others.filter(|(id, _)| relevant(*id));
    others.for_each(|(_, field)| discriminants.add_field(field));
    let inputs: Vec<Input> = discriminants.all.iter().map(|discriminant| discriminant.input).collect();
    let carriers = record.fields.iter().filter_map(|field| carrier::lengths(measure, field, &inputs));
    let mut splits: Vec<Split> = Vec::new();
    for (index, mut discriminant) in discriminants.all.into_iter().enumerate() {
        let input = discriminant.input;
        if let Input::Cell(id) = input
            && let Some(Cell { source: Source::Derived(_), absent, .. }) = record.cells.get(id.0)
        {
            // The number that is written if its subject is absent.
            discriminant.separate(Interval::only(absent.unwrap_or(0)));
        }
        if discriminant.fields > 1 || index < first {
            splits.push(discriminant.segments(measure).into_iter().map(|one| vec![(input, one)]).collect());
        }
    }
    let mut combinations: usize = 1;
    let within = |split: &Split| {
        let more = combinations.checked_mul(split.len()).filter(|more| *more <= MOST);
        combinations = more.unwrap_or(combinations);
        more.is_some()
    };
    carriers.chain(splits).filter(within).collect()
}

/// Whether a writer makes this case: a number derived from something absent has the code for that.
fn is_written(measure: &Measure<'_>) -> bool {
    measure.known.iter().all(|(input, interval)| {
        let Input::Cell(cell) = input else { return true };
        if measure.made(*cell).is_empty() {
            return false;
        }
        let Some(Cell { source: Source::Derived(demand), absent: code, .. }) = measure.record.cells.get(cell.0) else {
            return true;
        };
        let field = match demand {
            Demand::Presence { field, .. } | Demand::Form { field, .. } | Demand::Arm { field, .. } => *field,
            Demand::Mask { .. } | Demand::Count { .. } | Demand::Place { .. } | Demand::Checksum | Demand::Hook => {
                return true;
            }
        };
        // A presence bit encodes whether the field itself is absent, so only the fields around that count.
        let own = usize::from(matches!(demand, Demand::Presence { .. }));
        let absent = measure.path_to(field).into_iter().skip(own).any(|id| is_absent(measure, id));
        if absent { interval.contains(code.unwrap_or(0)) } else { has_written_form(measure, field) }
    })
}

/// Whether the tags of a number with several widths, or of shapes, can be as a writer sets them; of any other field, yes.
fn has_written_form(measure: &Measure<'_>, field: FieldId) -> bool {
    let fits = |tags: &[Input], written: &dyn Fn(usize) -> Option<Code>| {
        tags.iter().enumerate().all(|(column, tag)| {
            let code = written(column).filter(|_| measure.record.derives_tag(field, *tag));
            code.is_none_or(|code| measure.input(*tag).contains(code))
        })
    };
    match measure.record.fields.get(field.0).map(|field| &field.wire) {
        Some(Wire::Chosen { tags, forms, .. }) => {
            forms.iter().any(|form| fits(tags, &|column| Some(form.written(column))))
        }
        Some(Wire::Match { tag: Tag::Tuple(tags), arms, .. }) => {
            arms.iter().any(|arm| fits(tags, &|column| arm.only_code(column)))
        }
        _ => true,
    }
}

fn is_absent(measure: &Measure<'_>, field: FieldId) -> bool {
    match measure.record.fields.get(field.0).map(|field| &field.presence) {
        Some(Presence::When { test, .. }) => measure.test(test) == Some(false),
        Some(Presence::Always | Presence::Left { .. } | Presence::Chosen { .. }) | None => false,
    }
}

/// Whether a field cannot be present: it or a field around it is absent, or another arm is chosen.
fn is_excluded(measure: &Measure<'_>, field: FieldId) -> bool {
    let path = measure.path_to(field);
    let absent = path.iter().any(|id| is_absent(measure, *id));
    absent || path.iter().zip(path.iter().skip(1)).any(|(inner, outer)| is_other_arm(measure, *inner, *outer))
}

fn is_other_arm(measure: &Measure<'_>, field: FieldId, holder: FieldId) -> bool {
    let Some(wire) = measure.record.fields.get(holder.0).map(|holder| &holder.wire) else { return false };
    let arm = wire.bodies().into_iter().position(|body| body.contains(&field));
    let taken = wire.selection().map(|selection| selection.taken(|tag| measure.input(*tag))).unwrap_or_default();
    let mut own = taken.into_iter().filter(|(choice, _)| Some(*choice) == arm).peekable();
    own.peek().is_some() && own.all(|(_, taken)| taken == Some(false))
}
