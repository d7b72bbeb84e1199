//! Families: messages distinguished by a code.

use super::{Circle, Code, Docs, Input, Interval, Lengths, Param, RecordId, Scalar};

/// Messages distinguished by a code.
#[derive(Debug, Clone, PartialEq)]
pub struct Family {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The encoding of the code before each message. `None`: the code is an earlier number of the containing record.
    pub carrier: Option<Scalar>,
    /// The possible codes: those of the carrier, or of the numbers that select members.
    pub codes: Interval,
    /// The members, including those of nested families; each code occurs once.
    pub members: Vec<FamilyMember>,
    /// The union of the members' parameters, by name.
    pub params: Vec<Param>,
    /// Whether an unknown code is preserved, with the rest of the region; in a stream it is the last message.
    pub open: bool,
    /// Lengths in bytes, including the code.
    pub lengths: Lengths,
    /// Which messages take all that is left of their region, as an unknown one does.
    pub takes_rest: Takes,
    /// An upper bound of the value's size in memory, in bytes.
    pub memory: u64,
    /// The circle that it is part of, if any.
    pub circle: Option<Circle>,
}

/// One member of a family.
#[derive(Debug, Clone, PartialEq)]
pub struct FamilyMember {
    /// The variant's name.
    pub name: String,
    /// The code that selects it.
    pub code: Code,
    /// The message.
    pub record: RecordId,
    /// One input for each of its parameters, from the family's.
    pub args: Vec<Input>,
}

/// Which values of a record or a family take all that is left of their region.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Takes {
    /// No value, or there are none.
    #[default]
    Never,
    /// Some values.
    Sometimes,
    /// All values.
    Always,
}

impl Takes {
    /// The same of a value that is one of several.
    pub fn of_one(mut all: impl Iterator<Item = Self>) -> Self {
        let first = all.next().unwrap_or_default();
        if all.all(|other| other == first) { first } else { Self::Sometimes }
    }
}
