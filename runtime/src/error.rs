//! Why bytes were refused, and why a value was: a small `Copy` value that names message, field and offset.

mod fact;
mod kind;
mod malformed;
mod path;
mod refusal;
mod unwritable;
mod words;

use core::fmt;

pub use fact::Fact;
use fact::Facts;
pub use kind::ErrorKind;
pub use malformed::Malformed;
pub use path::FieldPath;
pub use refusal::{Fault, Refusal, Refused};
pub use unwritable::Unwritable;
pub use words::Words;

/// The error of all that can fail: reading, writing, setting, and making a value.
///
/// `Display` and `Debug` have the same words, so a `main` that returns it prints what a person needs; `{:#?}` prints its parts.
/// [`kind`](Self::kind) tells the errors apart. Errors have an order, which means nothing, so that values with messages have one.
///
/// ```
/// use wireform::{ErrorKind, Input};
///
/// let mut input = Input::new(&[1]);
/// let error = input.run::<4>(&[(&"id", 2), (&"size", 4)]).unwrap_err().in_message(&"Hello");
/// assert_eq!(error.kind(), ErrorKind::Truncated { needed: 1 });
/// assert_eq!(error.to_string(), "Hello.id at byte 0: 1 more byte needed");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Error {
    message: &'static &'static str,
    path: FieldPath,
    /// [`NOWHERE`](Self::NOWHERE) in a value.
    offset: usize,
    kind: ErrorKind,
    facts: Facts,
}

// Clippy warns of errors of 128 bytes and more. A program puts one or two words beside this one.
const _: () = assert!(size_of::<Error>() <= 112);

impl Error {
    /// No place in bytes.
    const NOWHERE: usize = usize::MAX;

    /// An error at a field; generated code adds the message.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    pub const fn new(field: &'static &'static str, offset: usize, kind: ErrorKind) -> Self {
        Self { message: &"", path: FieldPath::new(field), offset, kind, facts: Facts::None }
    }

    /// An error at a field of a value; generated code adds the message.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub const fn unwritable(field: &'static &'static str, why: Unwritable) -> Self {
        Self::new(field, Self::NOWHERE, ErrorKind::Unwritable(why))
    }

    /// A field of a value whose layout the session has not said yet.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub const fn unsaid(field: &'static &'static str, name: &'static &'static str) -> Self {
        Self::new(field, Self::NOWHERE, ErrorKind::Session(Words(name)))
    }

    /// A buffer in which so many bytes do not fit.
    #[cold]
    #[inline(never)]
    pub(crate) fn room(need: usize, message: &'static &'static str) -> Self {
        Self::unwritable(&"", Unwritable::Room { need }).in_message(message)
    }

    /// A value that this type, or part of a type, does not have, and the values that it has, with their unit.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub const fn out_of_range(of: &'static &'static str, expected: &'static &'static str) -> Self {
        let error = Self::new(&"", Self::NOWHERE, ErrorKind::OutOfRange);
        Self { message: of, ..error }.with(Some(Fact::Text(Words(expected))), None)
    }

    /// A code that no name of this enum has, and the codes that they have.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn unknown_code(of: &'static &'static str, found: impl Into<Fact>, expected: &'static &'static str) -> Self {
        let error = Self::new(&"", Self::NOWHERE, ErrorKind::UnknownCode).in_message(of);
        error.with(Some(expected.into()), Some(found.into()))
    }

    /// A name that this enum does not have, and those that it has.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn unknown_name(of: &'static &'static str, names: &'static &'static str) -> Self {
        let error = Self::new(&"", Self::NOWHERE, ErrorKind::UnknownName).in_message(of);
        error.with(Some(names.into()), None)
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
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub const fn with(mut self, expected: Option<Fact>, found: Option<Fact>) -> Self {
        self.facts = Facts::new(expected, found);
        self
    }

    /// The same error, in this message.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn in_message(mut self, message: &'static &'static str) -> Self {
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

    /// The same error, once it is known that no more bytes will come.
    #[must_use]
    #[cold]
    pub fn at_the_end(mut self) -> Self {
        if let ErrorKind::Truncated { needed } = self.kind {
            self.kind = ErrorKind::Malformed(Malformed::Short { needed });
        }
        self
    }

    /// The same error, in a region that ends there.
    #[cold]
    pub(crate) fn in_region(mut self) -> Self {
        if let ErrorKind::Truncated { needed } = self.kind {
            self.kind = ErrorKind::Malformed(Malformed::RegionEnd { needed });
        }
        self
    }

    /// The outermost message, struct or family that was read or was to be written; the type that does not have a value, with
    /// the part after a dot, such as `Look.pitch`.
    #[must_use]
    pub const fn message(&self) -> &'static str {
        self.message
    }

    /// The field in that message.
    #[must_use]
    pub const fn path(&self) -> FieldPath {
        self.path
    }

    /// Where the field begins, in bytes from the start of what was given to the reader; nothing in an error about a value. Of
    /// a constant of which the first [`Fact::MOST_BYTES`] are right, it is where the first other byte stands.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        if self.offset == Self::NOWHERE { None } else { Some(self.offset) }
    }

    /// The kind of the error.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The fact that belongs in the place, if the error knows it: the constant, the numbers that are valid or that the wire
    /// holds, the most elements, the checksum, the values of a type with their unit.
    #[must_use]
    pub const fn expected(&self) -> Option<Fact> {
        self.facts.expected()
    }

    /// The fact that stands in the place or that the value has there, if the error knows it.
    #[must_use]
    pub const fn found(&self) -> Option<Fact> {
        self.facts.found()
    }

    /// How many more bytes are certainly needed, if the input is incomplete and not malformed: a program that reads a TCP
    /// stream waits for them. A peer decides this number, so bound it.
    #[must_use]
    pub const fn needed(&self) -> Option<usize> {
        match self.kind {
            ErrorKind::Truncated { needed } => Some(needed),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)?;
        match self.offset() {
            Some(offset) => {
                let dot = if self.path.begins_with_index() { "" } else { "." };
                write!(f, "{dot}{} at byte {offset}", self.path)?;
            }
            None if self.path.is_empty() => {}
            None => write!(f, ".{}", self.path)?,
        }
        write!(f, ": {}{}", self.kind, self.facts)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return fmt::Display::fmt(self, f);
        }
        let Self { message, path, kind, .. } = self;
        let mut all = f.debug_struct("Error");
        all.field("message", message).field("path", path).field("offset", &self.offset()).field("kind", kind);
        all.field("expected", &self.expected()).field("found", &self.found()).finish()
    }
}

impl core::error::Error for Error {}
