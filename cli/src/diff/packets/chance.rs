//! Chance that is the same in every run, so that the same two schemas have the same answer.

use wireform_build::model::Code;

/// Random choices.
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// Choices that this number determines.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        mixed ^ (mixed >> 33)
    }

    /// A number from 0 on, smaller than `end`.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(1);
        usize::try_from(self.number().checked_rem(end).unwrap_or(0)).unwrap_or(0)
    }

    /// A number from `min` to `max`.
    pub fn between(&mut self, min: Code, max: Code) -> Code {
        let span = max.saturating_sub(min).saturating_add(1).max(1);
        min.saturating_add(Code::from(self.number()).checked_rem(span).unwrap_or(0))
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, cases: usize) -> bool {
        self.below(100) < cases
    }

    /// One of several.
    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        all.get(self.below(all.len()))
    }

    /// Any byte.
    pub fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).unwrap_or(0)
    }
}
