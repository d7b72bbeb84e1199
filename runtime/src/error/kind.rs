//! The kinds of errors.

use core::fmt;

use super::{Malformed, Unwritable, Words};

/// The kind of an error: of bytes that are incomplete or malformed, of a value that cannot be written, of a session that lacks
/// something, of a value that a type does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ended too early: with more bytes it may become right. A reader of a stream waits for them.
    Truncated {
        /// Bytes that are certainly missing.
        needed: usize,
    },
    /// More bytes do not help.
    Malformed(Malformed),
    /// A value cannot be written.
    Unwritable(Unwritable),
    /// A value of the session, of this name, decides the layout, and no message has said it yet. The caller may know it.
    Session(Words),
    /// A type has no number for a value: outside of a quantity's range, or wider than a part of a carrier.
    OutOfRange,
    /// No name of an enum has this code.
    UnknownCode,
    /// An enum has no such name.
    UnknownName,
}

/// The number of bytes that are missing.
pub(super) fn more_bytes(f: &mut fmt::Formatter<'_>, needed: usize) -> fmt::Result {
    let s = if needed == 1 { "" } else { "s" };
    write!(f, "{needed} more byte{s} needed")
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { needed } => more_bytes(f, *needed),
            Self::Malformed(why) => why.fmt(f),
            Self::Unwritable(why) => why.fmt(f),
            Self::Session(name) => write!(f, "no message of the session has said `{name}` yet"),
            Self::OutOfRange => f.write_str("out of range"),
            Self::UnknownCode => f.write_str("no name has this code"),
            Self::UnknownName => f.write_str("no such name"),
        }
    }
}
