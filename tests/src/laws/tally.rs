//! The outcome of the cases of a source.

use std::collections::BTreeMap;

use wireform_cli::differences::Kind;

use super::lengths::Fields;

/// The sums over all cases.
#[derive(Default)]
pub struct Tally {
    /// How many packets the interpreter has read, and refused.
    pub read: usize,
    pub refused: usize,
    /// How many values were written.
    pub survived: usize,
    pub differ: usize,
    /// How many cannot be written, for each reason.
    pub unwritten: BTreeMap<&'static str, usize>,
    pub kinds: BTreeMap<Kind, usize>,
    /// How many lengths and places were compared, and what is said of those of each record.
    pub measured: usize,
    pub fields: BTreeMap<(usize, usize), Fields>,
    /// How many packets break a law in the same place, and the first one.
    broken: BTreeMap<String, (usize, String)>,
}

impl Tally {
    pub fn breaks(&mut self, place: String, line: String) {
        self.broken.entry(place).or_insert((0, line)).0 += 1;
    }

    /// Says what came of them. No law is broken; as many packets as there are at least are read, refused, and differ, as many
    /// lengths are compared and as many values written.
    pub fn end(&self, least: [usize; 5]) {
        let Self { read, refused, survived, differ, unwritten, kinds, measured, broken, .. } = self;
        println!("{read} packets are read, {refused} refused; {survived} values are written; {measured} lengths");
        println!("{differ} packets differ: {kinds:?}; not written: {unwritten:?}");
        let told = broken.iter().map(|(place, (times, first))| format!("{place}, {times}\n  {first}\n"));
        assert!(broken.is_empty(), "packets break a law:\n{}", told.collect::<String>());
        let found = [read, refused, differ, measured, survived];
        assert!(found.iter().zip(&least).all(|(found, least)| *found >= least), "{found:?}, not {least:?}");
    }
}
