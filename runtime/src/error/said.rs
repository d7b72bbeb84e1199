//! The words of errors about bytes.

use core::fmt;

use super::{Malformed, ParseError, ParseErrorKind};

/// How many bytes are missing.
fn more_bytes(f: &mut fmt::Formatter<'_>, needed: usize) -> fmt::Result {
    let s = if needed == 1 { "" } else { "s" };
    write!(f, "{needed} more byte{s} needed")
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dot = if self.path.begins_with_index() { "" } else { "." };
        write!(f, "{}{dot}{} at byte {}: {}{}", self.message, self.path, self.offset, self.kind, self.facts)
    }
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { needed } => more_bytes(f, *needed),
            Self::Malformed(why) => why.fmt(f),
            Self::Session(name) => unsaid(f, name),
        }
    }
}

/// A value of the session that no message has said.
pub(super) fn unsaid(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    write!(f, "no message of the session has said `{name}` yet")
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
            Self::Varint => "an invalid variable-width integer",
            Self::Checksum => "not the checksum of these bytes",
            Self::Trailing => "bytes left over",
        };
        f.write_str(words)
    }
}
