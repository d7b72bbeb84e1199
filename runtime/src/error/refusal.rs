//! The errors of readers that explain, and of those that do not.

use super::{Error, ErrorKind, Fact, FieldPath, Malformed, Words};

/// The error of a reader: a [`Error`] with all facts, or [`Refused`] with none.
///
/// Each reader is compiled for both. The one without facts carries neither names nor offsets and is fast; the other one
/// reads rejected bytes again, and tells why.
pub trait Refusal: Copy {
    /// The error that `explain` makes, if it is asked for. This is the rare way out.
    fn because(explain: impl FnOnce() -> Error + Copy) -> Self;

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
    fn in_message(self, message: &'static &'static str) -> Self;

    /// The same error, in this message of a family, which a field may hold.
    #[must_use]
    fn in_member(self, message: &'static &'static str) -> Self;

    /// The same error, once it is known that no more bytes will come.
    #[must_use]
    fn at_the_end(self) -> Self;

    /// A field that cannot become right.
    #[must_use]
    #[inline]
    fn malformed(field: &'static &'static str, offset: usize, why: Malformed) -> Self {
        Self::because(|| Error::new(field, offset, ErrorKind::Malformed(why)))
    }

    /// A code at `offset` that no message of a family has.
    #[must_use]
    #[inline]
    fn no_message(
        family: &'static &'static str,
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
        Self::because(|| Error::new(field, offset, ErrorKind::Session(Words(name))))
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
    fn because(_explain: impl FnOnce() -> Error + Copy) -> Self {
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
    fn in_message(self, _message: &'static &'static str) -> Self {
        self
    }

    #[inline]
    fn in_member(self, _message: &'static &'static str) -> Self {
        self
    }

    #[inline]
    fn at_the_end(self) -> Self {
        self
    }
}

impl Refusal for Error {
    const EXPLAINS: bool = true;

    #[cold]
    fn because(explain: impl FnOnce() -> Error + Copy) -> Self {
        explain()
    }

    #[inline]
    fn inside(self, field: &'static &'static str) -> Self {
        Self::inside(self, field)
    }

    #[cold]
    fn chosen_by(self, field: &'static &'static str, number: &'static &'static str, offset: usize) -> Self {
        if self.kind == ErrorKind::Malformed(Malformed::Code) && self.path == FieldPath::new(&"code") {
            return Self { path: FieldPath::new(number), offset, ..self };
        }
        Self::inside(self, field)
    }

    #[inline]
    fn inside_element(self, list: &'static &'static str, index: usize) -> Self {
        Self::inside_element(self, list, index)
    }

    #[inline]
    fn in_message(self, message: &'static &'static str) -> Self {
        Self::in_message(self, message)
    }

    #[cold]
    fn in_member(self, message: &'static &'static str) -> Self {
        Self::in_member(self, message)
    }

    #[inline]
    fn at_the_end(self) -> Self {
        Self::at_the_end(self)
    }
}

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
    pub const fn at(self, field: &'static &'static str, offset: usize) -> Error {
        let kind = match self {
            Self::Short { needed } => ErrorKind::Truncated { needed },
            Self::Varint => ErrorKind::Malformed(Malformed::Varint),
        };
        Error::new(field, offset, kind)
    }
}
