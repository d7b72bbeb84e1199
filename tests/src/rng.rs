//! Random numbers that are the same in every run: xorshift64*, seeded by each test.

/// A sequence of random numbers.
#[derive(Clone)]
pub struct Rng(u64);

/// Seeds are small numbers, of which the first random ones would be alike.
const UNLIKE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Rng {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        // Nothing but zeros would follow a zero.
        Self((seed ^ UNLIKE).max(1))
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// From 0 up to, not including, `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end
    }

    /// True once in `times`.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[5]
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

#[test]
fn no_seed_is_always_the_same_number() {
    for seed in [0, 1, UNLIKE] {
        let mut rng = Rng::new(seed);
        assert_ne!(rng.next(), rng.next());
    }
}
