//! The whole: one verdict for all packets, and whether it is what was required.

use super::report::{Item, Report, Verdicts};
use super::verdict::Verdict;

/// Something that may be required of two schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Require {
    /// No packet was found that an old writer makes and a new reader does not read as the same value
    NewReadsOld,
    /// No packet was found that a new writer makes and an old reader does not read as the same value
    OldReadsNew,
    /// Code for the old types compiles with the new ones
    Rust,
    /// Each verdict about packets is proven
    Proven,
    /// Nothing differs but comments
    Same,
}

/// The requirements of a command line without `--require`.
pub const DEFAULT: [Require; 3] = [Require::NewReadsOld, Require::OldReadsNew, Require::Rust];

impl Require {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NewReadsOld => "new-reads-old",
            Self::OldReadsNew => "old-reads-new",
            Self::Rust => "rust",
            Self::Proven => "proven",
            Self::Same => "same",
        }
    }

    /// Whether it holds.
    pub fn holds(self, report: &Report) -> bool {
        let verdicts = || report.items.iter().filter_map(|item| item.verdicts.as_ref());
        match self {
            Self::NewReadsOld => !verdicts().any(|one| one.new_reads_old.is_broken()),
            Self::OldReadsNew => !verdicts().any(|one| one.old_reads_new.is_broken()),
            Self::Rust => report.breaks_of_rust() == 0,
            Self::Proven => !verdicts().any(|one| {
                [&one.new_reads_old, &one.old_reads_new].iter().any(|one| matches!(one, Verdict::NotProven { .. }))
            }),
            Self::Same => {
                report.rust.is_empty() && !report.items.iter().any(|item| item.differs() || !item.rust.is_empty())
            }
        }
    }
}

/// How many items have which verdict, in one direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Proven, without or with something that the reader does not know.
    pub always: usize,
    /// Those of them with something that the reader does not know.
    pub partly: usize,
    /// Some packets.
    pub some: usize,
    /// No packet, because the code is another one.
    pub other_code: usize,
    /// No packet of those that were tried.
    pub never: usize,
    /// Not proven.
    pub not_proven: usize,
}

impl Count {
    /// Counts one direction of a report.
    pub fn of(report: &Report, direction: impl Fn(&Verdicts) -> &Verdict) -> Self {
        let mut count = Self::default();
        for verdict in report.items.iter().filter_map(|item| item.verdicts.as_ref()).map(direction) {
            let slot = match verdict {
                Verdict::Always => continue,
                Verdict::Partly { .. } => &mut count.partly,
                Verdict::Some { .. } => &mut count.some,
                Verdict::OtherCode => &mut count.other_code,
                Verdict::Never { .. } => &mut count.never,
                Verdict::NotProven { .. } => &mut count.not_proven,
            };
            *slot = slot.saturating_add(1);
        }
        let others = [count.some, count.other_code, count.never, count.not_proven];
        let others = others.into_iter().fold(0, usize::saturating_add);
        count.always = report.both.saturating_sub(others);
        count
    }

    /// One word for all.
    pub const fn word(self) -> &'static str {
        match self {
            Self { some: 0, other_code: 0, never: 0, not_proven: 0, partly: 0, .. } => "always",
            Self { some: 0, other_code: 0, never: 0, not_proven: 0, .. } => "partly",
            Self { some: 0, other_code: 0, never: 0, .. } => "not_proven",
            Self { some: 0, always: 0, not_proven: 0, .. } => "never",
            Self { .. } => "some",
        }
    }
}

impl Report {
    /// How many differences of Rust may keep code from compiling.
    pub fn breaks_of_rust(&self) -> usize {
        self.items
            .iter()
            .flat_map(|item: &Item| &item.rust)
            .chain(&self.rust)
            .filter(|change| change.breaks.is_some())
            .count()
    }
}
