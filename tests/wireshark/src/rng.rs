//! Random numbers that are the same in every run: xorshift64*, seeded by each test.

/// A sequence of random numbers.
#[derive(Debug, Clone)]
pub struct Rng(u64);

/// Seeds are small numbers, of which the first random ones would be alike.
const UNLIKE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Rng {
    /// The sequence of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        // Nothing but zeros would follow a zero.
        Self((seed ^ UNLIKE).max(1))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// From 0 up to, not including, `end`, which is at least 1.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from((self.next() >> 33) % end.max(1) as u64).unwrap_or(0)
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[5]
    }
}
