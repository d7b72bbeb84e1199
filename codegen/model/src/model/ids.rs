//! The ids of a protocol's items, circles of them, and the types of documentation and of integers.

/// Documentation of a declaration: its doc comment, and the name in the protocol's own source.
///
/// Generated code does not depend on it. It dereferences to the lines of the comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Docs {
    /// Lines as written, without their slashes.
    pub lines: Vec<String>,
    /// The name in the protocol's own source, such as `N_POS`.
    pub source_name: Option<String>,
}

impl std::ops::Deref for Docs {
    type Target = [String];

    fn deref(&self) -> &Self::Target {
        &self.lines
    }
}

/// Holds every integer of the language, with room for interval arithmetic.
pub type Code = i128;

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(pub usize);
    )*};
}

ids! {
    /// An index into [`Protocol::varints`](super::Protocol::varints).
    VarintId,
    /// An index into [`Protocol::enums`](super::Protocol::enums).
    EnumId,
    /// An index into [`Protocol::bits`](super::Protocol::bits).
    BitsId,
    /// An index into [`Protocol::quantities`](super::Protocol::quantities).
    QuantityId,
    /// An index into [`Protocol::packed`](super::Protocol::packed).
    PackedId,
    /// An index into [`Protocol::aliases`](super::Protocol::aliases).
    AliasId,
    /// An index into [`Protocol::records`](super::Protocol::records).
    RecordId,
    /// An index into [`Protocol::families`](super::Protocol::families).
    FamilyId,
    /// An index into [`Protocol::nested`](super::Protocol::nested).
    NestedId,
    /// An index into [`Record::fields`](super::Record::fields).
    FieldId,
    /// An index into [`Record::cells`](super::Record::cells).
    CellId,
    /// An index into [`Record::params`](super::Record::params).
    ParamId,
    /// An index into [`Protocol::sessions`](super::Protocol::sessions).
    SessionId,
    /// An index into [`Protocol::hooks`](super::Protocol::hooks).
    HookId,
}

/// A record or a family in [`Protocol::order`](super::Protocol::order).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A record.
    Record(RecordId),
    /// A family.
    Family(FamilyId),
}

/// Records and families that contain each other through [`Wire::Nested`](super::Wire::Nested).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Circle {
    /// The record or family of the circle that states its depth.
    pub name: String,
    /// The most nested parts of the circle that are within each other.
    pub depth: u16,
}
