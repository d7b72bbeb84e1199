//! What holds of every file of the workspace that somebody wrote by hand.

#[path = "support/files.rs"]
mod files;

use std::collections::BTreeMap;

use files::{RustFile, root, rust_files};

/// A longer file owns more than one thing.
const MOST_LINES: usize = 500;

/// A longer list of files has a concept that wants a folder. (Tests do not count, and have no folders but those of their subjects.)
const MOST_FILES: usize = 20;

/// What stands for work that is not done. In pieces, since this file is searched too.
const UNFINISHED: [&str; 5] = [
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
    concat!("dbg", "!"),
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
];

/// The files that look for collections beside the project, and the packages whose tests the gate runs without them, too.
const BESIDE: [(&str, &str); 11] = [
    ("codegen/language/src/parse/tests/whole.rs", "wireform-build"),
    ("examples/quake2-demo/tests/followed.rs", "quake2-demo"),
    ("examples/sauerbraten-watch/tests/real.rs", "sauerbraten-watch"),
    ("tests/foreign/src/main.rs", "wireform-foreign"),
    ("tests/programs/campaign/seeds.rs", "campaign"),
    ("tests/src/quake2/recording.rs", "wireform-tests"),
    ("tests/src/recording.rs", "wireform-tests"),
    ("tests/src/vectors.rs", "wireform-tests"),
    ("tests/src/vectors/quake2/frames.rs", "wireform-tests"),
    ("tests/wireshark/src/captures/vectors.rs", "wireform-wireshark-tests"),
    ("tests/wireshark/tests/captures.rs", "wireform-wireshark-tests"),
];

/// The files whose tests try a third, and the words by which the gate finds these tests and tries the whole.
const SHARED: [(&str, &str); 13] = [
    ("cli/tests/engine/support.rs", "checks:: codec:: floats:: integers:: kinds:: texts::"),
    ("cli/tests/format/mangled.rs", "mangled::"),
    ("cli/tests/lsp/laws.rs", "laws::"),
    ("codegen/language/tests/laws/mistakes.rs", "mistakes::"),
    ("codegen/language/tests/laws/mutations.rs", "mutations::"),
    ("codegen/language/tests/laws/references.rs", "references::"),
    ("codegen/tests/mutants.rs", "mutants_are"),
    ("tests/src/changes.rs", "changes::"),
    ("tests/src/claims.rs", "claims::"),
    ("tests/src/constraints.rs", "constraints::"),
    ("tests/src/cuts.rs", "cuts::"),
    ("tests/src/laws.rs", "laws::"),
    ("tests/src/schemas.rs", "schemas::"),
];

/// Every file written by hand. A folder of the generated crate holds a generated protocol.
fn written_by_hand() -> Vec<RustFile> {
    let skip = |folder: &str| {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        name.starts_with('.')
            || matches!(name, "target" | "node_modules" | "snapshots")
            || folder.starts_with("generated/")
    };
    let files = rust_files(&root(), &skip);
    assert!(files.len() > 200, "only {} files were found", files.len());
    files
}

/// Complains about the files for which `wrong` has something to say.
#[track_caller]
fn no_file(wrong: impl Fn(&RustFile) -> Option<String>) {
    let wrong: Vec<String> =
        written_by_hand().iter().filter_map(|file| Some(format!("{}{}", file.path, wrong(file)?))).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn files_are_small() {
    no_file(|file| {
        let lines = file.text.lines().count();
        (lines > MOST_LINES).then(|| format!(" has {lines} lines, {MOST_LINES} are the most"))
    });
}

#[test]
fn every_file_says_why_it_exists() {
    no_file(|file| (!file.text.starts_with("//!")).then(|| ":1: begin with `//!` and why this exists".to_owned()));
}

#[test]
fn a_module_has_the_name_of_its_file() {
    no_file(|file| file.path.ends_with("/mod.rs").then(|| ": call it after its module".to_owned()));
}

#[test]
fn nothing_is_left_to_do() {
    no_file(|file| {
        let (index, line) =
            file.text.lines().enumerate().find(|(_, line)| UNFINISHED.iter().any(|word| line.contains(word)))?;
        Some(format!(":{}: unfinished: {}", index + 1, line.trim()))
    });
}

#[test]
fn folders_are_small() {
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for file in
        written_by_hand().iter().filter(|file| file.path.starts_with("codegen/") && !file.path.contains("tests"))
    {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        *folders.entry(folder.to_owned()).or_default() += 1;
    }
    let wrong = folders.iter().filter(|(_, files)| **files > MOST_FILES);
    let wrong: Vec<String> =
        wrong.map(|(folder, files)| format!("{folder} has {files} files, {MOST_FILES} are the most")).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn tests_that_look_beside_the_project_run_without_it_too() {
    let [caller, folder] = [concat!("beside::", "beside;"), concat!("../", "shared/")];
    let is_in =
        |file: &RustFile, wanted: &str| file.text.lines().any(|line| !line.contains("//") && line.contains(wanted));
    let files = written_by_hand();
    let found = files.iter().filter(|file| !file.path.ends_with("support/beside.rs") && is_in(file, caller));
    assert_eq!(found.map(|file| &file.path).collect::<Vec<_>>(), BESIDE.map(|(path, _)| path));
    no_file(|file| is_in(file, folder).then(|| ": ask `beside` for what is there".to_owned()));
    let gate = std::fs::read_to_string(root().join(".ci/run")).expect("the gate");
    let (_, step) = gate.split_once("step tests without the collections").expect("the step");
    let (step, _) = step.split_once("\nstep ").expect("the next one");
    for (path, package) in BESIDE {
        assert!(step.contains(package), "{path}: the gate does not run `{package}` without the collections");
    }
}

#[test]
fn laws_that_try_a_third_are_tried_in_whole() {
    let is_shared = |file: &&RustFile| {
        file.text.lines().any(|line| line.trim_start().starts_with("use ") && line.contains("share::"))
    };
    let files = written_by_hand();
    let found = files.iter().filter(is_shared).map(|file| file.path.as_str());
    assert_eq!(found.collect::<Vec<_>>(), SHARED.map(|(path, _)| path));
    let gate = std::fs::read_to_string(root().join(".ci/run")).expect("the gate");
    let (_, step) = gate.split_once("\nlaws=(").expect("the step");
    let (step, _) = step.split_once(')').expect("the end of the list");
    let words: Vec<&str> = step.split_whitespace().collect();
    for (path, wanted) in SHARED {
        let missing: Vec<&str> = wanted.split(' ').filter(|word| !words.contains(word)).collect();
        assert!(missing.is_empty(), "{path}: the gate does not try {missing:?} in whole");
    }
}
