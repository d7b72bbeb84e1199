//! How integers stand on the wire: whole bytes, and forms of variable width.

use super::{Docs, Interval, VarintId};

/// How one integer stands on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// One to eight whole bytes.
    Int {
        /// 1 to 8.
        bytes: u8,
        /// Two's complement.
        signed: bool,
        /// Which byte comes first.
        order: ByteOrder,
    },
    /// A declared one of variable width.
    Varint(VarintId),
}

/// Which byte of a number comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The lowest.
    Little,
    /// The highest.
    Big,
}

/// Width of an IEEE 754 number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatWidth {
    /// Four bytes.
    F32,
    /// Eight bytes.
    F64,
}

/// What a declared type (enum, bits, quantity) stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// Something with bytes of its own: usable as a field.
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
    /// Bits of the number that it holds, 1 to 64.
    pub bits: u8,
    /// Whether that number is signed.
    pub signed: bool,
    /// What it can hold and write.
    pub interval: Interval,
    /// The number is the low `bits` bits of what was read.
    pub wrap: bool,
    /// Longer forms are refused.
    pub canonical: bool,
    /// The bytes.
    pub shape: VarintShape,
}

/// How a varint's bytes are made.
#[derive(Debug, Clone, PartialEq)]
pub enum VarintShape {
    /// A marker byte and a number, or a bare byte that is no marker; in the order in which the writer tries them.
    Forms(Vec<VarintForm>),
    /// Groups of bits, low first; the top bit of each byte but a last one of eight says that another follows.
    Groups(Vec<u8>),
    /// LEB128 of as many bytes as the number needs; a signed number is sign-extended, or zigzag-coded.
    Leb128 {
        /// 0, -1, 1, -2 .. as 0, 1, 2, 3.
        zigzag: bool,
    },
    /// One, two, four or eight bytes, big-endian; the top two bits say how many (RFC 9000, section 16).
    Quic,
}

/// One form of a varint.
#[derive(Debug, Clone, PartialEq)]
pub struct VarintForm {
    /// The values that the writer writes in this form (less those of earlier forms).
    pub values: Interval,
    /// The byte in front; a form without one is a single byte.
    pub marker: Option<u8>,
    /// Bytes of the number, 1 to 8.
    pub bytes: u8,
    /// Whether it is signed.
    pub signed: bool,
    /// Its byte order.
    pub order: ByteOrder,
}
