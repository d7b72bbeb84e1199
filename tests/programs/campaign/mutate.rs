//! Packets with mistakes, made of packets without.

use crate::random::Random;

/// No packet becomes longer.
pub const LONGEST: usize = 1500;

/// Numbers at which something may begin or end: of a byte, of a sign, of a form of an integer, of a flag.
const INTERESTING: [u8; 16] = [0, 1, 2, 3, 4, 7, 8, 0x10, 0x20, 0x40, 0x7F, 0x80, 0x81, 0x82, 0xFE, 0xFF];

/// Makes a packet in place of the last one.
pub fn packet(seeds: &[Vec<u8>], random: &mut Random, bytes: &mut Vec<u8>) {
    bytes.clear();
    if let Some(seed) = random.pick(seeds) {
        bytes.extend_from_slice(seed);
    }
    match random.below(32) {
        // As it is: the parameters are others.
        0 => {}
        1 => noise(random, bytes),
        _ => {
            for _ in 0..=random.below(3) {
                mistake(seeds, random, bytes);
            }
        }
    }
    bytes.truncate(LONGEST);
}

/// Random bytes behind the first one, which says what follows.
fn noise(random: &mut Random, bytes: &mut Vec<u8>) {
    bytes.truncate(1);
    for _ in 0..random.below(40) {
        bytes.push(random.byte());
    }
}

/// One mistake, as often near the front, where most is decided, as anywhere.
fn mistake(seeds: &[Vec<u8>], random: &mut Random, bytes: &mut Vec<u8>) {
    let reach = if random.one_in(2) { bytes.len().min(12) } else { bytes.len() };
    let at = random.below(reach);
    let kind = random.below(16);
    if let Some(byte) = bytes.get_mut(at) {
        match kind {
            0..4 => *byte ^= 1 << random.below(8),
            4..7 => *byte = interesting(random),
            7 => *byte = random.byte(),
            8 => *byte = byte.wrapping_add(if random.one_in(2) { 1 } else { u8::MAX }),
            _ => {}
        }
    }
    let end = at.saturating_add(1).saturating_add(random.below(6)).min(bytes.len());
    match kind {
        9 => {
            let byte = if random.one_in(2) { random.byte() } else { interesting(random) };
            bytes.insert(at, byte);
        }
        10 => _ = bytes.drain(at..end),
        11 => bytes.truncate(at),
        12 => {
            bytes.truncate(at);
            if let Some(other) = random.pick(seeds) {
                bytes.extend(other.get(random.below(other.len())..).unwrap_or_default());
            }
        }
        13 => bytes.extend(random.pick(seeds).into_iter().flatten()),
        14 => {
            bytes.extend_from_within(at..end);
            if let Some(behind) = bytes.get_mut(end..) {
                behind.rotate_right(end.saturating_sub(at));
            }
        }
        15 => bytes.push(random.byte()),
        _ => {}
    }
}

fn interesting(random: &mut Random) -> u8 {
    random.pick(&INTERESTING).copied().unwrap_or_default()
}
