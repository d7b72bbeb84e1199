//! The code of compressed packets. The bot only reads it: a packet that is sent may be plain.

/// From the root on, what follows a 0 and a 1: a byte, 256 for the end, or 257 and more for another pair.
const TREE: [[u16; 2]; 256] = include!("tree.in");

/// The bytes, or none if the end is missing.
pub fn inflate(compressed: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut node) = (Vec::new(), 0);
    for bit in compressed.iter().flat_map(|byte| (0..8).map(move |bit| usize::from(byte >> bit & 1))) {
        match TREE[node][bit] {
            256 => return Some(bytes),
            pair @ 257.. => node = usize::from(pair - 257),
            byte => {
                bytes.push(byte as u8);
                node = 0;
            }
        }
    }
    None
}
