//! Codec of varints.

use super::{Cursor, Fault};
use crate::model::{Code, Interval, Pieces, Varint, VarintShape, part};

/// Reads a varint. The mirror of [`put`].
pub(super) fn take(varint: &Varint, cursor: &mut Cursor<'_>) -> Result<Code, Fault> {
    let (forms, rest) = (varint.forms(), cursor.rest());
    let form = found(&forms, rest).inspect_err(|_| {
        // The bytes that were looked at belong to the number that is refused.
        let is_begun = |count: &usize| forms.iter().any(|form| form.begins(rest.get(..*count).unwrap_or_default()));
        let begun = (1..=rest.len()).take_while(is_begun).count();
        let _ = cursor.take(begun.saturating_add(1).min(rest.len()));
    })?;
    let bytes = cursor.take(form.bytes.len())?;
    let pieces = form.bytes.iter().zip(bytes).map(|(piece, byte)| Code::from(byte & !piece.mask) << piece.low);
    let mut number = pieces.fold(0, |number, piece| number | piece);
    if form.signed {
        let unused = 128_u32.saturating_sub(form.bits());
        number = number.wrapping_shl(unused).wrapping_shr(unused);
    }
    if varint.is_zigzag() {
        number = (number >> 1) ^ (number & 1).saturating_neg();
    }
    let held = match varint.shape {
        VarintShape::Forms(_) => varint.interval,
        VarintShape::Groups(_) | VarintShape::Leb128 { .. } | VarintShape::Quic => {
            Interval::of_bits(varint.bits.into(), varint.signed)
        }
    };
    if varint.wrap || matches!(varint.shape, VarintShape::Groups(_)) {
        number = part(number, 0, varint.bits, varint.signed);
    } else if !held.contains(number) {
        return Err(Fault::Varint);
    }
    let mut written = Vec::new();
    if varint.canonical {
        put(varint, number, &mut written);
    }
    if varint.canonical && written != bytes { Err(Fault::Varint) } else { Ok(number) }
}

/// The form that is in front of some bytes.
fn found<'f>(forms: &'f [Pieces], rest: &[u8]) -> Result<&'f Pieces, Fault> {
    let mut all: Vec<&Pieces> = forms.iter().filter(|form| form.begins(rest)).collect();
    if !rest.is_empty() && all.iter().any(|form| form.is_marked()) {
        all.retain(|form| form.is_marked());
    }
    let shortest = all.iter().min_by_key(|form| form.bytes.len()).ok_or(Fault::Varint)?;
    match shortest.bytes.len().checked_sub(rest.len()) {
        Some(needed @ 1..) => Err(Fault::Short { needed }),
        _ => Ok(shortest),
    }
}

/// Writes a varint in its first form that fits. The mirror of [`take`].
pub(super) fn put(varint: &Varint, number: Code, out: &mut Vec<u8>) {
    let forms = varint.forms();
    let Some(form) = forms.iter().find(|form| form.values.contains(number)) else { return };
    let bits = if varint.is_zigzag() { (number << 1) ^ (number >> 127) } else { number };
    out.extend(form.bytes.iter().map(|piece| {
        let [low, ..] = (bits >> piece.low).to_le_bytes();
        low & !piece.mask | piece.constant
    }));
}
