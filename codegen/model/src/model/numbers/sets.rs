//! Sets of integers as lists of intervals: the numbers of a test, of an arm, and of all other arms.

use crate::model::{Code, Interval};

/// The numbers of all of them: ascending intervals, joined where they touch.
#[must_use]
pub fn union(mut set: Vec<Interval>) -> Vec<Interval> {
    set.sort_by_key(|interval| interval.min);
    let mut joined: Vec<Interval> = Vec::new();
    for next in set {
        match joined.last_mut() {
            Some(last) if next.min <= last.max.saturating_add(1) => last.max = last.max.max(next.max),
            _ => joined.push(next),
        }
    }
    joined
}

/// The numbers of the set inside `within`, as [`union`] gives them.
#[must_use]
pub fn clip(set: &[Interval], within: Interval) -> Vec<Interval> {
    union(set.iter().filter_map(|interval| interval.meet(within)).collect())
}

/// The intersection of two sets; all three as [`union`] gives them.
#[must_use]
pub fn meet(mut a: &[Interval], mut b: &[Interval]) -> Vec<Interval> {
    let mut both = Vec::new();
    while let ([one, behind_one @ ..], [other, behind_other @ ..]) = (a, b) {
        both.extend(one.meet(*other));
        // The interval that ends first meets no later one.
        if one.max < other.max { a = behind_one } else { b = behind_other }
    }
    both
}

/// The numbers inside `within` that the set lacks, as [`union`] gives them.
#[must_use]
pub fn complement(set: &[Interval], within: Interval) -> Vec<Interval> {
    let mut left = Vec::new();
    let mut from = within.min;
    for taken in clip(set, within) {
        if from < taken.min {
            left.push(Interval::new(from, taken.min.saturating_sub(1)));
        }
        from = taken.max.saturating_add(1);
    }
    if from <= within.max {
        left.push(Interval::new(from, within.max));
    }
    left
}

/// The set without the numbers of `hole`, interval by interval.
#[must_use]
pub fn without(set: &[Interval], hole: Interval) -> Vec<Interval> {
    let below = |one: &Interval| Interval { min: one.min, max: one.max.min(hole.min.saturating_sub(1)) };
    let above = |one: &Interval| Interval { min: one.min.max(hole.max.saturating_add(1)), max: one.max };
    set.iter().flat_map(|one| [below(one), above(one)]).filter(|one| one.min <= one.max).collect()
}

/// Whether every number of `inner` is in `outer`.
#[must_use]
pub fn covers(outer: &[Interval], inner: &[Interval]) -> bool {
    let outer = union(outer.to_vec());
    union(inner.to_vec()).iter().all(|needed| outer.iter().any(|have| needed.within(*have)))
}

/// A number that both sets have.
#[must_use]
pub fn common(a: &[Interval], b: &[Interval]) -> Option<Code> {
    a.iter().find_map(|left| b.iter().find_map(|right| left.meet(*right)).map(|both| both.min))
}

/// The smallest interval around the set; `None` if it is empty.
#[must_use]
pub fn hull(set: &[Interval]) -> Option<Interval> {
    set.iter().copied().reduce(Interval::hull)
}

/// The set as a pattern of the language: `0 | 2..=5`.
pub fn show(set: &[Interval]) -> String {
    set.iter().map(Interval::to_string).collect::<Vec<_>>().join(" | ")
}
