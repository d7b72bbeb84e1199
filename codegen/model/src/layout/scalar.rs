//! Lengths of integers: constant, or those of the varint forms that a range needs.

use crate::model::{Code, Interval, LengthRange, Lengths, Protocol, Scalar, Text, Varint, VarintForm, VarintShape};

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
    let canonical = hull(written_sizes(varint, interval).into_iter().map(LengthRange::exactly));
    let accepted = match &varint.shape {
        VarintShape::Forms(forms) => read_forms(varint, forms, interval),
        VarintShape::Groups(_) | VarintShape::Leb128 { .. } | VarintShape::Quic => {
            LengthRange { min: canonical.min, max: longest(varint) }
        }
    };
    Lengths { canonical, accepted: if varint.canonical { canonical } else { accepted } }
}

fn form_size(form: &VarintForm) -> u64 {
    u64::from(form.bytes).saturating_add(u64::from(form.marker.is_some()))
}

fn written_sizes(varint: &Varint, interval: Interval) -> Vec<u64> {
    let mut sizes = match &varint.shape {
        VarintShape::Forms(forms) => written_forms(forms, interval),
        VarintShape::Groups(_) | VarintShape::Leb128 { .. } | VarintShape::Quic => {
            let sides = [Interval::new(Code::MIN, -1), Interval::new(0, Code::MAX)];
            // Length grows with the distance from zero, on either side.
            let sizes = sides.into_iter().filter_map(|side| interval.meet(side)).flat_map(|side| {
                let [one, other] = [side.min, side.max].map(|number| canonical_length(varint, number));
                one.min(other)..=one.max(other)
            });
            sizes.filter(|size| varint.shape != VarintShape::Quic || size.is_power_of_two()).collect()
        }
    };
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// The sizes of the forms that encode the range: each encodes the numbers that no earlier form does.
fn written_forms(forms: &[VarintForm], interval: Interval) -> Vec<u64> {
    let mut remaining = vec![interval];
    let mut sizes = Vec::new();
    for form in forms {
        if remaining.iter().any(|part| part.meet(form.values).is_some()) {
            sizes.push(form_size(form));
            remaining = remaining.iter().flat_map(|part| without(*part, form.values)).collect();
        }
    }
    sizes
}

/// The lengths of the forms that can hold a number of the range. If the varint wraps, every form can hold any number.
fn read_forms(varint: &Varint, forms: &[VarintForm], interval: Interval) -> LengthRange {
    let holds = |form: &&VarintForm| {
        let raw = Interval::of_bits(u32::from(form.bytes).saturating_mul(8), form.signed);
        varint.wrap || raw.meet(interval).is_some()
    };
    hull(forms.iter().filter(holds).map(form_size).map(LengthRange::exactly))
}

fn hull(sizes: impl IntoIterator<Item = LengthRange>) -> LengthRange {
    sizes.into_iter().reduce(LengthRange::hull).unwrap_or(LengthRange::exactly(0))
}

fn without(interval: Interval, hole: Interval) -> impl Iterator<Item = Interval> {
    let below = Interval::new(interval.min, interval.max.min(hole.min.saturating_sub(1)));
    let above = Interval::new(interval.min.max(hole.max.saturating_add(1)), interval.max);
    [below, above].into_iter().filter(|part| part.min <= part.max)
}

/// The canonical length of a number.
fn canonical_length(varint: &Varint, number: i128) -> u64 {
    let bits = match &varint.shape {
        // The sign is the top bit of the last group.
        VarintShape::Groups(_) if number < 0 => return longest(varint).unwrap_or(0),
        VarintShape::Groups(_) | VarintShape::Quic | VarintShape::Forms(_) => significant_bits(number),
        VarintShape::Leb128 { zigzag: true } => {
            significant_bits(if number < 0 { !number } else { number }).saturating_add(1).min(u32::from(varint.bits))
        }
        VarintShape::Leb128 { zigzag: false } if varint.signed => {
            significant_bits(if number < 0 { !number } else { number }).saturating_add(1)
        }
        VarintShape::Leb128 { zigzag: false } => significant_bits(number),
    };
    match &varint.shape {
        VarintShape::Groups(groups) => {
            let mut capacity: u32 = 0;
            let mut bytes: u64 = 0;
            for group in groups {
                bytes = bytes.saturating_add(1);
                capacity = capacity.saturating_add(u32::from(*group));
                if capacity >= bits {
                    break;
                }
            }
            bytes
        }
        VarintShape::Quic => match bits {
            0..=6 => 1,
            7..=14 => 2,
            15..=30 => 4,
            _ => 8,
        },
        VarintShape::Leb128 { .. } | VarintShape::Forms(_) => u64::from(bits.div_ceil(7).max(1)),
    }
}

/// The length of the longest form.
fn longest(varint: &Varint) -> Option<u64> {
    match &varint.shape {
        VarintShape::Forms(forms) => forms.iter().map(form_size).max(),
        VarintShape::Groups(groups) => u64::try_from(groups.len()).ok(),
        VarintShape::Leb128 { .. } => Some(u64::from(varint.bits.div_ceil(7))),
        VarintShape::Quic => Some(8),
    }
}

fn significant_bits(number: i128) -> u32 {
    128_u32.saturating_sub(number.leading_zeros())
}

#[cfg(test)]
mod tests;
