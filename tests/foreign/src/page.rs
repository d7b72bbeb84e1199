//! The table of `tests/README.md`.

use crate::adapter::Adapter;
use crate::tally::{Counts, HEADS};

/// The table in Markdown.
pub fn table(all: &[(Adapter, Counts)]) -> String {
    let row = |first: &str, rest: &[String]| format!("| {first} | {} |\n", rest.join(" | "));
    let mut table = row("protocol", &HEADS.map(String::from)) + &row("---", &HEADS.map(|_| "---:".to_owned()));
    for (adapter, counts) in all {
        table.push_str(&row(adapter.name, &counts.map(|count| count.to_string())));
    }
    table
}
