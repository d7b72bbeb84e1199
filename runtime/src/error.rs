//! Why bytes were refused, and why a value was: small `Copy` values that name message, field and offset.

mod any;
mod code;
mod fact;
mod name;
mod path;
mod range;
mod said;
mod write;

pub use any::Error;
pub use code::UnknownCode;
pub use fact::Fact;
use fact::Facts;
pub use name::UnknownName;
pub use path::FieldPath;
pub use range::OutOfRange;
use said::unsaid;
pub use write::{WriteError, WriteErrorKind};

/// Bytes were refused.
///
/// Errors have an order, which means nothing, so that values with messages have one.
///
/// ```
/// use wireform::{Input, ParseErrorKind};
///
/// let mut input = Input::new(&[1]);
/// let error = input.run::<4>(&[(&"id", 2), (&"size", 4)]).unwrap_err().in_message("Hello");
/// assert_eq!(error.kind(), ParseErrorKind::Truncated { needed: 1 });
/// assert_eq!(error.to_string(), "Hello.id at byte 0: 1 more byte needed");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ParseError {
    message: &'static str,
    path: FieldPath,
    offset: usize,
    kind: ParseErrorKind,
    facts: Facts,
}

// Clippy warns of errors of 128 bytes and more. A program puts one or two words beside this one.
const _: () = assert!(size_of::<ParseError>() <= 112 && size_of::<WriteError>() <= 112);

/// The kind of an error: incomplete or malformed input, or missing session state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ParseErrorKind {
    /// The input ended too early: with more bytes it may become right. A reader of a stream waits for them.
    Truncated {
        /// Bytes that are certainly missing.
        needed: usize,
    },
    /// More bytes do not help.
    Malformed(Malformed),
    /// A value of the session, of this name, decides the layout, and no message has said it yet. The caller may know it.
    Session(&'static &'static str),
}

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
    /// A form of a variable-width integer that is invalid, or longer than allowed.
    Varint,
    /// A rule of the schema, as written there.
    Rule(&'static &'static str),
    /// A checksum is not that of the bytes that it covers.
    Checksum,
    /// Bytes behind the end of a packet.
    Trailing,
}

impl Malformed {
    /// The error at a field that begins at `offset`; generated code adds the message.
    #[must_use]
    #[inline]
    pub fn at<E: Refusal>(self, field: &'static &'static str, offset: usize) -> E {
        E::malformed(field, offset, self)
    }

    /// The same error, with what stands there.
    #[must_use]
    #[inline]
    pub fn found<E: Refusal>(self, field: &'static &'static str, offset: usize, found: impl Into<Fact> + Copy) -> E {
        E::because(|| ParseError::new(field, offset, ParseErrorKind::Malformed(self)).with(None, Some(found.into())))
    }

    /// The same error, with what belongs there.
    #[must_use]
    #[inline]
    pub fn expected<E: Refusal>(
        self,
        field: &'static &'static str,
        offset: usize,
        expected: &'static &'static str,
    ) -> E {
        let kind = ParseErrorKind::Malformed(self);
        E::because(|| ParseError::new(field, offset, kind).with(Some(Fact::Text(expected)), None))
    }

    /// The same error, with the most that there may be.
    #[must_use]
    #[inline]
    pub fn at_most<E: Refusal>(self, field: &'static &'static str, offset: usize, most: usize) -> E {
        E::because(|| {
            ParseError::new(field, offset, ParseErrorKind::Malformed(self)).with(Some(Fact::at_most(most)), None)
        })
    }

    /// The same error, with the bytes that belong there and those that stand there. If the first [`Fact::MOST_BYTES`] are
    /// right, its offset is that of the first that is not, and the bytes are those from there on.
    #[must_use]
    #[inline]
    pub fn unlike_bytes<E: Refusal>(
        self,
        field: &'static &'static str,
        offset: usize,
        expected: &'static [u8],
        found: &[u8],
    ) -> E {
        let kind = ParseErrorKind::Malformed(self);
        E::because(|| {
            let (start, [expected, found]) = Fact::unlike(expected, found);
            ParseError::new(field, offset.saturating_add(start), kind).with(Some(expected), Some(found))
        })
    }

