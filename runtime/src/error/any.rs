//! One error for programs that pass all of them on.

use core::error;
use core::fmt;

use super::{OutOfRange, ParseError, UnknownCode, UnknownName, WriteError};

/// Any error of this crate: `?` converts each into it.
///
/// `Display` and `Debug` have the words of the error inside, so a `main` that returns it prints what a person needs. It has no
/// `source`: the error inside is the error itself, and a report of all causes prints it once.
///
/// ```
/// use wireform::{Error, OutOfRange};
///
/// fn roll() -> Result<(), Error> {
///     Err(OutOfRange::new(&"Roll", &"-90 to 90 degrees"))?
/// }
///
/// let error = roll().unwrap_err();
/// assert!(matches!(error, Error::OutOfRange(_)));
/// assert_eq!(error.to_string(), "Roll: out of range: expected -90 to 90 degrees");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Bytes were rejected.
    Parse(ParseError),
    /// A value cannot be written.
    Write(WriteError),
    /// A type has no number for a value.
    OutOfRange(OutOfRange),
    /// No name of an enum has a code.
    UnknownCode(UnknownCode),
    /// An enum has no such name.
    UnknownName(UnknownName),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
            Self::OutOfRange(error) => error.fmt(f),
            Self::UnknownCode(error) => error.fmt(f),
            Self::UnknownName(error) => error.fmt(f),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl error::Error for Error {}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

impl From<OutOfRange> for Error {
    fn from(error: OutOfRange) -> Self {
        Self::OutOfRange(error)
    }
}

impl From<UnknownCode> for Error {
    fn from(error: UnknownCode) -> Self {
        Self::UnknownCode(error)
    }
}

impl From<UnknownName> for Error {
    fn from(error: UnknownName) -> Self {
        Self::UnknownName(error)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString as _;

    use super::{Error, OutOfRange, ParseError, UnknownCode, UnknownName, WriteError};
    use crate::error::{ParseErrorKind, WriteErrorKind};

    #[test]
    fn each_error_keeps_its_words() {
        let parse = ParseError::new(&"x", 3, ParseErrorKind::Truncated { needed: 2 }).in_message("Pos");
        let write: WriteError = WriteErrorKind::Range.at(&"x").in_message("Pos");
        let range = OutOfRange::new(&"Roll", &"0 to 9");
        let code = UnknownCode::new(&"Side", 4_u8, &"0 or 1");
        let name = UnknownName::new("Side", &["Left", "Right"]);
        let all: [(Error, std::string::String); 5] = [
            (parse.into(), parse.to_string()),
            (write.into(), write.to_string()),
            (range.into(), range.to_string()),
            (code.into(), code.to_string()),
            (name.into(), name.to_string()),
        ];
        for (error, words) in all {
            assert_eq!(error.to_string(), words);
            assert_eq!(std::format!("{error:?}"), words);
            assert!(std::error::Error::source(&error).is_none(), "a report would print it twice");
        }
    }
}
