//! Imports from memory: found, missing, and cyclic ones.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::collect;
use crate::diagnostic::Diagnostics;
use crate::load::{Files, MAX_FILE};
use crate::source::Sources;

/// Files in memory.
struct Memory(BTreeMap<PathBuf, Vec<u8>>);

impl Files for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let here = self.0.keys().filter(|path| path.parent() == Some(folder));
        here.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect()
    }
}

/// Collects the first file and its imports: the paths in order, and each diagnostic with its position, label and help.
/// Paths have `/` between folders on every system.
fn run(files: &[(&str, &[u8])]) -> (Vec<String>, Vec<String>) {
    let memory = Memory(files.iter().map(|(path, text)| (PathBuf::from(path), text.to_vec())).collect());
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let schema = files.first().map(|(path, _)| Path::new(path)).expect("a schema");
    let trees = collect(schema, &memory, &mut sources, &mut diagnostics);
    assert!(trees.len() <= files.len());
    let paths = sources.iter().map(|source| slashed(&source.path.display().to_string())).collect();
    let complaints = diagnostics.into_sorted().into_iter().map(|diagnostic| {
        let span = diagnostic.primary.span;
        let place = format!("{}[{}..{}]", sources.get(span.file).path.display(), span.start, span.end);
        let help = diagnostic.help.iter().map(|help| format!("; {}", help.text)).collect::<String>();
        slashed(&format!("{place}: {}: {}{help}", diagnostic.title, diagnostic.primary.text))
    });
    (paths, complaints.collect())
}

/// Normalises `\`, which Windows shows between folders, to `/`.
fn slashed(text: &str) -> String {
    text.replace('\\', "/")
}

#[test]
fn imports_are_relative_to_their_file_and_each_is_read_once() {
    let (paths, complaints) = run(&[
        ("s/a.wire", b"use \"x/b.wire\"; use \"./c.wire\";"),
        ("s/x/b.wire", b"use \"../c.wire\"; use \"../../common/d.wire\"; use \"../x/../x/b.wire\";"),
        ("s/c.wire", b""),
        ("common/d.wire", b"use \"../s/a.wire\";"),
    ]);
    assert_eq!(complaints, [""; 0]);
    assert_eq!(paths, ["s/a.wire", "s/x/b.wire", "s/c.wire", "common/d.wire"]);
}

#[test]
fn a_file_that_is_reached_from_outside_of_its_folder_is_read_once() {
    let folder = std::env::current_dir().expect("a folder");
    let name = folder.file_name().and_then(|name| name.to_str()).expect("its name").to_owned();
    let round = format!("../{name}/Cargo.toml");
    let once = |path: &str| crate::load::Disk::anywhere().one_path(Path::new(path));
    assert_eq!(super::normal(&once(&round)), super::normal(&once("Cargo.toml")));
    assert_ne!(super::normal(&once("../Cargo.toml")), super::normal(&once("Cargo.toml")));
}

#[test]
fn a_missing_import_is_told_at_its_use_with_a_near_name() {
    let (_, complaints) = run(&[
        ("s/a.wire", b"use \"x/nubmers.wire\"; use \"nothing.wire\"; use \"b\";"),
        ("s/x/numbers.wire", b""),
        ("s/b.wire", b""),
    ]);
    assert_eq!(
        complaints,
        [
            "s/a.wire[4..20]: cannot read `s/x/nubmers.wire`: there is no such file; there is `x/numbers.wire`",
            "s/a.wire[26..40]: cannot read `s/nothing.wire`: there is no such file",
            "s/a.wire[46..49]: cannot read `s/b`: there is no such file; there is `b.wire`",
        ]
    );
}

#[test]
fn a_missing_schema_is_told_with_a_near_name() {
    let memory = Memory(BTreeMap::from([(PathBuf::from("s/sauer.wire"), Vec::new())]));
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let trees = collect(Path::new("s/suaer.wire"), &memory, &mut sources, &mut diagnostics);
    assert!(trees.is_empty());
    let diagnostic = diagnostics.into_sorted().pop().expect("a complaint");
    assert_eq!(slashed(&diagnostic.title), "cannot read `s/suaer.wire`: there is no such file");
    let help: Vec<String> = diagnostic.help.iter().map(|help| slashed(&help.text)).collect();
    assert_eq!(help, ["there is `s/sauer.wire`"]);
    assert_eq!(sources.get(diagnostic.primary.span.file).path, Path::new("s/suaer.wire"));
}

#[test]
fn paths_that_only_work_on_one_machine_are_refused() {
    let (paths, complaints) = run(&[("a.wire", br#"use "/etc/b.wire"; use "C:/b.wire"; use "x\\b.wire"; use "";"#)]);
    assert_eq!(paths, ["a.wire"]);
    assert_eq!(
        complaints,
        [
            "a.wire[4..17]: an import by absolute path: imports are relative to the file in which they stand",
            "a.wire[23..34]: an import by absolute path: imports are relative to the file in which they stand",
            "a.wire[40..51]: a backslash in the path of an import: folders are separated by `/` on every system; \
             write `\"x/b.wire\"`",
            "a.wire[57..59]: an import without a file: the path is empty",
        ]
    );
}

#[test]
fn text_that_is_not_utf8_is_told_at_the_offending_byte() {
    let (_, complaints) = run(&[("a.wire", b"use \"b.wire\";"), ("b.wire", b"// gr\xfc\xdfe\ntype")]);
    assert_eq!(
        complaints,
        ["b.wire[5..8]: this file is not UTF-8 text: the byte 0xfc does not belong here; save the file as UTF-8"]
    );
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    assert_eq!(run(&[("a.wire", b"\xef\xbb\xbfprotocol a { byte_order: little }")]).1, [""; 0]);
}

#[test]
fn neither_size_nor_number_of_files_is_unbounded() {
    let huge = vec![b' '; MAX_FILE.saturating_add(1)];
    let (_, complaints) = run(&[("a.wire", b"use \"b.wire\";"), ("b.wire", &huge)]);
    assert_eq!(complaints, ["a.wire[4..12]: cannot read `b.wire`: it is too large to be a schema"]);

    let files: Vec<(String, String)> =
        (0..1100).map(|i| (format!("{i}.wire"), format!("use \"{}.wire\";", i + 1))).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
    let (paths, complaints) = run(&files);
    assert_eq!(paths.len(), 1000);
    assert_eq!(complaints, ["999.wire[4..15]: too many imports: this would be file number 1001 of one schema"]);
}
