//! Instructions that the schema compiler takes: for a schema of twice the length twice as many, whatever stands in it, but
//! for what a single struct has too much of.
//!
//! Whole schemas go through all that there is: they are parsed and resolved, and Rust and documents are made of them. Of
//! what nobody writes thousands of times, parsing tells what is wrong. Packets are read by the interpreter.

#[path = "../../../../codegen/tests/support/long.rs"]
mod long;

use std::hint::black_box;
use std::io;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use wireform_build::model::{RecordId, Schema};
use wireform_build::{Layout, Options, interpret, load_text, markdown, rust};

use crate::callgrind::{counted, totals};
use crate::libraries::{family, records};
use crate::texts::{LINEAR, LONG, MESSAGES, Text};

/// The operation of the command line that [`growth`] runs.
pub const COUNT: &str = "count-growth-for-callgrind";

/// How often the shortest is repeated.
const TIMES: [usize; 3] = [1, 2, 4];

/// How many pieces the shortest texts have.
const PIECES: usize = 1000;
/// How many elements the shortest packets have.
const ELEMENTS: usize = 2000;

/// Something that is made as long as one likes, and then done.
struct Case {
    name: String,
    made: Box<dyn Fn(usize) -> Box<dyn Fn() -> u64>>,
    /// How many times as many instructions twice as much may take.
    most: f64,
}

/// Prints what each takes of which the name contains a text.
///
/// # Errors
/// Where something grows faster than what it is done to, and without valgrind.
pub fn growth(selection: &str) -> io::Result<()> {
    let all = cases(selection);
    let totals = totals(&[COUNT, selection], all.len() * TIMES.len())?;
    let mut faster = Vec::new();
    println!("| | instructions | of twice as much | of four times |");
    println!("| --- | ---: | ---: | ---: |");
    for (one, totals) in all.iter().zip(totals.as_chunks::<3>().0) {
        let [first, second, third] = totals.map(|total| total as f64);
        println!("| {:?} | {first} | {:.2} | {:.2} |", one.name, second / first, third / first);
        if second > first * one.most || third > second * one.most {
            faster.push(one.name.as_str());
        }
    }
    if faster.is_empty() { Ok(()) } else { Err(io::Error::other(format!("faster than what is compiled: {faster:?}"))) }
}

/// What runs below callgrind.
///
/// # Errors
/// Where a thread cannot be kept on one processor.
pub fn run_for_callgrind(selection: &str) -> io::Result<()> {
    // Rust is made by as many threads as there are processors, and only one of them is counted.
    let allowed = sched_getaffinity(None)?;
    let mut only = CpuSet::new();
    (0..CpuSet::MAX_CPU).find(|processor| allowed.is_set(*processor)).into_iter().for_each(|first| only.set(first));
    sched_setaffinity(None, &only)?;
    for case in cases(selection) {
        for times in TIMES {
            let run = (case.made)(times);
            black_box(counted(&*run));
        }
    }
    Ok(())
}

fn cases(selection: &str) -> Vec<Case> {
    let loaded = |text: String| load_text("long.wire", text).expect("it is right").schema;
    let mut all = Vec::new();
    for (name, text, pieces, [resolved, made]) in LONG {
        all.push(case(format!("{name}: parsed and resolved"), resolved, move |times| {
            let text = text(pieces * times);
            Box::new(move || load_text("long.wire", text.as_str()).map_or(0, |done| done.sources.iter().count() as u64))
        }));
        for (kind, make) in [("Rust, quickly laid out", quick as fn(&Schema) -> u64), ("documents", documents)] {
            all.push(case(format!("{name}: {kind}"), made, move |times| {
                let schema = loaded(text(pieces * times));
                Box::new(move || make(&schema))
            }));
        }
    }
    for (name, text) in [("a family", family as Text), ("structs", records)] {
        all.push(case(format!("{name}: Rust, as rustfmt would lay it out"), LINEAR, move |times| {
            let schema = loaded(text(MESSAGES * times));
            Box::new(move || tidy(&schema))
        }));
    }
    for (index, (name, _)) in long::texts(0).enumerate() {
        all.push(case(name, LINEAR, move |times| {
            let (_, text) = long::texts(PIECES * times).nth(index).expect("it was there");
            Box::new(move || {
                load_text("long.wire", text.as_str()).map_or_else(|wrong| wrong.diagnostics.len() as u64, |_| 0)
            })
        }));
    }
    for (name, field) in [("a list", "[{ a: u8, b: u8 }; until a: 0]"), ("a text", "utf8[until 0]")] {
        all.push(case(format!("{name}, interpreted"), LINEAR, move |times| {
            let schema = loaded(format!("protocol long {{ byte_order: little }} struct S {{ field: {field} }}"));
            let packet = [vec![1; 2 * ELEMENTS * times], vec![0]].concat();
            Box::new(move || {
                let named = schema.first.records.iter().position(|record| record.name == "S");
                let target = interpret::Target::Record(RecordId(named.expect("a struct")));
                interpret::read(&schema.first, target, &packet, &[]).map_or(0, |read| read.rest.len() as u64 + 1)
            })
        }));
    }
    all.retain(|case| case.name.contains(selection));
    all
}

fn case(name: String, most: f64, made: impl Fn(usize) -> Box<dyn Fn() -> u64> + 'static) -> Case {
    Case { name, made: Box::new(made), most }
}

fn quick(schema: &Schema) -> u64 {
    rust(schema, &Options::default()).len() as u64
}

fn tidy(schema: &Schema) -> u64 {
    rust(schema, &Options { layout: Layout::Tidy, ..Options::default() }).len() as u64
}

fn documents(schema: &Schema) -> u64 {
    markdown(schema).iter().map(|page| page.text.len() as u64).sum()
}
