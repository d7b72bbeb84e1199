//! Groups of bits, lowest first: the top bit of a byte announces another, except in a last group of eight. LEB128 has groups
//! of seven.

use crate::error::Fault;
use crate::input::Input;
use crate::output::Output;

/// The groups of a number, each with its bits, 1 to 8.
#[derive(Debug, Clone, Copy)]
pub struct Groups<const N: usize> {
    widths: [u8; N],
    canonical: bool,
}

impl<const N: usize> Groups<N> {
    /// Such groups. `canonical`: a reader rejects a last byte without bits.
    #[must_use]
    pub const fn new(widths: [u8; N], canonical: bool) -> Self {
        Self { widths, canonical }
    }

    /// The bits of a number whose first byte is no number by itself.
    ///
    /// # Errors
    /// [`Fault::Short`], and [`Fault::Varint`] for bits beyond a group.
    #[inline]
    pub fn take(&self, first: u8, input: &mut Input<'_>) -> Result<u64, Fault> {
        self.take_all(first, input, |bits, _| bits)
    }

    /// The same, if the top bit of the last group is the sign.
    ///
    /// # Errors
    /// Those of [`take`](Self::take).
    #[inline]
    pub fn take_signed(&self, first: u8, input: &mut Input<'_>) -> Result<i64, Fault> {
        let bits = self.take_all(first, input, |bits, width| sign_extended(bits, width).cast_unsigned())?;
        Ok(bits.cast_signed())
    }

    /// `all`: what so many bits are, with those of the last group.
    #[inline]
    fn take_all(&self, first: u8, input: &mut Input<'_>, all: impl Fn(u64, u32) -> u64) -> Result<u64, Fault> {
        let mut widths = self.widths.iter();
        let mut shift = widths.next().map_or(0, |width| u32::from(*width));
        let mut bits = u64::from(first & 0x7F);
        if first < 0x80 || (shift < 7 && bits.wrapping_shr(shift) != 0) {
            return Err(Fault::Varint);
        }
        while let Some(width) = widths.next() {
            let byte = input.byte()?;
            let follows = *width < 8 && byte >= 0x80;
            let more = if *width < 8 { byte & 0x7F } else { byte };
            let is_last = widths.as_slice().is_empty();
            let is_stray = *width < 7 && more.wrapping_shr(u32::from(*width)) != 0;
            if is_stray || (is_last && follows) || (self.canonical && byte == 0) {
                return Err(Fault::Varint);
            }
            bits |= u64::from(more).wrapping_shl(shift);
            shift = shift.wrapping_add(u32::from(*width));
            if !follows {
                return Ok(if is_last { all(bits, shift) } else { bits });
            }
        }
        Err(Fault::Varint)
    }

    /// Writes as many groups as the bits need.
    #[inline]
    pub fn put(&self, bits: u64, out: &mut Output<'_>) {
        let (mut rest, mut widths) = (bits, self.widths.iter());
        while let Some(width) = widths.next() {
            let byte = rest as u8;
            rest = rest.wrapping_shr(u32::from(*width));
            if rest == 0 || widths.as_slice().is_empty() {
                out.array([byte]);
                return;
            }
            let group = if *width < 7 { byte & (1_u8.wrapping_shl(u32::from(*width))).wrapping_sub(1) } else { byte };
            out.array([group | 0x80]);
        }
    }
}

impl<const N: usize> Groups<N> {
    /// The bits of a number whose first byte, which has the highest, is no number by itself. Behind the first all groups
    /// have seven bits.
    ///
    /// # Errors
    /// [`Fault::Short`], and [`Fault::Varint`] for bits beyond the first of all groups, or for more groups.
    #[inline]
    pub fn take_high(&self, first: u8, input: &mut Input<'_>) -> Result<u64, Fault> {
        let width = self.widths.first().map_or(7, |width| u32::from(*width));
        let mut bits = u64::from(first & 0x7F);
        let is_stray = width < 7 && bits.wrapping_shr(width) != 0;
        for index in 1..N {
            // A shorter form has other groups than the first.
            if first < 0x80 || (is_stray && index.wrapping_add(1) == N) {
                break;
            }
            let byte = input.byte()?;
            bits = (bits << 7) | u64::from(byte & 0x7F);
            if byte < 0x80 {
                return if self.canonical && first == 0x80 { Err(Fault::Varint) } else { Ok(bits) };
            }
        }
        Err(Fault::Varint)
    }

