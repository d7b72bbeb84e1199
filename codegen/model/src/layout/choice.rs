//! Lengths of what tags choose, widths and shapes, given the known ranges of the tags.

use super::field::Measure;
use super::form_lengths;
use super::scalar::written_lengths;
use crate::model::{CellId, Form, Input, Lengths, Wire};

impl Measure<'_> {
    /// The length of a number in one of several forms.
    pub(super) fn chosen(&self, wire: &Wire, (tags, forms): (&[Input], &[Form]), cell: CellId) -> Lengths {
        let accepted = self.selected(wire, |form| Some(form_lengths(self.protocol, forms.get(form)?)));
        let accepted = accepted.unwrap_or(Lengths::NOTHING);
        let numbers = self.in_forms(tags, forms, cell);
        let written = self.selected(wire, |form| {
            let (form, numbers) = (forms.get(form)?, numbers.get(form)?);
            let of = |scalar| written_lengths(self.protocol, scalar, numbers, accepted);
            let is_made = form.scalar.is_none() || !numbers.is_empty();
            is_made.then(|| form.scalar.map_or(Lengths::NOTHING, of))
        });
        Lengths { canonical: written.unwrap_or(accepted).canonical, ..accepted }
    }

    /// The length of what the tags of a wire choose, of choices that have a length.
    pub(super) fn selected(&self, wire: &Wire, length: impl Fn(usize) -> Option<Lengths>) -> Option<Lengths> {
        let mut possible: Option<Lengths> = None;
        let mut any: Option<Lengths> = None;
        for (choice, taken) in wire.selection()?.taken(|tag| self.input(*tag)) {
            let Some(lengths) = length(choice) else { continue };
            any = Some(any.map_or(lengths, |before| before.hull(lengths)));
            if taken != Some(false) {
                possible = Some(possible.map_or(lengths, |before| before.hull(lengths)));
            }
            if taken == Some(true) {
                break;
            }
        }
        // If none is chosen, the packet is invalid, so this length has no effect.
        possible.or(any)
    }
}
