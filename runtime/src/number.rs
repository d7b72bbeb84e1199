//! Integers and floats of fixed width as elements of lists, and the widths that Rust has no type for.

use crate::error::{Error, Fact, Malformed, Refusal, Unwritable};
use crate::input::Input;
use crate::list::Element;
use crate::output::Output;

/// A number of `BYTES` bytes, lowest byte first: how the elements of a [`List`](crate::List), or the characters of a
/// [`Text`](crate::Text), stand on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Le<const BYTES: usize>;

/// A number of `BYTES` bytes, highest byte first: how the elements of a [`List`](crate::List), or the characters of a
/// [`Text`](crate::Text), stand on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Be<const BYTES: usize>;

macro_rules! whole {
    ($($type:ty, $bytes:literal);* $(;)?) => {$(
        whole!($type, $bytes, Le, from_le_bytes, to_le_bytes);
        whole!($type, $bytes, Be, from_be_bytes, to_be_bytes);
    )*};
    ($type:ty, $bytes:literal, $order:ident, $from:ident, $to:ident) => {
        impl Element<'_, $order<$bytes>> for $type {
            const SIZE: Option<usize> = Some($bytes);

            #[inline]
            fn take<E: Refusal>(input: &mut Input<'_, E>, _order: $order<$bytes>) -> Result<Self, E> {
                Ok(<$type>::$from(*input.field(&"")?))
            }

            #[inline]
            fn put(&self, out: &mut Output<'_>, _order: $order<$bytes>) -> Result<(), Error> {
                out.array(<$type>::$to(*self));
                Ok(())
            }
        }
    };
}

/// One byte, 0 or 1.
impl Element<'_, Le<1>> for bool {
    #[inline]
    fn take<E: Refusal>(input: &mut Input<'_, E>, _order: Le<1>) -> Result<Self, E> {
        let at = input.offset();
        match input.field(&"")? {
            [0] => Ok(false),
            [1] => Ok(true),
            [other] => Err(Malformed::Bool.found(&"", at, *other)),
        }
    }

    #[inline]
    fn put(&self, out: &mut Output<'_>, _order: Le<1>) -> Result<(), Error> {
        out.array([u8::from(*self)]);
        Ok(())
    }
}

whole! { u8, 1; i8, 1; u16, 2; i16, 2; u32, 4; i32, 4; u64, 8; i64, 8; f32, 4; f64, 8 }

/// `LEN` bytes of an array, from `OFFSET`. (Where they do not lie in the array, which generated code never asks for,
/// they are zero.)
#[must_use]
#[inline]
pub fn segment<const OFFSET: usize, const LEN: usize, const N: usize>(array: &[u8; N]) -> &[u8; LEN] {
    match array.get(OFFSET..).and_then(|rest| rest.first_chunk()) {
        Some(segment) => segment,
        None => const { &[0; LEN] },
    }
}

/// Writes `LEN` bytes into an array, from `OFFSET`.
#[inline]
pub fn set<const OFFSET: usize, const LEN: usize, const N: usize>(array: &mut [u8; N], bytes: [u8; LEN]) {
    within::<OFFSET, LEN, N>(array, |place| *place = bytes);
}

/// Has `LEN` bytes of an array written, from `OFFSET`.
#[inline]
pub fn within<const OFFSET: usize, const LEN: usize, const N: usize>(
    array: &mut [u8; N],
    write: impl FnOnce(&mut [u8; LEN]),
) {
    if let Some(place) = array.get_mut(OFFSET..).and_then(|rest| rest.first_chunk_mut()) {
        write(place);
    }
}

/// Whether one of these holds. All are looked at, so that there is one branch.
#[must_use]
#[inline]
pub fn any<const N: usize>(all: [bool; N]) -> bool {
    all.into_iter().fold(false, |any, one| any | one)
}

/// Whether a number fits its place on the wire.
///
/// # Errors
/// [`Unwritable::Range`], at `field`, with the range in `words`.
#[inline]
pub fn in_range<T: PartialOrd + Into<Fact>>(
    number: T,
    range: core::ops::RangeInclusive<T>,
    field: &'static &'static str,
    words: &'static &'static str,
) -> Result<(), Error> {
    if range.contains(&number) { Ok(()) } else { Err(out_of_range(field, words, number.into())) }
}

#[cold]
#[inline(never)]
fn out_of_range(field: &'static &'static str, expected: &'static &'static str, found: Fact) -> Error {
    Unwritable::Range.unlike(field, expected, found)
}

/// `width` bits of a number, from bit `low`.
#[must_use]
#[inline]
pub const fn part(number: u64, low: u32, width: u32) -> u64 {
    let unused = 64_u32.saturating_sub(width);
    number.wrapping_shr(low).wrapping_shl(unused).wrapping_shr(unused)
}

/// `width` bits of a number, from bit `low`, in two's complement.
#[must_use]
#[inline]
pub const fn signed_part(number: u64, low: u32, width: u32) -> i64 {
    let unused = 64_u32.saturating_sub(width);
    (number.wrapping_shr(low).wrapping_shl(unused) as i64).wrapping_shr(unused)
}

pub(crate) const fn low_first<const N: usize>(bytes: [u8; N]) -> u64 {
    let (mut number, mut rest) = (0, bytes.as_slice());
    while let [before @ .., last] = rest {
        number = number << 8 | *last as u64;
        rest = before;
    }
    number
}

