//! The verdicts about all lines of a protocol.

use std::fmt;

use crate::judge::Verdict;

/// All lines, and then those of each verdict, in the order of [`Verdict`].
pub type Counts = [usize; 7];

/// The heads of the columns.
pub const HEADS: [&str; 7] =
    ["lines", "whole", "whole, written otherwise", "rejected", "excluded", "not whole", "not rejected"];

#[derive(Default)]
pub struct Tally {
    same: usize,
    otherwise: usize,
    rejected: usize,
    pub excluded: usize,
    not_whole: usize,
    not_rejected: usize,
}

impl Tally {
    /// Counts a line.
    pub fn count(&mut self, verdict: &Verdict) {
        *match verdict {
            Verdict::Same => &mut self.same,
            Verdict::Otherwise => &mut self.otherwise,
            Verdict::Rejected => &mut self.rejected,
            Verdict::Excluded => &mut self.excluded,
            Verdict::NotWhole(_) => &mut self.not_whole,
            Verdict::NotRejected(_) => &mut self.not_rejected,
        } += 1;
    }

    /// As the table has them.
    pub fn counts(&self) -> Counts {
        let Self { same, otherwise, rejected, excluded, not_whole, not_rejected } = *self;
        let lines = same + otherwise + rejected + excluded + not_whole + not_rejected;
        [lines, same, otherwise, rejected, excluded, not_whole, not_rejected]
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = HEADS.iter().zip(self.counts()).map(|(head, count)| format!("{count} {head}")).collect();
        f.write_str(&all.join("; "))
    }
}
