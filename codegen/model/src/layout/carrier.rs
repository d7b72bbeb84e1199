//! Carriers of variable width: a short one has zeros in its high bits, which restricts its parts.

use super::cases::{Known, Split};
use super::field::Measure;
use super::scalar::scalar_lengths;
use crate::model::{Code, Field, Input, Interval, Part, Scalar, Wire};

/// The canonical lengths of a carrier as cases, if discriminants make it longer. The longest restricts no part.
pub(super) fn lengths(measure: &Measure<'_>, field: &Field, discriminants: &[Input]) -> Option<Split> {
    let Wire::Bits { carrier: carrier @ Scalar::Varint(_), parts } = &field.wire else { return None };
    let bits = parts.iter().map(end).max()?;
    let length = |highest: u32| {
        let number = 1_i128.checked_shl(highest).unwrap_or(0);
        scalar_lengths(measure.protocol, *carrier, Interval::only(number)).canonical.min
    };
    let longer = (1..bits).filter(|bit| length(*bit) > length(bit.saturating_sub(1)));
    let is_discriminant = |part: &&Part| discriminants.contains(&Input::Cell(part.cell));
    let high = parts.iter().filter(is_discriminant).map(end).max()?;
    let mut cases: Split = longer.filter(|bit| *bit < high).map(|bit| short(measure, parts, bit)).collect();
    cases.push(Known::new());
    (cases.len() > 1).then_some(cases)
}

/// The ranges of the parts of a carrier that has only zeros from bit `from` on.
fn short(measure: &Measure<'_>, parts: &[Part], from: u32) -> Known {
    let high = parts.iter().filter(|part| end(part) > from && !part.signed);
    let known = high.filter_map(|part| {
        let [run] = part.runs.as_slice() else { return None };
        let bits = from.saturating_sub(u32::from(run.low));
        let most: Code = 1_i128.checked_shl(bits).unwrap_or(0).saturating_sub(1);
        let input = Input::Cell(part.cell);
        Some((input, measure.full_range(input).meet(Interval::new(0, most))?))
    });
    known.collect()
}

/// The bit after a part.
fn end(part: &Part) -> u32 {
    part.end().into()
}
