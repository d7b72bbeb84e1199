//! Checksums: by the catalogue, computed bit by bit as their parameters define, or by the hooks of a program.

use super::env::Env;
use super::hooks::Hooks;
use crate::model::{ByteOrder, Checksum, Code, Crc, How, Record, Scalar, Wire};

/// The checksum of a record's bytes; `None` if it needs a hook that the program does not have.
pub(super) fn checksum<S>(env: &Env<'_, S>, checksum: &Checksum, bytes: &[u8], hooks: &dyn Hooks) -> Option<Code> {
    let covered = checksum.from.in_bytes(bytes.len())..checksum.to.in_bytes(bytes.len());
    let (check, extra) = match &checksum.how {
        How::Crc { crc, extra } => (crc, extra),
        How::Hook { hook, inputs } => {
            let hook = env.protocol.hooks.get(hook.0)?;
            let number = hooks.number(&hook.name, bytes.get(covered)?, &env.args(inputs))?;
            // A checksum of three bytes, for example, is the result of a function of a wider integer type.
            return Some(crate::model::Interval::of_bits(u32::from(hook.bytes).saturating_mul(8), false).max & number);
        }
    };
    let own = own_bytes(env.record, checksum, bytes.len());
    let byte = |(at, byte): (usize, &u8)| if own.contains(&at) { 0 } else { *byte };
    let bytes = bytes.iter().enumerate().filter(|(at, _)| covered.contains(at)).map(byte);
    Some(Code::from(crc(check, bytes.chain(extra.iter().copied()))))
}

/// Writes a checksum into its field.
pub(super) fn fill(record: &Record, checksum: &Checksum, bytes: &mut [u8], code: Code) {
    let own = own_bytes(record, checksum, bytes.len());
    let Some(Wire::Scalar { scalar: Scalar::Int { order, .. }, .. }) = wire(record, checksum) else { return };
    let Some(target) = bytes.get_mut(own) else { return };
    let number = code.to_le_bytes();
    match order {
        ByteOrder::Little => target.iter_mut().zip(number).for_each(|(target, byte)| *target = byte),
        ByteOrder::Big => target.iter_mut().rev().zip(number).for_each(|(target, byte)| *target = byte),
    }
}

fn wire<'r>(record: &'r Record, checksum: &Checksum) -> Option<&'r Wire> {
    let cell = record.cells.get(checksum.cell.0)?;
    record.fields.get(cell.field.0).map(|field| &field.wire)
}

/// The range of the checksum's own bytes.
fn own_bytes(record: &Record, checksum: &Checksum, len: usize) -> std::ops::Range<usize> {
    let size = match wire(record, checksum) {
        Some(Wire::Scalar { scalar: Scalar::Int { bytes, .. }, .. }) => usize::from(*bytes),
        _ => 0,
    };
    let start = checksum.at.in_bytes(len);
    start..start.saturating_add(size)
}

/// A CRC, by a shift register of `width` bits: each input bit is combined with the highest.
pub(super) fn crc(crc: &Crc, bytes: impl Iterator<Item = u8>) -> u64 {
    let mask = u64::MAX.checked_shr(64_u32.saturating_sub(u32::from(crc.width))).unwrap_or(0);
    let top = u32::from(crc.width).saturating_sub(1);
    let mut register = crc.init & mask;
    for byte in bytes {
        let byte = if crc.refin { byte.reverse_bits() } else { byte };
        for bit in (0..8).rev() {
            let feedback = (register.checked_shr(top).unwrap_or(0) & 1) ^ u64::from((byte >> bit) & 1);
            register = register.checked_shl(1).unwrap_or(0) & mask;
            if feedback == 1 {
                register ^= crc.poly;
            }
        }
    }
    if crc.refout {
        register = register.reverse_bits().checked_shr(64_u32.saturating_sub(u32::from(crc.width))).unwrap_or(0);
    }
    (register ^ crc.xorout) & mask
}