pub(crate) const fn high_first<const N: usize>(bytes: [u8; N]) -> u64 {
    let (mut number, mut rest) = (0, bytes.as_slice());
    while let [first, after @ ..] = rest {
        number = number << 8 | *first as u64;
        rest = after;
    }
    number
}

const fn sign_extended<const N: usize>(number: u64) -> i64 {
    let unused = 64_u32.saturating_sub(8_u32.wrapping_mul(N as u32));
    (number.wrapping_shl(unused) as i64).wrapping_shr(unused)
}

macro_rules! odd {
    ($($type:ty, $bytes:literal, $order:ident, $read:ident, $write:ident, $decode:expr, $encode:expr, $words:literal);* $(;)?) => {$(
        #[doc = concat!("The number that stands in these ", $bytes, " bytes.")]
        #[must_use]
        #[inline]
        pub const fn $read(bytes: [u8; $bytes]) -> $type {
            $decode(bytes) as $type
        }

        #[doc = concat!("The low ", $bytes, " bytes of a number.")]
        #[must_use]
        #[inline]
        pub const fn $write(number: $type) -> [u8; $bytes] {
            $encode(number as u64)
        }

        impl Element<'_, $order<$bytes>> for $type {
            const SIZE: Option<usize> = Some($bytes);

            #[inline]
            fn take<E: Refusal>(input: &mut Input<'_, E>, _order: $order<$bytes>) -> Result<Self, E> {
                Ok($read(*input.field(&"")?))
            }

            #[inline]
            fn put(&self, out: &mut Output<'_>, _order: $order<$bytes>) -> Result<(), Error> {
                let bytes = $write(*self);
                out.array(bytes);
                if $read(bytes) == *self { Ok(()) } else { Err(out_of_range(&"", &$words, (*self).into())) }
            }
        }
    )*};
}

const fn signed_low_first<const N: usize>(bytes: [u8; N]) -> i64 {
    sign_extended::<N>(low_first(bytes))
}

const fn signed_high_first<const N: usize>(bytes: [u8; N]) -> i64 {
    sign_extended::<N>(high_first(bytes))
}

const fn to_low_first<const N: usize>(number: u64) -> [u8; N] {
    let [a, b, c, d, e, f, g, _] = number.to_le_bytes();
    first([a, b, c, d, e, f, g])
}

const fn to_high_first<const N: usize>(number: u64) -> [u8; N] {
    let mut bytes = to_low_first::<N>(number);
    bytes.reverse();
    bytes
}

const fn first<const N: usize>(bytes: [u8; 7]) -> [u8; N] {
    match bytes.first_chunk::<N>() {
        Some(chunk) => *chunk,
        None => [0; N],
    }
}

odd! {
    u32, 3, Le, u24_le, u24_le_bytes, low_first, to_low_first, "0 to 16777215";
    u32, 3, Be, u24_be, u24_be_bytes, high_first, to_high_first, "0 to 16777215";
    i32, 3, Le, i24_le, i24_le_bytes, signed_low_first, to_low_first, "-8388608 to 8388607";
    i32, 3, Be, i24_be, i24_be_bytes, signed_high_first, to_high_first, "-8388608 to 8388607";
    u64, 5, Le, u40_le, u40_le_bytes, low_first, to_low_first, "0 to 1099511627775";
    u64, 5, Be, u40_be, u40_be_bytes, high_first, to_high_first, "0 to 1099511627775";
    i64, 5, Le, i40_le, i40_le_bytes, signed_low_first, to_low_first, "-549755813888 to 549755813887";
    i64, 5, Be, i40_be, i40_be_bytes, signed_high_first, to_high_first, "-549755813888 to 549755813887";
    u64, 6, Le, u48_le, u48_le_bytes, low_first, to_low_first, "0 to 281474976710655";
    u64, 6, Be, u48_be, u48_be_bytes, high_first, to_high_first, "0 to 281474976710655";
    i64, 6, Le, i48_le, i48_le_bytes, signed_low_first, to_low_first, "-140737488355328 to 140737488355327";
    i64, 6, Be, i48_be, i48_be_bytes, signed_high_first, to_high_first, "-140737488355328 to 140737488355327";
    u64, 7, Le, u56_le, u56_le_bytes, low_first, to_low_first, "0 to 72057594037927935";
    u64, 7, Be, u56_be, u56_be_bytes, high_first, to_high_first, "0 to 72057594037927935";
    i64, 7, Le, i56_le, i56_le_bytes, signed_low_first, to_low_first, "-36028797018963968 to 36028797018963967";
    i64, 7, Be, i56_be, i56_be_bytes, signed_high_first, to_high_first, "-36028797018963968 to 36028797018963967";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_widths_there_and_back() {
        for number in [-0x80_0000, -1, 0, 1, 0x7F_FFFF] {
            assert_eq!(i24_le(i24_le_bytes(number)), number);
            assert_eq!(i24_be(i24_be_bytes(number)), number);
        }
        assert_eq!(u24_le([1, 2, 3]), 0x03_0201);
        assert_eq!(u24_be([1, 2, 3]), 0x01_0203);
        assert_eq!(i56_be_bytes(-2), [255, 255, 255, 255, 255, 255, 254]);
        assert_eq!(i40_le([0, 0, 0, 0, 0x80]), -0x80_0000_0000);
        assert_eq!(u48_be(u48_be_bytes(0x1234_5678_9ABC)), 0x1234_5678_9ABC);
    }
}
