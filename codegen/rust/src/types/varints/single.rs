//! One-byte forms: the bytes that encode a number alone.

use crate::model::{Code, Coding, Interval, Pieces, Varint};
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
    let forms = this.forms();
    let Some((form, number)) = alone(&forms, byte) else { return false };
    let is_held = this.wrap || this.interval.contains(number);
    let is_plain = form.bytes.iter().all(|piece| byte & !(piece.mask | piece.number) == 0);
    is_held && (!this.canonical || (is_plain && is_first(&forms, form, number)))
}

/// The form of one byte that a byte is, and its bits as a number.
fn alone(forms: &[Pieces], byte: u8) -> Option<(&Pieces, Code)> {
    let is_marker = forms.iter().any(|form| form.is_marked() && form.begins(&[byte]));
    let is_it = |form: &&Pieces| form.size() == 1 && form.begins(&[byte]) && form.is_marked() == is_marker;
    let form = forms.iter().find(is_it)?;
    let bits = form.bytes.first().map_or(0, |piece| Code::from(byte & piece.number) >> piece.shift());
    let number = match form.coding {
        Coding::Up(from) => from.saturating_add(Interval::of_bits(form.bits(), form.signed).wrap(bits)),
        Coding::Down(from) => from.saturating_sub(bits),
        Coding::Zigzag => (bits >> 1) ^ -(bits & 1),
        // A byte has all bits of its group, of which the highest is the sign.
        Coding::Sign(place) => {
            if bits >> place == 1 {
                !(bits ^ (1 << place))
            } else {
                bits
            }
        }
    };
    Some((form, number))
}

/// Whether each ASCII character is written as its own byte, and that byte is read as the character.
pub fn is_ascii(this: &Varint) -> bool {
    let ascii = Interval { min: 0, max: 0x7F };
    let forms = this.forms();
    let is_itself = |byte: u8| {
        alone(&forms, byte).is_some_and(|(form, number)| number == byte.into() && is_first(&forms, form, number))
    };
    ascii.within(this.interval) && (0..=0x7F).all(|byte| is_whole(this, byte) && is_itself(byte))
}

/// Whether the writer encodes a number in this form.
fn is_first(forms: &[Pieces], form: &Pieces, number: Code) -> bool {
    forms.iter().find(|other| other.values.contains(number)) == Some(form)
}