    /// The same error, with what belongs there and what stands there.
    #[must_use]
    #[inline]
    pub fn unlike<E: Refusal>(
        self,
        field: &'static &'static str,
        offset: usize,
        expected: impl Into<Fact> + Copy,
        found: impl Into<Fact> + Copy,
    ) -> E {
        let kind = ParseErrorKind::Malformed(self);
        E::because(|| ParseError::new(field, offset, kind).with(Some(expected.into()), Some(found.into())))
    }
}

/// The error of a reader: a [`ParseError`] with all facts, or [`Refused`] with none.
///
/// Each reader is compiled for both. The one without facts carries neither names nor offsets and is fast; the other one
/// reads rejected bytes again, and tells why.
pub trait Refusal: Copy {
    /// The error that `explain` makes, if it is asked for. This is the rare way out.
    fn because(explain: impl FnOnce() -> ParseError + Copy) -> Self;

    /// Whether the reader says why it refuses.
    const EXPLAINS: bool;

    /// Bytes that are invalid for a reason that a reader who explains finds elsewhere.
    ///
    /// # Errors
    /// Refused, if nobody asks why.
    #[inline]
    fn unexplained() -> Result<(), Self> {
        Ok(())
    }

    /// The same error, in a field that holds the record in which it arose.
    #[must_use]
    fn inside(self, field: &'static &'static str) -> Self;

    /// The same error, in a field whose message the number at `offset` chooses. A number that chooses none is wrong itself.
    #[must_use]
    fn chosen_by(self, field: &'static &'static str, number: &'static &'static str, offset: usize) -> Self;

    /// The same error, in an element of a list.
    #[must_use]
    fn inside_element(self, list: &'static &'static str, index: usize) -> Self;

    /// The same error, in this message.
    #[must_use]
    fn in_message(self, message: &'static str) -> Self;

    /// The same error, once it is known that no more bytes will come.
    #[must_use]
    fn at_the_end(self) -> Self;

    /// A field that cannot become right.
    #[must_use]
    #[inline]
    fn malformed(field: &'static &'static str, offset: usize, why: Malformed) -> Self {
        Self::because(|| ParseError::new(field, offset, ParseErrorKind::Malformed(why)))
    }

    /// A code at `offset` that no message of a family has.
    #[must_use]
    #[inline]
    fn no_message(
        family: &'static str,
        offset: usize,
        expected: &'static &'static str,
        code: impl Into<Fact> + Copy,
    ) -> Self {
        Malformed::Code.unlike::<Self>(&"code", offset, expected, code).in_message(family)
    }

    /// A field whose layout the session has not said yet.
    #[must_use]
    #[inline]
    fn unsaid(field: &'static &'static str, offset: usize, name: &'static &'static str) -> Self {
        Self::because(|| ParseError::new(field, offset, ParseErrorKind::Session(name)))
    }
}

/// Bytes were refused, and nobody has asked why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused;

impl Refused {
    /// On the rare way out, which need not be fast.
    #[must_use]
    #[inline]
    pub fn rarely() -> Self {
        core::hint::cold_path();
        Self
    }
}

impl Refusal for Refused {
    #[inline]
    fn because(_explain: impl FnOnce() -> ParseError + Copy) -> Self {
        Self::rarely()
    }

    const EXPLAINS: bool = false;

    #[inline]
    fn unexplained() -> Result<(), Self> {
        Err(Self::rarely())
    }

    #[inline]
    fn inside(self, _field: &'static &'static str) -> Self {
        self
    }

    #[inline]
    fn chosen_by(self, _field: &'static &'static str, _number: &'static &'static str, _offset: usize) -> Self {
        self
    }

    #[inline]
    fn inside_element(self, _list: &'static &'static str, _index: usize) -> Self {
        self
    }

    #[inline]
    fn in_message(self, _message: &'static str) -> Self {
        self
    }

    #[inline]
    fn at_the_end(self) -> Self {
        self
    }
}

impl Refusal for ParseError {
    const EXPLAINS: bool = true;

    #[cold]
    fn because(explain: impl FnOnce() -> ParseError + Copy) -> Self {
        explain()
    }

    #[inline]
    fn inside(self, field: &'static &'static str) -> Self {
        Self::inside(self, field)
    }

