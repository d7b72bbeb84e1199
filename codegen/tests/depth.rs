//! How deep declarations may rest on each other: as deep as SECURITY says, in whatever order they stand, and no pass needs more
//! stack for them than a thread has.

#[path = "depth/kinds.rs"]
mod kinds;

use std::thread;

use kinds::{KINDS, Kind};
use wireform_build::interpret::{self, Target};
use wireform_build::load::{Compiled, Failure};
use wireform_build::model::{FamilyId, RecordId, Schema};

/// What SECURITY promises.
const MOST: usize = 100;
/// What threads have that nobody asked for more.
const STACK: usize = 2 << 20;

type Order = fn(Vec<String>) -> Vec<String>;

/// The orders in which the declarations of a chain may stand.
const ORDERS: [(&str, Order); 3] = [
    ("what is rested on first", |chain| chain),
    ("what is rested on last", |chain| chain.into_iter().rev().collect()),
    ("shuffled", |chain| {
        // No length here shares a factor with it.
        const STEP: usize = 37;
        (0..chain.len()).map(|at| chain[at * STEP % chain.len()].clone()).collect()
    }),
];

#[test]
fn a_chain_as_long_as_promised_works_in_every_order() {
    for_each(|kind, order| {
        let length = longest(kind);
        let compiled = compiled(&written(order((kind.chain)(length)))).map_err(|failure| failure.render(false))?;
        made(&compiled.schema);
        let sent = (kind.packet)(length);
        let again = again(&compiled.schema, &sent)?;
        if sent == again { Ok(()) } else { Err(format!("{sent:02x?} is written as {again:02x?}")) }
    });
}

#[test]
fn one_more_is_refused_once_at_the_same_place_in_every_order() {
    for_each(|kind, order| {
        let longest = longest(kind);
        for length in [longest + 1, 2 * longest + 3] {
            let Err(failure) = compiled(&written(order((kind.chain)(length)))) else {
                return Err(format!("{length} are accepted"));
            };
            let told = failure.render(false);
            let [wrong] = failure.diagnostics.as_slice() else { return Err(format!("{length}: {told}")) };
            let title = format!("more than {MOST} declarations depend on each other here");
            // The last that is not too deep, in the declaration that rests on it.
            let place = failure.sources.text(wrong.primary.span);
            if wrong.title != title
                || wrong.primary.text != "too deep"
                || !place.eq_ignore_ascii_case(&format!("D{}", longest - 1))
            {
                return Err(format!("{length}: {told}"));
            }
        }
        Ok(())
    });
}

/// How many declarations of a kind may rest on each other. The first has nothing in it.
fn longest(kind: &Kind) -> usize {
    (MOST - 1) / kind.levels + 1
}

/// Tests each kind in each order, on a thread with an ordinary stack, and tells all that is wrong.
fn for_each(test: impl Fn(&Kind, Order) -> Result<(), String> + Send + Copy + 'static) {
    let mut wrong = String::new();
    for kind in KINDS {
        for (of, order) in ORDERS {
            if let Err(told) = small(move || test(kind, order)) {
                wrong += &format!("{}, {of}: {told}\n", kind.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Does something on a thread with an ordinary stack.
fn small(work: impl FnOnce() -> Result<(), String> + Send + 'static) -> Result<(), String> {
    let done = thread::Builder::new().stack_size(STACK).spawn(work).map_err(|error| error.to_string())?.join();
    done.unwrap_or_else(|_| Err("panics".to_owned()))
}

/// A schema with a declaration on each line.
fn written(declarations: Vec<String>) -> String {
    format!("protocol deep {{ byte_order: little }}\n{}\n", declarations.join("\n"))
}

fn compiled(schema: &str) -> Result<Compiled, Failure> {
    wireform_build::load_text("deep.wire", schema)
}

/// Makes Rust and pages.
fn made(schema: &Schema) {
    let rust = wireform_build::rust(schema, &wireform_build::Options::default());
    assert!(rust.contains("Top"));
    documents(schema);
}

#[cfg(feature = "documents")]
fn documents(schema: &Schema) {
    assert!(!wireform_build::markdown(schema).is_empty());
}

#[cfg(not(feature = "documents"))]
fn documents(_: &Schema) {}

/// Reads a packet of `Top`, and writes what was read.
fn again(schema: &Schema, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let protocol = &schema.first;
    let record = protocol.records.iter().position(|record| record.name == "Top").map(RecordId);
    let family = protocol.families.iter().position(|family| family.name == "Top").map(FamilyId);
    let target = record.map(Target::Record).or(family.map(Target::Family)).ok_or("there is no `Top`")?;
    let value = interpret::read_exact(protocol, target, bytes, &[]).map_err(|error| error.to_string())?;
    interpret::write(protocol, target, &value, &[]).map_err(|error| error.to_string())
}
