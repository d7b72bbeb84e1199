//! What the repository says of itself: its first page shows what there is, and its generated code is fresh.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Folder;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a file of the repository").replace("\r\n", "\n")
}

/// What `wireform` prints at the root of the repository.
fn run(arguments: &[&str]) -> String {
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

/// The first block of a language in the README.
fn block(language: &str) -> String {
    let readme = read("README.md");
    let (_, behind) = readme.split_once(&format!("```{language}\n")).expect("a block of this language");
    behind.split_once("\n```").expect("the block ends").0.to_owned()
}

/// Whether all lines of `part` stand in `whole`, in this order; where they are set in does not matter.
fn excerpt(part: &str, whole: &str) {
    let mut lines = whole.lines().map(str::trim);
    for line in part.lines().map(str::trim).filter(|line| !line.is_empty()) {
        assert!(lines.any(|other| other == line), "the README shows a line that is not there: {line}");
    }
}

#[test]
fn the_readme_shows_the_schema() {
    excerpt(&block("wire"), &read("schema/sauerbraten.wire"));
}

#[test]
fn the_readme_shows_the_example() {
    excerpt(&block("rust"), &read("examples/sauerbraten-packets/src/main.rs"));
}

#[test]
fn the_readme_shows_what_its_command_prints() {
    let commands = block("sh");
    let (_, read) = commands.split_once("-- read ").expect("a command that reads a packet");
    let (words, packet) = read.split_once('"').expect("the packet in quotes");
    let (packet, _) = packet.split_once('"').expect("the quote ends");
    let mut arguments = vec!["read"];
    arguments.extend(words.split_whitespace());
    arguments.push(packet);
    assert_eq!(run(&arguments).trim_end(), block("text"));
}

#[test]
fn the_reference_shows_what_its_command_prints() {
    let reference = read("schema/README.md");
    let (_, chapter) = reference.split_once("\n## Transcribing a specification\n").expect("the chapter");
    let (chapter, _) = chapter.split_once("\n## ").expect("the next one");
    let last = |language: &str| {
        let (_, behind) = chapter.rsplit_once(&format!("```{language}\n")).expect("a block of this language");
        behind.split_once("\n```").expect("the block ends").0.to_owned()
    };
    let folder = Folder::new("transcribed").with("moves.wire", &last("wire"));
    let command = last("sh");
    let (words, rest) = command.split_once('"').expect("the packet in quotes");
    let (packet, rest) = rest.split_once('"').expect("the quote ends");
    let words = words.split_whitespace().skip(1).chain([packet]).chain(rest.split_whitespace());
    let arguments: Vec<&str> = words.collect();
    assert_eq!(folder.run(&arguments).good().trim_end(), last("text"));
}

#[test]
fn the_readme_names_the_tests_that_are_run() {
    let commands = block("sh");
    let test = commands.lines().find(|line| line.starts_with("cargo test")).expect("a command that tests");
    assert!(read(".ci/run").contains(&format!("{test} 2>&1 |")), "`.ci/run` does not run `{test}`");
}

#[test]
fn the_readme_links_to_what_is_there() {
    let readme = read("README.md");
    for link in readme.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let file = link.split('#').next().unwrap_or(link);
        assert!(root().join(file).exists(), "{link} is not there");
    }
}

#[test]
fn the_readme_names_the_oldest_compiler() {
    let manifest = read("Cargo.toml");
    let (_, version) = manifest.split_once("\nrust-version = \"").expect("a stated version");
    let version = version.split('"').next().expect("the quote ends");
    assert!(read("README.md").contains(&format!("The minimum supported Rust version is {version}.")));
}

#[test]
fn the_generated_code_is_fresh() {
    run(&["generate", "--check"]);
}

#[test]
fn each_schema_has_its_module() {
    let modules = read("generated/lib.rs");
    for entry in std::fs::read_dir(root().join("generated")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.join("mod.rs").exists() {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            assert!(modules.contains(&format!("\npub mod {name};\n")), "`generated/lib.rs` lacks `pub mod {name};`");
        }
    }
}
