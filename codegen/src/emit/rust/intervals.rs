//! Sets of numbers as intervals.

use super::int::Int;
use crate::model::{Arm, Interval};

/// The union, sorted, neighbours joined.
pub(super) fn union(intervals: impl Iterator<Item = Interval>) -> Vec<Interval> {
    let mut all: Vec<Interval> = intervals.collect();
    all.sort_by_key(|one| one.min);
    let mut joined: Vec<Interval> = Vec::new();
    for one in all {
        match joined.last_mut() {
            Some(last) if one.min <= last.max.saturating_add(1) => last.max = last.max.max(one.max),
            _ => joined.push(one),
        }
    }
    joined
}

/// The numbers of an integer type that no arm names.
pub(super) fn others(arms: &[Arm], int: Int) -> Vec<Interval> {
    let whole = int.interval();
    let mut next = whole.min;
    let mut gaps = Vec::new();
    for one in union(arms.iter().flat_map(|arm| arm.codes.iter().copied())) {
        if one.min > next {
            gaps.push(Interval { min: next, max: one.min - 1 });
        }
        next = next.max(one.max.saturating_add(1));
    }
    if next <= whole.max {
        gaps.push(Interval { min: next, max: whole.max });
    }
    gaps
}

/// The numbers that lie in both.
pub(super) fn both(one: &[Interval], other: &[Interval]) -> Vec<Interval> {
    union(other.iter().flat_map(|by| split(one, *by).0))
}

/// The smallest interval that holds all.
pub(super) fn hull(intervals: impl Iterator<Item = Interval>) -> Interval {
    let hull = intervals.reduce(|one, other| Interval { min: one.min.min(other.min), max: one.max.max(other.max) });
    hull.unwrap_or(Interval { min: 0, max: 0 })
}

/// What of some numbers lies in an interval, and what does not.
pub(super) fn split(numbers: &[Interval], by: Interval) -> (Vec<Interval>, Vec<Interval>) {
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for one in numbers {
        let push = |to: &mut Vec<Interval>, min, max| {
            if min <= max {
                to.push(Interval { min, max });
            }
        };
        push(&mut inside, one.min.max(by.min), one.max.min(by.max));
        push(&mut outside, one.min, one.max.min(by.min.saturating_sub(1)));
        push(&mut outside, one.min.max(by.max.saturating_add(1)), one.max);
    }
    (inside, outside)
}
