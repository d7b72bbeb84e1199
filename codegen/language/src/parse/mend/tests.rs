//! Each row of the rules can be read, is needed by a schema of the collection or by a line of `tests/rows.txt`, and is
//! the first one that matches there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::rules::{FOUND, all, section};
use crate::diagnostic::{Diagnostics, Edit};
use crate::lex::lex;
use crate::load::load_text;
use crate::parse::brackets;
use crate::parse::cursor::Parser;
use crate::source::Sources;

/// Limit on the rounds of fixes for one schema.
const ROUNDS: usize = 12;

#[test]
fn every_line_of_the_table_is_mended_as_it_says() {
    follow_lines(&mut BTreeSet::new());
}

/// Tries the whole collection, without optimisation. Its proposals are tried by `advice` in the tests of wireform-build, too.
#[test]
#[ignore = "long"]
fn every_row_is_needed_and_the_first_that_says_something() {
    let mut shown = BTreeSet::new();
    for file in fs::read_dir(root().join("codegen/tests/advice")).expect("the collection") {
        let path = file.expect("a schema").path();
        if path.extension().is_some_and(|extension| extension == "wire") {
            follow(&fs::read_to_string(path).expect("it was listed"), &mut shown);
        }
    }
    follow_lines(&mut shown);
    let found = FOUND.with_borrow(Clone::clone);
    let parts = ["types", "arms", "shapes", "codes", "parts", "optionals", "lines", "members", "masks"];
    let of_parts = parts.into_iter().flat_map(section).filter(|rule| !found.contains(rule.row));
    let unneeded: Vec<&str> =
        all().filter(|rule| !shown.contains(rule.row)).chain(of_parts).map(|rule| rule.row).collect();
    assert!(unneeded.is_empty(), "nothing needs these rows:\n{}", unneeded.join("\n"));
}

/// Applies the helps of the table's lines, which mend each as it says, and records their rows.
fn follow_lines(shown: &mut BTreeSet<&'static str>) {
    let mut others = Vec::new();
    for (wrong, right) in rows() {
        let mended = follow(&schema(&wrong), shown);
        if bare(&mended) != bare(&schema(&right)) {
            others.push(format!("{wrong}\nis {mended}"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

/// Applies the helps of a schema until none remains, and records their rows.
fn follow(text: &str, shown: &mut BTreeSet<&'static str>) -> String {
    let mut text = text.replace("\r\n", "\n");
    for _ in 0..ROUNDS {
        let Err(failure) = load_text("rows.wire", text.clone()) else { break };
        for (one, help) in failure.diagnostics.iter().flat_map(|one| one.help.iter().map(move |help| (one, help))) {
            if !help.edits.is_empty() {
                shown.extend(row_of(&failure.sources, one.primary.span, &help.edits));
            }
        }
        let Some(edits) = failure.diagnostics.iter().find_map(|one| one.edits()) else { break };
        text = Edit::applied(&text, edits).expect("edits of this text");
    }
    text
}

/// The first row that proposes some edits.
fn row_of(sources: &Sources, place: crate::source::Span, edits: &[Edit]) -> Option<&'static str> {
    let mut told = Diagnostics::default();
    let text = &sources.get(place.file).text;
    let mut lexed = lex(place.file, text, &mut told);
    let pairs = brackets::pair(text, &mut lexed, &mut told);
    let parser = Parser::new(text, &lexed, &pairs, &mut told);
    let (first, last) = parser.around(place);
    let mut rows = parser.by_rows(first, last);
    rows.find(|(_, helps)| helps.iter().any(|help| help.edits == edits)).map(|(rule, _)| rule.row)
}

/// The workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The lines of the table: an error, and its fix.
fn rows() -> Vec<(String, String)> {
    let table = root().join("codegen/language/src/parse/mend/tests/rows.txt");
    let table = fs::read_to_string(table).expect("the table").replace("\r\n", "\n");
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.map(|line| line.split_once("  ==>  ").expect("both sides")).map(|(a, b)| (a.into(), b.into())).collect()
}

/// A schema around a declaration, or around fields.
fn schema(line: &str) -> String {
    let line = line.trim().replace("\\n", "\n");
    if let Some(whole) = line.strip_prefix("whole ") {
        return whole.to_owned();
    }
    let item = line.strip_prefix("item ").map(str::to_owned).unwrap_or_else(|| format!("struct S {{\n{line}\n}}"));
    format!(
        "protocol p {{ byte_order: little }}\nstruct Point {{ u: u8, v: u8 }}\nenum Kind: u8 {{ One = 1, Two = 2 }}\n{item}\n"
    )
}

fn bare(text: &str) -> String {
    text.replace(",}", "}").split_whitespace().collect::<String>().replace(",}", "}")
}
