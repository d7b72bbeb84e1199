//! The table: which law is tried on which source, and why not on others. The page of all tests shows it.

use super::kinds::kinds;
use super::lengths::lengths;
use super::reading::{kept, shown, survives, verdict, versions, written};
use super::{Law, table};

macro_rules! columns {
    ($($column:ident $word:literal),*) => {
        /// The sources, in the order of the cells of a row.
        #[derive(Clone, Copy)]
        #[expect(dead_code, reason = "the tests of other files have columns, too")]
        pub enum Column { $($column),* }

        const WORDS: &[&str] = &[$($word),*];
    };
}

columns! {
    Examples "examples", Mistakes "mistakes", Noise "noise", Values "values", Inputs "inputs", Streams "streams",
    Recordings "recordings", Random "random schemas", Written "written schemas", Vectors "vectors", Mutants "mutants",
    Campaign "campaign"
}

/// A law, and a letter for each source.
pub struct Row {
    name: &'static str,
    pub law: Law,
    cells: &'static str,
}

impl Row {
    /// Whether the law is tried on the cases of a source by the test of its column.
    pub fn is_here(&self, column: Column) -> bool {
        self.cells.split(' ').nth(column as usize) == Some("x")
    }
}

pub const TABLE: &[Row] = &[
    Row { name: "verdict", law: verdict, cells: "x x x x x x x s s v s c" },
    Row { name: "written", law: written, cells: "x x x x x x x s s v s c" },
    Row { name: "kept", law: kept, cells: "x x x x x x x s s v s 1" },
    Row { name: "survives", law: survives, cells: "2 2 2 x x 2 2 s s 2 s c" },
    Row { name: "kinds", law: kinds, cells: "x x x 3 x x x x x v 4 c" },
    Row { name: "lengths", law: lengths, cells: "x x 5 x 5 6 6 x x 5 4 1" },
    Row { name: "shown", law: shown, cells: "7 7 7 7 x 7 7 s s 7 s 1" },
    Row { name: "versions", law: versions, cells: "7 7 7 7 x 7 7 8 8 7 8 1" },
];

const LETTERS: &[(&str, &str)] = &[
    ("x", "by `laws`, and for inputs by `fuzz`"),
    ("s", "by `schemas`, in crates that are compiled for it"),
    ("v", "by `vectors`, beside the values that the games give"),
    ("c", "by the campaign, of optimised code, on a sample"),
    ("1", "not: a packet would take a hundred times as long"),
    ("2", "not: they begin with bytes, and `written` and `kinds` read again what is written of these"),
    ("3", "not: a writer makes canonical bytes, which `survives` reads again"),
    ("4", "not: mutants have the constructs of the other schemas, about which the same is asked"),
    ("5", "not: mistakes begin with the vectors and reach the same readers"),
    ("6", "not: streams and recordings go to the end, and have no length"),
    ("7", "not: the inputs of fuzzers reach each reader with bytes of the same kinds"),
    ("8", "not: each has one version that is compiled with the tests, or none"),
];

/// As the page shows it.
fn page() -> String {
    let row = |name: &str, cells: Vec<&str>| format!("| {name} | {} |\n", cells.join(" | "));
    let head = [row("law", WORDS.to_vec()), row("---", vec![":-:"; WORDS.len()])];
    let rows = TABLE.iter().map(|one| row(&format!("`{}`", one.name), one.cells.split(' ').collect()));
    let letters = LETTERS.iter().map(|(letter, says)| format!("- {letter}: {says}.\n"));
    head.into_iter().chain(rows).chain(["\n".to_owned()]).chain(letters).collect()
}

#[test]
fn the_page_shows_the_table() {
    let page = table::page();
    assert!(include_str!("../../README.md").contains(&page), "tests/README.md should have:\n{page}");
    let used: Vec<&str> = TABLE.iter().flat_map(|row| row.cells.split(' ')).collect();
    assert_eq!(used.len(), TABLE.len() * WORDS.len(), "a letter for each source");
    assert!(used.iter().all(|one| LETTERS.iter().any(|(letter, _)| letter == one)), "each letter says something");
    assert!(LETTERS.iter().all(|(letter, _)| used.contains(letter)), "each is in the table");
}
