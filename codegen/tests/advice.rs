//! Advice to newcomers: schemas written the way of C, Rust, Kaitai Struct or another language, or wrong in ways that are
//! easy to fall into, each with its diagnostics.
//!
//! The schemas are in `advice/`; the first word of a file's name says what its author knows, and all of one kind share a
//! snapshot. Each has the `example` that its author had in mind. `advice/meant/` has the same schemas with their mistakes
//! mended, so that these examples hold.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use wireform_build::diagnostic::{Diagnostic, Edit};
use wireform_build::load::load_text;

#[path = "advice/unseen.rs"]
mod unseen;

/// No diagnostics of one schema are longer, so that they can be read at a glance.
const MOST_LINES: usize = 24;

/// So many of the schemas are right after the edits that helps propose.
const MENDED: usize = 520;

/// More mistakes are in none of them.
const ROUNDS: usize = 12;

/// Nothing can be meant by these: they are whole files of another language, name what they do not have, or ask for what
/// no schema can say.
const NOTHING_MEANT: &[&str] = &[
    "asn_file.wire",
    "c_header_file.wire",
    "c_shift.wire",
    "c_union.wire",
    "cpp_inheritance.wire",
    "kaitai_file.wire",
    "pdl_file.wire",
    "protobuf_file.wire",
    "protobuf_import_word.wire",
    "protodef_file.wire",
    "rfc_stun_padding.wire",
    "rust_mut_type.wire",
    "sense_two_phases.wire",
    "sense_unknown_type.wire",
    "sense_wrong_case_and_unknown.wire",
    "sql_table.wire",
    "typescript_json_file.wire",
];

#[test]
fn every_mistake_has_its_advice() {
    let mut kinds: BTreeMap<String, String> = BTreeMap::new();
    let (mut schemas, mut advised) = (0, 0);
    for (name, text) in schemas_of(&collection()) {
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
    assert!(schemas >= 350, "only {schemas} schemas");
    assert!(advised * 10 >= schemas * 9, "{advised} of {schemas} have help");
}

#[test]
fn what_was_meant_compiles() {
    let wrong = schemas_of(&collection());
    let meant = schemas_of(&collection().join("meant"));
    for (name, text) in &meant {
        if let Err(failure) = load_text(name, text.clone()) {
            panic!("meant/{name}:\n{}", failure.render(false));
        }
        let titles = example_titles(text);
        assert!(!titles.is_empty(), "meant/{name} has no example");
        let mistaken = wrong.get(name).unwrap_or_else(|| panic!("meant/{name} has no wrong twin"));
        assert_eq!(titles, example_titles(mistaken), "{name} and its twin have the same examples");
    }
    let without: Vec<&str> = wrong.keys().filter(|name| !meant.contains_key(*name)).map(String::as_str).collect();
    assert_eq!(without, NOTHING_MEANT);
}

/// The law of proposals: after the edits, one diagnostic after the other, the schema compiles and its examples hold; or there
/// are no edits.
#[test]
fn proposals_mend_what_they_are_made_for() {
    let (mut mended, mut left, mut halfway) = (Vec::new(), Vec::new(), Vec::new());
    for (name, text) in schemas_of(&collection()) {
        let (edits, is_right) = edited(&name, text);
        match (edits, is_right) {
            (_, true) => mended.push(name),
            (0, false) => left.push(name),
            (_, false) if NOTHING_MEANT.contains(&name.as_str()) => left.push(name),
            (_, false) => halfway.push(name),
        }
    }
    println!("{} mended; left: {left:#?}; halfway: {halfway:#?}", mended.len());
    assert!(halfway.is_empty(), "mended in part: {halfway:?}");
    assert!(mended.len() >= MENDED, "{} are mended", mended.len());
}

/// No help leads back to where it was asked: what was mended does not come again, whichever of its helps is followed.
#[test]
fn no_help_leads_back() {
    let mut circles = Vec::new();
    for (name, text) in schemas_of(&collection()) {
        follow(&name, &text, &mut Vec::new(), &mut circles);
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

/// Follows each proposal up to three steps; `mended` is what the steps before have mended.
fn follow(name: &str, text: &str, mended: &mut Vec<String>, circles: &mut Vec<String>) {
    let Err(failure) = load_text(name, text) else { return };
    let said =
        |one: &Diagnostic| format!("{}: {} | {}", one.title, one.primary.text, failure.sources.text(one.primary.span));
    let again = failure.diagnostics.iter().map(said).find(|one| mended.contains(one));
    if let Some(again) = again {
        return circles.push(format!("{name}: {again}\n{text}"));
    }
    if mended.len() == 3 {
        return;
    }
    for one in &failure.diagnostics {
        // Of several alike the others remain.
        if failure.diagnostics.iter().filter(|other| said(other) == said(one)).count() > 1 {
            continue;
        }
        for help in one.help.iter().filter(|help| !help.edits.is_empty()) {
            mended.push(said(one));
            let edited = Edit::applied(text, &help.edits).expect("edits of this text");
            follow(name, &edited, mended, circles);
            mended.pop();
        }
    }
}

/// How many proposals were followed, and whether the schema is right after them.
fn edited(name: &str, mut text: String) -> (usize, bool) {
    for round in 0..ROUNDS {
        let Err(failure) = load_text(name, text.clone()) else { return (round, true) };
        let Some(edits) = failure.diagnostics.iter().find_map(|one| one.edits()) else { return (round, false) };
        text = Edit::applied(&text, edits).expect("edits of this text");
    }
    (ROUNDS, false)
}

/// The titles of a schema's examples, in the order of the text.
fn example_titles(text: &str) -> Vec<&str> {
    text.split("example \"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The folder of wrong schemas.
fn collection() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/advice")
}

/// The names and texts of a folder's schemas, in the order of their names.
fn schemas_of(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder).expect("a folder of schemas");
    let paths = files.map(|file| file.expect("a file of it").path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "wire"))
        .map(|path| {
            let name = path.file_name().expect("its name").to_string_lossy().into_owned();
            // A checkout may have other line ends.
            (name, fs::read_to_string(&path).expect("it was listed").replace("\r\n", "\n"))
        })
        .collect()
}
