//! Choices cover the numbers of a tag, or one is found that chooses nothing.

use super::{Case, MOST_CASES, Selection};
use crate::model::Interval;

const ONE: Interval = Interval::only(1);
const BIT: Interval = Interval::new(0, 1);

/// The selection by so many tags, with one choice for each of these patterns.
fn selection(tags: usize, patterns: Vec<Vec<Vec<Interval>>>) -> Selection<'static, usize> {
    let choices = patterns.into_iter().map(Into::into).enumerate().collect();
    Selection { tags: (0..tags).collect(), choices }
}

fn display(cases: &[Case]) -> Vec<String> {
    let tags = |case: &Case| {
        let tags: Vec<String> = case.tags.iter().map(|codes| crate::model::sets::show(codes)).collect();
        format!("({}) {:?}", tags.join(", "), case.choices)
    };
    cases.iter().map(tags).collect()
}

#[test]
fn a_tag_is_partitioned_by_its_patterns() {
    let low = vec![Interval::new(0, 9), Interval::new(20, 29)];
    let by_one = selection(1, vec![vec![low], vec![vec![Interval::new(5, 24)]], vec![vec![]]]);
    let cases = |all: Vec<Interval>| display(&by_one.cases(|_| Some(all.clone())).unwrap());
    let expected =
        ["(5 ..= 9 | 20 ..= 24) [0, 1, 2]", "(0 ..= 4 | 25 ..= 29) [0, 2]", "(10 ..= 19) [1, 2]", "(30 ..= 255) [2]"];
    assert_eq!(cases(vec![Interval::new(0, 255)]), expected.map(|one| one.replace(" ..= ", "..=")));
    assert_eq!(cases(vec![Interval::new(0, 2), Interval::new(30, 40)]), ["(0..=2) [0, 2]", "(30..=40) [2]"]);
    assert_eq!(display(&by_one.cases(|_| None).unwrap()), ["() [0, 1, 2]"]);
}

#[test]
fn several_tags_are_partitioned_into_all_combinations() {
    let patterns = || vec![vec![vec![ONE], vec![]], vec![vec![], vec![ONE]]];
    let by_two = selection(2, patterns());
    let cases = by_two.cases(|_| Some(vec![BIT])).unwrap();
    assert_eq!(display(&cases), ["(1, 1) [0, 1]", "(1, 0) [0]", "(0, 1) [1]", "(0, 0) []"]);
    assert!(!by_two.is_exhaustive(|_| vec![BIT]), "(0, 0) chooses nothing");
    assert!(by_two.is_exhaustive(|tag| if *tag == 0 { vec![ONE] } else { vec![BIT] }), "1 chooses the first");
}

#[test]
fn what_is_taken_follows_from_ranges() {
    let by_two = selection(2, vec![vec![vec![ONE], vec![]], vec![vec![], vec![Interval::new(3, 9)]]]);
    let taken = |one, other| by_two.taken(|tag| if *tag == 0 { one } else { other });
    assert_eq!(taken(BIT, Interval::only(2)), [(0, None), (1, Some(false))]);
    assert_eq!(taken(ONE, Interval::new(2, 3)), [(0, Some(true)), (1, None)]);
    assert_eq!(taken(Interval::only(0), Interval::new(4, 5)), [(0, Some(false)), (1, Some(true))]);
}

#[test]
fn too_many_cases_are_not_enumerated() {
    let flags = |count: usize| selection(count, vec![vec![vec![ONE]; count]]);
    let bits = |_: &usize| Some(vec![BIT]);
    assert_eq!(flags(10).cases(bits).unwrap().len(), MOST_CASES);
    assert_eq!(flags(11).cases(bits), None);
    assert!(!flags(200).is_exhaustive(|_| vec![BIT]));
    // A single tag has as many cases as its schema has codes.
    let codes = |tags: usize| (0..2000).map(|code| vec![vec![Interval::only(2 * code)]; tags]).collect();
    let all = |_: &usize| Some(vec![Interval::new(0, 4000)]);
    assert_eq!(selection(1, codes(1)).cases(all).unwrap().len(), 2001);
    assert_eq!(selection(2, codes(2)).cases(all), None);
}
