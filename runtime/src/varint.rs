//! Integers of variable width: the protocol's generated code says how each is made.

mod groups;
mod quic;

use crate::cast;
use crate::error::Fault;
use crate::input::Input;
use crate::output::Output;

pub use groups::{Groups, of_sign_bit, of_zigzag, put_sleb128, sign_extended, take_sleb128, with_sign_bit, zigzag};
pub use quic::{put_quic, take_quic};

/// How one kind of integer of variable width is read and written. Implemented by generated marker types.
pub trait Varint {
    /// The narrowest type that holds it.
    type Number: Size;

    /// A larger number that is not negative never takes fewer bytes.
    const ASCENDS: bool = true;

    /// All numbers take as many bytes.
    const FIXED: bool = false;

    /// The bytes of the shortest form.
    const SHORTEST: usize = 1;

    /// Takes one off the front.
    ///
    /// # Errors
    /// [`Fault::Short`] if the input ends inside it, [`Fault::Varint`] if its bytes are no valid form.
    #[inline]
    fn take(input: &mut Input<'_>) -> Result<Self::Number, Fault> {
        let first = input.byte().map_err(|_| Fault::Short { needed: Self::SHORTEST })?;
        if Self::is_single(first) { Ok(Self::single(first)) } else { Self::take_long(first, input) }
    }

    /// Takes one whose first byte, which is taken already, is no number by itself.
    ///
    /// # Errors
    /// Those of [`take`](Self::take).
    #[inline]
    fn take_long(_first: u8, _input: &mut Input<'_>) -> Result<Self::Number, Fault> {
        Err(Fault::Varint)
    }

    /// Writes the first form that holds the number. (What a number may be is checked before.)
    fn put(number: Self::Number, out: &mut Output<'_>);

    /// Whether this byte alone is a whole number.
    fn is_single(byte: u8) -> bool;

    /// The number that such a byte is.
    fn single(byte: u8) -> Self::Number;

    /// Whether a number is written as one byte.
    fn fits_single(number: Self::Number) -> bool;

    /// The byte as which such a number is written.
    fn to_single(number: Self::Number) -> u8;
}

/// An integer that may count bytes.
pub trait Size: Copy {
    /// The number of so many bytes; its low bits, where it is too narrow.
    fn of_size(size: usize) -> Self;
}

macro_rules! sizes {
    ($($number:ty: $of:ident)*) => {$(
        impl Size for $number {
            #[inline]
            fn of_size(size: usize) -> Self {
                cast::$of(size)
            }
        }
    )*};
}

sizes! {
    u8: usize_to_u8 i8: usize_to_i8 u16: usize_to_u16 i16: usize_to_i16
    u32: usize_to_u32 i32: usize_to_i32 u64: usize_to_u64 i64: usize_to_i64
}

/// An integer of which characters are made: in Latin-1 one each. One of fixed width is one of variable width that does not
/// make use of it.
pub trait TextUnit: Varint + Sized {
    /// The name of the encoding.
    const ENCODING: &'static &'static str = &"Latin-1";

    /// Half a unit at the end of a region is no text, instead of a text that is cut.
    const MAY_BE_HALF: bool = false;

    /// Each ASCII character is written as one byte, its own, and that byte is read as no other.
    const ASCII: bool;

    /// The character that a number is: its low byte, if the number is one.
    fn to_byte(number: Self::Number) -> u8;

    /// The number of a character; `None` if it has none.
    fn from_byte(byte: u8) -> Option<Self::Number>;

    /// The next character of a text that has so many units left, and the number of its units.
    #[inline]
    fn character(input: &mut Input<'_>, units: usize) -> Option<(char, usize)> {
        if units == 0 {
            return None;
        }
        Some((char::from(Self::to_byte(input.unit::<Self>().ok()?)), 1))
    }

    /// The one or two units of a character; `None` if it has none.
    #[inline]
    fn units(character: char) -> Option<(Self::Number, Option<Self::Number>)> {
        Some((Self::from_byte(u8::try_from(character).ok()?)?, None))
    }

    /// How many units a string takes.
    #[inline]
    fn count(text: &str) -> usize {
        text.chars().count()
    }
}

/// A varint for tests.
#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A byte below 255: one byte, or from 200 on two.
    #[derive(Clone, Copy)]
    pub(crate) struct Marked;

    impl Varint for Marked {
        type Number = u8;

        fn take(input: &mut Input<'_>) -> Result<u8, Fault> {
            let byte = input.byte()?;
            if Self::is_single(byte) { Ok(byte) } else { input.byte().map(|byte| byte.min(0xFE)) }
        }

        fn put(number: u8, out: &mut Output<'_>) {
            if !Self::fits_single(number) {
                out.array([0xFF]);
            }
            out.array([number]);
        }

        fn is_single(byte: u8) -> bool {
            byte != 0xFF
        }

        fn single(byte: u8) -> u8 {
            byte
        }

        fn fits_single(number: u8) -> bool {
            number < 200
        }

        fn to_single(number: u8) -> u8 {
            number
        }
    }
}
