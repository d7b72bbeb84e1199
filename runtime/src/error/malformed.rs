//! Why bytes are refused.

use core::fmt;

use super::kind::more_bytes;
use super::{Error, ErrorKind, Fact, Refusal, Words};

/// Why bytes cannot become right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Malformed {
    /// The packet is complete and ends too early.
    Short {
        /// Bytes that are certainly missing.
        needed: usize,
    },
    /// A region, of which the end is known, ends too early.
    RegionEnd {
        /// Bytes that are certainly missing.
        needed: usize,
    },
    /// No message has this code.
    Code,
    /// A constant of the protocol is another.
    Constant,
    /// A number that means nothing here: no name of an enum, no shape of a choice.
    Value,
    /// A bool that is neither 0 nor 1.
    Bool,
    /// Bytes that are no text in the field's encoding.
    Text,
    /// A count that is negative, or that no packet could hold.
    Count,
    /// More elements or characters than the protocol allows.
    Limit,
    /// More nested parts within each other than the protocol allows.
    Depth,
    /// A form of a variable-width integer that is invalid, or longer than allowed.
    Varint,
    /// A rule of the schema, as written there.
    Rule(Words),
    /// A checksum is not that of the bytes that it covers.
    Checksum,
    /// Bytes behind the end of a packet.
    Trailing,
}

impl Malformed {
    /// A rule of the schema.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn rule(rule: &'static &'static str) -> Self {
        Self::Rule(Words(rule))
    }

    /// The error at a field that begins at `offset`; generated code adds the message.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn at<E: Refusal>(self, field: &'static &'static str, offset: usize) -> E {
        E::malformed(field, offset, self)
    }

    /// The same error, with what stands there.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn found<E: Refusal>(self, field: &'static &'static str, offset: usize, found: impl Into<Fact> + Copy) -> E {
        E::because(|| Error::new(field, offset, ErrorKind::Malformed(self)).with(None, Some(found.into())))
    }

    /// The same error, with what belongs there.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn expected<E: Refusal>(
        self,
        field: &'static &'static str,
        offset: usize,
        expected: &'static &'static str,
    ) -> E {
        let kind = ErrorKind::Malformed(self);
        E::because(|| Error::new(field, offset, kind).with(Some(Fact::Text(Words(expected))), None))
    }

    /// The same error, with the most that there may be.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn at_most<E: Refusal>(self, field: &'static &'static str, offset: usize, most: usize) -> E {
        E::because(|| Error::new(field, offset, ErrorKind::Malformed(self)).with(Some(Fact::at_most(most)), None))
    }

    /// The same error, with the bytes that belong there and those that stand there. If the first [`Fact::MOST_BYTES`] are
    /// right, its offset is that of the first that is not, and the bytes are those from there on.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn unlike_bytes<E: Refusal>(
        self,
        field: &'static &'static str,
        offset: usize,
        expected: &'static [u8],
        found: &[u8],
    ) -> E {
        let kind = ErrorKind::Malformed(self);
        E::because(|| {
            let (start, [expected, found]) = Fact::unlike(expected, found);
            Error::new(field, offset.saturating_add(start), kind).with(Some(expected), Some(found))
        })
    }

    /// The same error, with what belongs there and what stands there.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn unlike<E: Refusal>(
        self,
        field: &'static &'static str,
        offset: usize,
        expected: impl Into<Fact> + Copy,
        found: impl Into<Fact> + Copy,
    ) -> E {
        let kind = ErrorKind::Malformed(self);
        E::because(|| Error::new(field, offset, kind).with(Some(expected.into()), Some(found.into())))
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Short { needed } => {
                more_bytes(f, *needed)?;
                ", but the packet ends here"
            }
            Self::RegionEnd { needed } => {
                more_bytes(f, *needed)?;
                ", but the region ends here"
            }
            Self::Rule(rule) => return write!(f, "breaks the rule `{rule}`"),
            Self::Code => "unexpected code",
            Self::Constant => "not the constant that belongs here",
            Self::Value => "a number without a meaning here",
            Self::Bool => "neither 0 nor 1",
            Self::Text => "not valid text",
            Self::Count => "an impossible count",
            Self::Limit => "longer than the protocol allows",
            Self::Depth => "nested deeper than the protocol allows",
            Self::Varint => "an invalid variable-width integer",
            Self::Checksum => "not the checksum of these bytes",
            Self::Trailing => "bytes left over",
        };
        f.write_str(words)
    }
}
