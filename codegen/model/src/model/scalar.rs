//! Encodings of integers: whole bytes, and those of variable width.

mod run;
mod varint;

pub use run::{Run, runs};
pub use varint::{Coding, Groups, Piece, Pieces, Varint, VarintShape, WholeBytes};

use super::VarintId;

/// The encoding of one integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// One to eight whole bytes.
    Int {
        /// 1 to 8.
        bytes: u8,
        /// Two's complement.
        signed: bool,
        /// The byte order.
        order: ByteOrder,
    },
    /// A declared varint.
    Varint(VarintId),
}

impl Scalar {
    /// A byte, which has no order.
    pub const BYTE: Self = Self::Int { bytes: 1, signed: false, order: ByteOrder::Little };
}

/// The order of a number's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// Lowest byte first.
    Little,
    /// Highest byte first.
    Big,
}

/// The width of an IEEE 754 number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatWidth {
    /// Four bytes.
    F32,
    /// Eight bytes.
    F64,
}

impl FloatWidth {
    /// The number of bytes.
    #[must_use]
    pub const fn bytes(self) -> u8 {
        match self {
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

/// The carrier of a declared type (enum, bits, quantity).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// A scalar with bytes of its own: usable as a field.
    Scalar(Scalar),
    /// A number of bits: usable as a part of a carrier only.
    Part {
        /// 1 to 64.
        bits: u8,
        /// Two's complement.
        signed: bool,
    },
}
