//! Text that is not UTF-8 on the wire: characters up to U+00FF, each in a byte or in an integer of its own, and UTF-16.

mod borrowed;
mod chars;
mod equal;
mod plain;
mod units;
mod utf16;

use core::fmt;
use core::marker::PhantomData;

use crate::error::{Error, Fact, Fault, Malformed, Refusal, Unwritable};
use crate::input::Input;
use crate::output::Output;
use crate::varint::TextUnit;

pub use borrowed::{ascii, before_filling, before_zero, utf8};
pub use chars::Chars;
pub use units::Byte;
pub use utf16::Utf16;

/// Text that is not UTF-8: the user's `&str`, or a checked stretch of a packet. Its units `U` are characters up to U+00FF,
/// by default bytes, or those of [`Utf16`].
///
/// ```
/// use wireform::Text;
///
/// let text: Text<'_> = Text::from("café");
/// assert_eq!(text, "café");
/// assert_eq!(text.to_string(), "café");
/// ```
pub struct Text<'a, U = Byte> {
    form: Form<'a>,
    unit: PhantomData<fn() -> U>,
}

#[derive(Clone, Copy)]
enum Form<'a> {
    Str(&'a str),
    Units { bytes: &'a [u8], count: usize },
}

impl<U> Clone for Text<'_, U> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<U> Copy for Text<'_, U> {}

/// The names of a field and of its encoding, for errors.
type Names = (&'static &'static str, &'static &'static str);

impl<'a, U: TextUnit> Text<'a, U> {
    const fn units(bytes: &'a [u8], count: usize) -> Self {
        Self { form: Form::Units { bytes, count }, unit: PhantomData }
    }

    /// The bytes of a packet, or those of a string.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn stretch(&self) -> &'a [u8] {
        match self.form {
            Form::Str(text) => text.as_bytes(),
            Form::Units { bytes, .. } => bytes,
        }
    }

    /// The characters.
    #[must_use]
    #[inline]
    pub fn chars(&self) -> Chars<'a, U> {
        Chars::of(self.form)
    }

    /// The characters as bytes of Latin-1; zero for one that is none.
    #[doc(hidden)]
    #[inline]
    pub fn latin1_bytes(&self) -> impl Iterator<Item = u8> + Clone + use<'a, U> {
        self.chars().map(|character| u8::try_from(character).unwrap_or(0))
    }

    /// The characters as bytes of Latin-1, where they can be borrowed: each is a byte on the wire that is its code (or,
    /// in a `&str`, all are ASCII).
    ///
    /// ```
    /// use wireform::{Input, Text, text::Byte};
    ///
    /// let text = Text::take(&mut Input::new(b"caf\xE9"), Byte, 4, &"name")?;
    /// assert_eq!(text.as_bytes(), Some(&b"caf\xE9"[..]));
    /// assert_eq!(Text::<Byte>::from("caf\u{E9}").as_bytes(), None);
    /// # Ok::<(), wireform::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        match self.form {
            Form::Str(text) => text.is_ascii().then_some(text.as_bytes()),
            // Every unit takes a byte at least.
            Form::Units { bytes, count } if bytes.len() == count => {
                bytes.iter().all(|byte| U::to_byte(U::single(*byte)) == *byte).then_some(bytes)
            }
            Form::Units { .. } => None,
        }
    }

    /// How many units there are: characters, but in UTF-16. (For a `&str` they are counted.)
    #[must_use]
    pub fn len(&self) -> usize {
        match self.form {
            Form::Str(text) => U::count(text),
            Form::Units { count, .. } => count,
        }
    }

    /// Whether there is no character.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self.form {
            Form::Str(text) => text.is_empty(),
            Form::Units { count, .. } => count == 0,
        }
    }

    /// Reads units up to a terminator, which is taken too. A text is one field: whatever unit fails, the error stands
    /// at the start of the text. `end` has all numbers of a character that terminates: as a character it could not be
    /// written.
    ///
    /// # Errors
    /// Truncated where the terminator is missing (unless `or_end`), [`Malformed::Limit`] where more than `bound`
    /// units come first, and what a unit itself may be.
    #[doc(hidden)]
    #[inline]
    pub fn take_until<E: Refusal>(
        input: &mut Input<'a, E>,
        _as: U,
        (or_end, bound): (bool, usize),
        field: &'static &'static str,
        end: impl Fn(U::Number) -> bool,
    ) -> Result<Self, E> {
        let start = *input;
        let mut count: usize = 0;
        loop {
            count = count.saturating_add(input.pass_plain(|byte| U::is_single(byte) && !end(U::single(byte))));
            let behind = *input;
            if count > bound {
                return Err(Malformed::Limit.at_most(field, start.offset(), bound));
            }
            if or_end && input.is_empty() {
                return Ok(Self::units(behind.since(start), count));
            }
            let unit = input.unit::<U>().map_err(|fault| Self::faulty(start, fault, or_end, field))?;
            if end(unit) {
                return Ok(Self::units(behind.since(start), count));
            }
            if count == bound {
                return Err(Malformed::Limit.at_most(field, start.offset(), bound));
            }
            count = count.saturating_add(1);
        }
    }

    /// Reads `count` units.
    ///
    /// # Errors
    /// Truncated, and what a unit itself may be.
    #[doc(hidden)]
    #[inline]
    pub fn take<E: Refusal>(
        input: &mut Input<'a, E>,
        unit: U,
        count: usize,
        field: &'static &'static str,
    ) -> Result<Self, E> {
        Self::take_from(input.offset(), input, unit, count, field)
    }

    /// Reads `count` units of a text that begins at `offset`, with its count.
    ///
    /// # Errors
    /// Those of [`take`](Self::take).
    #[doc(hidden)]
    #[inline]
    pub fn take_from<E: Refusal>(
        offset: usize,
        input: &mut Input<'a, E>,
        _as: U,
        count: usize,
        field: &'static &'static str,
    ) -> Result<Self, E> {
        let start = *input;
        for _ in 0..count {
            input.unit::<U>().map_err(|fault| start.fault(fault, field, offset))?;
        }
        Ok(Self::units(input.since(start), count))
    }

    /// Reads units to the end of the input, at most `most`.
    ///
    /// # Errors
    /// The characters that a unit may be.
    #[doc(hidden)]
    #[inline]
    pub fn take_or_end<E: Refusal>(
        input: &mut Input<'a, E>,
        _as: U,
        most: usize,
        field: &'static &'static str,
    ) -> Result<Self, E> {
        let start = *input;
        let mut count: usize = 0;
        while count < most && !input.is_empty() {
            input.unit::<U>().map_err(|fault| Self::faulty(start, fault, true, field))?;
            count = count.saturating_add(1);
        }
        Ok(Self::units(input.since(start), count))
    }

    /// The error of a unit in a text that began at `start`, which the end of the region may end.
    fn faulty<E: Refusal>(start: Input<'a, E>, fault: Fault, or_end: bool, field: &'static &'static str) -> E {
        match or_end && U::MAY_BE_HALF {
            true => Malformed::Text.expected(field, start.offset(), U::ENCODING),
            false => start.fault(fault, field, start.offset()),
        }
    }

    /// The text before the last units that are the filler.
    #[must_use]
    #[inline]
    pub fn before_filling(self, filler: u8) -> Self
    where
        U::Number: PartialEq,
    {
        let Form::Units { bytes, count } = self.form else { return self };
        let (whole, filler) = (Input::new(bytes), U::from_byte(filler));
        let (mut input, mut text) = (whole, Self::units(&[], 0));
        for at in 1..=count {
            if input.unit::<U>().ok() != filler {
                text = Self::units(input.since(whole), at);
            }
        }
        text
    }

    /// The text before the first zero.
    #[must_use]
    #[inline]
    pub fn before_zero(self) -> Self
    where
        U::Number: PartialEq,
    {
        let Form::Units { bytes, count } = self.form else { return self };
        let (mut input, mut before) = (Input::new(bytes), 0);
        while before < count {
            let here = input;
            if !input.unit::<U>().is_ok_and(|unit| Some(unit) != U::from_byte(0)) {
                return Self::units(here.since(Input::new(bytes)), before);
            }
            before = before.saturating_add(1);
        }
        self
    }

    /// The text that was read, if each unit is a character of an encoding.
    ///
    /// # Errors
    /// [`Malformed::Text`].
    #[doc(hidden)]
    #[inline]
    pub fn of<E: Refusal>(
        self,
        encoding: &'static &'static str,
        field: &'static &'static str,
        offset: usize,
        is_character: impl Fn(U::Number) -> bool,
    ) -> Result<Self, E> {
        let Form::Units { bytes, count } = self.form else { return Ok(self) };
        let mut input = Input::new(bytes);
        for _ in 0..count {
            if !input.unit::<U>().is_ok_and(&is_character) {
                return Err(Malformed::Text.expected(field, offset, encoding));
            }
        }
        Ok(self)
    }

    /// Writes the characters, at most `most`, without a terminator; none may be one.
    ///
    /// # Errors
    /// [`Unwritable::Text`], [`Unwritable::Sentinel`], [`Unwritable::Limit`].
    #[doc(hidden)]
    #[inline]
    pub fn put(
        &self,
        out: &mut Output<'_>,
        most: usize,
        field: &'static &'static str,
        end: impl Fn(U::Number) -> bool + Copy,
    ) -> Result<(), Error> {
        self.put_of(out, most, (field, U::ENCODING), U::units, end)
    }

    /// Writes the characters, as [`put`](Self::put) does, of which all must be ASCII.
    ///
    /// # Errors
    /// Those of [`put`](Self::put).
    #[doc(hidden)]
    #[inline]
    pub fn put_ascii(
        &self,
        out: &mut Output<'_>,
        most: usize,
        field: &'static &'static str,
        end: impl Fn(U::Number) -> bool + Copy,
    ) -> Result<(), Error> {
        let units = |character: char| U::units(character).filter(|_| character.is_ascii());
        self.put_of(out, most, (field, &"ASCII"), units, end)
    }

    #[inline]
    fn put_of(
        &self,
        out: &mut Output<'_>,
        most: usize,
        names: Names,
        units: impl Fn(char) -> Option<(U::Number, Option<U::Number>)> + Copy,
        end: impl Fn(U::Number) -> bool + Copy,
    ) -> Result<(), Error> {
        let fits = |byte: u8| byte.is_ascii() & !end(U::single(byte));
        match self.plain().filter(|text| text.len() <= most && plain::all(text, fits)) {
            // Its characters are its bytes.
            Some(text) => {
                out.fill_bytes(text.len(), |places| plain::copy(text, places));
                Ok(())
            }
            None => out.apart(move |out| self.put_each(out, most, names, units, end)),
        }
    }

    /// The bytes that are the characters, if all are ASCII.
    #[inline]
    fn plain(&self) -> Option<&'a [u8]> {
        match self.form {
            Form::Str(text) => U::ASCII.then_some(text.as_bytes()),
            Form::Units { bytes, .. } => U::ASCII.then_some(bytes),
        }
    }

    fn put_each(
        &self,
        out: &mut Output<'_>,
        most: usize,
        (field, encoding): Names,
        units: impl Fn(char) -> Option<(U::Number, Option<U::Number>)>,
        end: impl Fn(U::Number) -> bool,
    ) -> Result<(), Error> {
        let mut count: usize = 0;
        for character in self.chars() {
            let (first, second) = units(character).ok_or_else(|| Unwritable::Text.expected(field, encoding))?;
            for unit in [Some(first), second].into_iter().flatten() {
                if end(unit) {
                    return Err(Unwritable::Sentinel.at(field));
                }
                U::put(unit, out);
                count = count.saturating_add(1);
            }
        }
        if count > most { Err(Unwritable::Limit.unlike(field, Fact::at_most(most), count)) } else { Ok(()) }
    }
}

