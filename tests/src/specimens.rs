//! Snapshots for review: the Rust of small schemas, which between them have every kind of generated item once, and the
//! pages of some. Whether generated code is right, the other tests prove; a snapshot shows a change of the emitter.

use crate::documents;
use crate::protocols::schemas;
use wireform_build::{Layout, Options};

/// The specimens with pages.
const PAGES: [&str; 4] = ["choice", "numbers", "session", "versions"];

/// The most lines that somebody reads at once.
const MOST_LINES: usize = 720;

#[test]
fn specimens_have_the_rust_and_the_pages_of_their_snapshots() {
    let tidy = Options { layout: Layout::Tidy, ..Options::default() };
    let mut pages = Vec::new();
    for path in schemas("schema/specimens") {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let compiled = wireform_build::load(&path).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        let rust = wireform_build::rust(&compiled.schema, &tidy);
        let lines = rust.lines().count();
        assert!(lines < MOST_LINES, "{name} has {lines} lines");
        snapshot("rust", &name, &rust);
        if PAGES.contains(&name.as_str()) {
            snapshot("pages", &name, &documents::whole(&path));
            pages.push(name);
        }
    }
    assert_eq!(pages, PAGES);
}

/// Compares a text with the snapshot of that name.
fn snapshot(folder: &str, name: &str, text: &str) {
    let folder = format!("snapshots/{folder}");
    insta::with_settings!({ omit_expression => true, snapshot_path => folder, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, text);
    });
}
