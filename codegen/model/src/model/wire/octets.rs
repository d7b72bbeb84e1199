//! The bytes of a field, and the characters that they may be.

use crate::model::{Interval, Scalar};

/// The content of [`Wire::Octets`](super::Wire::Octets).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// These bytes, as many as the extent says, checked when read. They are no value.
    Constant(Vec<u8>),
    /// Any bytes.
    Free,
    /// Characters.
    Text(Text),
}

impl Content {
    /// The integers that an extent counts.
    pub const fn unit(&self) -> Scalar {
        if let Self::Text(text) = self { text.unit } else { Scalar::BYTE }
    }
}

/// The characters of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// The character encoding.
    pub encoding: Encoding,
    /// The integers that characters are made of: [`Scalar::BYTE`], or one that has another width.
    pub unit: Scalar,
    /// The byte that fills text of a fixed size, in bytes: the text ends before the last bytes that are this one.
    /// `None`: zeros fill it, and the first zero ends it.
    pub fill: Option<u8>,
}

impl Text {
    /// Whether its bytes are those of a `str`.
    pub fn is_str(&self) -> bool {
        matches!(self.encoding, Encoding::Utf8 | Encoding::Ascii) && self.is_of_bytes()
    }

    /// Whether its units are bytes.
    pub fn is_of_bytes(&self) -> bool {
        self.unit == Scalar::BYTE
    }
}

/// A character encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, checked.
    Utf8,
    /// 0 to 127, checked.
    Ascii,
    /// U+0000 to U+00FF, one byte or unit each.
    Latin1,
}

impl Encoding {
    /// The units that are characters. Negative ones are those from U+0080 on, by their low byte.
    pub const fn units(self) -> Interval {
        match self {
            Self::Ascii => Interval { min: 0, max: 0x7F },
            Self::Utf8 | Self::Latin1 => Interval { min: -0x80, max: 0xFF },
        }
    }

    /// Its word in schemas.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Utf8 => "utf8",
            Self::Ascii => "ascii",
            Self::Latin1 => "latin1",
        }
    }

    /// The encoding of a word in schemas.
    pub fn named(word: &str) -> Option<Self> {
        [Self::Utf8, Self::Ascii, Self::Latin1].into_iter().find(|encoding| encoding.word() == word)
    }

    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Ascii => "ASCII",
            Self::Latin1 => "Latin-1",
        }
    }

    /// The text that is in these bytes.
    pub fn decoded(self, bytes: &[u8]) -> Option<String> {
        match self {
            Self::Ascii if !bytes.is_ascii() => None,
            Self::Utf8 | Self::Ascii => String::from_utf8(bytes.to_vec()).ok(),
            Self::Latin1 => Some(bytes.iter().copied().map(char::from).collect()),
        }
    }

    /// The bytes of a text; `None` if it has characters that the encoding does not have.
    pub fn encoded(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Ascii if !text.is_ascii() => None,
            Self::Utf8 | Self::Ascii => Some(text.as_bytes().to_vec()),
            Self::Latin1 => text.chars().map(|character| u8::try_from(character).ok()).collect(),
        }
    }
}