impl<'a> Text<'a, Byte> {
    /// Each byte is a character.
    #[must_use]
    #[inline]
    pub const fn latin1(bytes: &'a [u8]) -> Self {
        Self::units(bytes, bytes.len())
    }
}

impl<'a, U> From<&'a str> for Text<'a, U> {
    #[inline]
    fn from(text: &'a str) -> Self {
        Self { form: Form::Str(text), unit: PhantomData }
    }
}

impl<U> Default for Text<'_, U> {
    #[inline]
    fn default() -> Self {
        Self::from("")
    }
}

impl<U: TextUnit> core::hash::Hash for Text<'_, U> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        for character in self.chars() {
            character.hash(state);
        }
        // No text is the beginning of another.
        state.write_u8(0xFF);
    }
}

impl<U: TextUnit> fmt::Display for Text<'_, U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        match self.form {
            Form::Str(text) => f.write_str(text),
            Form::Units { .. } => self.chars().try_for_each(|character| f.write_char(character)),
        }
    }
}

impl<U: TextUnit> fmt::Debug for Text<'_, U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        f.write_char('"')?;
        for character in self.chars() {
            // As text in quotes, in which `str` leaves single ones alone.
            if character == '\'' {
                f.write_char(character)?;
                continue;
            }
            for escaped in character.escape_debug() {
                f.write_char(escaped)?;
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::hash::{Hash, Hasher};
    use std::vec::Vec;

    use super::{Byte, Text};
    use crate::error::ErrorKind;
    use crate::input::Input;

    /// Texts end where they end, whatever stands sixteen bytes from their start.
    #[test]
    fn a_terminator_is_found_wherever_it_stands() {
        for len in 0..40_usize {
            for behind in [0, 1, 15, 16, 40] {
                let mut bytes = std::vec![b'a'; len];
                bytes.push(0);
                bytes.resize(bytes.len() + behind, b'b');
                let take = |bytes, bound| {
                    let mut input = Input::new(bytes);
                    Text::take_until(&mut input, Byte, (false, bound), &"text", |unit| unit == 0)
                        .map(|text: Text<'_>| (text.len(), input.rest().len()))
                };
                assert_eq!(take(&bytes, usize::MAX), Ok((len, behind)));
                assert_eq!(take(&bytes, len), Ok((len, behind)));
                let few = len.saturating_sub(1);
                assert_eq!(take(&bytes, few).is_ok(), few == len);
                let cut = take(&bytes[..len], usize::MAX).map_err(|error| error.kind());
                assert_eq!(cut, Err(ErrorKind::Truncated { needed: 1 }));
            }
        }
    }

    /// Keeps what is hashed.
    #[derive(Default)]
    struct Hashed(Vec<u8>);

    impl Hasher for Hashed {
        fn write(&mut self, bytes: &[u8]) {
            self.0.extend(bytes);
        }

        fn finish(&self) -> u64 {
            0
        }
    }

    #[test]
    fn what_is_hashed_of_one_text_is_no_beginning_of_another() {
        let hashed = |text: &'static str| {
            let mut all = Hashed::default();
            Text::<Byte>::from(text).hash(&mut all);
            all.0
        };
        assert!(!hashed("ab").starts_with(&hashed("a")));
    }

    #[test]
    fn debug_is_that_of_a_str() {
        let text = "it's \"\u{e9}\"\n";
        assert_eq!(std::format!("{:?}", Text::<Byte>::from(text)), std::format!("{text:?}"));
    }
}
