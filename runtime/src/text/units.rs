//! Bytes and integers of fixed width, each of which is a character. A sign changes nothing: it does not reach the low byte.

use crate::error::Fault;
use crate::input::Input;
use crate::number::{Be, Le, high_first, low_first};
use crate::output::Output;
use crate::varint::{TextUnit, Varint};

/// A character in one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Byte;

impl Varint for Byte {
    type Number = u8;
    const FIXED: bool = true;

    #[inline]
    fn take(input: &mut Input<'_>) -> Result<u8, Fault> {
        input.byte()
    }

    #[inline]
    fn put(number: u8, out: &mut Output<'_>) {
        out.array([number]);
    }

    #[inline]
    fn is_single(_byte: u8) -> bool {
        true
    }

    #[inline]
    fn single(byte: u8) -> u8 {
        byte
    }

    #[inline]
    fn fits_single(_number: u8) -> bool {
        true
    }

    #[inline]
    fn to_single(number: u8) -> u8 {
        number
    }
}

impl TextUnit for Byte {
    const ASCII: bool = true;

    #[inline]
    fn to_byte(number: u8) -> u8 {
        number
    }

    #[inline]
    fn from_byte(byte: u8) -> Option<u8> {
        Some(byte)
    }
}

macro_rules! unit {
    ($order:ident, $read:ident, $bytes:ident, $chunk:ident) => {
        impl<const BYTES: usize> Varint for $order<BYTES> {
            type Number = u64;
            const FIXED: bool = true;

            #[inline]
            fn take(input: &mut Input<'_>) -> Result<u64, Fault> {
                let Some(bytes) = input.rest().first_chunk::<BYTES>() else {
                    return Err(Fault::Short { needed: BYTES.saturating_sub(input.left()) });
                };
                input.pass(BYTES);
                Ok($read(*bytes))
            }

            #[inline]
            fn put(number: u64, out: &mut Output<'_>) {
                if let Some(bytes) = number.$bytes().$chunk::<BYTES>() {
                    out.array(*bytes);
                }
            }

            #[inline]
            fn is_single(_byte: u8) -> bool {
                false
            }

            #[inline]
            fn single(byte: u8) -> u64 {
                byte.into()
            }

            #[inline]
            fn fits_single(_number: u64) -> bool {
                false
            }

            #[inline]
            fn to_single(number: u64) -> u8 {
                number as u8
            }
        }

        impl<const BYTES: usize> TextUnit for $order<BYTES> {
            const ASCII: bool = false;

            #[inline]
            fn to_byte(number: u64) -> u8 {
                number as u8
            }

            #[inline]
            fn from_byte(byte: u8) -> Option<u64> {
                Some(byte.into())
            }
        }
    };
}

unit!(Le, low_first, to_le_bytes, first_chunk);
unit!(Be, high_first, to_be_bytes, last_chunk);

#[cfg(test)]
mod tests {
    extern crate std;

    use super::{Be, Le};
    use crate::input::Input;
    use crate::output::Output;
    use crate::text::Text;

    #[test]
    fn a_character_is_the_low_byte() {
        let mut input = Input::new(&[b'H', 1, 0xE9, 0, b'x']);
        let text = Text::take(&mut input, Le::<2>, 2, &"name").expect("two units");
        assert_eq!(text, "H\u{e9}");
        assert_eq!((text.as_bytes(), input.rest()), (None, &b"x"[..]));
        let text = Text::take(&mut Input::new(&[0, 0, b'H', 0, 0, b'i']), Be::<3>, 2, &"name").expect("two units");
        assert_eq!(text, "Hi");
        let error = Text::take(&mut Input::new(&[0, b'H', 0]), Be::<2>, 2, &"name").expect_err("half a unit");
        assert_eq!(std::string::ToString::to_string(&error), ".name at byte 0: 1 more byte needed");
    }

    #[test]
    fn a_character_is_written_in_as_many_bytes() {
        let mut buffer = [0xFF; 8];
        let mut out = Output::new(&mut buffer);
        Text::<Le<2>>::from("H\u{e9}").put(&mut out, 2, &"text", |_| false).unwrap();
        Text::<Be<4>>::from("i").put(&mut out, 1, &"text", |_| false).unwrap();
        assert_eq!(buffer, [b'H', 0, 0xE9, 0, 0, 0, 0, b'i']);
    }
}
