//! Random numbers: the same on every run.

/// The smallest generator that will do (splitmix64).
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    /// Any 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Less than `limit`; zero if there is no such number.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// True once in so many times.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// Any byte.
    pub fn byte(&mut self) -> u8 {
        self.next() as u8
    }

    /// One of them, if there is one.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}
