//! Facts that errors tell: expected and found numbers, bytes and words.

use core::fmt;

use super::Words;
use crate::notation::{FourCc, Ipv4, Mac};

/// A number, bytes or words that belong in a place or stand there: a part of an [`Error`](super::Error).
///
/// ```
/// use wireform::Fact;
///
/// assert_eq!(Fact::from(-3_i8).to_string(), "-3");
/// assert_eq!(Fact::Hex(0x1D0F).to_string(), "0x1d0f");
/// assert_eq!(Fact::of(b"RIFX").to_string(), "52 49 46 58");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fact {
    /// Words of the schema's compiler: `0 to 4`.
    Text(Words),
    /// A number.
    Unsigned(u64),
    /// A number that may be negative.
    Signed(i64),
    /// A bound: no more than that.
    AtMost(u64),
    /// A number that people read in hexadecimal: a checksum.
    Hex(u64),
    /// An address.
    Ipv4(Ipv4),
    /// A four-character code.
    FourCc(FourCc),
    /// A hardware address.
    Mac(Mac),
    /// The first bytes of something, at most [`Fact::MOST_BYTES`].
    Bytes {
        /// The bytes, and zeros.
        bytes: [u8; Fact::MOST_BYTES],
        /// How many of them there are.
        len: u8,
    },
}

impl Fact {
    /// An error keeps so many bytes.
    pub const MOST_BYTES: usize = 8;

    /// Whether a field is present, in a word.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub const fn presence(is_present: bool) -> Self {
        Self::Text(Words(if is_present { &"present" } else { &"absent" }))
    }

    /// A number that people read in hexadecimal.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub fn hex(number: impl Into<u64>) -> Self {
        Self::Hex(number.into())
    }

    /// The first of these bytes.
    #[must_use]
    #[cold]
    pub fn of(all: &[u8]) -> Self {
        let mut bytes = [0; Self::MOST_BYTES];
        let mut len = 0_u8;
        for (place, byte) in bytes.iter_mut().zip(all) {
            *place = *byte;
            len = len.saturating_add(1);
        }
        Self::Bytes { bytes, len }
    }

    /// Bytes and others of the same length: from where they differ, if their first ones do not tell.
    #[must_use]
    #[cold]
    pub(crate) fn unlike(expected: &[u8], found: &[u8]) -> (usize, [Self; 2]) {
        let mut same = 0_usize;
        for _ in expected.iter().zip(found).take_while(|(one, other)| one == other) {
            same = same.saturating_add(1);
        }
        let start = if same < Self::MOST_BYTES { 0 } else { same };
        (start, [expected, found].map(|bytes| Self::of(bytes.get(start..).unwrap_or_default())))
    }

    /// A checksum of at most eight bytes, of which the highest is the first, or the last.
    #[must_use]
    #[cold]
    pub(crate) fn checksum(bytes: &[u8], big: bool) -> Self {
        let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        Self::Hex(if big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) })
    }

    /// No more than that.
    #[must_use]
    #[cold]
    pub(crate) fn at_most(most: usize) -> Self {
        Self::AtMost(u64::try_from(most).unwrap_or(u64::MAX))
    }
}

macro_rules! numbers {
    ($($number:ty => $variant:ident $wide:ty),*) => {$(
        impl From<$number> for Fact {
            #[inline]
            fn from(number: $number) -> Self {
                Self::$variant(<$wide>::from(number))
            }
        }
    )*};
}

numbers!(u8 => Unsigned u64, u16 => Unsigned u64, u32 => Unsigned u64, u64 => Unsigned u64);
numbers!(i8 => Signed i64, i16 => Signed i64, i32 => Signed i64, i64 => Signed i64);

impl From<usize> for Fact {
    #[inline]
    fn from(number: usize) -> Self {
        Self::Unsigned(u64::try_from(number).unwrap_or(u64::MAX))
    }
}

impl From<Ipv4> for Fact {
    #[inline]
    fn from(address: Ipv4) -> Self {
        Self::Ipv4(address)
    }
}

impl From<FourCc> for Fact {
    #[inline]
    fn from(code: FourCc) -> Self {
        Self::FourCc(code)
    }
}

impl From<Mac> for Fact {
    #[inline]
    fn from(address: Mac) -> Self {
        Self::Mac(address)
    }
}

impl From<&'static &'static str> for Fact {
    #[inline]
    fn from(text: &'static &'static str) -> Self {
        Self::Text(Words(text))
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Unsigned(number) => number.fmt(f),
            Self::Signed(number) => number.fmt(f),
            Self::AtMost(number) => write!(f, "at most {number}"),
            Self::Hex(number) => write!(f, "{number:#x}"),
            Self::Ipv4(address) => address.fmt(f),
            Self::FourCc(code) => write!(f, "{code:?}"),
            Self::Mac(address) => address.fmt(f),
            Self::Bytes { bytes, len } => {
                let mut space = "";
                for byte in bytes.iter().take((*len).into()) {
                    write!(f, "{space}{byte:02x}")?;
                    space = " ";
                }
                Ok(())
            }
        }
    }
}

/// How 64 bits are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    Unsigned,
    Signed,
    AtMost,
    Hex,
    Ipv4,
    FourCc,
    Mac,
    /// So many bytes, the first one lowest.
    Bytes(u8),
}

