//! One-byte forms: the bytes that encode a number alone.

use crate::model::{Code, Interval, Varint, VarintForm, VarintShape};
use crate::text::literal;
use crate::text::tokens::TokenStream;

/// The bytes that a reader accepts as a number alone.
pub(super) struct Single {
    bytes: Vec<u8>,
}

impl Single {
    pub(super) fn of(this: &Varint) -> Self {
        Self { bytes: (0..=u8::MAX).filter(|byte| is_whole(this, *byte)).collect() }
    }

    /// The test that `byte` is one of them; `Err` if all are (`true`) or none is (`false`).
    pub(super) fn test(&self) -> Result<TokenStream, bool> {
        literal::byte_test(&self.bytes).ok_or(!self.bytes.is_empty())
    }
}

fn is_whole(this: &Varint, byte: u8) -> bool {
    match &this.shape {
        VarintShape::Forms(forms) => {
            let is_marker = forms.iter().any(|form| form.marker == Some(byte));
            let unmarked = forms.iter().find(|form| form.marker.is_none());
            !is_marker && unmarked.is_some_and(|unmarked| !this.canonical || is_first(forms, unmarked, byte))
        }
        VarintShape::Groups(groups) => match groups.as_slice() {
            [8] => true,
            [bits, ..] => u32::from(byte) < 1 << u32::from(*bits).min(7),
            [] => false,
        },
        VarintShape::Leb128 { zigzag } => {
            let (bits, signed) = (u32::from(this.bits), this.signed && !zigzag);
            let number =
                if signed && byte & 0x40 != 0 { Code::from(byte).saturating_sub(0x80) } else { Code::from(byte) };
            let held = Interval::of_bits(bits, signed);
            byte < 0x80 && held.min <= number && number <= held.max
        }
        VarintShape::Quic => byte < 0x40,
    }
}

/// Whether each ASCII character is written as its own byte, and that byte is read as the character.
pub fn is_ascii(this: &Varint) -> bool {
    let ascii = Interval { min: 0, max: 0x7F };
    let is_written_so = |byte: u8| match &this.shape {
        VarintShape::Forms(forms) => {
            forms.iter().find(|form| form.marker.is_none()).is_some_and(|unmarked| is_first(forms, unmarked, byte))
        }
        VarintShape::Groups(_) => true,
        VarintShape::Leb128 { .. } => !this.signed,
        VarintShape::Quic => false,
    };
    let is_held = this.interval.min <= ascii.min && ascii.max <= this.interval.max;
    is_held && (0..=0x7F).all(|byte| is_whole(this, byte) && is_written_so(byte))
}

/// Whether the writer encodes the number of `byte` in the form without a marker.
fn is_first(forms: &[VarintForm], unmarked: &VarintForm, byte: u8) -> bool {
    let number = if unmarked.signed { Code::from(byte.cast_signed()) } else { Code::from(byte) };
    let holds = |form: &&VarintForm| form.values.min <= number && number <= form.values.max;
    forms.iter().find(holds) == Some(unmarked)
}
