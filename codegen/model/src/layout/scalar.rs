//! Lengths of integers: constant, or those of the varint forms that a range needs.

use crate::model::{Interval, LengthRange, Lengths, Pieces, Protocol, Scalar, Text, Varint, sets};

/// The range of a scalar.
pub fn scalar_interval(protocol: &Protocol, scalar: Scalar) -> Interval {
    match scalar {
        Scalar::Int { bytes, signed, .. } => Interval::of_bits(u32::from(bytes).saturating_mul(8), signed),
        Scalar::Varint(id) => protocol.varints.get(id.0).map_or(Interval::only(0), |varint| varint.interval),
    }
}

/// Whether some units, by default bytes, are no text of its encoding.
pub fn may_be_no_text(protocol: &Protocol, text: &Text) -> bool {
    let held = scalar_interval(protocol, text.unit);
    text.encoding.is_picky() || !held.within(text.encoding.units())
}

/// The length of an integer in this range.
pub fn scalar_lengths(protocol: &Protocol, scalar: Scalar, interval: Interval) -> Lengths {
    match scalar {
        Scalar::Int { bytes, .. } => Lengths::exactly(u64::from(bytes)),
        Scalar::Varint(id) => protocol.varints.get(id.0).map_or(Lengths::NOTHING, |varint| lengths(varint, interval)),
    }
}

/// The length of an integer of which a writer makes these numbers, and a reader accepts others.
pub(super) fn written_lengths(protocol: &Protocol, scalar: Scalar, numbers: &[Interval], accepted: Lengths) -> Lengths {
    let each = numbers.iter().map(|one| scalar_lengths(protocol, scalar, *one).canonical);
    Lengths { canonical: each.reduce(LengthRange::hull).unwrap_or(accepted.canonical), ..accepted }
}

/// The sizes of the integers of this range, each in the form that a writer makes; in ascending order.
pub fn scalar_sizes(protocol: &Protocol, scalar: Scalar, interval: Interval) -> Vec<u64> {
    match scalar {
        Scalar::Int { bytes, .. } => vec![u64::from(bytes)],
        Scalar::Varint(id) => protocol.varints.get(id.0).map_or(Vec::new(), |varint| written_sizes(varint, interval)),
    }
}

fn lengths(varint: &Varint, interval: Interval) -> Lengths {
    let canonical = hull(written_sizes(varint, interval));
    if varint.canonical {
        return Lengths { canonical, accepted: canonical };
    }
    // If the varint wraps, every form can hold any number.
    let holds = |form: &Pieces| varint.wrap || form.held.meet(interval).is_some();
    Lengths { canonical, accepted: hull(varint.forms().iter().filter(|form| holds(form)).map(Pieces::size)) }
}

/// The sizes of the forms that encode the range: each encodes the numbers that no earlier form does.
fn written_sizes(varint: &Varint, interval: Interval) -> Vec<u64> {
    let mut remaining = vec![interval];
    let mut sizes = Vec::new();
    for form in varint.forms() {
        if remaining.iter().any(|part| part.meet(form.values).is_some()) {
            sizes.push(form.size());
            remaining = sets::without(&remaining, form.values);
        }
    }
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn hull(sizes: impl IntoIterator<Item = u64>) -> LengthRange {
    let sizes = sizes.into_iter().map(LengthRange::exactly);
    sizes.reduce(LengthRange::hull).unwrap_or(LengthRange::exactly(0))
}

#[cfg(test)]
mod tests;
