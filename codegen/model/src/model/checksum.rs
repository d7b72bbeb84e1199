//! Checksums: numbers computed from the bytes around them.

use super::{CellId, Docs, FieldId, HookId, Input, Interval, Param, Scalar, sets};

/// A number that is computed from bytes of its record: written last, and verified after the record is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checksum {
    /// The number: a field of the record or of a region in it, of a fixed size.
    pub cell: CellId,
    /// The algorithm, and the bytes that it covers.
    pub how: How,
    /// The start of its bytes.
    pub at: Edge,
    /// Whether its own bytes are among the covered ones, where they count as zero.
    pub covers_itself: bool,
    /// The cover as written: `after(checksum)`.
    pub text: String,
}

/// The algorithm of a checksum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// A check of the catalogue, which generated readers and writers compute.
    Catalogue {
        /// The algorithm.
        check: Algorithm,
        /// The covered bytes, in order.
        covers: Vec<Covered>,
    },
    /// A function of your program. It does not cover its own bytes.
    Hook {
        /// The hook.
        hook: HookId,
        /// The start of the covered bytes and their end, each at a fixed distance from an end of the record.
        range: [Edge; 2],
        /// One for each of its parameters after the bytes: always present numbers.
        inputs: Vec<Input>,
    },
}

/// Bytes that a check of the catalogue covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Covered {
    /// Bytes of the record: from the one place to the other.
    Range([Edge; 2]),
    /// Constants that are not on the wire.
    Constants(Vec<u8>),
    /// A parameter, encoded as a wire of the record would encode it.
    Number {
        /// The parameter.
        input: Input,
        /// Its encoding: whole bytes in the byte order of the protocol.
        scalar: Scalar,
    },
    /// Constants that an always present number chooses; they are not on the wire. A reader rejects a number without an
    /// arm (`value`, at the check), a writer as `Range`.
    Chosen {
        /// The number.
        by: Input,
        /// Its codes, each with its bytes; no code is in two arms.
        arms: Vec<(Vec<Interval>, Vec<u8>)>,
        /// Its codes without an arm.
        others: Vec<Interval>,
    },
}

/// A check of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Algorithm {
    /// A cyclic redundancy check.
    Crc(Crc),
    /// The sum of all bytes, modulo 2 to the power of its width in bits: 8, 16 or 32.
    Sum(u8),
    /// All bytes combined by exclusive or.
    Xor,
    /// The two's complement of the sum of all bytes, modulo 256.
    Lrc,
    /// Two sums: that of the bytes in the low half, and that of the first sum after each byte in the high half.
    TwoSums {
        /// The width in bits: 16 or 32.
        width: u8,
        /// Each sum is a remainder by this number.
        modulus: u32,
        /// The first sum of no bytes.
        start: u32,
    },
    /// The one's complement of the one's complement sum of all big-endian words of 16 bits; an odd byte is followed by a
    /// zero (RFC 1071).
    Internet,
}

impl Algorithm {
    /// Its name: `CRC_16_MODBUS`, `FLETCHER_8`.
    pub fn name(&self) -> String {
        match self {
            Self::Crc(crc) => crc.name.clone(),
            Self::Sum(width) => format!("SUM_{width}"),
            Self::Xor => "XOR_8".to_owned(),
            Self::Lrc => "LRC_8".to_owned(),
            Self::TwoSums { modulus: 256, .. } => "FLETCHER_8".to_owned(),
            Self::TwoSums { modulus: 255, .. } => "FLETCHER_16".to_owned(),
            Self::TwoSums { .. } => "ADLER_32".to_owned(),
            Self::Internet => "INTERNET".to_owned(),
        }
    }

    /// The width in bits, 1 to 64.
    pub fn width(&self) -> u8 {
        match self {
            Self::Crc(crc) => crc.width,
            Self::Xor | Self::Lrc => 8,
            Self::Sum(width) | Self::TwoSums { width, .. } => *width,
            Self::Internet => 16,
        }
    }
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
    /// The start of a field of the record, or of a region in it, whose distance from both ends varies.
    Field(FieldId),
}

impl Checksum {
    /// The check of the catalogue, and the covered bytes; `None` for a hook.
    pub fn catalogue(&self) -> Option<(&Algorithm, &[Covered])> {
        match &self.how {
            How::Catalogue { check, covers } => Some((check, covers)),
            How::Hook { .. } => None,
        }
    }

    /// The hook and its inputs; `None` for a check of the catalogue.
    pub fn hook(&self) -> Option<(HookId, &[Input])> {
        match &self.how {
            How::Catalogue { .. } => None,
            How::Hook { hook, inputs, .. } => Some((*hook, inputs)),
        }
    }

    /// The numbers that it reads.
    pub fn inputs(&self) -> Vec<Input> {
        match &self.how {
            How::Hook { inputs, .. } => inputs.clone(),
            How::Catalogue { covers, .. } => covers.iter().filter_map(Covered::input).collect(),
        }
    }

    /// The fields at whose start it stands, or a covered range begins or ends.
    pub fn marks(&self) -> Vec<FieldId> {
        let ranges = self.catalogue().into_iter().flat_map(|(_, covers)| covers).filter_map(|covered| match covered {
            Covered::Range(range) => Some(*range),
            Covered::Constants(_) | Covered::Number { .. } | Covered::Chosen { .. } => None,
        });
        let mut marks = Vec::new();
        for edge in std::iter::once(self.at).chain(ranges.flatten()) {
            if let Edge::Field(field) = edge
                && !marks.contains(&field)
            {
                marks.push(field);
            }
        }
        marks
    }
}

impl Covered {
    /// The number that chooses constants and may have no arm, its codes without an arm, and those that have one.
    pub fn unarmed(&self) -> Option<(Input, &[Interval], Vec<Interval>)> {
        let Self::Chosen { by, arms, others } = self else { return None };
        let codes = sets::union(arms.iter().flat_map(|(codes, _)| codes.clone()).collect());
        (!others.is_empty()).then_some((*by, others.as_slice(), codes))
    }

    /// The number that it reads.
    pub fn input(&self) -> Option<Input> {
        match self {
            Self::Range(_) | Self::Constants(_) => None,
            Self::Number { input, .. } | Self::Chosen { by: input, .. } => Some(*input),
        }
    }
}

impl Edge {
    /// The offset in a record of this length, in which `mark` gives the offsets of fields.
    pub fn in_bytes(self, len: usize, mark: impl Fn(FieldId) -> usize) -> usize {
        let whole = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        match self {
            Self::Start(bytes) => whole(bytes).min(len),
            Self::End(bytes) => len.saturating_sub(whole(bytes)),
            Self::Field(field) => mark(field).min(len),
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
