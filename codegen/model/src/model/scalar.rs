//! Encodings of integers: whole bytes, and forms of variable width.

use super::{Docs, Interval, VarintId};

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

/// A variable-width integer.
#[derive(Debug, Clone, PartialEq)]
pub struct Varint {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The width of its values in bits, 1 to 64.
    pub bits: u8,
    /// Whether its values are signed.
    pub signed: bool,
    /// The numbers that it can hold and write.
    pub interval: Interval,
    /// Whether the value is the low `bits` bits of the encoded number.
    pub wrap: bool,
    /// Whether overlong forms are rejected.
    pub canonical: bool,
    /// The encoding.
    pub shape: VarintShape,
}

/// The encoding of a varint.
#[derive(Debug, Clone, PartialEq)]
pub enum VarintShape {
    /// A marker byte and a number, or an unmarked byte; in the order in which the writer tries them.
    Forms(Vec<VarintForm>),
    /// Groups of bits, lowest first; the top bit of each byte, except a last one of eight, announces another.
    Groups(Vec<u8>),
    /// LEB128 of as many bytes as the number needs; a signed number is sign-extended (`sleb128`), or zigzag-coded.
    Leb128 {
        /// 0, -1, 1, -2 .. as 0, 1, 2, 3.
        zigzag: bool,
    },
    /// One, two, four or eight bytes, big-endian; the top two bits are the length (RFC 9000, section 16).
    Quic,
}

/// One form of a varint.
#[derive(Debug, Clone, PartialEq)]
pub struct VarintForm {
    /// The values that are written in this form (except those of earlier forms).
    pub values: Interval,
    /// The marker byte; a form without one is a single byte.
    pub marker: Option<u8>,
    /// The size of the number in bytes, 1 to 8.
    pub bytes: u8,
    /// Whether it is signed.
    pub signed: bool,
    /// Its byte order.
    pub order: ByteOrder,
}
