//! Messages told apart by a code.

use super::{Code, Docs, Input, Interval, Lengths, Param, RecordId, Scalar};

/// Messages told apart by a code.
#[derive(Debug, Clone, PartialEq)]
pub struct Family {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// How the code stands in front of each message. `None`: it is an earlier number of what holds the message.
    pub carrier: Option<Scalar>,
    /// What a code can be, as far as the carrier goes, or the numbers that choose members.
    pub codes: Interval,
    /// The members, those of named families included, each code once.
    pub members: Vec<FamilyMember>,
    /// The union of the members' parameters, by name.
    pub params: Vec<Param>,
    /// An unknown code is kept, with the rest of the region; in a stream that ends it.
    pub open: bool,
    /// Bytes, code included.
    pub lengths: Lengths,
    /// The bytes of its plain value, roughly and at most.
    pub memory: u64,
}

/// One member of a family.
#[derive(Debug, Clone, PartialEq)]
pub struct FamilyMember {
    /// The variant's name.
    pub name: String,
    /// What chooses it.
    pub code: Code,
    /// The message.
    pub record: RecordId,
    /// One for each of its parameters, out of the family's.
    pub args: Vec<Input>,
}
