//! Places in an earlier text of a document: outside of the hunks that have changed since, nothing but their offset changes.

use std::collections::HashMap;
use std::ops::Range;

/// The hunks in which two texts differ, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed(Vec<Hunk>);

/// A run of the earlier text that differs, and the run of the later text in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hunk {
    earlier: Range<usize>,
    later: Range<usize>,
}

impl Changed {
    /// Compares two texts. Lines that both have once, in the same order, belong together, as in a patience diff.
    pub fn between(earlier: &str, later: &str) -> Self {
        let (earlier, later) = (earlier.as_bytes(), later.as_bytes());
        let Some(all) = (Hunk { earlier: 0..earlier.len(), later: 0..later.len() }).narrowed(earlier, later) else {
            return Self(Vec::new());
        };
        let all = all.whole_lines(earlier);
        let mut hunks = Vec::new();
        let (mut from, mut to) = (all.earlier.start, all.later.start);
        for (here, there) in common_lines(earlier, later, &all) {
            let before = Hunk { earlier: from..here.start, later: to..there.start };
            hunks.extend(before.narrowed(earlier, later));
            (from, to) = (here.end, there.end);
        }
        let rest = Hunk { earlier: from..all.earlier.end, later: to..all.later.end };
        hunks.extend(rest.narrowed(earlier, later));
        Self(hunks)
    }

    /// The offsets in the earlier text of one in the later text: two where something was deleted.
    pub fn earlier(&self, offset: usize) -> impl Iterator<Item = usize> {
        let (mut from, mut to) = (0, 0);
        let mut found = [None; 2];
        for hunk in &self.0 {
            if offset < hunk.later.start || offset == hunk.later.start && !hunk.later.is_empty() {
                break;
            }
            if offset == hunk.later.start {
                found[1] = Some(hunk.earlier.start);
            }
            (from, to) = (hunk.later.end, hunk.earlier.end);
        }
        found[0] = offset.checked_sub(from).map(|behind| to + behind);
        found.into_iter().flatten()
    }

    /// The range in the later text of a range of the earlier one in which nothing has changed.
    pub fn later(&self, range: Range<usize>) -> Option<Range<usize>> {
        let (mut from, mut to) = (0, 0);
        for hunk in &self.0 {
            if range.end <= hunk.earlier.start {
                break;
            }
            (from, to) = (hunk.earlier.end, hunk.later.end);
        }
        let start = range.start.checked_sub(from)?;
        Some(to + start..to + start + range.len())
    }
}

impl Hunk {
    /// Extended to whole lines. Around a hunk, both texts are the same.
    fn whole_lines(self, earlier: &[u8]) -> Self {
        let is_end = |byte: &u8| *byte == b'\n';
        let (before, behind) = (earlier.get(..self.earlier.start), earlier.get(self.earlier.end..));
        let start = before.unwrap_or_default().iter().rev().take_while(|byte| !is_end(byte)).count();
        let behind = behind.unwrap_or_default();
        let end = behind.iter().position(is_end).map_or(behind.len(), |at| at + 1);
        let extended = |range: Range<usize>| range.start - start..range.end + end;
        Self { earlier: extended(self.earlier), later: extended(self.later) }
    }

    /// Without the bytes that both texts have at its start and at its end; `None` if there are no others.
    fn narrowed(self, earlier: &[u8], later: &[u8]) -> Option<Self> {
        let Self { earlier: here, later: there } = self;
        let (old, new) = (earlier.get(here.clone())?, later.get(there.clone())?);
        let start = old.iter().zip(new).take_while(|(one, other)| one == other).count();
        let most = old.len().min(new.len()) - start;
        let backwards = old.iter().rev().zip(new.iter().rev());
        let end = backwards.take(most).take_while(|(one, other)| one == other).count();
        let narrowed =
            Self { earlier: here.start + start..here.end - end, later: there.start + start..there.end - end };
        (!narrowed.earlier.is_empty() || !narrowed.later.is_empty()).then_some(narrowed)
    }
}

