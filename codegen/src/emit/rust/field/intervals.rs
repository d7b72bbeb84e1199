//! Sets of numbers as intervals.

use crate::emit::rust::text::int::Int;
use crate::model::{Arm, Interval, sets};

/// The numbers of an integer type that no arm names.
pub fn others(arms: &[Arm], int: Int) -> Vec<Interval> {
    let named: Vec<Interval> = arms.iter().flat_map(|arm| arm.codes.iter().copied()).collect();
    sets::complement(&named, int.interval())
}

/// The intersection of two sets.
pub fn both(one: &[Interval], other: &[Interval]) -> Vec<Interval> {
    sets::union(other.iter().flat_map(|by| split(one, *by).0).collect())
}

/// The numbers inside an interval, and those outside.
pub fn split(numbers: &[Interval], by: Interval) -> (Vec<Interval>, Vec<Interval>) {
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
