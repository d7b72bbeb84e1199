//! Integers of variable width: the kinds that a schema names, and the one table of forms that each of them is.

use crate::model::{ByteOrder, Code, Docs, Interval};

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
    /// The forms that a schema lists, in the order in which the writer tries them.
    Forms(Vec<Pieces>),
    /// Groups of bits; the top bit of each byte, except a last one of eight, announces another.
    Groups(Groups),
    /// LEB128 of as many bytes as the number needs; a signed number is sign-extended (`sleb128`), or zigzag-coded.
    Leb128 {
        /// 0, -1, 1, -2 .. as 0, 1, 2, 3.
        zigzag: bool,
    },
    /// One, two, four or eight bytes, big-endian; the top two bits are the length (RFC 9000, section 16).
    Quic,
}

/// The groups of a number, one in each byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    /// The bits of the number in each byte of the longest form.
    pub widths: Vec<u8>,
    /// Whether the first byte has the highest bits. Then a shorter form has the last of the groups.
    pub high_first: bool,
    /// Whether the top bit of the first group is the sign: then the number is negative, and all other bits are inverted.
    pub sign: bool,
}

/// The bytes of one form of any varint: constant bits, and pieces of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces {
    /// The values that are written in this form (except those of earlier forms).
    pub values: Interval,
    /// The numbers that a reader can find in it.
    pub held: Interval,
    /// Whether its bits are two's complement.
    pub signed: bool,
    /// How its bits make the number.
    pub coding: Coding,
    /// Its bytes.
    pub bytes: Vec<Piece>,
}

/// How the bits of a form, taken together, make the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// So much and the bits: usually 0.
    Up(Code),
    /// So much less the bits: -1 inverts them.
    Down(Code),
    /// 0, -1, 1, -2 .. as 0, 1, 2, 3.
    Zigzag,
    /// The bit at this place is set for a negative number, whose other bits are inverted.
    Sign(u8),
}

/// A byte of a form: constant bits, and a piece of the number. All other bits are 0 when written, and may be any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The constant bits.
    pub mask: u8,
    /// They are these.
    pub constant: u8,
    /// The bits of the number, all side by side.
    pub number: u8,
    /// The place of the piece's lowest bit in the number.
    pub low: u32,
}

/// A form of whole bytes: a marker and an integer, or the integer of one byte without a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WholeBytes {
    /// The marker.
    pub marker: Option<u8>,
    /// The size of the integer in bytes, 1 to 8.
    pub bytes: u8,
    /// Whether it is signed.
    pub signed: bool,
    /// Its byte order.
    pub order: ByteOrder,
}

impl Piece {
    /// A byte of constant bits only.
    pub const fn marker(constant: u8) -> Self {
        Self { mask: 0xFF, constant, number: 0, low: 0 }
    }

    /// A byte whose lowest `width` bits are a piece, and whose others are constant.
    fn of_bits(width: u8, constant: u8, low: u32) -> Self {
        let mask = u8::MAX.checked_shl(width.into()).unwrap_or(0);
        Self { mask, constant, number: !mask, low }
    }

    /// The place of the piece's lowest bit in the byte.
    pub const fn shift(&self) -> u32 {
        if self.number == 0 { 0 } else { self.number.trailing_zeros() }
    }

    /// Whether the byte may be this one.
    pub const fn is(&self, byte: u8) -> bool {
        byte & self.mask == self.constant
    }

    /// Whether no byte may be both.
    pub const fn contradicts(&self, other: &Self) -> bool {
        (self.constant ^ other.constant) & self.mask & other.mask != 0
    }
}

impl Pieces {
    /// The number of its bits.
    pub fn bits(&self) -> u32 {
        self.bytes.iter().map(|byte| byte.number.count_ones()).sum()
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
        self.bytes.iter().zip(bytes).all(|(piece, byte)| piece.is(*byte))
    }

    /// The marker and the integer, if it has nothing else.
    pub fn whole_bytes(&self) -> Option<WholeBytes> {
        let (marker, number) = match self.bytes.as_slice() {
            [Piece { mask: 0xFF, constant, .. }, number @ ..] => (Some(*constant), number),
            number => (None, number),
        };
        let bytes = u8::try_from(number.len()).ok().filter(|bytes| (1..=8).contains(bytes))?;
        let whole = WholeBytes { marker, bytes, signed: self.signed, order: ByteOrder::Little };
        let orders = [whole, WholeBytes { order: ByteOrder::Big, ..whole }];
        orders.into_iter().find(|whole| self.coding == Coding::Up(0) && whole.pieces(self.values) == *self)
    }

