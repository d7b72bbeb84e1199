//! Places in an earlier text of a document: outside of the stretch that has changed since, they are the same.

use std::ops::Range;

/// The stretch in which two texts differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The stretch in the earlier text.
    earlier: Range<usize>,
    /// The stretch in the later text.
    later: Range<usize>,
}

impl Changed {
    /// Compares two texts.
    pub fn between(earlier: &str, later: &str) -> Self {
        let (earlier, later) = (earlier.as_bytes(), later.as_bytes());
        let start = earlier.iter().zip(later).take_while(|(one, other)| one == other).count();
        let most = earlier.len().min(later.len()) - start;
        let backwards = earlier.iter().rev().zip(later.iter().rev());
        let end = backwards.take(most).take_while(|(one, other)| one == other).count();
        Self { earlier: start..earlier.len() - end, later: start..later.len() - end }
    }

    /// The offset in the earlier text of one in the later text.
    pub fn earlier(&self, offset: usize) -> Option<usize> {
        moved(offset, &self.later, &self.earlier)
    }

    /// The offset in the later text of one in the earlier text.
    pub fn later(&self, offset: usize) -> Option<usize> {
        moved(offset, &self.earlier, &self.later)
    }
}

fn moved(offset: usize, from: &Range<usize>, to: &Range<usize>) -> Option<usize> {
    if offset <= from.start { Some(offset) } else { offset.checked_sub(from.end).map(|behind| to.end + behind) }
}

#[cfg(test)]
mod tests {
    use super::Changed;

    #[test]
    fn places_outside_of_a_change_are_found() {
        let changed = Changed::between("a: u8, b: u8,", "a: u8, wrong, b: u8,");
        assert_eq!([0, 6, 7, 15, 20].map(|at| changed.earlier(at)), [Some(0), Some(6), Some(7), Some(8), Some(13)]);
        assert_eq!(changed.earlier(9), None);
        assert_eq!([0, 7, 13].map(|at| changed.later(at)), [Some(0), Some(7), Some(20)]);
        assert_eq!(Changed::between("same", "same").earlier(2), Some(2));
        assert_eq!(Changed::between("aa", "aaa").later(2), Some(2));
        assert_eq!(Changed::between("", "new").earlier(3), Some(0));
    }
}