/// The expected and the found fact, as far as an error knows them: two [`Fact`]s in the space of three words,
/// since an error travels by value through every reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Facts {
    /// The kind of the error says all.
    None,
    Expected(u64, Form),
    Found(u64, Form),
    Both((u64, u64), (Form, Form)),
    Words(Words),
    FoundWords(Words),
    WordsAnd(Words, u64, Form),
    AndWords(u64, Form, Words),
    BothWords((Words, Words)),
}

impl Facts {
    #[cold]
    pub(super) const fn new(expected: Option<Fact>, found: Option<Fact>) -> Self {
        match (expected, found) {
            (None, None) => Self::None,
            (Some(Fact::Text(expected)), Some(Fact::Text(found))) => Self::BothWords((expected, found)),
            (Some(Fact::Text(expected)), None) => Self::Words(expected),
            (Some(Fact::Text(expected)), Some(found)) => {
                let (bits, form) = found.bits();
                Self::WordsAnd(expected, bits, form)
            }
            (None, Some(Fact::Text(found))) => Self::FoundWords(found),
            (Some(expected), Some(Fact::Text(found))) => {
                let (bits, form) = expected.bits();
                Self::AndWords(bits, form, found)
            }
            (None, Some(found)) => {
                let (bits, form) = found.bits();
                Self::Found(bits, form)
            }
            (Some(expected), None) => {
                let (bits, form) = expected.bits();
                Self::Expected(bits, form)
            }
            (Some(expected), Some(found)) => {
                let ((one, expected), (other, found)) = (expected.bits(), found.bits());
                Self::Both((one, other), (expected, found))
            }
        }
    }

    pub(super) const fn expected(self) -> Option<Fact> {
        match self {
            Self::None | Self::Found(..) | Self::FoundWords(_) => None,
            Self::Expected(bits, form) | Self::Both((bits, _), (form, _)) | Self::AndWords(bits, form, _) => {
                Some(form.of(bits))
            }
            Self::Words(words) | Self::WordsAnd(words, ..) | Self::BothWords((words, _)) => Some(Fact::Text(words)),
        }
    }

    pub(super) const fn found(self) -> Option<Fact> {
        match self {
            Self::None | Self::Expected(..) | Self::Words(_) => None,
            Self::Found(bits, form) | Self::Both((_, bits), (_, form)) | Self::WordsAnd(_, bits, form) => {
                Some(form.of(bits))
            }
            Self::FoundWords(words) | Self::AndWords(.., words) | Self::BothWords((_, words)) => {
                Some(Fact::Text(words))
            }
        }
    }
}

impl Fact {
    const fn bits(self) -> (u64, Form) {
        match self {
            // Words are kept as words.
            Self::Text(_) => (0, Form::Unsigned),
            Self::Unsigned(number) => (number, Form::Unsigned),
            Self::Signed(number) => (number.cast_unsigned(), Form::Signed),
            Self::AtMost(number) => (number, Form::AtMost),
            Self::Hex(number) => (number, Form::Hex),
            Self::Ipv4(address) => (address.raw() as u64, Form::Ipv4),
            Self::FourCc(code) => (code.raw() as u64, Form::FourCc),
            Self::Mac(address) => (address.raw(), Form::Mac),
            Self::Bytes { bytes, len } => (u64::from_le_bytes(bytes), Form::Bytes(len)),
        }
    }
}

impl Form {
    const fn of(self, bits: u64) -> Fact {
        match self {
            Self::Unsigned => Fact::Unsigned(bits),
            Self::Signed => Fact::Signed(bits.cast_signed()),
            Self::AtMost => Fact::AtMost(bits),
            Self::Hex => Fact::Hex(bits),
            Self::Ipv4 => Fact::Ipv4(Ipv4::from_raw(bits as u32)),
            Self::FourCc => Fact::FourCc(FourCc::from_raw(bits as u32)),
            Self::Mac => Fact::Mac(Mac::from_raw(bits)),
            Self::Bytes(len) => Fact::Bytes { bytes: bits.to_le_bytes(), len },
        }
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.expected(), self.found()) {
            (Some(expected), Some(found)) => write!(f, ": expected {expected}, found {found}"),
            (Some(expected), None) => write!(f, ": expected {expected}"),
            (None, Some(found)) => write!(f, ": found {found}"),
            (None, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fact, Facts, FourCc, Ipv4, Mac};

    #[test]
    fn bytes_are_told_where_they_differ() {
        let of = |start: usize, expected: &[u8], found: &[u8]| (start, [Fact::of(expected), Fact::of(found)]);
        assert_eq!(Fact::unlike(b"RIFF", b"RIFX"), of(0, b"RIFF", b"RIFX"));
        assert_eq!(Fact::unlike(b"0123456789", b"0123456x8y"), of(0, b"01234567", b"0123456x"));
        assert_eq!(Fact::unlike(b"0123456789", b"012345678y"), of(9, b"9", b"y"));
    }

    #[test]
    fn facts_are_kept() {
        let all = [
            Fact::from(&"0 to 4"),
            Fact::Unsigned(u64::MAX),
            Fact::Signed(-1),
            Fact::AtMost(63),
            Fact::Hex(7),
            Fact::Ipv4(Ipv4::from([192, 168, 0, 1])),
            Fact::FourCc(FourCc::new(*b"VP80")),
            Fact::Mac(Mac::BROADCAST),
            Fact::of(b"RIFX"),
        ];
        let all = || all.into_iter().map(Some).chain([None]);
        for (expected, found) in all().flat_map(|one| all().map(move |other| (one, other))) {
            let facts = Facts::new(expected, found);
            assert_eq!(facts.expected(), expected);
            assert_eq!(facts.found(), found);
        }
    }
}
