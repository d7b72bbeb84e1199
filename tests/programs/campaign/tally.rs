//! Counts how the packets of a target ended.

use std::collections::BTreeMap;
use std::time::Duration;

use wireform_cli::differences::Kind;

use crate::law::{Broken, Outcome};
use crate::subject::word;

/// Counts.
#[derive(Default)]
pub struct Tally {
    pub packets: u64,
    /// How many could be read.
    pub read: u64,
    /// How many of these hold a stream with a message that could not.
    late: u64,
    pub same: u64,
    pub differs: u64,
    /// Seen by the interpreter too.
    pub interpreted: u64,
    pub broken: u64,
    /// Reasons not to write what was read, and laws that do not hold: how often, and of which packet first.
    found: BTreeMap<String, (u64, String)>,
    /// In how many of those that the interpreter saw there are differences of each kind.
    kinds: BTreeMap<Kind, u64>,
    pub time: Duration,
}

/// The columns of a row.
pub const HEAD: &str = "\
| family | seeds | packets | read | refused inside | same | differs | kinds | not written | interpreted | packets/s |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- | ---: | ---: |";

/// How reasons not to write begin.
const UNWRITTEN: &str = "not written: ";

impl Tally {
    /// Counts a packet, which `shown` shows.
    pub fn count(&mut self, outcome: Outcome, shown: impl FnOnce() -> String) {
        self.read += u64::from(!matches!(outcome, Outcome::Refused));
        match outcome {
            Outcome::Refused => {}
            Outcome::Same => self.same += 1,
            Outcome::Differs => self.differs += 1,
            Outcome::Late => self.late += 1,
            Outcome::Unwritten(error) => {
                self.find(format!("{UNWRITTEN}{}", word(error.kind())), || format!("{error}: {}", shown()));
            }
        }
    }

    /// Counts how one differs.
    pub fn differs_in(&mut self, kinds: impl IntoIterator<Item = Kind>) {
        for kind in kinds {
            *self.kinds.entry(kind).or_default() += 1;
        }
    }

    /// Counts one for which a law does not hold.
    pub fn breaks(&mut self, broken: &Broken, shown: impl FnOnce() -> String) {
        self.broken += 1;
        self.find(format!("BROKEN: {}", broken.law), || format!("{}\n  {}", shown(), broken.says));
    }

    fn find(&mut self, what: String, first: impl FnOnce() -> String) {
        self.found.entry(what).or_insert_with(|| (0, first())).0 += 1;
    }

    /// Adds what was counted after this.
    pub fn add(&mut self, other: Self) {
        self.packets += other.packets;
        self.read += other.read;
        self.late += other.late;
        self.same += other.same;
        self.differs += other.differs;
        self.interpreted += other.interpreted;
        self.broken += other.broken;
        self.time += other.time;
        for (kind, times) in other.kinds {
            *self.kinds.entry(kind).or_default() += times;
        }
        for (what, (times, first)) in other.found {
            self.found.entry(what).or_insert((0, first)).0 += times;
        }
    }

    /// A row of a table, whose head is [`HEAD`].
    pub fn row(&self, name: &str, seeds: usize) -> String {
        let Self { packets, read, late, same, differs, interpreted, .. } = self;
        let unwritten = self.found.iter().filter_map(|(what, (times, _))| Some((what.strip_prefix(UNWRITTEN)?, times)));
        let unwritten: Vec<String> = unwritten.map(|(what, times)| format!("{what} {times}")).collect();
        let kinds: Vec<String> = self.kinds.iter().map(|(kind, times)| format!("{kind} {times}")).collect();
        let (kinds, unwritten) = (kinds.join(", "), unwritten.join(", "));
        let speed = u128::from(*packets) * 1_000_000_000 / self.time.as_nanos().max(1);
        format!(
            "| {name} | {seeds} | {packets} | {read} | {late} | {same} | {differs} | {kinds} | {unwritten} | {interpreted} | {speed} |"
        )
    }

    /// The first packet of each reason not to write, and of each law that does not hold.
    pub fn found(&self) -> impl Iterator<Item = String> {
        self.found.iter().map(|(what, (times, first))| format!("{what}, {times} times\n  {first}"))
    }
}
