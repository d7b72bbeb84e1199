//! UTF-16: characters of one or two units, each of two bytes.

use super::Text;
use crate::error::{Fault, Malformed, Refusal};
use crate::input::Input;
use crate::output::Output;
use crate::varint::{TextUnit, Varint};

/// A unit of UTF-16: [`Le<2>`](crate::Le) or [`Be<2>`](crate::Be).
///
/// ```
/// use wireform::{Input, Le, Text, Utf16};
///
/// let mut input = Input::new(b"H\0i\0\x3D\xD8\x00\xDE");
/// let text = Text::take(&mut input, Utf16(Le::<2>), 4, &"name")?;
/// assert_eq!((text.len(), text.chars().count()), (4, 3));
/// assert_eq!(text, "Hi😀");
/// # Ok::<(), wireform::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Utf16<U>(pub U);

impl<U: Varint<Number = u64>> Varint for Utf16<U> {
    type Number = u64;
    const FIXED: bool = true;

    #[inline]
    fn take(input: &mut Input<'_>) -> Result<u64, Fault> {
        U::take(input)
    }

    #[inline]
    fn put(number: u64, out: &mut Output<'_>) {
        U::put(number, out);
    }

    #[inline]
    fn is_single(byte: u8) -> bool {
        U::is_single(byte)
    }

    #[inline]
    fn single(byte: u8) -> u64 {
        byte.into()
    }

    #[inline]
    fn fits_single(number: u64) -> bool {
        U::fits_single(number)
    }

    #[inline]
    fn to_single(number: u64) -> u8 {
        number as u8
    }
}

impl<U: Varint<Number = u64>> TextUnit for Utf16<U> {
    const ASCII: bool = false;
    const ENCODING: &'static &'static str = &"UTF-16";
    const MAY_BE_HALF: bool = true;

    #[inline]
    fn to_byte(number: u64) -> u8 {
        number as u8
    }

    #[inline]
    fn from_byte(byte: u8) -> Option<u64> {
        Some(byte.into())
    }

    #[inline]
    fn character(input: &mut Input<'_>, units: usize) -> Option<(char, usize)> {
        let numbers = core::iter::from_fn(|| input.unit::<Self>().ok().map(|unit| unit as u16));
        let character = char::decode_utf16(numbers.take(units)).next()?.ok()?;
        Some((character, character.len_utf16()))
    }

    #[inline]
    fn units(character: char) -> Option<(u64, Option<u64>)> {
        let code = u64::from(character);
        Some(match code.checked_sub(0x1_0000) {
            Some(beyond) => (0xD800 | beyond >> 10, Some(0xDC00 | beyond & 0x3FF)),
            None => (code, None),
        })
    }

    #[inline]
    fn count(text: &str) -> usize {
        units_of(text.chars())
    }
}

impl<U: Varint<Number = u64>> Text<'_, Utf16<U>> {
    /// The text that was read, if each surrogate is one of a pair.
    ///
    /// # Errors
    /// [`Malformed::Text`].
    #[doc(hidden)]
    #[inline]
    pub fn paired<E: Refusal>(self, field: &'static &'static str, offset: usize) -> Result<Self, E> {
        if units_of(self.chars()) == self.len() {
            Ok(self)
        } else {
            Err(Malformed::Text.expected(field, offset, Utf16::<U>::ENCODING))
        }
    }
}

/// How many units characters have.
#[inline]
fn units_of(characters: impl Iterator<Item = char>) -> usize {
    characters.fold(0, |units, character| units.saturating_add(character.len_utf16()))
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::Utf16;
    use crate::error::{Error, ErrorKind, Unwritable};
    use crate::input::Input;
    use crate::number::{Be, Le};
    use crate::output::Output;
    use crate::text::Text;

    const FACE: &[u8] = &[0x3D, 0xD8, 0x00, 0xDE];

    fn read(bytes: &[u8], count: usize) -> Result<Text<'_, Utf16<Le<2>>>, Error> {
        Text::take(&mut Input::new(bytes), Utf16(Le::<2>), count, &"text")?.paired(&"text", 0)
    }

    #[test]
    fn a_pair_is_one_character() {
        let text = read(FACE, 2).expect("a pair");
        assert_eq!((text.len(), text.chars().count()), (2, 1));
        assert_eq!(text, "\u{1F600}");
        let text = Text::take(&mut Input::new(&[0xD8, 0x3D, 0xDE, 0]), Utf16(Be::<2>), 2, &"text").expect("a pair");
        assert_eq!(text, "\u{1F600}");
    }

    #[test]
    fn a_surrogate_by_itself_is_no_text() {
        for (bytes, count) in [
            (&[0x3D, 0xD8][..], 1),
            (&[0x00, 0xDE], 1),
            (&[0x3D, 0xD8, b'a', 0], 2),
            (&[0x3D, 0xD8, 0x3D, 0xD8], 2),
            (&[b'a', 0, 0x00, 0xDE], 2),
        ] {
            let error = read(bytes, count).expect_err("half a pair");
            assert_eq!(
                std::string::ToString::to_string(&error),
                ".text at byte 0: not valid text: expected UTF-16",
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn half_a_unit_ends_no_text() {
        let rest = |bytes| Text::take_or_end(&mut Input::new(bytes), Utf16(Le::<2>), usize::MAX, &"text");
        let error: Result<_, Error> = rest(&[b'a', 0, b'b']).map(|text: Text<'_, _>| text.len());
        assert!(matches!(error.map_err(|error| error.kind()), Err(ErrorKind::Malformed(_))));
        assert_eq!(rest(&[b'a', 0]).map(|text| text.len()), Ok(1));
        let kind = read(b"a", 1).map_err(|error| error.kind()).expect_err("cut");
        assert_eq!(kind, ErrorKind::Truncated { needed: 1 });
    }

    #[test]
    fn a_text_is_written_in_units() {
        let mut buffer = [0xFF; 8];
        let mut out = Output::new(&mut buffer);
        let text = Text::<Utf16<Be<2>>>::from("a\u{1F600}");
        assert_eq!((text.len(), text.as_bytes()), (3, None));
        text.put(&mut out, 3, &"text", |_| false).expect("three units");
        assert_eq!(buffer, [0, b'a', 0xD8, 0x3D, 0xDE, 0, 0xFF, 0xFF]);
        let failed = text.put(&mut Output::new(&mut [0; 8]), 2, &"text", |_| false).map_err(|error| error.kind());
        assert_eq!(failed, Err(ErrorKind::Unwritable(Unwritable::Limit)));
        let failed = text.put(&mut Output::new(&mut [0; 8]), 3, &"text", |unit| unit == 0xDE00);
        assert_eq!(failed.map_err(|error| error.kind()), Err(ErrorKind::Unwritable(Unwritable::Sentinel)));
    }

    #[test]
    fn the_filler_is_no_part_of_a_text() {
        let text = read(b"a\0 \0b\0 \0 \0", 5).expect("five units");
        assert_eq!(text.before_filling(b' '), "a b");
        assert_eq!(read(b" \0 \0", 2).expect("blanks").before_filling(b' '), "");
        assert_eq!(text.before_zero(), "a b  ");
    }
}