    /// Writes as many groups as the bits need, the highest first.
    #[inline]
    pub fn put_high(&self, bits: u64, out: &mut Output<'_>) {
        let mut index = (u64::BITS.wrapping_sub((bits | 1).leading_zeros()).wrapping_sub(1)) / 7;
        while index > 0 {
            out.array([bits.wrapping_shr(index.wrapping_mul(7)) as u8 | 0x80]);
            index = index.wrapping_sub(1);
        }
        out.array([bits as u8 & 0x7F]);
    }
}

/// The number of bits of which the one at `PLACE` is set for a negative number, whose other bits are inverted.
#[must_use]
#[inline]
pub const fn of_sign_bit<const PLACE: u32>(bits: u64) -> i64 {
    let above = bits.wrapping_shr(PLACE);
    let low = bits & (1_u64.wrapping_shl(PLACE)).wrapping_sub(1);
    let rest = (above >> 1).wrapping_shl(PLACE) | low;
    rest.cast_signed() ^ (above & 1).cast_signed().wrapping_neg()
}

/// The bits of a number: the one at `PLACE` is set if it is negative, and the others are inverted then.
#[must_use]
#[inline]
pub const fn with_sign_bit<const PLACE: u32>(number: i64) -> u64 {
    let rest = (number ^ (number >> 63)).cast_unsigned();
    let (above, sign) = (rest.wrapping_shr(PLACE), (number >> 63).cast_unsigned() & 1);
    let low = rest & (1_u64.wrapping_shl(PLACE)).wrapping_sub(1);
    ((above << 1) | sign).wrapping_shl(PLACE) | low
}

/// The bits of a number, 0, -1, 1, -2 .. as 0, 1, 2, 3.
#[must_use]
#[inline]
pub const fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

/// The number of such bits.
#[must_use]
#[inline]
pub const fn of_zigzag(bits: u64) -> i64 {
    (bits >> 1).cast_signed() ^ (bits & 1).cast_signed().wrapping_neg()
}

/// The number of so many bits, of which the highest is the sign.
#[must_use]
#[inline]
pub const fn sign_extended(bits: u64, width: u32) -> i64 {
    let unused = 64_u32.wrapping_sub(width);
    bits.wrapping_shl(unused).cast_signed().wrapping_shr(unused)
}

/// A number of `BITS` bits in groups of seven, of which the highest is the sign, behind a first byte that is no number by
/// itself. `CANONICAL`: a last byte that only repeats the sign is rejected.
///
/// # Errors
/// [`Fault::Short`], and [`Fault::Varint`] for a number of more bits.
#[inline]
pub fn take_sleb128<const BITS: u32, const CANONICAL: bool>(first: u8, input: &mut Input<'_>) -> Result<i64, Fault> {
    let (mut bits, mut shift, mut before) = (u64::from(first & 0x7F), 7_u32, first);
    loop {
        let byte = input.byte()?;
        let ends = byte < 0x80;
        // The bits of the last byte that the number has, and those that repeat the sign.
        let held = BITS.wrapping_sub(shift);
        let high = (byte << 1).cast_signed() >> 1;
        let fits = held > 7 || (ends && high.wrapping_shr(held.wrapping_sub(1)) == high >> 7);
        let needless = CANONICAL && ((byte == 0 && before & 0x40 == 0) || (byte == 0x7F && before & 0x40 != 0));
        if !fits || needless {
            return Err(Fault::Varint);
        }
        bits |= u64::from(byte & 0x7F).wrapping_shl(shift);
        shift = shift.wrapping_add(7);
        if ends {
            return Ok(sign_extended(bits, shift.min(64)));
        }
        before = byte;
    }
}

/// Writes a number in groups of seven, of which the highest is the sign.
#[inline]
pub fn put_sleb128(number: i64, out: &mut Output<'_>) {
    let mut rest = number;
    while !matches!(rest, -0x40..=0x3F) {
        out.array([rest as u8 | 0x80]);
        rest >>= 7;
    }
    out.array([rest as u8 & 0x7F]);
}

