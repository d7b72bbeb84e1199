//! Checksums: by the catalogue, computed as its definitions say, or by the hooks of a program.

use super::codec::put;
use super::env::Env;
use super::hooks::Hooks;
use crate::layout::words;
use crate::model::{Algorithm, ByteOrder, Checksum, Code, Covered, Crc, FieldId, How, Interval, Record, Scalar, Wire};

/// A record that is read or written: its bytes, and where its fields begin in them.
pub(super) struct Laid<'b, 'm> {
    pub(super) bytes: &'b [u8],
    pub(super) mark: &'m dyn Fn(FieldId) -> usize,
}

/// The checksum of a record's bytes; `None` if it needs a hook that the program does not have.
pub(super) fn checksum<S>(
    env: &Env<'_, S>,
    checksum: &Checksum,
    laid: &Laid<'_, '_>,
    hooks: &dyn Hooks,
) -> Option<Code> {
    let bytes = laid.bytes;
    let (check, covers) = match &checksum.how {
        How::Catalogue { check, covers } => (check, covers),
        How::Hook { hook, range, inputs } => {
            let hook = env.protocol.hooks.get(hook.0)?;
            let [from, to] = range.map(|edge| edge.in_bytes(bytes.len(), laid.mark));
            let number = hooks.number(&hook.name, bytes.get(from..to)?, &env.inputs(inputs))?;
            // A checksum of three bytes, for example, is the result of a function of a wider integer type.
            return Some(Interval::of_bits(u32::from(hook.bytes).saturating_mul(8), false).max & number);
        }
    };
    let own = own_bytes(env.record, checksum, laid);
    let mut covered = Vec::new();
    for one in covers {
        match one {
            Covered::Range(range) => {
                let [from, to] = range.map(|edge| edge.in_bytes(bytes.len(), laid.mark));
                let range = bytes.iter().enumerate().take(to).skip(from);
                covered.extend(range.map(|(at, byte)| if own.contains(&at) { 0 } else { *byte }));
            }
            Covered::Constants(constants) => covered.extend(constants),
            Covered::Number { input, scalar } => {
                put(env.protocol, *scalar, env.input(*input).unwrap_or(0), &mut covered);
            }
            Covered::Chosen { by, arms, .. } => {
                let code = env.input(*by).unwrap_or(0);
                let arm = arms.iter().find(|(codes, _)| codes.iter().any(|one| one.contains(code)));
                covered.extend(arm.into_iter().flat_map(|(_, bytes)| bytes));
            }
        }
    }
    Some(Code::from(of(check, &covered)))
}

/// The number that chooses constants and has no arm, and the codes that have one.
pub(super) fn without_arm<S>(env: &Env<'_, S>, checksum: &Checksum) -> Option<(Code, String)> {
    let (_, covers) = checksum.catalogue()?;
    covers.iter().find_map(|covered| {
        let (by, others, codes) = covered.unarmed()?;
        let code = env.input(by).unwrap_or(0);
        others.iter().any(|one| one.contains(code)).then(|| (code, words::numbers(&codes)))
    })
}

/// Writes a checksum into its field.
pub(super) fn fill(record: &Record, checksum: &Checksum, at: usize, bytes: &mut [u8], code: Code) {
    let Some(Wire::Scalar { scalar: Scalar::Int { order, bytes: size, .. }, .. }) = wire(record, checksum) else {
        return;
    };
    let Some(target) = bytes.get_mut(at..at.saturating_add(usize::from(*size))) else { return };
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
fn own_bytes(record: &Record, checksum: &Checksum, laid: &Laid<'_, '_>) -> std::ops::Range<usize> {
    let size = match wire(record, checksum) {
        Some(Wire::Scalar { scalar: Scalar::Int { bytes, .. }, .. }) => usize::from(*bytes),
        _ => 0,
    };
    let start = checksum.at.in_bytes(laid.bytes.len(), laid.mark);
    start..start.saturating_add(size)
}

/// The check of some bytes.
pub(super) fn of(check: &Algorithm, bytes: &[u8]) -> u64 {
    let sum = || bytes.iter().copied().map(u64::from).sum::<u64>();
    match check {
        Algorithm::Crc(check) => crc(check, bytes),
        Algorithm::Sum(width) => sum() & Interval::of_bits(u32::from(*width), false).max.try_into().unwrap_or(u64::MAX),
        Algorithm::Xor => bytes.iter().fold(0, |all, byte| all ^ u64::from(*byte)),
        Algorithm::Lrc => sum().wrapping_neg() & 0xFF,
        Algorithm::TwoSums { width, modulus, start } => {
            let modulus = u64::from(*modulus);
            let add = |(low, high): (u64, u64), byte: &u8| {
                let low = low.wrapping_add(u64::from(*byte)).checked_rem(modulus).unwrap_or(0);
                (low, high.wrapping_add(low).checked_rem(modulus).unwrap_or(0))
            };
            let (low, high) = bytes.iter().fold((u64::from(*start), 0), add);
            low | high << (width / 2)
        }
        Algorithm::Internet => {
            let word = |pair: &[u8]| {
                u64::from(pair.first().copied().unwrap_or(0)) << 8 | u64::from(pair.get(1).copied().unwrap_or(0))
            };
            // Carries are added at the end, as RFC 1071 allows.
            let mut sum: u64 = bytes.chunks(2).map(word).sum();
            while sum > 0xFFFF {
                sum = (sum & 0xFFFF).wrapping_add(sum >> 16);
            }
            sum ^ 0xFFFF
        }
    }
}

/// A CRC, by a shift register of `width` bits: each input bit is combined with the highest.
fn crc(crc: &Crc, bytes: &[u8]) -> u64 {
    let mask = u64::MAX.checked_shr(64_u32.saturating_sub(u32::from(crc.width))).unwrap_or(0);
    let top = u32::from(crc.width).saturating_sub(1);
    let mut register = crc.init & mask;
    for byte in bytes {
        let byte = if crc.refin { byte.reverse_bits() } else { *byte };
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
