//! Counts of all schemas together.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use crate::table::ROWS;

/// The broken laws that are shown: those of the smallest schemas.
const SHOWN: usize = 20;

/// Items with their counts.
pub type Counts<K = String> = BTreeMap<K, u64>;

/// A law that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Broken {
    /// How many entries the schema has.
    pub entries: usize,
    pub law: &'static str,
    /// The body of the schema.
    pub schema: String,
    /// The packet or the value, with both sides.
    pub says: String,
}

/// The counts.
#[derive(Debug, Default)]
pub struct Tally {
    /// Schemas that compile, by the number of entries.
    pub compiled: Counts<usize>,
    /// The same of those that do not.
    pub refused: Counts<usize>,
    /// Schemas that compile, by the rows in them.
    pub rows: Counts<&'static str>,
    /// The titles of their diagnostics, without names.
    pub titles: Counts,
    /// Packets that are rejected, by the reason.
    pub rejected: Counts<&'static str>,
    /// Packets that are read and written as they came.
    pub same: u64,
    /// Packets that are written otherwise.
    pub differ: u64,
    /// The kinds of these differences.
    pub kinds: Counts<&'static str>,
    /// Packets that are read and not written, for a reason that the reference has.
    pub unwritten: Counts<&'static str>,
    /// Values that are written and read again.
    pub written: u64,
    /// Values that are rejected, by the kind of error.
    pub values: Counts<&'static str>,
    /// Numbers of the user that follow from all else, by the number and what uses it.
    pub determined: Counts<(&'static str, Vec<&'static str>)>,
    /// Laws that do not hold: the first of each schema.
    pub broken: Vec<Broken>,
}

impl Tally {
    /// Adds the counts of others.
    pub fn add(&mut self, other: Self) {
        fn sum<K: Ord>(all: &mut Counts<K>, other: Counts<K>) {
            other.into_iter().for_each(|(key, count)| *all.entry(key).or_default() += count);
        }
        sum(&mut self.compiled, other.compiled);
        sum(&mut self.refused, other.refused);
        sum(&mut self.rows, other.rows);
        sum(&mut self.titles, other.titles);
        sum(&mut self.rejected, other.rejected);
        sum(&mut self.kinds, other.kinds);
        sum(&mut self.unwritten, other.unwritten);
        sum(&mut self.values, other.values);
        sum(&mut self.determined, other.determined);
        self.same += other.same;
        self.differ += other.differ;
        self.written += other.written;
        self.broken.extend(other.broken);
    }

    /// The numbers of the user that follow from all else, without those that do so by fewer uses as well.
    fn least_determined(&self) -> impl Iterator<Item = (&(&'static str, Vec<&'static str>), &u64)> {
        let is_less = |(number, uses): &(&str, Vec<&str>), (other, more): &(&str, Vec<&str>)| {
            number == other && uses.len() < more.len() && uses.iter().all(|one| more.contains(one))
        };
        let is_least = move |one: &(&str, Vec<&str>)| !self.determined.keys().any(|less| is_less(less, one));
        self.determined.iter().filter(move |(one, _)| is_least(one))
    }
}

/// A title of a diagnostic without the names and numbers in it.
pub fn without_names(title: &str) -> String {
    let pieces = title.split('`').enumerate();
    let named: String = pieces.map(|(at, piece)| if at % 2 == 0 { piece } else { "`..`" }).collect();
    let mut plain = String::new();
    for letter in named.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }) {
        if letter != '0' || !plain.ends_with('0') {
            plain.push(letter);
        }
    }
    plain
}

fn table<K: Display>(f: &mut fmt::Formatter<'_>, title: &str, counts: &Counts<K>) -> fmt::Result {
    writeln!(f, "\n{title}: {}", counts.values().sum::<u64>())?;
    counts.iter().try_for_each(|(key, count)| writeln!(f, "{count:>9}  {key}"))
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        table(f, "schemas that compile, by entries", &self.compiled)?;
        table(f, "schemas that are refused, by entries", &self.refused)?;
        table(f, "diagnostics, by title", &self.titles)?;
        writeln!(f, "\nrows in no schema that compiles:")?;
        for row in ROWS.iter().filter(|row| !self.rows.contains_key(row.text)) {
            writeln!(f, "           {}", row.text)?;
        }
        table(f, "packets that are rejected", &self.rejected)?;
        writeln!(f, "\npackets written as they came: {}", self.same)?;
        writeln!(f, "packets written otherwise: {}", self.differ)?;
        table(f, "kinds of differences", &self.kinds)?;
        table(f, "packets read and not written", &self.unwritten)?;
        writeln!(f, "\nvalues written: {}", self.written)?;
        table(f, "values that are rejected", &self.values)?;
        writeln!(f, "\nnumbers of the user that follow from all else: {}", self.determined.values().sum::<u64>())?;
        for ((number, uses), count) in self.least_determined() {
            writeln!(f, "{count:>9}  {number}  |  {}", uses.join("  |  "))?;
        }
        writeln!(f, "\nschemas that break a law: {}", self.broken.len())?;
        let mut broken: Vec<&Broken> = self.broken.iter().collect();
        broken.sort();
        broken.iter().take(SHOWN).try_for_each(|one| writeln!(f, "{}: {}\n{}", one.law, one.says, one.schema))
    }
}
