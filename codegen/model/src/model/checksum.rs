//! Checksums: numbers computed from the bytes around them.

use super::{CellId, Docs, HookId, Input, Param};

/// A number that is computed from bytes of its record: written last, and verified after the record is read.
///
/// Its position, cover and algorithm are known at compile time. If it covers its own bytes, they count as zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checksum {
    /// The number: a field of its own, always present, of a fixed size.
    pub cell: CellId,
    /// The algorithm.
    pub how: How,
    /// The start of its bytes.
    pub at: Edge,
    /// The start of the covered bytes.
    pub from: Edge,
    /// The end of the covered bytes.
    pub to: Edge,
    /// The cover as written: `after(checksum)`.
    pub text: String,
}

/// The algorithm of a checksum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// A check of the catalogue, which generated readers and writers compute.
    Crc {
        /// Its parameters.
        crc: Crc,
        /// Constants that are covered after the bytes of the record, and are not on the wire.
        extra: Vec<u8>,
    },
    /// A function of your program. It does not cover its own bytes.
    Hook {
        /// The hook.
        hook: HookId,
        /// One for each of its parameters after the bytes: always present numbers that the writer does not set.
        inputs: Vec<Input>,
    },
}

/// A checksum that your program computes: `hook move_checksum(data: bytes, sequence: u31) -> u8;`
#[derive(Debug, Clone, PartialEq)]
pub struct Hook {
    /// Its name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The name of the parameter for the covered bytes.
    pub data: String,
    /// The other parameters.
    pub params: Vec<Param>,
    /// The size of its result in bytes, 1 to 8.
    pub bytes: u8,
}

/// A position in the bytes of a record, including its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// The distance in bytes from the start.
    Start(u64),
    /// The distance in bytes from the end.
    End(u64),
}

impl Checksum {
    /// The check of the catalogue and its extra bytes; `None` for a hook.
    pub fn crc(&self) -> Option<(&Crc, &[u8])> {
        match &self.how {
            How::Crc { crc, extra } => Some((crc, extra)),
            How::Hook { .. } => None,
        }
    }

    /// The hook and its inputs; `None` for a check of the catalogue.
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
    /// Orders the positions in one record. Only positions after a field of variable length have a distance from the
    /// end.
    fn in_order(self) -> (bool, i128) {
        match self {
            Self::Start(bytes) => (false, i128::from(bytes)),
            Self::End(bytes) => (true, -i128::from(bytes)),
        }
    }

    /// The offset in a record of this length.
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
    /// Its name in `crc-catalog`: `CRC_16_MODBUS`.
    pub name: String,
    /// The width in bits, 1 to 64.
    pub width: u8,
    /// The polynomial, without its highest bit.
    pub poly: u64,
    /// The initial value of the register.
    pub init: u64,
    /// Whether the bits of each input byte are reflected.
    pub refin: bool,
    /// Whether the register is reflected at the end.
    pub refout: bool,
    /// The value that is combined with the result by XOR.
    pub xorout: u64,
}
