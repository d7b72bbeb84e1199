//! Why a value cannot be written.

use core::fmt;

use super::{Error, Fact, Words};

/// Why a value cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Unwritable {
    /// The buffer is too small.
    Room {
        /// Bytes that the whole takes.
        need: usize,
    },
    /// A number that the wire cannot hold.
    Range,
    /// An option or a variant that contradicts the field or parameter that decides it.
    Presence,
    /// Another number of elements or bytes than the count has, or more than it can have.
    Count,
    /// Lists that share one count differ in length.
    Counts,
    /// A length that is no multiple of the unit that the wire counts.
    Multiple,
    /// An element or a character that would end the list or text.
    Sentinel,
    /// A character that the encoding does not have.
    Text,
    /// A rule of the schema, as written there.
    Rule(Words),
    /// More elements or characters than the protocol allows.
    Limit,
    /// More nested parts within each other than the protocol allows.
    Depth,
    /// Raw messages that cannot be read.
    Raw,
    /// A number that takes more or fewer bytes than the one in whose place it should be put.
    Resized {
        /// Bytes of the old number.
        have: usize,
        /// Bytes of the new one.
        need: usize,
    },
}

impl Unwritable {
    /// A rule of the schema.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn rule(rule: &'static &'static str) -> Self {
        Self::Rule(Words(rule))
    }

    /// The error at a field; generated code adds the message.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub const fn at(self, field: &'static &'static str) -> Error {
        Error::unwritable(field, self)
    }

    /// The same error, with what belongs there and what stands there.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub fn unlike(self, field: &'static &'static str, expected: impl Into<Fact>, found: impl Into<Fact>) -> Error {
        Error::unwritable(field, self).with(Some(expected.into()), Some(found.into()))
    }

    /// The same error, with what belongs there.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub fn expected(self, field: &'static &'static str, expected: &'static &'static str) -> Error {
        Error::unwritable(field, self).with(Some(Fact::Text(Words(expected))), None)
    }

    /// The same error, with the most that there may be.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub fn at_most(self, field: &'static &'static str, most: usize) -> Error {
        Error::unwritable(field, self).with(Some(Fact::at_most(most)), None)
    }

    /// The same error, with what stands there.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub fn found(self, field: &'static &'static str, found: impl Into<Fact>) -> Error {
        Error::unwritable(field, self).with(None, Some(found.into()))
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Room { need } => return write!(f, "a buffer of {need} bytes is needed"),
            Self::Rule(rule) => return write!(f, "breaks the rule `{rule}`"),
            Self::Resized { have, need } => return write!(f, "takes {need} bytes, and there are {have} in its place"),
            Self::Range => "out of range for its place on the wire",
            Self::Presence => "contradicts its condition or tag",
            Self::Count => "not the length that its count has or can have",
            Self::Counts => "lists that share a count differ in length",
            Self::Multiple => "a length that is no multiple of its unit",
            Self::Sentinel => "a reader would end it elsewhere",
            Self::Text => "a character that the encoding does not have",
            Self::Limit => "longer than the protocol allows",
            Self::Depth => "nested deeper than the protocol allows",
            Self::Raw => "raw messages that cannot be read",
        };
        f.write_str(words)
    }
}
