//! Interval arithmetic: every bound saturates, so an interval never becomes too narrow.

use crate::model::Code;

/// The integers from `min` to `max`, inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The smallest.
    pub min: Code,
    /// The largest.
    pub max: Code,
}

impl Interval {
    /// All integers.
    pub const ANYTHING: Self = Self::new(Code::MIN, Code::MAX);

    /// The integers from `min` to `max`.
    pub const fn new(min: Code, max: Code) -> Self {
        Self { min, max }
    }

    /// One integer.
    pub const fn only(code: Code) -> Self {
        Self { min: code, max: code }
    }

    /// The integers of a width: 1 to 64 bits (other widths are clamped).
    pub fn of_bits(bits: u32, signed: bool) -> Self {
        let bits = bits.clamp(1, 64);
        let one: Code = 1;
        if signed {
            let half = one << (bits.saturating_sub(1));
            Self { min: half.saturating_neg(), max: half.saturating_sub(1) }
        } else {
            Self { min: 0, max: (one << bits).saturating_sub(1) }
        }
    }

    /// Whether it contains `code`.
    pub const fn contains(self, code: Code) -> bool {
        self.min <= code && code <= self.max
    }

    /// Whether it is a subset of `other`.
    pub const fn within(self, other: Self) -> bool {
        other.min <= self.min && self.max <= other.max
    }

    /// The intersection; `None` if it is empty.
    #[must_use]
    pub fn meet(self, other: Self) -> Option<Self> {
        let both = Self { min: self.min.max(other.min), max: self.max.min(other.max) };
        (both.min <= both.max).then_some(both)
    }

    /// The smallest interval around both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The number of integers.
    pub const fn count(self) -> u128 {
        self.max.abs_diff(self.min).saturating_add(1)
    }

    /// The integer of the interval that is congruent to `code` modulo its count: for a width of bits, the one with the
    /// same low bits.
    #[must_use]
    pub fn wrap(self, code: Code) -> Code {
        let count = Code::try_from(self.count()).unwrap_or(Code::MAX);
        code.saturating_sub(self.min).checked_rem_euclid(count).unwrap_or(0).saturating_add(self.min)
    }
}

impl std::fmt::Display for Interval {
    /// Formats a pattern of the language: `4`, `0..=255`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.min == self.max { write!(f, "{}", self.min) } else { write!(f, "{}..={}", self.min, self.max) }
    }
}

/// Extracts bits of a number, which may be negative.
pub fn part(whole: Code, low: u8, width: u8, signed: bool) -> Code {
    Interval::of_bits(u32::from(width), signed).wrap(whole.checked_shr(u32::from(low)).unwrap_or(0))
}
