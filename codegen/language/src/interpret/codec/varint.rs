//! Codec of varints.

use super::{Cursor, Fault};
use crate::model::{Code, Coding, Interval, Pieces, Varint, VarintShape, part};

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
    let pieces = form.bytes.iter().zip(bytes);
    let mut bits = pieces.fold(0, |bits, (piece, byte)| {
        bits | (Code::from(byte & piece.number) >> piece.shift()).wrapping_shl(piece.low)
    });
    if form.signed {
        let unused = 128_u32.saturating_sub(form.bits());
        bits = bits.wrapping_shl(unused).wrapping_shr(unused);
    }
    let mut number = match form.coding {
        Coding::Up(from) => from.saturating_add(bits),
        Coding::Down(from) => from.saturating_sub(bits),
        Coding::Zigzag => (bits >> 1) ^ (bits & 1).saturating_neg(),
        Coding::Sign(place) => {
            let above = bits >> place;
            let rest = ((above >> 1) << place) | (bits ^ (above << place));
            if above & 1 == 1 { !rest } else { rest }
        }
    };
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
    let bits = match form.coding {
        Coding::Up(from) => number.saturating_sub(from),
        Coding::Down(from) => from.saturating_sub(number),
        Coding::Zigzag => (number << 1) ^ (number >> 127),
        Coding::Sign(place) => {
            let rest = if number < 0 { !number } else { number };
            let above = rest >> place;
            (((above << 1) | Code::from(number < 0)) << place) | (rest ^ (above << place))
        }
    };
    out.extend(form.bytes.iter().map(|piece| {
        let [low, ..] = (bits >> piece.low).to_le_bytes();
        low.wrapping_shl(piece.shift()) & piece.number | piece.constant
    }));
}
