//! Coverage of tags by forms: the cases that they distinguish, exhaustiveness, overlap.

use crate::model::sets;
use crate::model::{Code, Form, Input, Interval};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The most cases of several tags. The language has no widths with more.
pub const MOST_CASES: usize = 1024;

/// A tag, with its column of the forms' patterns.
#[derive(Debug, Clone)]
pub struct TagColumn<'p> {
    /// The range of the tag.
    pub all: Interval,
    /// The codes of each form; without codes it matches the whole range.
    pub patterns: Vec<&'p [Interval]>,
}

/// A set of tag values that no form distinguishes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The values of each tag.
    pub tags: Vec<Vec<Interval>>,
    /// The forms that match them, in order.
    pub forms: Vec<usize>,
}

/// The tags of a width. `all` gives the range of each.
pub fn tags_of<'f>(tags: &[Input], forms: &'f [Form], all: impl Fn(&Input) -> Interval) -> Vec<TagColumn<'f>> {
    let codes = |column| forms.iter().map(move |form| form.pattern.get(column).map_or(&[][..], Vec::as_slice));
    tags.iter().enumerate().map(|(at, tag)| TagColumn { all: all(tag), patterns: codes(at).collect() }).collect()
}

/// The partition of all tag values into the fewest cases; those that the first form matches come first. `None` if
/// several tags have more than [`MOST_CASES`].
pub fn partition(tags: &[TagColumn<'_>]) -> Option<Vec<Case>> {
    let most = if tags.len() > 1 { MOST_CASES } else { usize::MAX };
    let mut tags = tags.iter().map(|tag| partition_one(tag, most));
    let first = tags.next().unwrap_or_else(|| Some(Vec::new()))?;
    tags.try_fold(first, |cases, parts| {
        let parts = parts?;
        let is_within_limit = cases.len().checked_mul(parts.len()).is_some_and(|count| count <= most);
        is_within_limit.then(|| cases.iter().flat_map(|case| parts.iter().map(|part| case.and(part))).collect())
    })
}

/// Whether the forms are exhaustive; `false` also if there are too many cases to tell.
pub fn are_exhaustive(tags: &[TagColumn<'_>]) -> bool {
    partition(tags).is_some_and(|cases| cases.iter().all(|case| !case.forms.is_empty()))
}

/// The union of cases, in which those that differ in a single tag are merged.
#[must_use]
pub fn merge_cases(mut cases: Vec<Vec<Vec<Interval>>>) -> Vec<Vec<Vec<Interval>>> {
    for tag in 0..cases.first().map_or(0, Vec::len) {
        let mut indices: HashMap<Vec<Vec<Interval>>, usize> = HashMap::new();
        let mut all: Vec<Vec<Vec<Interval>>> = Vec::new();
        for case in cases {
            let others = case.iter().enumerate().filter(|(at, _)| *at != tag).map(|(_, codes)| codes.clone());
            let index = *indices.entry(others.collect()).or_insert(all.len());
            match (all.get_mut(index).and_then(|one| one.get_mut(tag)), case.get(tag)) {
                (Some(codes), Some(more)) => codes.extend(more),
                _ => all.push(case),
            }
        }
        all.iter_mut()
            .filter_map(|case| case.get_mut(tag))
            .for_each(|codes| *codes = sets::union(std::mem::take(codes)));
        cases = all;
    }
    cases
}

/// The cases of one tag.
fn partition_one(tag: &TagColumn<'_>, most: usize) -> Option<Vec<Case>> {
    let mut always = Vec::new();
    // The forms that begin to match at a number, and those that cease to.
    let mut starts: BTreeMap<Code, [Vec<usize>; 2]> = BTreeMap::from([(tag.all.min, Default::default())]);
    for (form, codes) in tag.patterns.iter().enumerate() {
        if codes.is_empty() {
            always.push(form);
        }
        for one in sets::clip(codes, tag.all) {
            let [begin, _] = starts.entry(one.min).or_default();
            begin.push(form);
            if one.max < tag.all.max {
                let [_, end] = starts.entry(one.max.saturating_add(1)).or_default();
                end.push(form);
            }
        }
    }
    let mut matching: BTreeSet<usize> = always.into_iter().collect();
    // Sorted by the matching forms; the final `MAX` puts a set after its extensions.
    let mut all: BTreeMap<Vec<usize>, Vec<Interval>> = BTreeMap::new();
    let mut starts = starts.into_iter().peekable();
    while let Some((min, [begin, end])) = starts.next() {
        for form in &end {
            matching.remove(form);
        }
        matching.extend(begin);
        let max = starts.peek().map_or(tag.all.max, |(next, _)| next.saturating_sub(1));
        let key = matching.iter().copied().chain([usize::MAX]).collect();
        all.entry(key).or_default().push(Interval::new(min, max));
        if all.len() > most {
            return None;
        }
    }
    let case = |(mut forms, codes): (Vec<usize>, Vec<Interval>)| {
        forms.pop();
        Case { tags: vec![codes], forms }
    };
    Some(all.into_iter().map(case).collect())
}

impl Case {
    /// The combination with a case of one more tag.
    fn and(&self, other: &Self) -> Self {
        Self {
            tags: [self.tags.as_slice(), &other.tags].concat(),
            forms: self.forms.iter().copied().filter(|form| other.forms.binary_search(form).is_ok()).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
