//! The repository: its guide shows the output of its commands, and its generated code is fresh.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Folder;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a file of the repository").replace("\r\n", "\n")
}

/// What `wireform` prints at the root of the repository.
pub fn run(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_wireform"))
        .args(arguments)
        .current_dir(root())
        .env("NO_COLOR", "1")
        .output()
        .expect("the command runs");
    let out = String::from_utf8(output.stdout).expect("text on standard output");
    assert!(output.status.success(), "{out}{}", String::from_utf8_lossy(&output.stderr));
    out
}

#[test]
fn the_guide_shows_what_its_command_prints() {
    let guide = read("schema/guide.md");
    let (_, chapter) = guide.split_once("\n## Transcribing a specification\n").expect("the chapter");
    // Another schema follows.
    let (chapter, _) = chapter.split_once("\n### Transcribe a picture\n").expect("its last section");
    let last = |language: &str| {
        let (_, behind) = chapter.rsplit_once(&format!("```{language}\n")).expect("a block of this language");
        behind.split_once("\n```").expect("the block ends").0.to_owned()
    };
    let folder = Folder::new("transcribed").with("example.wire", &last("wire"));
    let command = last("sh");
    let (words, rest) = command.split_once('"').expect("the packet in quotes");
    let (packet, rest) = rest.split_once('"').expect("the quote ends");
    let words = words.split_whitespace().skip(1).chain([packet]).chain(rest.split_whitespace());
    let arguments: Vec<&str> = words.collect();
    assert_eq!(folder.run(&arguments).good().trim_end(), last("text"));
}

/// The words of a line of a shell; those in quotes are taken as they are.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

#[test]
fn the_guide_to_rust_writes_what_a_program_prints() {
    let guide = read("codegen/guide.md");
    let (_, chapter) = guide.split_once("\n### JSON\n").expect("the chapter");
    let block = |language: &str| {
        let (_, behind) = chapter.split_once(&format!("```{language}\n")).expect("a block of this language");
        behind.split_once("\n```").expect("the block ends").0
    };
    let folder = Folder::new("printed");
    let written: String = block("sh")
        .lines()
        .map(|line| {
            let (input, command) = line.split_once(" | ").unwrap_or(("", line));
            let input = words(input).pop().unwrap_or_default();
            folder.pipe(&words(command)[1..], input.as_bytes()).good()
        })
        .collect();
    assert_eq!(written.trim_end(), block("text"));
}

#[test]
fn the_generated_code_is_fresh() {
    run(&["generate", "--pages-only", "gallery", "--check"]);
}

#[test]
fn each_schema_has_its_module() {
    let [modules, manifest] = ["generated/lib.rs", "generated/Cargo.toml"].map(read);
    let (_, all) = manifest.split_once("\ndefault = [").expect("the default features");
    let (all, _) = all.split_once(']').expect("their end");
    for entry in std::fs::read_dir(root().join("generated")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.join("mod.rs").exists() {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let module = format!("\nprotocol!(\"{name}\", {name});\n");
            assert!(modules.contains(&module), "`generated/lib.rs` lacks `protocol!` of `{name}` with its feature");
            assert!(
                manifest.contains(&format!("\n{name} = []\n")),
                "`generated/Cargo.toml` lacks the feature `{name}`"
            );
            assert!(all.contains(&format!("\"{name}\"")), "`{name}` is no default feature");
        }
    }
}
