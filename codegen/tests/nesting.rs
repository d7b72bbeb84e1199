//! What structs cost that stand in each other: as much as there are of them, however often each stands in the next.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use wireform_build::load::Failure;
use wireform_build::model::Schema;

/// Were each looked at once for every place where it stands, this would be `2^DEPTH` times.
const DEPTH: usize = 30;
/// Structs that hold each other by value are soon too large for any stack.
const BY_VALUE: usize = 12;

#[test]
fn fixed_structs_that_stand_in_each_other_twice_are_looked_at_once() {
    both_are_made(BY_VALUE, "x: u8, y: u8", |inner| format!("a: {inner}, b: {inner}"));
}

#[test]
fn elements_that_stand_in_each_other_twice_are_looked_at_once() {
    both_are_made(DEPTH, "x: utf8[until 0]", |inner| format!("a: [{inner}; u8], b: [{inner}; 2]"));
}

#[test]
fn choices_between_structs_that_stand_in_each_other_are_looked_at_once() {
    both_are_made(DEPTH, "x: u8, y: u16", |inner| format!("x: match u8 {{ 0 => A: {inner}, 1 => B: {inner} }}"));
}

#[test]
fn regions_in_regions_are_looked_at_once() {
    let outer: String = (0..DEPTH).map(|level| format!("a{level}: u8, within (u8) {{ ")).collect();
    is_made(&format!("struct A0 {{ {outer}text: utf8[u8] {}}}\n", "} ".repeat(DEPTH)), "struct A0View");
}

#[test]
fn conditions_in_conditions_are_looked_at_once() {
    // As deep as the parser lets them be.
    const BRACKETS: usize = 60;
    let flags: String = (0..BRACKETS / 2).map(|level| format!("f{level}, ")).collect();
    let terms: String = (0..BRACKETS / 2).map(|level| format!("f{level} && (!f{level} || (")).collect();
    let closed = ")".repeat(BRACKETS);
    is_made(&format!("struct S {{ bits u32 {{ {flags}_: .. }}, x: u8 where {terms}it == 3{closed} }}"), "struct SView");
}

#[test]
fn what_can_not_be_inherited_is_looked_at_once() {
    let level =
        |level: usize| format!("struct A{level} {{ x: match u8 {{ 0 => A: A{0}, 1 => B: A{0} }} }}\n", level - 1);
    let levels: String = (1..DEPTH).map(level).collect();
    let delta = format!("delta D {{ bits u8 {{ f, _: .. }}, x: A{} if f else base.x }}\n", DEPTH - 1);
    let refused = made(&format!("struct A0 {{ x: u8 }}\n{levels}{delta}")).map_err(|failure| failure.render(false));
    assert!(refused.is_err_and(|error| error.contains("this cannot be inherited")));
}

/// Structs that each hold the one before twice.
fn both_are_made(depth: usize, innermost: &str, twice: impl Fn(&str) -> String) {
    let levels = (1..depth).map(|level| format!("struct A{level} {{ {} }}\n", twice(&format!("A{}", level - 1))));
    let levels = levels.collect::<String>();
    is_made(&format!("struct A0 {{ {innermost} }}\n{levels}"), &format!("struct A{}View", depth - 1));
}

/// Makes Rust, which must contain a text, and documents.
fn is_made(structs: &str, wanted: &str) {
    let rust = made(structs).expect("it is right");
    assert!(rust.contains(wanted));
}

#[cfg(feature = "documents")]
fn documents(schema: &Schema) {
    assert!(!wireform_build::markdown(schema).is_empty());
}

#[cfg(not(feature = "documents"))]
fn documents(_: &Schema) {}

/// Makes Rust and documents, within a time that is long for the work and nothing to two to the power of its depth.
fn made(structs: &str) -> Result<String, Failure> {
    let schema = format!("protocol nested {{ byte_order: little }}\n{structs}");
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        let made = wireform_build::load_text("nested.wire", &schema).map(|compiled| {
            documents(&compiled.schema);
            wireform_build::rust(&compiled.schema, &wireform_build::Options::default())
        });
        done.send(made)
    });
    is_done.recv_timeout(Duration::from_secs(120)).expect("it takes no time that grows with each level")
}
