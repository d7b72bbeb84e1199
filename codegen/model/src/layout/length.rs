//! Interval arithmetic of lengths in bytes: sums, hulls, intersections, repetitions.

use crate::model::{Code, Interval, LengthRange, Lengths};

impl LengthRange {
    /// Any number of bytes.
    pub const ANY: Self = Self { min: 0, max: None };

    /// A constant number of bytes.
    pub const fn exactly(bytes: u64) -> Self {
        Self { min: bytes, max: Some(bytes) }
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let max = self.max.zip(other.max).and_then(|(a, b)| a.checked_add(b));
        Self { min: self.min.saturating_add(other.min), max }
    }

    /// The hull.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        let max = self.max.zip(other.max).map(|(a, b)| a.max(b));
        Self { min: self.min.min(other.min), max }
    }

    /// The intersection. (If it is empty, no packet is valid, so either bound will do.)
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        let max = match (self.max, other.max) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let min = self.min.max(other.min);
        Self { min: max.map_or(min, |max| min.min(max)), max }
    }

    /// A number of repetitions. A negative count is 0, since no reader accepts it.
    #[must_use]
    pub fn times(self, count: Interval) -> Self {
        let cut = |code: Code| u64::try_from(code.max(0)).ok();
        let (least, most) = (cut(count.min), cut(count.max));
        let max = match (self.max, most) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (Some(size), Some(most)) => size.checked_mul(most),
            (None, _) | (_, None) => None,
        };
        Self { min: self.min.saturating_mul(least.unwrap_or(u64::MAX)), max }
    }
}

impl Lengths {
    /// No bytes.
    pub const NOTHING: Self = Self::both(LengthRange::exactly(0));

    /// The same range for readers and writers.
    pub const fn both(range: LengthRange) -> Self {
        Self { accepted: range, canonical: range }
    }

    /// A constant number of bytes.
    pub const fn exactly(bytes: u64) -> Self {
        Self::both(LengthRange::exactly(bytes))
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        self.with(other, LengthRange::plus)
    }

    /// The hull.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        self.with(other, LengthRange::hull)
    }

    /// The intersection.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        self.with(other, LengthRange::meet)
    }

    /// The hull with no bytes: present or absent.
    #[must_use]
    pub fn or_nothing(self) -> Self {
        self.hull(Self::NOTHING)
    }

    /// A number of repetitions.
    #[must_use]
    pub fn times(self, count: Interval) -> Self {
        Self { accepted: self.accepted.times(count), canonical: self.canonical.times(count) }
    }

    /// The number of bytes, if it is constant.
    pub fn constant(self) -> Option<u64> {
        let range = self.accepted.hull(self.canonical);
        range.max.filter(|max| *max == range.min)
    }

    fn with(self, other: Self, what: impl Fn(LengthRange, LengthRange) -> LengthRange) -> Self {
        Self { accepted: what(self.accepted, other.accepted), canonical: what(self.canonical, other.canonical) }
    }
}
