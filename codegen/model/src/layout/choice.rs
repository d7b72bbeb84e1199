//! Lengths of choices, widths and arms, given the known ranges of their discriminants.

use super::field::Measure;
use super::scalar::{scalar_lengths, written_lengths};
use crate::model::{CellId, Form, Input, Interval, Lengths};

impl Measure<'_> {
    /// The length of a number in one of several forms.
    pub(super) fn chosen(&self, tags: &[Input], forms: &[Form], cell: CellId) -> Lengths {
        let ranges: Vec<Interval> = tags.iter().map(|tag| self.input(*tag)).collect();
        let chosen = |form: &Form| {
            let columns = form.pattern.iter().zip(&ranges).map(|(pattern, tag)| chooses(pattern, *tag));
            columns.fold(Some(true), both)
        };
        let read = forms.iter().map(|form| {
            let of = |scalar| scalar_lengths(self.protocol, scalar, form.interval);
            (chosen(form), form.scalar.map_or(Lengths::NOTHING, of))
        });
        let accepted = first_of(read);
        let written = forms.iter().zip(self.in_forms(tags, forms, cell)).filter_map(|(form, numbers)| {
            let of = |scalar| written_lengths(self.protocol, scalar, &numbers, accepted);
            let is_made = form.scalar.is_none() || !numbers.is_empty();
            is_made.then(|| (chosen(form), form.scalar.map_or(Lengths::NOTHING, of)))
        });
        let written: Vec<_> = written.collect();
        let canonical = if written.is_empty() { accepted } else { first_of(written.into_iter()) };
        Lengths { canonical: canonical.canonical, ..accepted }
    }
}

/// Whether every number of a range matches the codes; all do if there are none. `None` if only some match.
pub(super) fn chooses(codes: &[Interval], number: Interval) -> Option<bool> {
    if codes.is_empty() || codes.iter().any(|one| number.within(*one)) {
        return Some(true);
    }
    codes.iter().all(|one| one.meet(number).is_none()).then_some(false)
}

/// The conjunction of two tests; `None` is an unknown result.
fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        (None, _) | (_, None) => None,
    }
}

/// The length of the first alternative that is chosen. Each comes with whether it is chosen if no earlier one is.
pub(super) fn first_of(all: impl Iterator<Item = (Option<bool>, Lengths)>) -> Lengths {
    let mut possible: Option<Lengths> = None;
    let mut any: Option<Lengths> = None;
    for (chosen, lengths) in all {
        any = Some(any.map_or(lengths, |before| before.hull(lengths)));
        if chosen != Some(false) {
            possible = Some(possible.map_or(lengths, |before| before.hull(lengths)));
        }
        if chosen == Some(true) {
            break;
        }
    }
    // If none is chosen, the packet is invalid, so this length has no effect.
    possible.or(any).unwrap_or(Lengths::NOTHING)
}
