//! How long a carrier of variable width is, and what that says of its parts: a short one has zeros in the high bits.

use super::cases::{Known, Split};
use super::field::Measure;
use super::scalar::scalar_lengths;
use crate::model::{Code, Field, Input, Interval, Part, Scalar, Wire};

/// The lengths in which a writer makes a carrier as cases, if what is asked makes it longer: the longest says nothing.
pub(super) fn lengths(measure: &Measure<'_>, field: &Field, asked: &[Input]) -> Option<Split> {
    let Wire::Bits { carrier: carrier @ Scalar::Varint(_), parts } = &field.wire else { return None };
    let bits = parts.iter().map(end).max()?;
    let length = |highest: u32| {
        let number = 1_i128.checked_shl(highest).unwrap_or(0);
        scalar_lengths(measure.protocol, *carrier, Interval::only(number)).canonical.min
    };
    let longer = (1..bits).filter(|bit| length(*bit) > length(bit.saturating_sub(1)));
    let asks = |part: &&Part| asked.contains(&Input::Cell(part.cell));
    let high = parts.iter().filter(asks).map(end).max()?;
    let mut cases: Split = longer.filter(|bit| *bit < high).map(|bit| short(measure, parts, bit)).collect();
    cases.push(Known::new());
    (cases.len() > 1).then_some(cases)
}

/// The parts of a carrier in which all bits from one on are zero.
fn short(measure: &Measure<'_>, parts: &[Part], from: u32) -> Known {
    let high = parts.iter().filter(|part| end(part) > from && !part.signed);
    let known = high.filter_map(|part| {
        let left = from.saturating_sub(u32::from(part.low));
        let most: Code = 1_i128.checked_shl(left).unwrap_or(0).saturating_sub(1);
        let input = Input::Cell(part.cell);
        Some((input, measure.ever(input).meet(Interval::new(0, most))?))
    });
    known.collect()
}

/// The bit behind a part.
fn end(part: &Part) -> u32 {
    u32::from(part.low).saturating_add(u32::from(part.width))
}
