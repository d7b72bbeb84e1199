//! The files that a newcomer to the compiler reads first: the list in its README is short, and every file exists.

use std::fs;
use std::path::Path;

/// So many files are listed.
const FILES: usize = 10;

/// So many lines have they together at most: an evening's reading.
const MOST_LINES: usize = 2500;

#[test]
fn the_files_to_read_first_exist_and_are_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(folder.join("README.md")).expect("the README");
    let (_, section) = readme.split_once("\n## Ten files to read first\n").expect("the section");
    let (section, _) = section.split_once("\n## ").expect("the next section");
    let files: Vec<&str> = section.lines().filter_map(listed).collect();
    assert_eq!(files.len(), FILES, "{files:?}");
    let lines = |file: &&str| {
        let text = fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        text.lines().count()
    };
    let lines: usize = files.iter().map(lines).sum();
    assert!(lines <= MOST_LINES, "{lines} lines");
}

/// The file of a line of the list: ``4. [`src/load.rs`](src/load.rs) runs ..``
fn listed(line: &str) -> Option<&str> {
    let (number, rest) = line.split_once(". [`")?;
    number.parse::<usize>().ok()?;
    let (file, rest) = rest.split_once("`](")?;
    assert!(rest.starts_with(&format!("{file})")), "the link leads elsewhere: {line}");
    Some(file)
}
