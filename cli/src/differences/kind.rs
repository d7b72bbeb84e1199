//! The kinds of differences between accepted bytes and canonical ones. The list is closed: the reference has a row for
//! each kind, and a difference that fits none is a mistake of the compiler.

use std::fmt;

/// Why accepted bytes are not the ones that are written for their value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `_` space, parts and tails.
    Reserved,
    /// More bytes or bits for a number than it needs.
    Form,
    /// Another alternative of a pattern.
    Spelling,
    /// A flag of something that need not be sent, with the bytes that it announces.
    Flag,
    /// Another terminator.
    End,
    /// After the zero of a text of fixed size.
    Filling,
    /// Another number than the right one, by a clause of the schema.
    Declared,
    /// Sizes and checksums of other differences.
    Follows,
}

impl Kind {
    /// All kinds, in the order of the reference.
    pub const ALL: [Self; 8] = [
        Self::Reserved,
        Self::Form,
        Self::Spelling,
        Self::Flag,
        Self::End,
        Self::Filling,
        Self::Declared,
        Self::Follows,
    ];

    /// The word of the reference.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Form => "form",
            Self::Spelling => "spelling",
            Self::Flag => "flag",
            Self::End => "end",
            Self::Filling => "filling",
            Self::Declared => "declared",
            Self::Follows => "follows",
        }
    }

    /// The sentence of the reference.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Reserved => {
                "Reserved space is written as zero or its filler. A skipped tail is not written, or fills its region."
            }
            Self::Form => "The same number needs fewer bytes, or fewer bits.",
            Self::Spelling => "Another code of the same pattern is written.",
            Self::Flag => "A flag announces something that is absent, or equal to what its absence means.",
            Self::End => "Another terminator is written.",
            Self::Filling => "A text of fixed size is filled with zeros.",
            Self::Declared => "The schema accepts this number in place of the right one.",
            Self::Follows => "A size or a checksum depends on one of the other differences.",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
