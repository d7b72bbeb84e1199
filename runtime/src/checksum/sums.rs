//! Checks that add bytes up, or combine them by exclusive or.

use super::Check;

/// The sum of all bytes, modulo 2 to the power of its width in bits: 8, 16 or 32.
///
/// ```
/// use wireform::{Check, Sum};
///
/// assert_eq!(Sum::<8>.of(&[0xFF, 2]), 1);
/// assert_eq!(Sum::<16>.of(&[0xFF, 2]), 0x101);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum<const BITS: u32>;

impl<const BITS: u32> Check for Sum<BITS> {
    type State = u32;

    fn start(&self) -> u32 {
        0
    }

    fn update(&self, sum: u32, bytes: impl Iterator<Item = u8>) -> u32 {
        bytes.fold(sum, |sum, byte| sum.wrapping_add(u32::from(byte)))
    }

    fn finish(&self, sum: u32) -> u64 {
        u64::from(sum) & u64::MAX.wrapping_shr(64_u32.wrapping_sub(BITS))
    }
}

/// All bytes combined by exclusive or.
///
/// ```
/// use wireform::{Check, Xor};
///
/// assert_eq!(Xor.of(&[0xF0, 0x3C]), 0xCC);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Xor;

impl Check for Xor {
    type State = u8;

    fn start(&self) -> u8 {
        0
    }

    fn update(&self, state: u8, bytes: impl Iterator<Item = u8>) -> u8 {
        bytes.fold(state, |all, byte| all ^ byte)
    }

    fn finish(&self, state: u8) -> u64 {
        u64::from(state)
    }
}

/// A longitudinal redundancy check: the two's complement of the sum of all bytes, modulo 256, as in Modbus ASCII. The sum
/// of the bytes and the check is zero.
///
/// ```
/// use wireform::{Check, Lrc};
///
/// assert_eq!(Lrc.of(&[0x02, 0x07]), 0xF7);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lrc;

impl Check for Lrc {
    type State = u8;

    fn start(&self) -> u8 {
        0
    }

    fn update(&self, sum: u8, bytes: impl Iterator<Item = u8>) -> u8 {
        bytes.fold(sum, u8::wrapping_sub)
    }

    fn finish(&self, sum: u8) -> u64 {
        u64::from(sum)
    }
}

/// Two sums: that of the bytes in the low half, and the sum of all its states in the high half.
///
/// ```
/// use wireform::{Check, TwoSums};
///
/// assert_eq!(TwoSums::FLETCHER_8.of(&[1, 2]), 0x0403);
/// assert_eq!(TwoSums::FLETCHER_16.of(b"abcde"), 0xC8F0);
/// assert_eq!(TwoSums::ADLER_32.of(b"Wikipedia"), 0x11E6_0398);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TwoSums {
    modulus: u32,
    start: u32,
    half: u32,
}

impl TwoSums {
    /// Fletcher's check modulo 256, of 16 bits, as UBX (and RFC 1145) has it.
    pub const FLETCHER_8: Self = Self { modulus: 256, start: 0, half: 8 };
    /// Fletcher's check modulo 255, of 16 bits.
    pub const FLETCHER_16: Self = Self { modulus: 255, start: 0, half: 8 };
    /// Adler-32, as zlib has it (RFC 1950).
    pub const ADLER_32: Self = Self { modulus: 65_521, start: 1, half: 16 };
}

impl Check for TwoSums {
    type State = (u32, u32);

    fn start(&self) -> (u32, u32) {
        (self.start, 0)
    }

    fn update(&self, state: (u32, u32), bytes: impl Iterator<Item = u8>) -> (u32, u32) {
        bytes.fold(state, |(low, high), byte| {
            let low = low.wrapping_add(u32::from(byte)).checked_rem(self.modulus).unwrap_or(0);
            (low, high.wrapping_add(low).checked_rem(self.modulus).unwrap_or(0))
        })
    }

    fn finish(&self, (low, high): (u32, u32)) -> u64 {
        u64::from(high.wrapping_shl(self.half) | low)
    }
}

/// The checksum of the internet (RFC 1071): the one's complement of the one's complement sum of all big-endian words of
/// 16 bits. An odd byte is followed by a zero.
///
/// ```
/// use wireform::{Check, Internet};
///
/// // The example of RFC 1071, section 3.
/// assert_eq!(Internet.of(&[0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6, 0xF7]), 0x220D);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Internet;

impl Check for Internet {
    /// The sum, and whether the next byte is the low one of its word.
    type State = (u16, bool);

    fn start(&self) -> (u16, bool) {
        (0, false)
    }

    fn update(&self, state: (u16, bool), bytes: impl Iterator<Item = u8>) -> (u16, bool) {
        bytes.fold(state, |(sum, is_low), byte| {
            let word = if is_low { u16::from(byte) } else { u16::from_be_bytes([byte, 0]) };
            let (sum, carry) = sum.overflowing_add(word);
            (sum.wrapping_add(u16::from(carry)), !is_low)
        })
    }

    fn finish(&self, (sum, _): (u16, bool)) -> u64 {
        u64::from(!sum)
    }
}

#[cfg(test)]
mod tests {
    use super::{Internet, Lrc, Sum, TwoSums, Xor};
    use crate::checksum::Check as _;

    #[test]
    fn each_sum_is_the_one_that_others_compute() {
        // By Python: `sum`, `functools.reduce`, `zlib.adler32`; Fletcher's by the package `fletcher`.
        let bytes = b"123456789";
        assert_eq!(Sum::<8>.of(bytes), 221);
        assert_eq!(Sum::<16>.of(bytes), 477);
        assert_eq!(Sum::<32>.of(bytes), 477);
        assert_eq!(Xor.of(bytes), 49);
        assert_eq!(Lrc.of(bytes), 35);
        assert_eq!(TwoSums::FLETCHER_16.of(bytes), 0x1EDE);
        assert_eq!(TwoSums::ADLER_32.of(bytes), 0x091E_01DE);
        assert_eq!(TwoSums::FLETCHER_16.of(b"abcdefgh"), 0x0627);
    }

    #[test]
    fn words_of_the_internet_check_may_lie_across_two_updates() {
        let whole = Internet.of(&[0x45, 0x00, 0x00, 0x73, 0xAB]);
        let state = Internet.update(Internet.start(), [0x45].into_iter());
        let state = Internet.update(state, [0x00, 0x00].into_iter());
        let state = Internet.update(state, [0x73, 0xAB].into_iter());
        assert_eq!(Internet.finish(state), whole);
        assert_eq!(whole, Internet.of(&[0x45, 0x00, 0x00, 0x73, 0xAB, 0x00]), "an odd byte is followed by a zero");
    }
}
