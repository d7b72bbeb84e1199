//! Messages told apart by a code in front.

use super::{Docs, Input, Lengths, Param, RecordId, Scalar};

/// Messages told apart by a code in front.
#[derive(Debug, Clone, PartialEq)]
pub struct Family {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// How the code stands on the wire.
    pub carrier: Scalar,
    /// The members, those of named families included, each code once.
    pub members: Vec<FamilyMember>,
    /// The union of the members' parameters, by name.
    pub params: Vec<Param>,
    /// An unknown code is kept, with the rest of the region; in a stream that ends it.
    pub open: bool,
    /// Bytes, code included.
    pub lengths: Lengths,
}

/// One member of a family.
#[derive(Debug, Clone, PartialEq)]
pub struct FamilyMember {
    /// The variant's name.
    pub name: String,
    /// The message, which knows its code.
    pub record: RecordId,
    /// One for each of its parameters, out of the family's.
    pub args: Vec<Input>,
}
