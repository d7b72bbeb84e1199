//! The builder, outside of a build script: what it writes, when, and what it says.

use std::path::{Path, PathBuf};

use wireform_build::build::output::Change;
use wireform_build::{Builder, Error};

const RIGHT: &str = "protocol right { byte_order: big }\nmessage Hello = 1 { id: u16 }\n";
const WRONG: &str = "protocol wrong { byte_order: big }\nmessage Hello = 1 { id: Nothing }\n";

/// An empty folder for one test, with schemas in it.
fn folder(test: &str, schemas: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    for (name, text) in schemas {
        std::fs::write(folder.join(name), text).expect("a schema");
    }
    folder
}

fn builder(folder: &Path, schemas: &[&str]) -> Builder {
    let builder = Builder::new().checked_in(folder.join("out")).command("cargo run --bin generate");
    schemas.iter().fold(builder, |builder, schema| builder.schema(folder.join(schema)))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).map(|entries| {
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    });
    let mut names: Vec<String> = entries.unwrap_or_default();
    names.sort();
    names
}

#[test]
fn writes_what_check_then_finds_fresh() {
    let folder = folder("builder_fresh", &[("right.wire", RIGHT)]);
    let builder = builder(&folder, &["right.wire"]);
    let missing = folder.join("out/right.rs");
    match builder.check() {
        Err(Error::Stale { changes, .. }) => assert_eq!(changes, [Change::Missing(missing.clone())]),
        other => panic!("{other:?}"),
    }
    builder.build().expect("a right schema");
    builder.check().expect("fresh code");
    assert_eq!(names(&folder.join("out")), ["right.rs"]);

    std::fs::write(&missing, "// edited").expect("the file");
    let error = builder.check().expect_err("stale code").to_string();
    assert_eq!(error, format!("{} is stale\nrun: cargo run --bin generate", missing.display()));
}

#[test]
fn documents_go_to_a_folder_of_their_own() {
    let folder = folder("builder_documents", &[("right.wire", RIGHT)]);
    let builder = builder(&folder, &["right.wire"]).documents(folder.join("docs"));
    builder.build().expect("a right schema");
    builder.check().expect("fresh pages");
    assert_eq!(names(&folder.join("out")), ["right.rs"]);
    assert_eq!(names(&folder.join("docs/right")), ["README.md", "SUMMARY.md", "shared.md"]);
    let page = folder.join("docs/right/shared.md");
    let text = std::fs::read_to_string(&page).expect("the page");
    assert!(text.contains("| 0 | 2 | `id` | `u16be` |"), "{text}");
    std::fs::write(&page, "edited").expect("the file");
    assert!(matches!(builder.check(), Err(Error::Stale { changes, .. }) if changes == [Change::Stale(page)]));
}

#[test]
fn documents_beside_code_that_is_checked_in_are_shown_by_rustdoc() {
    let folder = folder("builder_rustdoc", &[("right.wire", RIGHT)]);
    let out = folder.join("out");
    let builder = Builder::new().schema(folder.join("right.wire")).checked_in(&out);
    let code = || std::fs::read_to_string(out.join("right.rs")).expect("the code");
    builder.clone().documents(folder.join("docs")).build().expect("a right schema");
    assert!(!code().contains("include_str!"), "the pages may be anywhere");
    builder.documents(&out).build().expect("a right schema");
    let code = code();
    assert!(code.contains("\n//! All of the protocol, byte by byte: [`documents`].\n"), "{code}");
    let (_, module) = code.split_once("/// The whole protocol").expect("the module");
    assert!(module.contains("\n    //! [shared#hello]: shared/index.html#hello\n"), "{module}");
    assert!(module.contains("\n    #![doc = ::core::include_str!(\"right/README.md\")]\n"), "{module}");
    assert!(module.contains("\n    pub mod shared {\n        //! [README]: ../index.html\n        //!\n"), "{module}");
    assert!(module.contains("\n        //! - [`Hello`](super::Hello)\n"), "{module}");
    let to_the_page = "\n/// All of it in the [documents](documents::shared#hello).\n";
    assert_eq!(code.matches(to_the_page).count(), 2, "of the value and of its reader: {code}");
}

#[test]
fn documents_of_code_that_nobody_carries_away_are_shown_wherever_they_are() {
    let folder = folder("builder_included", &[("right.wire", RIGHT)]);
    let (out, docs) = (folder.join("out"), folder.join("docs"));
    let builder = Builder::new().schema(folder.join("right.wire")).out_dir(&out);
    let text = |name: &str| std::fs::read_to_string(out.join(name)).expect("a file");
    builder.build().expect("a right schema");
    assert!(!text("right.rs").contains("documents") && !text("right.md").contains("documents"));
    builder.documents(&docs).build().expect("a right schema");
    let page = docs.join("right").join("README.md");
    let page = std::path::absolute(page).expect("a place");
    let place = format!("{:?}", page.display().to_string());
    assert!(text("right.rs").contains(&format!("::core::include_str!({place})")), "{}", text("right.rs"));
    assert!(text("right.rs").contains("(documents::shared#hello)"));
    let docs = text("right.md");
    assert!(docs.ends_with(", byte by byte: [`documents`](documents/index.html).\n"), "{docs}");
}

