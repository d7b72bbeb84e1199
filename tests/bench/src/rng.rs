//! Random numbers that are the same everywhere: packets come from fixed seeds.

/// SplitMix64.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Any 32 bits.
    pub fn bits(&mut self) -> u32 {
        (self.next() >> 32) as u32
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
