//! Numbers in words, for errors: the same whoever refuses.

use crate::model::{Arm, Enum, Family, Interval, Protocol, Value, sets};

/// So many intervals are named; of more, the first ones.
const MOST: usize = 6;

/// The numbers of these intervals: `0 to 4, 7 or 9`.
#[must_use]
pub fn numbers(intervals: &[Interval]) -> String {
    let all = sets::union(intervals.to_vec());
    let mut words: Vec<String> = all.iter().flat_map(each).take(MOST).collect();
    if all.iter().flat_map(each).count() > MOST {
        words.push("another".to_owned());
    }
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => String::new(),
    }
}

/// One number, two, or a range.
fn each(interval: &Interval) -> Vec<String> {
    let Interval { min, max } = interval;
    match max.saturating_sub(*min) {
        0 => vec![min.to_string()],
        1 => vec![min.to_string(), max.to_string()],
        _ => vec![format!("{min} to {max}")],
    }
}

/// The numbers that have a name in an enum.
#[must_use]
pub fn names(one: &Enum) -> String {
    numbers(&one.codes.iter().flat_map(|code| code.read.iter().copied()).collect::<Vec<_>>())
}

/// The codes of a family's messages.
#[must_use]
pub fn codes(family: &Family) -> String {
    numbers(&family.members.iter().map(|member| Interval::only(member.code)).collect::<Vec<_>>())
}

/// The numbers that choose an arm.
#[must_use]
pub fn tags(protocol: &Protocol, tag: Value, arms: &[Arm]) -> String {
    let is_open = arms.iter().any(|arm| arm.codes.is_empty());
    match tag {
        Value::Bool if is_open => numbers(&[Interval::new(0, 1)]),
        Value::Enum(id) if is_open => protocol.enums.get(id.0).map(names).unwrap_or_default(),
        _ => numbers(&arms.iter().flat_map(|arm| arm.codes.iter().copied()).collect::<Vec<_>>()),
    }
}
