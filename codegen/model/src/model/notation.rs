//! Notations of numbers: hexadecimal, IPv4 addresses, MAC addresses, four-character codes.

use super::{Carrier, Code, Interval, Scalar, Value};
use std::fmt::Write;
use std::net::Ipv4Addr;

/// The notation of a number in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Notation {
    /// `0x12c`
    Hex,
    /// `192.168.0.1`, the highest byte first.
    Ipv4,
    /// `"VP80"`, the highest byte first.
    FourCc,
    /// `00:1a:2b:3c:4d:5e`, the highest byte first.
    Mac,
}

/// The Rust type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// A primitive integer.
    Int,
    /// `bool`
    Bool,
    /// A type with a raw number, from the schema or the runtime.
    Type,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 4] = [Self::Hex, Self::Ipv4, Self::FourCc, Self::Mac];

    /// The notation of a word after `as`.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }

    /// Its word after `as`, its name, the number of its bytes as a word, and the expected kind of text or number.
    const fn words(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::Hex => ("hex", "hexadecimal", "some", "a number"),
            Self::Ipv4 => ("ipv4", "IPv4 address", "four", "an IPv4 address"),
            Self::FourCc => ("fourcc", "four-character code", "four", "four characters"),
            Self::Mac => ("mac", "MAC address", "six", "a MAC address"),
        }
    }

    /// The word after `as`.
    pub fn word(self) -> &'static str {
        self.words().0
    }

    /// The notation in words, without an article.
    pub fn name(self) -> &'static str {
        self.words().1
    }

    /// The notation in words, with an article.
    pub fn one(self) -> String {
        format!("{} {}", if self == Self::Ipv4 { "an" } else { "a" }, self.name())
    }

    /// The number of bytes of its numbers, as a word.
    pub fn size(self) -> &'static str {
        self.words().2
    }

    /// The expected kind of text or number, for diagnostics.
    pub fn wanted(self) -> &'static str {
        self.words().3
    }

    /// The runtime's type for such numbers; `None`: an integer.
    pub fn rust_type(self) -> Option<&'static str> {
        match self {
            Self::Hex => None,
            Self::Ipv4 => Some("Ipv4"),
            Self::FourCc => Some("FourCc"),
            Self::Mac => Some("Mac"),
        }
    }

    /// Whether a wire allows this notation: any unsigned wire, or one of the notation's bits.
    pub fn fits(self, carrier: Carrier, numbers: Interval) -> bool {
        let bits = match carrier {
            Carrier::Scalar(Scalar::Int { bytes, .. }) => Some(bytes.saturating_mul(8)),
            Carrier::Scalar(Scalar::Varint(_)) => None,
            Carrier::Part { bits, .. } => Some(bits),
        };
        numbers.min >= 0 && (self.bits().is_none() || self.bits() == bits)
    }

    /// The width of its numbers in bits; `None`: any.
    pub fn bits(self) -> Option<u8> {
        match self {
            Self::Hex => None,
            Self::Ipv4 | Self::FourCc => Some(32),
            Self::Mac => Some(48),
        }
    }

    /// The text of a number, unique per number: `0x12c`, `192.168.0.1`, `VP80`, `00:1a:2b:3c:4d:5e`.
    pub fn text(self, raw: Code) -> String {
        if let (Self::Mac, Ok(..MACS)) = (self, u64::try_from(raw)) {
            let byte = |shift: u32| format!("{:02x}", raw >> shift & 0xFF);
            return [40, 32, 24, 16, 8, 0].map(byte).join(":");
        }
        match (self, u32::try_from(raw)) {
            (Self::Ipv4, Ok(bits)) => Ipv4Addr::from_bits(bits).to_string(),
            (Self::FourCc, Ok(bits)) => bits.to_be_bytes().into_iter().fold(String::new(), |mut text, byte| {
                match byte {
                    b'"' | b'\\' | ..b' ' | 0x7F.. => write!(text, "\\x{byte:02x}").unwrap_or_default(),
                    _ => text.push(char::from(byte)),
                }
                text
            }),
            (Self::Hex | Self::Ipv4 | Self::FourCc | Self::Mac, _) => format!("{raw:#x}"),
        }
    }

    /// The literal of a schema, which quotes addresses and codes.
    pub fn literal(self, raw: Code) -> String {
        let text = self.text(raw);
        if self == Self::Hex { text } else { format!("\"{text}\"") }
    }

    /// The text for readers, which quotes characters only.
    pub fn shown(self, raw: Code) -> String {
        if self == Self::FourCc { self.literal(raw) } else { self.text(raw) }
    }

    /// Parses the output of [`Notation::text`].
    pub fn of_text(self, text: &str) -> Option<Code> {
        match self {
            Self::Hex => {
                let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
                let digits = Some(digits).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
                u64::from_str_radix(digits?, 16).ok().map(Code::from)
            }
            Self::Ipv4 | Self::Mac => self.of_characters(text),
            Self::FourCc => self.of_characters(&unescaped(text)?),
        }
    }

    /// The number of a string literal with resolved escapes. There is none in hexadecimal, which has number literals.
    pub fn of_characters(self, text: &str) -> Option<Code> {
        match self {
            Self::Hex => None,
            Self::Ipv4 => text.parse::<Ipv4Addr>().ok().map(|address| address.to_bits().into()),
            Self::FourCc => {
                let bytes: Option<Vec<u8>> = text.chars().map(|one| u8::try_from(u32::from(one)).ok()).collect();
                <[u8; 4]>::try_from(bytes?).ok().map(|bytes| u32::from_be_bytes(bytes).into())
            }
            Self::Mac => {
                let separator = if text.contains('-') { '-' } else { ':' };
                let byte = |digits: &str| {
                    let is_byte = digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                    is_byte.then(|| Code::from_str_radix(digits, 16).ok()).flatten()
                };
                let bytes: Vec<Code> = text.split(separator).map(byte).collect::<Option<_>>()?;
                (bytes.len() == 6).then(|| bytes.into_iter().fold(0, |number, byte| number << 8 | byte))
            }
        }
    }
}

impl Value {
    /// The notation of an integer, if it has one.
    pub fn notation(self) -> Option<Notation> {
        if let Self::Int(notation) = self { notation } else { None }
    }

    /// The Rust type of the value.
    pub fn held(self) -> Held {
        match self {
            Self::Int(notation) if notation.and_then(Notation::rust_type).is_none() => Held::Int,
            Self::Bool | Self::Truthy => Held::Bool,
            Self::Int(_) | Self::Enum(_) | Self::Bits(_) | Self::Quantity(_) | Self::Packed(_) => Held::Type,
        }
    }

    /// Whether the value is the raw number itself.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Int(_))
    }
}

/// The number of MAC addresses.
const MACS: u64 = 1 << 48;

/// A text without its escapes, all of which are `\xNN`.
fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.split('\\');
    let mut all = parts.next()?.to_owned();
    for part in parts {
        let (digits, rest) = part.strip_prefix('x')?.split_at_checked(2)?;
        let digits = Some(digits).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        all.push(char::from(u8::from_str_radix(digits?, 16).ok()?));
        all.push_str(rest);
    }
    Some(all)
}

#[cfg(test)]
mod tests;
