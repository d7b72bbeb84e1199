//! Types of a file that several schemas import are one type, in one crate and in two: of each schema of constructs, two
//! thirds are imported by two protocols, each of which has the rest.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wireform::prelude::*;
use wireform_build::{Builder, names};
use wireform_tests::{look, walk};

use crate::crates::put;
use crate::protocols::schemas;

/// A schema in parts: what is imported, and the two protocols that import it.
fn divide(folder: &Path, path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a schema");
    let (file, _) = wireform_build::tree(&text);
    let header = file.header.expect("a protocol");
    let (mut at, mut parts) = (header.span.range().end, [String::new(), String::new()]);
    for (index, item) in file.items.iter().enumerate() {
        let end = item.head().span.range().end;
        parts[usize::from(index % 3 == 2)].push_str(&text[at..end]);
        at = end;
    }
    let name = names::module_name(&header.name.text);
    let folder = folder.join(&name);
    fs::create_dir_all(&folder).expect("a folder");
    put(&folder.join("common.wire"), &parts[0]);
    for end in ["a", "b"] {
        let (start, stop) = (header.name.span.range().start, header.name.span.range().end);
        let head =
            format!("{}{name}_{end}{}", &text[header.span.range().start..start], &text[stop..header.span.range().end]);
        put(&folder.join(format!("{end}.wire")), &format!("{head}\nuse \"common.wire\";\n{}\n", parts[1]));
    }
    name
}

fn builder(of: &Path) -> Builder {
    Builder::new().checked_in(of.join("src")).owned(true).patch(true).serde(true)
}

#[test]
fn a_place_that_was_read_by_one_protocol_is_written_by_another() {
    let walked = [2, 0, 16, 0, 8, 4, b'd', b'o', b'o', b'r', 1, 0, 0, 0, 1, 1, b'a'];
    let way = walk::WayView::parse_exact(&walked).expect("a way").to_value();
    let last = way.rest.iter().next().expect("a place");
    let (seen, tools) = ([look::SightSeen { at: last, tool: way.tool }], [way.tool]);
    let sight = look::Sight { from: way.first, seen: seen.as_slice().into(), tools: tools.as_slice().into() };
    let looked = sight.to_vec().expect("a sight");
    assert_eq!(looked, [0, 16, 0, 8, 4, b'd', b'o', b'o', b'r', 1, 0, 0, 0, 1, 1, b'a', 2, 2]);
    let read = look::SightView::parse_exact(&looked).expect("a sight");
    assert_eq!((read.to_value(), read.from().to_value()), (sight, way.first));
    let owned: walk::owned::Place = read.from().into_owned();
    let again = walk::owned::Way { tool: way.tool, first: owned, rest: vec![last.into_owned()] };
    assert_eq!(again.to_vec().expect("a way"), walked);
}

#[test]
#[ignore = "long"]
fn an_imported_type_of_a_sample_is_one_type_in_one_crate_and_in_two() {
    let sample = ["aligning", "choices", "families", "hooks", "lists", "varints"];
    assert_eq!(shared("sharing-sample", |name| sample.contains(&name)), [6, 6, 0]);
}

#[test]
#[ignore = "long"]
fn more_imported_types_are_one_type_in_one_crate_and_in_two() {
    let [in_one, in_two, alone] = shared("sharing", |_| true);
    // Those with versions or session values have their own.
    assert!(in_one >= 38 && in_two == in_one && alone <= 5, "{in_one} and {in_two} share types, {alone} do not");
}

/// Compiles the schemas of these names in a folder of that name; how many share types in one crate, how many with another,
/// and how many do not.
fn shared(folder: &str, is_asked: impl Fn(&str) -> bool) -> [usize; 3] {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let [schema, left, right] = ["schema", "left", "right"].map(|name| root.join(name));
    let (mut modules, mut others) = (String::new(), String::new());
    let (mut of_left, mut of_right, mut alone) = (0, 0, 0);
    let is_asked = |path: &PathBuf| is_asked(&path.file_stem().expect("a name").to_string_lossy());
    for path in schemas("schema/features").into_iter().filter(is_asked) {
        let name = divide(&schema, &path);
        let [a, b]: [PathBuf; 2] = ["a", "b"].map(|end| schema.join(&name).join(format!("{end}.wire")));
        builder(&left).schema(&a).schema(&b).exported(true).build().unwrap_or_else(|error| panic!("{error}"));
        builder(&right).schema(&b).extern_path(&a, format!("::left::{name}_a")).build().expect("a right schema");
        writeln!(modules, "pub mod {name}_a;\npub mod {name}_b;").expect("a string");
        writeln!(others, "pub mod {name}_b;").expect("a string");
        let shared = |of: &Path, from: &str| {
            let code = fs::read_to_string(of.join(format!("src/{name}_b.rs"))).expect("the code");
            usize::from(code.contains(from))
        };
        of_left += shared(&left, &format!("super :: {name}_a"));
        let is_there = shared(&right, &format!(":: left :: {name}_a"));
        of_right += is_there;
        alone += 1 - is_there;
    }
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let lock = fs::read_to_string(workspace.join("Cargo.lock")).expect("the versions of the workspace");
    for (folder, name, needs) in [(&left, "left", ""), (&right, "right", "left = { path = \"../left\" }\n")] {
        let runtime = workspace.join("runtime");
        let manifest = format!(
            "[workspace]\n[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n{needs}\
             wireform = {{ path = {runtime:?}, features = [\"serde\", \"alloc\"] }}\n"
        );
        put(&folder.join("Cargo.toml"), &manifest);
        put(&folder.join("Cargo.lock"), &lock);
    }
    put(&left.join("src/lib.rs"), &format!("#![deny(warnings)]\n{modules}"));
    put(&right.join("src/lib.rs"), &format!("#![deny(warnings)]\n{others}"));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["check", "--offline", "--quiet", "--color=never"]).current_dir(&right).env_remove("RUSTFLAGS");
    cargo.env("CARGO_TARGET_DIR", root.join("target")).env_remove("RUSTC_WORKSPACE_WRAPPER");
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    [of_left, of_right, alone]
}