    #[cold]
    fn chosen_by(self, field: &'static &'static str, number: &'static &'static str, offset: usize) -> Self {
        if self.kind == ParseErrorKind::Malformed(Malformed::Code) && self.path == FieldPath::new(&"code") {
            return Self { path: FieldPath::new(number), offset, ..self };
        }
        Self::inside(self, field)
    }

    #[inline]
    fn inside_element(self, list: &'static &'static str, index: usize) -> Self {
        Self::inside_element(self, list, index)
    }

    #[inline]
    fn in_message(self, message: &'static str) -> Self {
        Self::in_message(self, message)
    }

    #[inline]
    fn at_the_end(self) -> Self {
        Self::at_the_end(self)
    }
}

impl ParseError {
    /// An error at a field; generated code adds the message.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub const fn new(field: &'static &'static str, offset: usize, kind: ParseErrorKind) -> Self {
        Self { message: "", path: FieldPath::new(field), offset, kind, facts: Facts::None }
    }

    /// The same error, in a field that holds the record in which it arose.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub fn inside(mut self, field: &'static &'static str) -> Self {
        self.path = self.path.inside(field);
        self
    }

    /// The same error, in an element of a list.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub fn inside_element(mut self, list: &'static &'static str, index: usize) -> Self {
        self.path = self.path.inside_element(list, index);
        self
    }

    /// The same error, with what belongs there and what stands there.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub const fn with(mut self, expected: Option<Fact>, found: Option<Fact>) -> Self {
        self.facts = Facts::new(expected, found);
        self
    }

    /// The same error, in this message.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub fn in_message(mut self, message: &'static str) -> Self {
        self.message = message;
        self
    }

    /// The same error, once it is known that no more bytes will come.
    #[must_use]
    #[cold]
    pub fn at_the_end(mut self) -> Self {
        if let ParseErrorKind::Truncated { needed } = self.kind {
            self.kind = ParseErrorKind::Malformed(Malformed::Short { needed });
        }
        self
    }

    /// The same error, in a region that ends there.
    #[cold]
    pub(crate) fn in_region(mut self) -> Self {
        if let ParseErrorKind::Truncated { needed } = self.kind {
            self.kind = ParseErrorKind::Malformed(Malformed::RegionEnd { needed });
        }
        self
    }

    /// The same error, in this message of a family, which a field may hold.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub fn in_member(mut self, message: &'static &'static str) -> Self {
        self.path = self.path.in_member(message);
        self.in_message(message)
    }

    /// The outermost message, struct or family that was read.
    #[must_use]
    pub const fn message(&self) -> &'static str {
        self.message
    }

    /// The field in that message.
    #[must_use]
    pub const fn path(&self) -> FieldPath {
        self.path
    }

    /// Where the field begins, in bytes from the start of what was given to the reader. Of a constant of which the first
    /// [`Fact::MOST_BYTES`] are right, it is where the first other byte stands.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The kind of the error.
    #[must_use]
    pub const fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// The fact that belongs in the place, if the error knows it: the constant, the valid numbers, the checksum.
    #[must_use]
    pub const fn expected(&self) -> Option<Fact> {
        self.facts.expected()
    }

    /// The fact that stands in the place, if the error knows it.
    #[must_use]
    pub const fn found(&self) -> Option<Fact> {
        self.facts.found()
    }

    /// How many more bytes are certainly needed, if the input is incomplete and not malformed: a program that reads a TCP
    /// stream waits for them. A peer decides this number, so bound it.
    #[must_use]
    pub const fn needed(&self) -> Option<usize> {
        match self.kind {
            ParseErrorKind::Truncated { needed } => Some(needed),
            ParseErrorKind::Malformed(_) | ParseErrorKind::Session(_) => None,
        }
    }
}

impl core::error::Error for ParseError {}

/// The error of one number, before field and offset are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The input ended inside it.
    Short {
        /// Bytes that are certainly missing.
        needed: usize,
    },
    /// Its bytes are no valid form.
    Varint,
}

impl Fault {
    /// The error at a field.
    #[must_use]
    #[cold]
    pub const fn at(self, field: &'static &'static str, offset: usize) -> ParseError {
        let kind = match self {
            Self::Short { needed } => ParseErrorKind::Truncated { needed },
            Self::Varint => ParseErrorKind::Malformed(Malformed::Varint),
        };
        ParseError::new(field, offset, kind)
    }
}