/// Lines that a hunk has once in each text: the most that are in the same order.
fn common_lines(earlier: &[u8], later: &[u8], within: &Hunk) -> Vec<(Range<usize>, Range<usize>)> {
    let (old, new) = (once(earlier, &within.earlier), once(later, &within.later));
    let both = old.into_iter().filter_map(|(line, here)| Some((here?, new.get(line).cloned()??)));
    let mut both: Vec<(Range<usize>, Range<usize>)> = both.collect();
    both.sort_unstable_by_key(|(here, _)| here.start);
    // The longest ascending series: for each length the series with the lowest end, and each member's predecessor.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::new();
    let start_of = |at: usize| both.get(at).map(|(_, there)| there.start);
    for (at, (_, there)) in both.iter().enumerate() {
        let length = ends.partition_point(|end| start_of(*end) < Some(there.start));
        before.push(length.checked_sub(1).and_then(|last| ends.get(last)).copied());
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut series = Vec::new();
    let mut at = ends.last().copied();
    while let Some(member) = at {
        series.extend(both.get(member).cloned());
        at = before.get(member).copied().flatten();
    }
    series.reverse();
    series
}

/// The lines of a hunk: where each is, or `None` if it is there more than once.
fn once<'t>(text: &'t [u8], within: &Range<usize>) -> HashMap<&'t [u8], Option<Range<usize>>> {
    let mut lines: HashMap<&[u8], Option<Range<usize>>> = HashMap::new();
    let mut start = within.start;
    for line in text.get(within.clone()).unwrap_or_default().split_inclusive(|byte| *byte == b'\n') {
        let place = start..start + line.len();
        start = place.end;
        lines.entry(line).and_modify(|known| *known = None).or_insert(Some(place));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::Changed;

    fn earlier(changed: &Changed, offset: usize) -> Vec<usize> {
        changed.earlier(offset).collect()
    }

    #[test]
    fn places_outside_of_a_change_are_found() {
        let changed = Changed::between("a: u8, b: u8,", "a: u8, wrong, b: u8,");
        for (later, before) in [(0, 0), (6, 6), (7, 7), (14, 7), (15, 8), (20, 13)] {
            assert_eq!(earlier(&changed, later), [before], "{later}");
        }
        assert!(earlier(&changed, 9).is_empty());
        assert_eq!(changed.later(0..1), Some(0..1));
        assert_eq!(changed.later(7..8), Some(14..15));
        assert_eq!(changed.later(3..9), None);
        assert_eq!(earlier(&Changed::between("same", "same"), 2), [2]);
        assert_eq!(Changed::between("same", "same").later(1..3), Some(1..3));
        assert_eq!(earlier(&Changed::between("", "new"), 3), [0]);
        // Both sides of what is gone.
        let changed = Changed::between("a gone b", "a b");
        assert_eq!(changed.later(7..8), Some(2..3));
        assert_eq!(earlier(&changed, 2), [7, 2]);
    }

    #[test]
    fn lines_between_changes_are_found() {
        let before = "one {\n}\ntwo {\n}\nthree {\n}\n";
        let after = "one {\n  x\n}\ntwo {\n}\nthree {\n  y\n}\n";
        let changed = Changed::between(before, after);
        let place = |text: &str, word: &str| text.find(word).expect("a word");
        for word in ["one", "two", "three"] {
            let (old, new) = (place(before, word), place(after, word));
            assert_eq!(changed.later(old..old + word.len()), Some(new..new + word.len()), "{word}");
            assert!(changed.earlier(new).any(|at| at == old), "{word}");
        }
    }

    #[test]
    fn what_is_found_is_the_same() {
        // All texts of up to four lines of two kinds, against each other.
        let lines = ["a\n", "bc\n", ""];
        let text = |number: usize| -> String { (0..4).map(|at| lines[number / 3_usize.pow(at) % 3]).collect() };
        for (one, other) in (0..81).flat_map(|one| (0..81).map(move |other| (text(one), text(other)))) {
            let changed = Changed::between(&one, &other);
            for range in (0..one.len()).flat_map(|start| (start..=one.len()).map(move |end| start..end)) {
                if let Some(later) = changed.later(range.clone()) {
                    assert_eq!(one.get(range), other.get(later), "{one:?} {other:?} {changed:?}");
                }
            }
            for offset in 0..=other.len() {
                assert!(changed.earlier(offset).all(|at| at <= one.len()), "{one:?} {other:?} {changed:?}");
            }
        }
    }
}
