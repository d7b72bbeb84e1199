//! Facts at a position: the presence tests of the enclosing groups and the codes of the arms.
//!
//! Only facts about the same number are compared, which suffices for the rule "certainly present". A test is decided
//! for the codes of one number at a time.

use crate::model::{Expr, FieldId, Interval, Test, sets};

/// A condition that holds.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::resolve) enum Fact {
    /// A condition over cells and parameters.
    Test(Test),
    /// The position is in this arm of a match, or after a form that has bytes.
    Inside(FieldId, usize),
}

/// Whether `fact` follows from the known facts.
pub(in crate::resolve) fn implied(fact: &Fact, known: &[Fact]) -> bool {
    match fact {
        Fact::Inside(..) => known.contains(fact),
        Fact::Test(test) => holds(test, known),
    }
}

/// Whether the test follows from the known facts.
pub(in crate::resolve) fn holds(test: &Test, known: &[Fact]) -> bool {
    let stated = known.iter().any(|fact| matches!(fact, Fact::Test(fact) if fact == test));
    match test {
        _ if stated => true,
        Test::In { value, intervals } => known.iter().any(|fact| {
            matches!(fact, Fact::Test(Test::In { value: same, intervals: narrower })
                if same == value && sets::covers(intervals, narrower))
        }),
        Test::All(tests) => tests.iter().all(|test| holds(test, known)),
        Test::Any(tests) => tests.iter().any(|test| holds(test, known)),
        Test::Compare { .. } => false,
    }
}

/// Whether the known facts contradict the test.
pub(in crate::resolve) fn excluded(test: &Test, known: &[Fact]) -> bool {
    let no_number = |value: &Expr| {
        let known = known.iter().filter_map(|fact| match fact {
            Fact::Test(known) => Some(possible(known, value)),
            Fact::Inside(..) => None,
        });
        known.fold(possible(test, value), |left, those| sets::meet(&left, &those)).is_empty()
    };
    match test {
        Test::In { value, .. } => no_number(value),
        Test::All(tests) => tests.iter().any(|test| excluded(test, known)) || compared(test).into_iter().any(no_number),
        Test::Any(tests) => tests.iter().all(|test| excluded(test, known)),
        Test::Compare { .. } => false,
    }
}

/// The numbers that a test compares with sets.
pub(in crate::resolve) fn compared(test: &Test) -> Vec<&Expr> {
    match test {
        Test::In { value, .. } => vec![value],
        Test::All(tests) | Test::Any(tests) => {
            let mut all: Vec<&Expr> = Vec::new();
            for value in tests.iter().flat_map(compared) {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
            all
        }
        Test::Compare { .. } => Vec::new(),
    }
}

/// The possible codes of a number if the test holds.
pub(in crate::resolve) fn possible(test: &Test, value: &Expr) -> Vec<Interval> {
    codes(test, value, &[Interval::ANYTHING])
}

/// The codes of a number for which the test holds, for any others.
pub(in crate::resolve) fn certain(test: &Test, value: &Expr) -> Vec<Interval> {
    codes(test, value, &[])
}

/// The codes of a number for which the test holds, if tests of other numbers have the result `otherwise`.
fn codes(test: &Test, value: &Expr, otherwise: &[Interval]) -> Vec<Interval> {
    match test {
        Test::In { value: same, intervals } if same == value => sets::union(intervals.clone()),
        Test::In { .. } | Test::Compare { .. } => otherwise.to_vec(),
        Test::All(tests) => {
            let all = tests.iter().map(|test| codes(test, value, otherwise));
            all.reduce(|left, those| sets::meet(&left, &those)).unwrap_or_else(|| otherwise.to_vec())
        }
        Test::Any(tests) => sets::union(tests.iter().flat_map(|test| codes(test, value, otherwise)).collect()),
    }
}
