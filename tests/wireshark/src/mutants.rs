//! Packets that are nearly those of somebody: cut, longer, and with a few random changes.

use crate::random::Random;

/// How many packets are made of one.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Cuts, at all offsets of a packet that has no more bytes.
    pub cuts: usize,
    /// Packets with random changes.
    pub mutants: usize,
}

/// The packet itself, its beginnings, the packet with one byte more, and its mutants.
pub fn like(bytes: &[u8], plan: Plan, random: &mut Random) -> Vec<Vec<u8>> {
    let cuts = plan.cuts.min(bytes.len());
    let cut = |index: usize| match cuts {
        cuts if cuts == bytes.len() => bytes[..index].to_vec(),
        // The first bytes decide most, so that all of them have their cut.
        cuts if index < cuts / 2 => bytes[..index].to_vec(),
        cuts => bytes[..index * bytes.len() / cuts].to_vec(),
    };
    let whole = [bytes.to_vec(), [bytes, &[0]].concat()];
    let all = whole.into_iter().chain((0..cuts).map(cut));
    let mutants: Vec<Vec<u8>> = (0..plan.mutants).map(|_| mutant(bytes, random)).collect();
    all.chain(mutants).collect()
}

/// A packet with up to three changes of a byte.
pub fn mutant(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(4) {
            _ if bytes.is_empty() => bytes.push(random.byte()),
            0 => bytes[at] = random.byte(),
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes.insert(at, random.byte()),
            _ => drop(bytes.remove(at)),
        }
    }
    bytes
}
