//! What was done with the lines of a file.

use std::fmt;

#[derive(Default)]
pub struct Tally {
    pub lines: usize,
    /// Read to the values that the line gives.
    pub read: usize,
    /// Written back to the same bytes.
    pub written: usize,
    /// Written back to other bytes, which are read to the same values.
    pub rewritten: usize,
    /// Refused where the line says so.
    pub refused: usize,
}

impl Tally {
    /// Lines, read, written, rewritten, refused.
    pub fn counts(&self) -> [usize; 5] {
        assert_eq!(self.read + self.refused, self.lines, "every line is read or refused");
        [self.lines, self.read, self.written, self.rewritten, self.refused]
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lines, read, written, rewritten, refused] = self.counts();
        write!(f, "{lines} lines, read {read}, written {written} and otherwise {rewritten}, refused {refused}")
    }
}
