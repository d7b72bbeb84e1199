//! Integers of variable width: the kinds that a schema names, and the one table of forms that each of them is.

use crate::model::{ByteOrder, Docs, Interval};

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

/// The bytes of one form of any varint: constant bits, and pieces of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces {
    /// The values that are written in this form (except those of earlier forms).
    pub values: Interval,
    /// The numbers that a reader can find in it.
    pub held: Interval,
    /// Whether the number is two's complement in its bits.
    pub signed: bool,
    /// Its bytes.
    pub bytes: Vec<Piece>,
}

/// A byte of a form: constant bits, and below them a piece of the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The constant bits.
    pub mask: u8,
    /// They are these.
    pub constant: u8,
    /// The place of the piece's lowest bit in the number.
    pub low: u32,
}

impl Piece {
    /// A byte whose lowest `width` bits are a piece, and whose others are constant.
    fn of_bits(width: u8, constant: u8, low: u32) -> Self {
        Self { mask: u8::MAX.checked_shl(width.into()).unwrap_or(0), constant, low }
    }
}

impl Pieces {
    /// The number of its bits.
    pub fn bits(&self) -> u32 {
        self.bytes.iter().map(|byte| byte.mask.count_zeros()).sum()
    }

    /// The number of its bytes.
    pub fn size(&self) -> u64 {
        u64::try_from(self.bytes.len()).unwrap_or(u64::MAX)
    }

    /// Whether its first byte has constant bits. A form without any is read only if no other begins with that byte.
    pub fn is_marked(&self) -> bool {
        self.bytes.first().is_some_and(|first| first.mask != 0)
    }

    /// Whether it may begin with these bytes, or may be among them.
    pub fn begins(&self, bytes: &[u8]) -> bool {
        self.bytes.iter().zip(bytes).all(|(piece, byte)| byte & piece.mask == piece.constant)
    }
}

impl Varint {
    /// All forms, in the order in which the writer tries them.
    pub fn forms(&self) -> Vec<Pieces> {
        match &self.shape {
            VarintShape::Forms(forms) => forms.iter().map(VarintForm::pieces).collect(),
            VarintShape::Groups(groups) => self.of_groups(groups),
            VarintShape::Leb128 { .. } => self.of_groups(&vec![7; self.bits.div_ceil(7).into()]),
            VarintShape::Quic => (0..4_u8).map(quic).collect(),
        }
    }

    /// Whether the bits are zigzag-coded.
    pub const fn is_zigzag(&self) -> bool {
        matches!(self.shape, VarintShape::Leb128 { zigzag: true })
    }

    /// The forms of one group, of two, and so on.
    fn of_groups(&self, groups: &[u8]) -> Vec<Pieces> {
        let is_leb = matches!(self.shape, VarintShape::Leb128 { .. });
        let mut before = Vec::new();
        let mut low: u32 = 0;
        let mut all = Vec::new();
        for (index, width) in groups.iter().enumerate() {
            let is_last = index.saturating_add(1) == groups.len();
            let bytes = before.iter().copied().chain([Piece::of_bits(*width, 0, low)]).collect();
            before.push(Piece::of_bits((*width).min(7), 0x80, low));
            low = low.saturating_add((*width).into());
            // In groups the sign is the top bit of the last one.
            let signed = self.signed && (is_leb || is_last);
            let held = Interval::of_bits(low, signed);
            let values = held.meet(Interval::of_bits(self.bits.into(), self.signed)).unwrap_or(held);
            all.push(Pieces { values, held, signed: signed && !self.is_zigzag(), bytes });
        }
        all
    }
}

impl VarintForm {
    fn pieces(&self) -> Pieces {
        let marker = self.marker.map(|marker| Piece { mask: 0xFF, constant: marker, low: 0 });
        let number = (0..self.bytes).map(|index| {
            let place = match self.order {
                ByteOrder::Little => index,
                ByteOrder::Big => self.bytes.saturating_sub(index).saturating_sub(1),
            };
            Piece::of_bits(8, 0, u32::from(place).saturating_mul(8))
        });
        let held = Interval::of_bits(u32::from(self.bytes).saturating_mul(8), self.signed);
        Pieces { values: self.values, held, signed: self.signed, bytes: marker.into_iter().chain(number).collect() }
    }
}

/// The form of QUIC that has two to the power of `length` bytes.
fn quic(length: u8) -> Pieces {
    let bytes = 1_u32.wrapping_shl(length.into());
    let low = |index: u32| bytes.saturating_sub(index).saturating_sub(1).saturating_mul(8);
    let first = Piece::of_bits(6, length << 6, low(0));
    let held = Interval::of_bits(low(0).saturating_add(6), false);
    let others = (1..bytes).map(|index| Piece::of_bits(8, 0, low(index)));
    Pieces { values: held, held, signed: false, bytes: std::iter::once(first).chain(others).collect() }
}
