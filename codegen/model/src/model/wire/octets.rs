//! The bytes of a field, and the characters that they may be.

use crate::model::{ByteOrder, Code, Interval, Scalar};

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

    /// The number of its units.
    pub fn units_in(&self, text: &str) -> usize {
        match self.encoding {
            Encoding::Utf16 => text.encode_utf16().count(),
            _ if self.is_str() => text.len(),
            _ => text.chars().count(),
        }
    }

    /// Whether its units are bytes.
    pub fn is_of_bytes(&self) -> bool {
        self.unit == Scalar::BYTE
    }
}

/// A character encoding. Its units are bytes, but in [`Utf16`](Self::Utf16); text in the others may be of wider ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, checked.
    Utf8,
    /// 0 to 127, checked.
    Ascii,
    /// U+0000 to U+00FF, one byte or unit each.
    Latin1,
    /// UTF-16, checked: one or two units of two bytes each.
    Utf16,
}

impl Encoding {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Utf8, Self::Ascii, Self::Latin1, Self::Utf16];

    /// The units that may be text. Negative ones are those from U+0080 on, by their low byte.
    pub const fn units(self) -> Interval {
        match self {
            Self::Ascii => Interval { min: 0, max: 0x7F },
            Self::Utf8 | Self::Latin1 => Interval { min: -0x80, max: 0xFF },
            Self::Utf16 => Interval { min: 0, max: 0xFFFF },
        }
    }

    /// Whether some of those units are no text.
    pub const fn is_picky(self) -> bool {
        matches!(self, Self::Utf8 | Self::Utf16)
    }

    /// Its word in schemas.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Utf8 => "utf8",
            Self::Ascii => "ascii",
            Self::Latin1 => "latin1",
            Self::Utf16 => "utf16",
        }
    }

    /// The encoding of a word in schemas.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.word() == word)
    }

    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Ascii => "ASCII",
            Self::Latin1 => "Latin-1",
            Self::Utf16 => "UTF-16",
        }
    }

    /// The unit of its text, in a byte order.
    pub const fn unit(self, order: ByteOrder) -> Scalar {
        match self {
            Self::Utf8 | Self::Ascii | Self::Latin1 => Scalar::BYTE,
            Self::Utf16 => Scalar::Int { bytes: 2, signed: false, order },
        }
    }

    /// The word for one of its units.
    pub const fn counted(self) -> &'static str {
        match self {
            Self::Utf8 => "byte",
            Self::Ascii | Self::Latin1 => "character",
            Self::Utf16 => "unit",
        }
    }

    /// Whether its units have a byte order.
    pub fn has_order(self) -> bool {
        self.unit(ByteOrder::Little) != Scalar::BYTE
    }

    /// The text that is in these units.
    pub fn decoded(self, units: &[Code]) -> Option<String> {
        if !units.iter().all(|unit| self.units().contains(*unit)) {
            return None;
        }
        let bytes = units.iter().map(|unit| unit.to_le_bytes()[0]);
        match self {
            Self::Utf8 => String::from_utf8(bytes.collect()).ok(),
            Self::Ascii | Self::Latin1 => Some(bytes.map(char::from).collect()),
            Self::Utf16 => {
                let units = units.iter().map(|unit| u16::try_from(*unit).ok());
                String::from_utf16(&units.collect::<Option<Vec<_>>>()?).ok()
            }
        }
    }

    /// The units of a text; `None` if it has characters that the encoding does not have.
    pub fn encoded(self, text: &str) -> Option<Vec<Code>> {
        match self {
            Self::Ascii if !text.is_ascii() => None,
            Self::Utf8 | Self::Ascii => Some(text.bytes().map(Code::from).collect()),
            Self::Latin1 => text.chars().map(|character| u8::try_from(character).ok().map(Code::from)).collect(),
            Self::Utf16 => Some(text.encode_utf16().map(Code::from).collect()),
        }
    }
}
