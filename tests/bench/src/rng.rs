//! Random numbers that are the same everywhere: packets come from fixed seeds.

#[path = "../../../codegen/tests/support/random.rs"]
#[expect(dead_code, reason = "packets are made of other numbers than texts are")]
mod random;

use random::Random;

/// Numbers as packets need them.
#[derive(Debug, Clone)]
pub struct Rng(Random);

impl Rng {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(Random(seed))
    }

    /// Any 32 bits.
    pub fn bits(&mut self) -> u32 {
        (self.0.next() >> 32) as u32
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(end)) >> 32) as u32
    }

    /// A number from `start` up, below `end`.
    pub fn range(&mut self, start: i32, end: i32) -> i32 {
        start + self.below(end.wrapping_sub(start) as u32) as i32
    }

    /// True that often in a hundred times.
    pub fn percent(&mut self, share: u32) -> bool {
        self.below(100) < share
    }

    /// One of them.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// A number between `-size` and `size`, in a million steps.
    pub fn float(&mut self, size: f32) -> f32 {
        (self.below(2_000_001) as f32 / 1e6 - 1.0) * size
    }
}
