//! Selections: choices by numbers, of a width, a shape or a message.

use crate::model::{Arm, Code, Family, Input, Interval, Tag, Wire, sets};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The most cases of several numbers. The language has no widths with more.
pub const MOST_CASES: usize = 1024;

/// A choice by numbers: of a width of a number, of one of several shapes, of a message of a family.
#[derive(Debug, Clone)]
pub struct Selection<'m, T = Input> {
    /// The numbers that choose.
    pub tags: Vec<T>,
    /// The choices in the order in which they are tried: the place of each among the widths, shapes or messages, and for
    /// each tag the numbers that choose it; none: any.
    pub choices: Vec<(usize, Cow<'m, [Vec<Interval>]>)>,
}

/// Numbers that choose the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The numbers of each tag; none of a tag that is not asked.
    pub tags: Vec<Vec<Interval>>,
    /// The choices that match them, in order: the first is taken.
    pub choices: Vec<usize>,
}

impl Wire {
    /// The choice by tags where the record itself has the choices: of a width or of a shape.
    pub fn selection<'m>(&'m self) -> Option<Selection<'m>> {
        let borrowed = |pattern: &'m [Vec<Interval>]| Cow::Borrowed(pattern);
        match self {
            Self::Chosen { tags, forms, .. } => {
                let choices = forms.iter().map(|form| borrowed(form.pattern.as_slice())).enumerate();
                Some(Selection { tags: tags.clone(), choices: choices.collect() })
            }
            Self::Match { tag, arms, .. } => {
                let tags = tag.numbers();
                let of = |arm: &'m Arm| arm.patterns.iter().map(|pattern| borrowed(pattern.as_slice()));
                let each = arms.iter().enumerate().flat_map(|(at, arm)| of(arm).map(move |pattern| (at, pattern)));
                // The arm for all other codes is tried last.
                let rest = arms.iter().position(Arm::is_rest).map(|at| (at, Cow::Owned(vec![Vec::new(); tags.len()])));
                Some(Selection { choices: each.chain(rest).collect(), tags })
            }
            _ => None,
        }
    }
}

impl Family {
    /// The choice of a message by its code; of an open family, any other code takes the last.
    pub fn selection<T>(&self, code: T) -> Selection<'_, T> {
        let known = self.members.iter().map(|member| vec![vec![Interval::only(member.code)]]);
        let choices = known.chain(self.open.then(|| vec![Vec::new()])).map(Cow::Owned).enumerate();
        Selection { tags: vec![code], choices: choices.collect() }
    }
}

impl Tag {
    /// The numbers that choose.
    pub fn numbers(&self) -> Vec<Input> {
        match self {
            Self::Input(input) => vec![*input],
            Self::Tuple(inputs) => inputs.clone(),
            Self::InPlace { cell, .. } => vec![Input::Cell(*cell)],
        }
    }

    /// The number that chooses, if there is only one.
    pub const fn number(&self) -> Option<Input> {
        match self {
            Self::Input(input) => Some(*input),
            Self::Tuple(_) => None,
            Self::InPlace { cell, .. } => Some(Input::Cell(*cell)),
        }
    }
}

