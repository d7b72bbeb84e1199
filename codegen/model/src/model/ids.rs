//! The ids by which the items of a protocol refer to each other, and the types of documentation and of numbers.

/// Documentation of a declaration: its doc comment, and the name in the protocol's own source.
///
/// No byte and no name in Rust depends on it. It stands for the lines of the comment wherever these are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Docs {
    /// Lines as written, without their slashes.
    pub lines: Vec<String>,
    /// The name that the protocol's own source has for the thing, such as `N_POS`.
    pub source_name: Option<String>,
}

impl std::ops::Deref for Docs {
    type Target = [String];

    fn deref(&self) -> &Self::Target {
        &self.lines
    }
}

/// Every integer of the language fits, with room for interval arithmetic.
pub type Code = i128;

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(pub usize);
    )*};
}

ids! {
    /// Into [`Protocol::varints`](super::Protocol::varints).
    VarintId,
    /// Into [`Protocol::enums`](super::Protocol::enums).
    EnumId,
    /// Into [`Protocol::bits`](super::Protocol::bits).
    BitsId,
    /// Into [`Protocol::quantities`](super::Protocol::quantities).
    QuantityId,
    /// Into [`Protocol::packed`](super::Protocol::packed).
    PackedId,
    /// Into [`Protocol::aliases`](super::Protocol::aliases).
    AliasId,
    /// Into [`Protocol::records`](super::Protocol::records).
    RecordId,
    /// Into [`Protocol::families`](super::Protocol::families).
    FamilyId,
    /// Into [`Record::fields`](super::Record::fields).
    FieldId,
    /// Into [`Record::cells`](super::Record::cells).
    CellId,
    /// Into [`Record::params`](super::Record::params).
    ParamId,
    /// Into [`Protocol::sessions`](super::Protocol::sessions).
    SessionId,
    /// Into [`Protocol::hooks`](super::Protocol::hooks).
    HookId,
}

/// A record or a family in [`Protocol::order`](super::Protocol::order).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Node {
    /// A record.
    Record(RecordId),
    /// A family.
    Family(FamilyId),
}
