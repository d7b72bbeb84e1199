//! Chance that is the same on every machine: a failing schema is named by its seed.

use crate::rng::Rng;

/// Choices at random.
#[derive(Clone)]
pub struct Dice(Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1));
        // The first numbers of seeds that are neighbours are alike.
        for _ in 0..4 {
            rng.next();
        }
        Self(rng)
    }

    pub fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// A number from 0 to `end`, `end` not included.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end.max(1))
    }

    /// A number from `min` to `max`, both included.
    pub fn between(&mut self, min: i128, max: i128) -> i128 {
        let span = (max - min + 1).max(1);
        min + i128::from(self.next()).rem_euclid(span)
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn pick<'t, T>(&mut self, choices: &'t [T]) -> &'t T {
        self.0.pick(choices)
    }

    /// Takes one out.
    pub fn draw<T>(&mut self, choices: &mut Vec<T>) -> Option<T> {
        if choices.is_empty() { None } else { Some(choices.swap_remove(self.below(choices.len()))) }
    }

    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.0.byte()).collect()
    }

    /// Bytes of which most are small, as counts and tags are.
    pub fn small_bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| if self.percent(80) { self.below(5) as u8 } else { self.0.byte() }).collect()
    }
}
