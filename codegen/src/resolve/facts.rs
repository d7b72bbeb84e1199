//! What is known to hold at a place: the presence tests of the groups around it and the codes of the arms.
//!
//! Only facts about the same number are compared; that is all that the rule "certainly present" needs.

use crate::model::{Comparison, FieldId, Interval, Test, sets};

/// Something that holds.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Fact {
    /// A condition over cells and parameters.
    Test(Test),
    /// We stand in this arm of a match, or behind a form that has bytes.
    Inside(FieldId, usize),
}

/// Whether `fact` follows from what is known.
pub(super) fn implied(fact: &Fact, known: &[Fact]) -> bool {
    match fact {
        Fact::Inside(..) => known.contains(fact),
        Fact::Test(test) => holds(test, known),
    }
}

/// Whether the test follows from what is known.
pub(super) fn holds(test: &Test, known: &[Fact]) -> bool {
    let stated = known.iter().any(|fact| matches!(fact, Fact::Test(fact) if fact == test));
    match test {
        _ if stated => true,
        Test::In { value, intervals } => known.iter().any(|fact| match fact {
            Fact::Test(Test::In { value: same, intervals: narrower }) => {
                same == value && sets::covers(intervals, narrower)
            }
            _ => false,
        }),
        Test::All(tests) => tests.iter().all(|test| holds(test, known)),
        Test::Any(tests) => tests.iter().any(|test| holds(test, known)),
        Test::Compare { .. } => false,
    }
}

/// Whether the test cannot hold, given what is known.
pub(super) fn excluded(test: &Test, known: &[Fact]) -> bool {
    match test {
        Test::In { value, intervals } => known.iter().any(|fact| match fact {
            Fact::Test(Test::In { value: same, intervals: others }) => {
                same == value && sets::common(intervals, others).is_none()
            }
            _ => false,
        }),
        Test::All(tests) => tests.iter().any(|test| excluded(test, known)),
        Test::Any(tests) => tests.iter().all(|test| excluded(test, known)),
        Test::Compare { .. } => false,
    }
}

/// What two intervals say about a comparison of their numbers: `None` if it depends.
pub(super) fn compare(left: Interval, op: Comparison, right: Interval) -> Option<bool> {
    let always = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
    let apart = left.meet(right).is_none();
    let one = left.min == left.max && left == right;
    match op {
        Comparison::Equal => always(one, apart),
        Comparison::NotEqual => always(apart, one),
        Comparison::Less => always(left.max < right.min, left.min >= right.max),
        Comparison::LessOrEqual => always(left.max <= right.min, left.min > right.max),
        Comparison::Greater => always(left.min > right.max, left.max <= right.min),
        Comparison::GreaterOrEqual => always(left.min >= right.max, left.max < right.min),
    }
}
