//! Arms cover a tag, or a code is found that none has.

use super::{Case, MOST_CASES, TagColumn, are_exhaustive, partition};
use crate::model::Interval;

const ONE: &[Interval] = &[Interval::only(1)];
const BIT: Interval = Interval::new(0, 1);

fn display(cases: &[Case]) -> Vec<String> {
    let tags = |case: &Case| {
        let tags: Vec<String> = case.tags.iter().map(|codes| crate::model::sets::show(codes)).collect();
        format!("({}) {:?}", tags.join(", "), case.forms)
    };
    cases.iter().map(tags).collect()
}

#[test]
fn a_tag_is_partitioned_by_its_patterns() {
    let low = [Interval::new(0, 9), Interval::new(20, 29)];
    let some = [Interval::new(5, 24)];
    let tag = TagColumn { all: Interval::new(0, 255), patterns: vec![&low, &some, &[]] };
    let expected =
        ["(5 ..= 9 | 20 ..= 24) [0, 1, 2]", "(0 ..= 4 | 25 ..= 29) [0, 2]", "(10 ..= 19) [1, 2]", "(30 ..= 255) [2]"];
    assert_eq!(display(&partition(&[tag]).unwrap()), expected.map(|one| one.replace(" ..= ", "..=")));
}

#[test]
fn several_tags_are_partitioned_into_all_combinations() {
    let patterns = [[ONE, &[]], [&[], ONE]];
    let tags: Vec<TagColumn<'_>> =
        patterns.map(|patterns| TagColumn { all: BIT, patterns: patterns.to_vec() }).into_iter().collect();
    assert_eq!(display(&partition(&tags).unwrap()), ["(1, 1) [0, 1]", "(1, 0) [0]", "(0, 1) [1]", "(0, 0) []"]);
    assert!(!are_exhaustive(&tags), "(0, 0) is matched by none");
    assert!(are_exhaustive(&tags[..1]), "the second form matches all of the first tag");
}

#[test]
fn too_many_cases_are_not_enumerated() {
    let flags = |count: usize| vec![TagColumn { all: BIT, patterns: vec![ONE] }; count];
    assert_eq!(partition(&flags(10)).unwrap().len(), MOST_CASES);
    assert_eq!(partition(&flags(11)), None);
    assert!(!are_exhaustive(&flags(200)));
    // A single tag has as many cases as its schema has codes.
    let codes: Vec<Vec<Interval>> = (0..2000).map(|code| vec![Interval::only(2 * code)]).collect();
    let tag = TagColumn { all: Interval::new(0, 4000), patterns: codes.iter().map(Vec::as_slice).collect() };
    assert_eq!(partition(std::slice::from_ref(&tag)).unwrap().len(), 2001);
    assert_eq!(partition(&[tag.clone(), tag]), None);
}
