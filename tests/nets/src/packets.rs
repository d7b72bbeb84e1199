//! The packets of a schema: all short ones.

/// The bytes of longer packets: small numbers, and the ends of what a byte holds.
const BYTES: [u8; 8] = [0, 1, 2, 3, 4, 0x7F, 0x80, 0xFF];

/// Which packets are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packets {
    /// All of up to two bytes out of eight.
    Short,
    /// All of up to three bytes out of eight.
    Long,
    /// The same, and all of up to two bytes.
    Every,
}

impl Packets {
    /// Calls `each` with all of them.
    pub fn each(self, each: &mut impl FnMut(&[u8])) {
        if self == Self::Every {
            let all: Vec<u8> = (0..=u8::MAX).collect();
            longer(&mut Vec::new(), &all, 2, each);
        }
        longer(&mut Vec::new(), &BYTES, if self == Self::Short { 2 } else { 3 }, each);
    }
}

fn longer(packet: &mut Vec<u8>, bytes: &[u8], most: usize, each: &mut impl FnMut(&[u8])) {
    each(packet);
    if packet.len() < most {
        for byte in bytes {
            packet.push(*byte);
            longer(packet, bytes, most, each);
            packet.pop();
        }
    }
}
