//! Names in prose that become links.

use super::*;

#[test]
fn names_of_one_section_are_links() {
    let names = HashMap::from([("Pos".to_owned(), Some("positions#pos".to_owned())), ("Spawn".to_owned(), None)]);
    let line = |text| link_line(text, &names, "Other");
    assert_eq!(line("As `Pos`, `Spawn` and `pos`, Pos."), "As [`Pos`][positions#pos], `Spawn` and `pos`, Pos.");
    assert_eq!(line("``Pos`` and `Pos`"), "``Pos`` and `Pos`");
    assert_eq!(link_line("`Pos`", &names, "Pos"), "`Pos`");
    let mut lines = ["```text", "`Pos`", "```"].map(str::to_owned);
    link_lines(&mut lines, &names, "");
    assert_eq!(lines[1], "`Pos`");
}