#[cfg(test)]
mod tests {
    use super::{Groups, of_zigzag, put_sleb128, sign_extended, take_sleb128, zigzag};
    use crate::error::Fault;
    use crate::input::Input;
    use crate::output::Output;

    fn written(put: impl Fn(&mut Output<'_>)) -> ([u8; 12], usize) {
        let mut buffer = [0; 12];
        let mut out = Output::new(&mut buffer);
        put(&mut out);
        let len = out.finish(&"").unwrap_or(0);
        (buffer, len)
    }

    #[test]
    fn groups_are_read_as_they_are_written() {
        let groups = Groups::new([7, 7, 7, 8], true);
        for bits in [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, 0x1F_FFFF, 0x20_0000, 0x1FFF_FFFF] {
            let (bytes, len) = written(|out| groups.put(bits, out));
            let read = groups.take(bytes[0], &mut Input::new(&bytes[1..len]));
            assert_eq!(read.ok(), (len > 1).then_some(bits), "{bits:#x}: one byte is read elsewhere");
        }
        let of_a_byte = Groups::new([7, 1], false).take(0xFF, &mut Input::new(&[1]));
        assert_eq!(of_a_byte.ok(), Some(0xFF));
        let signed = groups.take_signed(0xFF, &mut Input::new(&[0xFF, 0xFF, 0xFF]));
        assert_eq!(signed.ok(), Some(-1));
        assert_eq!(
            groups.take_signed(0xFF, &mut Input::new(&[0x7F])).ok(),
            Some(0x3FFF),
            "the sign is in the last group"
        );
    }

    #[test]
    fn what_no_group_has_is_refused() {
        let groups = Groups::new([7, 7, 4], true);
        for bytes in [&[0x80, 0x00][..], &[0x80, 0x80, 0x10], &[0x80, 0x80, 0x8F], &[0x80, 0x80, 0x00]] {
            let read = groups.take(bytes[0], &mut Input::new(&bytes[1..]));
            assert!(matches!(read, Err(Fault::Varint)), "{bytes:02x?}");
        }
        assert!(matches!(groups.take(0x80, &mut Input::new(&[0x80])), Err(Fault::Short { needed: 1 })));
        assert!(Groups::new([7, 7, 4], false).take(0x80, &mut Input::new(&[0x00])).is_ok());
    }

    #[test]
    fn signs_are_extended_and_folded() {
        for number in [0, -1, 1, 63, -64, 64, -65, 8191, -8192, i64::MAX, i64::MIN] {
            assert_eq!(of_zigzag(zigzag(number)), number);
            let (bytes, len) = written(|out| put_sleb128(number, out));
            let read = take_sleb128::<64, true>(bytes[0], &mut Input::new(&bytes[1..len]));
            assert_eq!(read.ok(), (len > 1).then_some(number), "one byte is read elsewhere");
        }
        assert_eq!([sign_extended(0x10, 5), sign_extended(0x0F, 5), sign_extended(u64::MAX, 64)], [-16, 15, -1]);
    }

    #[test]
    fn a_number_of_more_bits_is_refused() {
        let read = |bytes: &[u8]| take_sleb128::<9, false>(bytes[0], &mut Input::new(&bytes[1..]));
        assert_eq!((read(&[0xFF, 0x01]).ok(), read(&[0x80, 0x7E]).ok()), (Some(255), Some(-256)));
        for bytes in [[0x80, 0x02], [0x80, 0x7D], [0xFF, 0x81]] {
            assert!(matches!(read(&bytes), Err(Fault::Varint)), "{bytes:02x?}");
        }
        let canonical = |bytes: &[u8]| take_sleb128::<16, true>(bytes[0], &mut Input::new(&bytes[1..]));
        assert!(canonical(&[0x80, 0x00]).is_err() && canonical(&[0xFF, 0x7F]).is_err());
        assert_eq!(canonical(&[0xC0, 0x00]).ok(), Some(64), "without it the sign would be another");
    }
}