#[test]
fn a_file_whose_content_is_the_same_is_not_touched() {
    let folder = folder("builder_untouched", &[("right.wire", RIGHT)]);
    let builder = builder(&folder, &["right.wire"]);
    builder.build().expect("a right schema");
    let path = folder.join("out/right.rs");
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let file = std::fs::File::options().write(true).open(&path).expect("the code");
    file.set_modified(long_ago).expect("a time");
    builder.build().expect("a right schema");
    let modified = std::fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
    assert_eq!(modified, long_ago);

    // A checkout with other line ends is as fresh.
    let text = std::fs::read_to_string(&path).expect("the code");
    std::fs::write(&path, text.replace('\n', "\r\n")).expect("the file");
    builder.check().expect("fresh code");
}

#[test]
fn a_wrong_schema_leaves_the_old_code_in_place() {
    let folder = folder("builder_wrong", &[("right.wire", RIGHT), ("wrong.wire", WRONG)]);
    builder(&folder, &["right.wire"]).build().expect("a right schema");
    let old = std::fs::read_to_string(folder.join("out/right.rs")).expect("the code");
    std::fs::write(folder.join("right.wire"), RIGHT.replace("u16", "u32")).expect("a schema");

    let error = builder(&folder, &["right.wire", "wrong.wire"]).build().expect_err("a wrong schema");
    assert!(matches!(&error, Error::Schemas(failures) if failures.len() == 1));
    let text = error.to_string();
    assert!(text.contains("wrong.wire:2:25") && !text.contains('\u{1b}'), "{text}");
    assert_eq!(text, format!("{error:?}"), "a main that returns it shows it well");
    assert!(error.render(true).contains('\u{1b}'));
    assert_eq!(std::fs::read_to_string(folder.join("out/right.rs")).expect("the code"), old);
    assert_eq!(names(&folder.join("out")), ["right.rs"]);
}

#[test]
fn every_wrong_schema_is_told() {
    let folder = folder("builder_both", &[("a.wire", WRONG), ("b.wire", WRONG)]);
    let text = builder(&folder, &["a.wire", "b.wire", "c.wire"]).build().expect_err("wrong schemas").to_string();
    for name in ["a.wire:2:25", "b.wire:2:25", "c.wire"] {
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn what_can_not_be_meant_is_refused() {
    let folder = folder("builder_meant", &[("a.wire", RIGHT), ("b.wire", RIGHT)]);
    let error = |builder: Builder| builder.build().expect_err("a mistake").to_string();
    assert_eq!(error(builder(&folder, &["a.wire", "b.wire"])), "two schemas describe a protocol `right`");
    assert_eq!(
        error(builder(&folder, &["a.wire"]).derive("serde::Serialize, Hash")),
        "`serde::Serialize, Hash` is not the path of a trait to derive"
    );
    assert!(names(&folder.join("out")).is_empty());

    std::fs::write(folder.join("out"), "").expect("a file");
    assert!(error(builder(&folder, &["a.wire"])).starts_with("cannot create `"), "a file is in the way");
}

/// Not a test of its own: the build script that the next one runs.
#[test]
fn the_build_script() {
    if let Some(schema) = std::env::var_os("TESTED_SCHEMA") {
        wireform_build::compile(Path::new(&schema));
    }
}

/// What a build script with this schema says to cargo.
fn said_to_cargo(folder: &Path, schema: &str) -> Vec<String> {
    let output = std::process::Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "the_build_script", "--nocapture"])
        .current_dir(folder)
        .env("TESTED_SCHEMA", schema)
        .env("OUT_DIR", folder.join("out"))
        .env("TARGET", "x86_64-unknown-linux-gnu")
        .output()
        .expect("the script runs");
    assert!(output.status.success(), "a build script never panics: {output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().filter_map(|line| Some(line[line.find("cargo::")?..].to_owned())).collect()
}

#[test]
fn a_build_script_names_the_files_to_watch() {
    let schema = RIGHT.replace("\nmessage", "\nuse \"numbers.wire\";\nmessage");
    let folder = folder("script_right", &[("right.wire", &schema), ("numbers.wire", "type Id = u16;\n")]);
    assert_eq!(
        said_to_cargo(&folder, "right.wire"),
        ["cargo::rerun-if-changed=right.wire", "cargo::rerun-if-changed=numbers.wire"]
    );
    assert_eq!(names(&folder.join("out")), ["right.md", "right.rs"]);
}

#[test]
fn a_build_script_fails_the_build_line_by_line() {
    let folder = folder("script_wrong", &[("wrong.wire", WRONG)]);
    let said = said_to_cargo(&folder, "wrong.wire");
    assert_eq!(said[0], "cargo::rerun-if-changed=wrong.wire");
    assert!(said[1..].iter().all(|line| line.starts_with("cargo::error=")), "{said:?}");
    let told: Vec<&String> = said.iter().filter(|line| line.contains("Nothing")).collect();
    assert_eq!(told.len(), 2, "the title and the line of the schema, each once: {said:?}");
    assert!(told.iter().all(|line| line.contains('\u{1b}')), "cargo decides about colours: {told:?}");
    assert!(names(&folder.join("out")).is_empty());

    let said = said_to_cargo(&folder, "wrnog.wire");
    assert_eq!(said[0], "cargo::rerun-if-changed=wrnog.wire");
    assert!(said.iter().any(|line| line.contains("there is `wrong.wire`")), "{said:?}");
}
