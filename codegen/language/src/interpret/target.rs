//! Targets of reading and writing: records, families, streams.

use crate::model::{FamilyId, Param, Protocol, RecordId};

/// A message, a struct, a family, or messages of a family one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// A message or a struct.
    Record(RecordId),
    /// One message of a family.
    Family(FamilyId),
    /// Messages of a family to the end of the bytes.
    Stream(FamilyId),
}

impl Target {
    /// The name, as errors give it.
    #[must_use]
    pub fn name(self, protocol: &Protocol) -> &str {
        match self {
            Self::Record(id) => protocol.records.get(id.0).map_or("", |record| &record.name),
            Self::Family(id) | Self::Stream(id) => protocol.families.get(id.0).map_or("", |family| &family.name),
        }
    }

    /// The parameters, which the caller supplies.
    #[must_use]
    pub fn params(self, protocol: &Protocol) -> &[Param] {
        match self {
            Self::Record(id) => protocol.records.get(id.0).map_or(&[], |record| &record.params),
            Self::Family(id) | Self::Stream(id) => protocol.families.get(id.0).map_or(&[], |family| &family.params),
        }
    }
}
