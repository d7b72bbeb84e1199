//! Advice to newcomers: schemas written the way of C, Rust, Kaitai Struct or Protocol Buffers, or wrong in ways that are
//! easy to fall into, each with its diagnostics.
//!
//! The schemas are in `advice/`; the first word of a file's name says what its author knows, and all of one kind share a
//! snapshot.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use wireform_build::load::load_text;

/// No diagnostics of one schema are longer, so that they can be read at a glance.
const MOST_LINES: usize = 24;

#[test]
fn every_mistake_has_its_advice() {
    let mut kinds: BTreeMap<String, String> = BTreeMap::new();
    let (mut schemas, mut advised) = (0, 0);
    for (name, text) in wrong_schemas() {
        let Err(failure) = load_text(&name, text) else { panic!("{name} is right") };
        let rendered = failure.render(false);
        assert!(rendered.lines().count() <= MOST_LINES, "{name}:\n{rendered}");
        schemas += 1;
        advised += usize::from(failure.diagnostics.iter().all(|one| !one.help.is_empty()));
        let lines = rendered.lines().filter(|line| line.trim() != "|");
        let kind = name.split('_').next().unwrap_or(&name).to_owned();
        kinds.entry(kind).or_default().extend(lines.chain([""]).flat_map(|line| [line, "\n"]));
    }
    for (kind, rendered) in kinds {
        insta::assert_snapshot!(kind, rendered);
    }
    assert!(schemas >= 100, "only {schemas} schemas");
    assert!(advised * 10 >= schemas * 9, "{advised} of {schemas} have help");
}

/// The names and texts of all files, in the order of their names.
fn wrong_schemas() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/advice");
    let files = fs::read_dir(folder).expect("the folder of wrong schemas");
    let paths = files.map(|file| file.expect("a file of it").path());
    paths
        .map(|path| {
            let name = path.file_name().expect("its name").to_string_lossy().into_owned();
            // A checkout may have other line ends.
            (name, fs::read_to_string(&path).expect("it was listed").replace("\r\n", "\n"))
        })
        .collect()
}
