//! Types of a file that several schemas import are one type, in one crate and in two: of each schema of constructs, two
//! thirds are imported by protocols that have the rest, or nothing else.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wireform::prelude::*;
use wireform_build::{Builder, names};
use wireform_tests::{look, walk};

use crate::crates::put;
use crate::protocols::schemas;

/// Types that only the rest has in lists and text.
const IN_LISTS: &str = "protocol in_lists { byte_order: little }
varint Count: u32 = leb128;
varint Char: i32 = sleb128;
enum Tool: u8 { Axe = 0, Rope = 1 }
type Wide = u16 as Tool;
struct Place { x: u16 }
delta Step { m: bits u8 { a, _: .. }, a: i8 if m.a else base.a }
struct Lists {
    counts: [Count; u8], tools: [Wide; u8], places: [Place; u8], name: [Char; until 0, ..=99] as latin1, steps: [Step; u8],
}
struct Uses { count: Count, tool: Tool, place: Place, char: Char, step: Step from zero }
";

/// A schema in parts: what is imported, and protocols that import it. One has nothing else, one has the rest, and one has it,
/// too.
fn divide(folder: &Path, path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a schema");
    let (file, _) = wireform_build::tree(&text);
    let header = file.header.expect("a protocol");
    let starts = std::iter::once(header.span.range().end);
    let starts = starts.chain(file.items.iter().map(|item| item.head().span.range().end));
    let items: Vec<&str> =
        starts.zip(&file.items).map(|(start, item)| &text[start..item.head().span.range().end]).collect();
    // Nothing that is imported needs the rest: of the items that no other names, it has every second one.
    let (mut common, mut rest, mut unnamed) = (String::new(), String::new(), 0);
    for (item, own) in file.items.iter().zip(&items) {
        let name = item.head().name.map_or("", |name| name.text.as_str());
        let says = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        // Messages have their codes from families.
        let is_family = matches!(item, wireform_build::ast::Item::Family(_));
        let is_unnamed = !is_family && items.iter().filter(|text| says(text)).count() < 2;
        unnamed += usize::from(is_unnamed);
        if is_unnamed && unnamed % 2 > 0 { rest.push_str(own) } else { common.push_str(own) }
    }
    let name = names::module_name(&header.name.text);
    let folder = folder.join(&name);
    fs::create_dir_all(&folder).expect("a folder");
    put(&folder.join("common.wire"), &common);
    for (end, rest) in [("none", ""), ("rest", rest.as_str()), ("again", rest.as_str())] {
        let (start, stop) = (header.name.span.range().start, header.name.span.range().end);
        let head = [&text[header.span.range().start..start], &text[stop..header.span.range().end]];
        let head = head.join(&format!("{name}_{end}"));
        put(&folder.join(format!("{end}.wire")), &format!("{head}\nuse \"common.wire\";\n{rest}\n"));
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
    assert_eq!(shared("sharing-sample", |name| sample.contains(&name)), [7, 7, 0]);
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
    let mut counts = [0; 3];
    let is_asked = |path: &PathBuf| is_asked(&path.file_stem().expect("a name").to_string_lossy());
    fs::create_dir_all(&root).expect("a folder");
    let in_lists = root.join("in_lists.wire");
    put(&in_lists, IN_LISTS);
    for path in schemas("schema/features").into_iter().filter(is_asked).chain([in_lists]) {
        let name = divide(&schema, &path);
        let file = |end: &str| schema.join(&name).join(format!("{end}.wire"));
        // The second has what the first does not use, and the third the same again. The other crate has the reverse.
        let ours = builder(&left).schema(file("none")).schema(file("rest")).schema(file("again")).exported(true);
        ours.build().unwrap_or_else(|error| panic!("{error}"));
        let theirs = |end: &str, of: &str| {
            builder(&right).schema(file(end)).extern_path(file(of), format!("::left::{name}_{of}")).build()
        };
        theirs("rest", "none").expect("a right schema");
        theirs("none", "rest").expect("a right schema");
        for end in ["none", "rest", "again"] {
            writeln!(modules, "pub mod {name}_{end};").expect("a string");
        }
        writeln!(others, "pub mod {name}_none;\npub mod {name}_rest;").expect("a string");
        let takes = |of: &Path, end: &str, from: &str| {
            let code = fs::read_to_string(of.join(format!("src/{name}_{end}.rs"))).expect("the code");
            code.contains(&format!("pub use {from}"))
        };
        let in_one = takes(&left, "rest", &format!("super :: {name}_none"));
        let in_two = takes(&right, "rest", &format!(":: left :: {name}_none"));
        assert_eq!(in_one, takes(&left, "again", &format!("super :: {name}_none")));
        assert_eq!(in_two, takes(&right, "none", &format!(":: left :: {name}_rest")), "{name}");
        counts[0] += usize::from(in_one);
        counts[1] += usize::from(in_two);
        counts[2] += usize::from(!in_two);
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
    counts
}