    /// Its numbers, as far as bits say: those of two's complement, or from 0.
    #[must_use]
    pub fn of_bits(bytes: Vec<Piece>, signed: bool) -> Self {
        let all = Self { values: Interval::ANYTHING, held: Interval::ANYTHING, signed, coding: Coding::Up(0), bytes };
        let held = Interval::of_bits(all.bits(), signed);
        Self { values: held, held, ..all }
    }
}

impl WholeBytes {
    /// The form that writes these values.
    #[must_use]
    pub fn pieces(self, values: Interval) -> Pieces {
        let number = (0..self.bytes).map(|index| {
            let place = match self.order {
                ByteOrder::Little => index,
                ByteOrder::Big => self.bytes.saturating_sub(index).saturating_sub(1),
            };
            Piece::of_bits(8, 0, u32::from(place).saturating_mul(8))
        });
        let bytes = self.marker.map(Piece::marker).into_iter().chain(number).collect();
        Pieces { values, ..Pieces::of_bits(bytes, self.signed) }
    }
}

impl Varint {
    /// All forms, in the order in which the writer tries them.
    pub fn forms(&self) -> Vec<Pieces> {
        match &self.shape {
            VarintShape::Forms(forms) => forms.clone(),
            VarintShape::Groups(groups) => groups.forms(self.bits, self.signed),
            VarintShape::Leb128 { zigzag } => self.leb128(*zigzag),
            VarintShape::Quic => (0..4_u8).map(quic).collect(),
        }
    }

    /// The forms of one group of seven, of two, and so on.
    fn leb128(&self, zigzag: bool) -> Vec<Pieces> {
        let whole = Interval::of_bits(self.bits.into(), self.signed);
        // A sign fills the last byte.
        let fills = self.signed && !zigzag;
        let width = |low: u8| if fills { 7 } else { self.bits.saturating_sub(low).min(7) };
        let widths = (0..self.bits).step_by(7).map(width).collect();
        let groups = Groups { widths, high_first: false, sign: false };
        let forms = groups.bytes().into_iter().map(|bytes| {
            let form = Pieces::of_bits(bytes, self.signed);
            let values = form.held.meet(whole).unwrap_or(form.held);
            let coding = if zigzag { Coding::Zigzag } else { Coding::Up(0) };
            Pieces { values, signed: self.signed && !zigzag, coding, ..form }
        });
        forms.collect()
    }
}

impl Groups {
    /// The bytes of the form of one group, of two, and so on.
    fn bytes(&self) -> Vec<Vec<Piece>> {
        let all = self.widths.len();
        let forms = (1..=all).map(|count| {
            let widths = self.widths.iter().skip(if self.high_first { all.saturating_sub(count) } else { 0 });
            let widths: Vec<u8> = widths.take(count).copied().collect();
            let sum = |widths: &[u8]| widths.iter().map(|width| u32::from(*width)).sum();
            let bytes = widths.iter().enumerate().map(|(index, width)| {
                let (before, behind) = (widths.get(..index), widths.get(index.saturating_add(1)..));
                let low = sum(if self.high_first { behind } else { before }.unwrap_or_default());
                let is_last = index.saturating_add(1) == count;
                if is_last { Piece::of_bits(*width, 0, low) } else { Piece::of_bits((*width).min(7), 0x80, low) }
            });
            bytes.collect()
        });
        forms.collect()
    }

    /// The forms of a number of so many bits. If it is signed, the top bit of the last group is the sign, or that of the first.
    fn forms(&self, bits: u8, signed: bool) -> Vec<Pieces> {
        let whole = Interval::of_bits(bits.into(), signed);
        let sign = self.widths.first().filter(|_| self.sign).map(|width| width.saturating_sub(1));
        let forms = self.bytes().into_iter().map(|bytes| {
            let is_longest = bytes.len() == self.widths.len();
            let form = Pieces::of_bits(bytes, signed && (is_longest || self.sign));
            let values = form.held.meet(whole).unwrap_or(form.held);
            match sign {
                Some(place) => Pieces { values, signed: false, coding: Coding::Sign(place), ..form },
                None => Pieces { values, ..form },
            }
        });
        forms.collect()
    }
}

/// The form of QUIC that has two to the power of `length` bytes.
fn quic(length: u8) -> Pieces {
    let bytes = 1_u32.wrapping_shl(length.into());
    let low = |index: u32| bytes.saturating_sub(index).saturating_sub(1).saturating_mul(8);
    let first = Piece::of_bits(6, length << 6, low(0));
    let others = (1..bytes).map(|index| Piece::of_bits(8, 0, low(index)));
    Pieces::of_bits(std::iter::once(first).chain(others).collect(), false)
}
