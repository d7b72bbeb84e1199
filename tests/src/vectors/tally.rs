//! What was done with the lines of a file.

use std::collections::BTreeMap;
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
    /// Why nothing was done, and how often.
    out: BTreeMap<String, usize>,
}

impl Tally {
    pub fn out(&mut self, reason: String) {
        *self.out.entry(reason).or_default() += 1;
    }

    /// Lines, read, written, rewritten, refused, out of scope.
    pub fn counts(&self) -> [usize; 6] {
        let out = self.out.values().sum();
        assert_eq!(self.read + self.refused + out, self.lines, "every line is read, refused or out of scope");
        [self.lines, self.read, self.written, self.rewritten, self.refused, out]
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lines, read, written, rewritten, refused, out] = self.counts();
        write!(f, "{lines} lines, read {read}, written {written} and otherwise {rewritten}, refused {refused}, ")?;
        write!(f, "out of scope {out}")?;
        for (reason, count) in &self.out {
            write!(f, "\n    {count}: {reason}")?;
        }
        Ok(())
    }
}
