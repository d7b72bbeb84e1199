//! Why a value cannot be written.

use core::fmt;

use super::{Fact, Facts, FieldPath, unsaid};

/// A value cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteError {
    message: &'static str,
    path: FieldPath,
    kind: WriteErrorKind,
    facts: Facts,
}

/// Why a value cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteErrorKind {
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
    Rule(&'static &'static str),
    /// More elements or characters than the protocol allows.
    Limit,
    /// Raw messages that cannot be read.
    Raw,
    /// A number that takes more or fewer bytes than the one in whose place it should be put.
    Resized {
        /// Bytes of the old number.
        have: usize,
        /// Bytes of the new one.
        need: usize,
    },
    /// A value of the session, of this name, decides the layout, and no message has said it yet.
    Session(&'static &'static str),
}

impl WriteErrorKind {
    /// The error at a field; generated code adds the message.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub const fn at(self, field: &'static &'static str) -> WriteError {
        WriteError::new(field, self)
    }

    /// The same error, with what belongs there and what stands there.
    #[must_use]
    #[cold]
    pub fn unlike(self, field: &'static &'static str, expected: impl Into<Fact>, found: impl Into<Fact>) -> WriteError {
        WriteError::new(field, self).with(Some(expected.into()), Some(found.into()))
    }

    /// The same error, with what belongs there.
    #[must_use]
    #[cold]
    pub fn expected(self, field: &'static &'static str, expected: &'static &'static str) -> WriteError {
        WriteError::new(field, self).with(Some(Fact::Text(expected)), None)
    }

    /// The same error, with what stands there.
    #[must_use]
    #[cold]
    pub fn found(self, field: &'static &'static str, found: impl Into<Fact>) -> WriteError {
        WriteError::new(field, self).with(None, Some(found.into()))
    }
}

impl WriteError {
    /// An error at a field; generated code adds the message.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub const fn new(field: &'static &'static str, kind: WriteErrorKind) -> Self {
        Self { message: "", path: FieldPath::new(field), kind, facts: Facts::None }
    }

    /// A field whose layout the session has not said yet.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub const fn unsaid(field: &'static &'static str, name: &'static &'static str) -> Self {
        Self::new(field, WriteErrorKind::Session(name))
    }

    /// A buffer in which so many bytes do not fit.
    #[cold]
    #[inline(never)]
    pub(crate) fn room(need: usize, message: &'static str) -> Self {
        Self::new(&"", WriteErrorKind::Room { need }).in_message(message)
    }

    /// The same error, in a field that holds the record in which it arose.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn inside(mut self, field: &'static &'static str) -> Self {
        self.path = self.path.inside(field);
        self
    }

    /// The same error, in an element of a list.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn inside_element(mut self, list: &'static &'static str, index: usize) -> Self {
        self.path = self.path.inside_element(list, index);
        self
    }

    /// The same error, with what belongs there and what stands there.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub(super) const fn with(mut self, expected: Option<Fact>, found: Option<Fact>) -> Self {
        self.facts = Facts::new(expected, found);
        self
    }

    /// The same error, in this message.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn in_message(mut self, message: &'static str) -> Self {
        self.message = message;
        self
    }

    /// The same error, in this message of a family, which a field may hold.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn in_member(mut self, message: &'static &'static str) -> Self {
        self.path = self.path.in_member(message);
        self.in_message(message)
    }

    /// The outermost message, struct or family that was to be written.
    #[must_use]
    pub const fn message(&self) -> &'static str {
        self.message
    }

    /// The field in that message.
    #[must_use]
    pub const fn path(&self) -> FieldPath {
        self.path
    }

    /// The kind of the error.
    #[must_use]
    pub const fn kind(&self) -> WriteErrorKind {
        self.kind
    }

    /// The fact that belongs in the place, if the error knows it: the numbers that the wire holds, the most elements.
    #[must_use]
    pub const fn expected(&self) -> Option<Fact> {
        self.facts.expected()
    }

    /// The fact that the value has in the place, if the error knows it.
    #[must_use]
    pub const fn found(&self) -> Option<Fact> {
        self.facts.found()
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            WriteErrorKind::Room { .. } => write!(f, "{}: {}", self.message, self.kind),
            _ => write!(f, "{}.{}: {}{}", self.message, self.path, self.kind, self.facts),
        }
    }
}

impl fmt::Display for WriteErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Room { need } => return write!(f, "a buffer of {need} bytes is needed"),
            Self::Rule(rule) => return write!(f, "breaks the rule `{rule}`"),
            Self::Session(name) => return unsaid(f, name),
            Self::Resized { have, need } => return write!(f, "takes {need} bytes, and there are {have} in its place"),
            Self::Range => "out of range for its place on the wire",
            Self::Presence => "contradicts its condition or tag",
            Self::Count => "not the length that its count has or can have",
            Self::Counts => "lists that share a count differ in length",
            Self::Multiple => "a length that is no multiple of its unit",
            Self::Sentinel => "a reader would end it elsewhere",
            Self::Text => "a character that the encoding does not have",
            Self::Limit => "longer than the protocol allows",
            Self::Raw => "raw messages that cannot be read",
        };
        f.write_str(words)
    }
}

impl core::error::Error for WriteError {}
