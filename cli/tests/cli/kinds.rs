//! The reference has the kinds of differences that the compiler knows, each with its sentence and the bytes of that kind.

use std::path::Path;

use wireform_cli::differences::Kind;

/// The section of the reference.
const SECTION: &str = "### Accepted and not canonical\n";

/// The rows of the tables of the section, each cell without its blanks.
fn tables() -> Vec<Vec<Vec<String>>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/errors.md");
    let text = std::fs::read_to_string(path).expect("the reference");
    let (_, section) = text.split_once(SECTION).expect("the section");
    let section = section.split("\n### ").next().unwrap_or_default();
    let rows = |table: &str| {
        let rows = table.lines().filter(|line| line.starts_with('|'));
        let cells = |row: &str| row.trim_matches('|').split(" |").map(|cell| cell.trim().to_owned()).collect();
        rows.skip(2).map(cells).collect::<Vec<Vec<String>>>()
    };
    section.split("\n\n").map(rows).filter(|rows| !rows.is_empty()).collect()
}

#[test]
fn each_kind_has_its_sentence_in_the_reference() {
    let kinds = tables().into_iter().next().expect("a table");
    let expected = Kind::ALL.map(|kind| vec![format!("`{kind}`"), kind.sentence().to_owned()]);
    assert_eq!(kinds, expected);
}

#[test]
fn each_kind_has_its_bytes_in_the_reference_and_all_bytes_have_a_kind() {
    let mut kinds: Vec<String> =
        tables().into_iter().nth(1).expect("two tables").into_iter().map(|mut row| row.remove(0)).collect();
    // Rows of one kind stand together, in the order of the kinds.
    kinds.dedup();
    assert_eq!(kinds, Kind::ALL.map(|kind| format!("`{kind}`")));
}
