//! Codec of varints.

use super::{Cursor, Fault, bits_of, from_bytes, to_bytes};
use crate::model::{ByteOrder, Code, Interval, Varint, VarintForm, VarintShape, part};

/// Reads a varint. The mirror of [`put`].
pub(super) fn take(varint: &Varint, cursor: &mut Cursor<'_>) -> Result<Code, Fault> {
    let start = *cursor;
    let number = match &varint.shape {
        VarintShape::Forms(forms) => take_form(varint, forms, cursor)?,
        VarintShape::Groups(groups) => take_groups(varint, groups, cursor)?,
        VarintShape::Leb128 { zigzag } => take_leb128(varint, *zigzag, cursor)?,
        VarintShape::Quic => take_quic(cursor)?,
    };
    if varint.canonical {
        let mut written = Vec::new();
        put(varint, number, &mut written);
        let len = cursor.offset().saturating_sub(start.offset());
        if start.rest().get(..len) != Some(&written) {
            return Err(Fault::Varint);
        }
    }
    Ok(number)
}

/// Writes a varint in its first form that fits. The mirror of [`take`].
pub(super) fn put(varint: &Varint, number: Code, out: &mut Vec<u8>) {
    match &varint.shape {
        VarintShape::Forms(forms) => put_form(forms, number, out),
        VarintShape::Groups(groups) => put_groups(varint, groups, number, out),
        VarintShape::Leb128 { zigzag } => put_leb128(varint, *zigzag, number, out),
        VarintShape::Quic => put_quic(number, out),
    }
}

fn take_form(varint: &Varint, forms: &[VarintForm], cursor: &mut Cursor<'_>) -> Result<Code, Fault> {
    let length = |form: &VarintForm| usize::from(form.bytes).saturating_add(usize::from(form.marker.is_some()));
    let shortest = forms.iter().map(length).min().unwrap_or(1);
    let first = cursor.byte().map_err(|_| Fault::Short { needed: shortest })?;
    let number = match forms.iter().find(|form| form.marker == Some(first)) {
        Some(form) => from_bytes(cursor.take(usize::from(form.bytes))?, form.signed, form.order),
        None => {
            let unmarked = forms.iter().find(|form| form.marker.is_none()).ok_or(Fault::Varint)?;
            from_bytes(&[first], unmarked.signed, unmarked.order)
        }
    };
    if varint.wrap {
        return Ok(part(number, 0, varint.bits, varint.signed));
    }
    if varint.interval.contains(number) { Ok(number) } else { Err(Fault::Varint) }
}

fn put_form(forms: &[VarintForm], number: Code, out: &mut Vec<u8>) {
    if let Some(form) = forms.iter().find(|form| form.values.contains(number)) {
        out.extend(form.marker);
        to_bytes(number, form.bytes, form.order, out);
    }
}

fn take_groups(varint: &Varint, groups: &[u8], cursor: &mut Cursor<'_>) -> Result<Code, Fault> {
    let mut number: Code = 0;
    let mut shift: u32 = 0;
    for (index, width) in groups.iter().enumerate() {
        let byte = Code::from(cursor.byte()?);
        let last = index.saturating_add(1) == groups.len();
        let follows = *width < 8 && byte & 0x80 != 0;
        let bits = if *width < 8 { byte & 0x7F } else { byte };
        if bits_of(bits, *width) != bits || (last && follows) {
            return Err(Fault::Varint);
        }
        number |= bits.checked_shl(shift).unwrap_or(0);
        shift = shift.saturating_add(u32::from(*width));
        if !follows {
            break;
        }
    }
    Ok(part(number, 0, varint.bits, varint.signed))
}

fn put_groups(varint: &Varint, groups: &[u8], number: Code, out: &mut Vec<u8>) {
    let mut rest = bits_of(number, varint.bits);
    for (index, width) in groups.iter().enumerate() {
        let last = index.saturating_add(1) == groups.len();
        let bits = bits_of(rest, *width);
        rest = rest.checked_shr(u32::from(*width)).unwrap_or(0);
        let follows = !last && rest != 0;
        out.push(u8::try_from(bits | if follows { 0x80 } else { 0 }).unwrap_or(0));
        if !follows {
            break;
        }
    }
}

fn take_leb128(varint: &Varint, zigzag: bool, cursor: &mut Cursor<'_>) -> Result<Code, Fault> {
    let mut number: Code = 0;
    let mut shift: u8 = 0;
    loop {
        if shift >= varint.bits {
            return Err(Fault::Varint);
        }
        let byte = Code::from(cursor.byte()?);
        number |= (byte & 0x7F).checked_shl(u32::from(shift)).unwrap_or(0);
        shift = shift.saturating_add(7);
        if byte & 0x80 == 0 {
            break;
        }
    }
    let number = match (zigzag, varint.signed) {
        (true, _) => (number >> 1) ^ (number & 1).saturating_neg(),
        (false, true) => sign_extended(number, shift),
        (false, false) => number,
    };
    let all = Interval::of_bits(u32::from(varint.bits), varint.signed);
    if all.contains(number) { Ok(number) } else { Err(Fault::Varint) }
}

fn put_leb128(varint: &Varint, zigzag: bool, number: Code, out: &mut Vec<u8>) {
    let mut rest = if zigzag { (number << 1) ^ (number >> 127) } else { number };
    loop {
        let bits = rest & 0x7F;
        rest >>= 7;
        let ends = match (zigzag, varint.signed) {
            (false, true) => (rest == 0 && bits & 0x40 == 0) || (rest == -1 && bits & 0x40 != 0),
            (true, _) | (false, false) => rest == 0,
        };
        out.push(u8::try_from(bits | if ends { 0 } else { 0x80 }).unwrap_or(0));
        if ends {
            break;
        }
    }
}

/// Sign extension of up to 70 bits, more than [`part`] can extend.
fn sign_extended(number: Code, bits: u8) -> Code {
    let unused = 128_u32.saturating_sub(u32::from(bits));
    number.checked_shl(unused).and_then(|high| high.checked_shr(unused)).unwrap_or(number)
}

fn take_quic(cursor: &mut Cursor<'_>) -> Result<Code, Fault> {
    let mut ahead = *cursor;
    let size = match ahead.byte()? >> 6 {
        0 => 1,
        1 => 2,
        2 => 4,
        _ => 8,
    };
    // The first byte is present, so it is known how many bytes are missing.
    let bytes = cursor.take(size)?;
    let width = u8::try_from(size.saturating_mul(8).saturating_sub(2)).unwrap_or(62);
    Ok(bits_of(from_bytes(bytes, false, ByteOrder::Big), width))
}

fn put_quic(number: Code, out: &mut Vec<u8>) {
    let (bytes, mark) = match number {
        ..=0x3F => (1, 0),
        0x40..=0x3FFF => (2, 1),
        0x4000..=0x3FFF_FFFF => (4, 2),
        _ => (8, 3),
    };
    let top = u32::from(bytes).saturating_mul(8).saturating_sub(2);
    let marked = Code::from(mark).checked_shl(top).unwrap_or(0) | number;
    to_bytes(marked, bytes, ByteOrder::Big, out);
}