impl<T> Selection<'_, T> {
    /// The partition of all numbers of the tags into the fewest cases; those that the first choice matches come first. `of`
    /// gives the numbers of a tag, or that it is not asked. `None` if several tags have more than [`MOST_CASES`].
    pub fn cases(&self, of: impl Fn(&T) -> Option<Vec<Interval>>) -> Option<Vec<Case>> {
        let most = if self.tags.len() > 1 { MOST_CASES } else { usize::MAX };
        let mut columns = self.tags.iter().enumerate().map(|(column, tag)| match of(tag) {
            Some(all) => self.cases_of_one(column, &all, most),
            None => Some(vec![Case { tags: vec![Vec::new()], choices: (0..self.choices.len()).collect() }]),
        });
        let first = columns.next().unwrap_or_else(|| Some(Vec::new()))?;
        let cases = columns.try_fold(first, |cases, parts| {
            let parts = parts?;
            let is_within_limit = cases.len().checked_mul(parts.len()).is_some_and(|count| count <= most);
            is_within_limit.then(|| cases.iter().flat_map(|case| parts.iter().map(|part| case.and(part))).collect())
        });
        let place = |at: usize| self.choices.get(at).map_or(at, |(place, _)| *place);
        let places = |case: Case| Case { choices: case.choices.into_iter().map(place).collect(), ..case };
        Some(cases?.into_iter().map(places).collect())
    }

    /// Whether all numbers of the tags choose something; `false` also if there are too many cases to tell.
    pub fn is_exhaustive(&self, of: impl Fn(&T) -> Vec<Interval>) -> bool {
        self.cases(|tag| Some(of(tag))).is_some_and(|cases| cases.iter().all(|case| !case.choices.is_empty()))
    }

    /// For each choice in order, whether it is taken by numbers of these ranges that take no earlier one; `None` if only some
    /// of them take it.
    pub fn taken(&self, range: impl Fn(&T) -> Interval) -> Vec<(usize, Option<bool>)> {
        let ranges: Vec<Interval> = self.tags.iter().map(range).collect();
        let is_taken = |pattern: &[Vec<Interval>]| {
            let each = || pattern.iter().zip(&ranges).map(|(codes, range)| matches(codes, *range));
            if each().any(|one| one == Some(false)) {
                Some(false)
            } else {
                each().all(|one| one.is_some()).then_some(true)
            }
        };
        self.choices.iter().map(|(place, pattern)| (*place, is_taken(pattern))).collect()
    }

    /// The cases of one tag, which has these numbers.
    fn cases_of_one(&self, column: usize, all: &[Interval], most: usize) -> Option<Vec<Case>> {
        let Some(whole) = sets::hull(all) else { return Some(Vec::new()) };
        let mut matching = BTreeSet::new();
        // The choices that begin to match at a number, and those that cease to.
        let mut starts: BTreeMap<Code, [Vec<usize>; 2]> = BTreeMap::from([(whole.min, Default::default())]);
        for (choice, (_, pattern)) in self.choices.iter().enumerate() {
            let codes = pattern.get(column).map_or(&[][..], Vec::as_slice);
            if codes.is_empty() {
                matching.insert(choice);
            }
            for one in sets::clip(codes, whole) {
                let [begin, _] = starts.entry(one.min).or_default();
                begin.push(choice);
                if one.max < whole.max {
                    let [_, end] = starts.entry(one.max.saturating_add(1)).or_default();
                    end.push(choice);
                }
            }
        }
        // Sorted by the matching choices; the final `MAX` puts a set after its extensions.
        let mut cases: BTreeMap<Vec<usize>, Vec<Interval>> = BTreeMap::new();
        let mut starts = starts.into_iter().peekable();
        while let Some((min, [begin, end])) = starts.next() {
            for choice in &end {
                matching.remove(choice);
            }
            matching.extend(begin);
            let max = starts.peek().map_or(whole.max, |(next, _)| next.saturating_sub(1));
            let numbers = sets::clip(all, Interval::new(min, max));
            if !numbers.is_empty() {
                let key = matching.iter().copied().chain([usize::MAX]).collect();
                cases.entry(key).or_default().extend(numbers);
            }
            if cases.len() > most {
                return None;
            }
        }
        let case = |(mut choices, codes): (Vec<usize>, Vec<Interval>)| {
            choices.pop();
            Case { tags: vec![codes], choices }
        };
        Some(cases.into_iter().map(case).collect())
    }
}

impl Case {
    /// The combination with a case of one more tag.
    fn and(&self, other: &Self) -> Self {
        Self {
            tags: [self.tags.as_slice(), &other.tags].concat(),
            choices: self.choices.iter().copied().filter(|one| other.choices.binary_search(one).is_ok()).collect(),
        }
    }
}

/// Whether every number of a range is among the codes; all are if there are none. `None` if only some are.
fn matches(codes: &[Interval], range: Interval) -> Option<bool> {
    if codes.is_empty() || codes.iter().any(|one| range.within(*one)) {
        return Some(true);
    }
    codes.iter().all(|one| one.meet(range).is_none()).then_some(false)
}

#[cfg(test)]
mod tests;
