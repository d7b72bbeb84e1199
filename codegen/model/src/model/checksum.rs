//! Numbers that are worked out of the bytes around them.

use super::{CellId, Docs, HookId, Input, Param};

/// A number that is worked out of bytes of its record: written last, and compared when the record was read.
///
/// Where it begins, what it covers and what it is are known when the schema is compiled. Its own bytes count as zero
/// where they are covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checksum {
    /// The number: a field of its own, always there, of a fixed size.
    pub cell: CellId,
    /// How it is worked out.
    pub how: How,
    /// Where its bytes begin.
    pub at: Edge,
    /// The first byte that is covered.
    pub from: Edge,
    /// The first byte behind those that are covered.
    pub to: Edge,
    /// What is covered, as it was written: `after(checksum)`.
    pub text: String,
}

/// How a checksum is worked out of the bytes that it covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// A check of the catalogue: readers and writers work it out by themselves.
    Crc {
        /// Which.
        crc: Crc,
        /// Constants that it covers after the bytes of the record. They are not on the wire.
        extra: Vec<u8>,
    },
    /// A function of the program. It does not cover its own bytes.
    Hook {
        /// Which.
        hook: HookId,
        /// One for each of its parameters behind the bytes: numbers that are certainly there, none of them the writer's.
        inputs: Vec<Input>,
    },
}

/// A checksum that is a function of the program: `hook move_checksum(data: bytes, sequence: u31) -> u8;`
#[derive(Debug, Clone, PartialEq)]
pub struct Hook {
    /// Its name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// What the bytes that it is given are called.
    pub data: String,
    /// What it is given besides.
    pub params: Vec<Param>,
    /// Bytes of the number that it gives, 1 to 8.
    pub bytes: u8,
}

/// A place in the bytes of a record, its code included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// So many bytes behind its start.
    Start(u64),
    /// So many bytes in front of its end.
    End(u64),
}

impl Checksum {
    /// The check of the catalogue and the extra bytes that it covers, if it is one.
    pub fn crc(&self) -> Option<(&Crc, &[u8])> {
        match &self.how {
            How::Crc { crc, extra } => Some((crc, extra)),
            How::Hook { .. } => None,
        }
    }

    /// The hook and what it is given besides the bytes, if it is one.
    pub fn hook(&self) -> Option<(HookId, &[Input])> {
        match &self.how {
            How::Crc { .. } => None,
            How::Hook { hook, inputs } => Some((*hook, inputs)),
        }
    }

    /// Whether its own bytes are among those that it covers.
    pub fn covers_itself(&self) -> bool {
        let at = self.at.in_order();
        (self.from.in_order()..self.to.in_order()).contains(&at)
    }
}

impl Edge {
    /// Orders the places of one record. A place has a distance from the end only if a field of variable length is before
    /// it.
    fn in_order(self) -> (bool, i128) {
        match self {
            Self::Start(bytes) => (false, i128::from(bytes)),
            Self::End(bytes) => (true, -i128::from(bytes)),
        }
    }

    /// The place in a record of so many bytes.
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
    /// Its name among the constants of `crc-catalog`: `CRC_16_MODBUS`.
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
