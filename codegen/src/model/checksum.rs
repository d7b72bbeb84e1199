//! Numbers that are worked out of the bytes around them.

use super::{CellId, Record};

/// A number that is worked out of bytes of its record: written last, and compared when the record was read.
///
/// Where it begins, what it covers and what it is are known when the schema is compiled. Its own bytes count as zero
/// where they are covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checksum {
    /// The number: a field of its own, always there, of a fixed size.
    pub cell: CellId,
    /// How it is worked out.
    pub crc: Crc,
    /// Where its bytes begin.
    pub at: Edge,
    /// The first byte that is covered.
    pub from: Edge,
    /// The first byte behind those that are covered.
    pub to: Edge,
    /// What is covered, as it was written: `after(checksum)`.
    pub text: String,
}

/// A place in the bytes of a record, its code included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// So many bytes behind its start.
    Start(u64),
    /// So many bytes in front of its end.
    End(u64),
}

impl Record {
    /// The checksums in wire order, as a reader compares them.
    #[must_use]
    pub fn checksums_as_read(&self) -> Vec<&Checksum> {
        let mut all: Vec<&Checksum> = self.checksums.iter().collect();
        all.sort_by_key(|one| one.cell);
        all
    }
}

impl Edge {
    /// The place in a record of so many bytes.
    #[must_use]
    pub fn in_bytes(self, len: usize) -> usize {
        let whole = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        match self {
            Self::Start(bytes) => whole(bytes).min(len),
            Self::End(bytes) => len.saturating_sub(whole(bytes)),
        }
    }
}

/// A cyclic redundancy check, by the parameters of the catalogue that all implementations share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crc {
    /// Its name in the catalogue: `CRC-16/MODBUS`.
    pub name: String,
    /// Bits of the number, 1 to 64.
    pub width: u8,
    /// The polynomial, without its highest bit.
    pub poly: u64,
    /// What the register begins with.
    pub init: u64,
    /// Whether the bits of each byte go in lowest first.
    pub refin: bool,
    /// Whether the bits of the register come out lowest first.
    pub refout: bool,
    /// What the outcome is combined with.
    pub xorout: u64,
}
