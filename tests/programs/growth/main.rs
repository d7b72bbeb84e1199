//! Instructions that the schema compiler takes: for a schema of twice the length twice as many, whatever stands in it, but
//! for what a single struct has too much of. [The bench](../../bench/README.md#what-it-costs-to-compile) has the results.
//!
//! Whole schemas go through all that there is: they are parsed and resolved, and Rust and documents are made of them. Of
//! what nobody writes thousands of times, parsing tells what is wrong. Packets are read by the interpreter. Schemas, and long
//! lines of brackets, are formatted.

#[path = "../../bench/src/callgrind.rs"]
mod callgrind;
#[path = "../../../codegen/tests/support/long.rs"]
mod long;
#[path = "../../bench/compile/src/libraries/messages.rs"]
mod messages;
mod texts;

use std::cell::OnceCell;
use std::hint::black_box;
use std::io;
use std::process::ExitCode;
use std::rc::Rc;

use wireform_build::model::{RecordId, Schema};
use wireform_build::{Layout, Options, interpret, load_text, markdown, rust};

use callgrind::{counted, totals};
use texts::{BRACKETS, LINEAR, LONG, SHORT};

/// The operation of the command line that [`growth`] runs.
const COUNT: &str = "count-for-callgrind";

/// How often the shortest is repeated. (Where it grows faster, it does so most with the longest.)
const TIMES: [usize; 2] = [1, 2];

/// How many pieces the shortest texts have. (Those with twice as many are still so short that what mends their mistakes is
/// looked for.)
const PIECES: usize = 800;
/// How many elements the shortest packets have.
const ELEMENTS: usize = 4000;

/// Something that is made as long as one likes, and then done.
struct Case {
    /// The names of what is done, and how many times as many instructions twice as much may take.
    steps: Vec<(String, f64)>,
    made: Box<dyn Fn(usize) -> Vec<Step>>,
}

/// Something that is done, after those before it.
type Step = Box<dyn Fn() -> u64>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => growth(""),
        [selection] => growth(selection),
        [COUNT, selection] => run_for_callgrind(selection),
        _ => Err(io::Error::other("growth [PART OF A NAME]")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints what each takes of which the name contains a text.
fn growth(selection: &str) -> io::Result<()> {
    let all = cases(selection);
    let steps: Vec<&(String, f64)> = all.iter().flat_map(|case| &case.steps).collect();
    let totals = totals(&[COUNT, selection], steps.len() * TIMES.len())?;
    let mut faster = Vec::new();
    println!("| | instructions | of twice as much |");
    println!("| --- | ---: | ---: |");
    let mut totals = totals.as_slice();
    for case in &all {
        let (own, others) = totals.split_at(case.steps.len() * TIMES.len());
        totals = others;
        let (once, twice) = own.split_at(case.steps.len());
        for (((name, most), once), twice) in case.steps.iter().zip(once).zip(twice) {
            let times = *twice as f64 / *once as f64;
            println!("| {name:?} | {once} | {times:.2} |");
            if times > *most {
                faster.push(name.as_str());
            }
        }
    }
    if faster.is_empty() { Ok(()) } else { Err(io::Error::other(format!("faster than what is compiled: {faster:?}"))) }
}

/// The run below callgrind.
fn run_for_callgrind(selection: &str) -> io::Result<()> {
    on_one_processor()?;
    for case in cases(selection) {
        for times in TIMES {
            (case.made)(times).iter().for_each(|step| {
                black_box(counted(&**step));
            });
        }
    }
    Ok(())
}

/// Rust is made by as many threads as there are processors, and only one of them is counted.
#[cfg(target_os = "linux")]
fn on_one_processor() -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let allowed = sched_getaffinity(None)?;
    let mut only = CpuSet::new();
    (0..CpuSet::MAX_CPU).find(|processor| allowed.is_set(*processor)).into_iter().for_each(|first| only.set(first));
    Ok(sched_setaffinity(None, &only)?)
}

#[cfg(not(target_os = "linux"))]
fn on_one_processor() -> io::Result<()> {
    Err(io::Error::other("threads are kept on one processor by Linux alone"))
}

fn cases(selection: &str) -> Vec<Case> {
    let mut all = Vec::new();
    for (name, text, pieces, [resolved, made, told]) in LONG {
        let mut steps = vec![(format!("{name}: parsed and resolved"), resolved)];
        steps.push((format!("{name}: Rust, quickly laid out"), made));
        steps.push((format!("{name}: documents"), told));
        let mut makers: Vec<fn(&Schema) -> u64> = vec![quick, documents];
        if name == "a family" || name == "structs" {
            steps.push((format!("{name}: Rust, as rustfmt would lay it out"), SHORT));
            makers.push(tidy);
        }
        all.push(Case { steps, made: Box::new(move |times| schema(text(pieces * times), &makers)) });
    }
    for (name, text, pieces, _) in LONG {
        all.push(case(format!("{name}: formatted"), SHORT, move |times| formatted(text(pieces * times))));
    }
    for (name, text) in BRACKETS {
        all.push(case(format!("{name}: formatted"), SHORT, move |times| formatted(text(PIECES * times))));
    }
    for (index, (name, _)) in long::texts(0).enumerate() {
        all.push(case(name, SHORT, move |times| {
            let (_, text) = long::texts(PIECES * times).nth(index).expect("it was there");
            Box::new(move || {
                load_text("long.wire", text.as_str()).map_or_else(|wrong| wrong.diagnostics.len() as u64, |_| 0)
            })
        }));
    }
    for (name, field) in [("a list", "[{ a: u8, b: u8 }; until a: 0]"), ("a text", "utf8[until 0]")] {
        all.push(case(format!("{name}, interpreted"), LINEAR, move |times| {
            let text = format!("protocol long {{ byte_order: little }} struct S {{ field: {field} }}");
            let schema = load_text("long.wire", text).expect("it is right").schema;
            let packet = [vec![1; 2 * ELEMENTS * times], vec![0]].concat();
            Box::new(move || {
                let named = schema.first.records.iter().position(|record| record.name == "S");
                let target = interpret::Target::Record(RecordId(named.expect("a struct")));
                interpret::read(&schema.first, target, &packet, &[]).map_or(0, |read| read.rest.len() as u64 + 1)
            })
        }));
    }
    all.retain(|case| case.steps.iter().any(|(name, _)| name.contains(selection)));
    all
}

/// One step of the work.
fn case(name: String, most: f64, made: impl Fn(usize) -> Step + 'static) -> Case {
    Case { steps: vec![(name, most)], made: Box::new(move |times| vec![made(times)]) }
}

fn formatted(text: String) -> Step {
    Box::new(move || wireform_cli::format(&text).len() as u64)
}

/// A schema is compiled, and then these make something of it.
fn schema(text: String, makers: &[fn(&Schema) -> u64]) -> Vec<Step> {
    let compiled: Rc<OnceCell<Schema>> = Rc::default();
    let schema = compiled.clone();
    let compile: Step = Box::new(move || {
        let done = load_text("long.wire", text.as_str()).expect("it is right");
        compiled.get_or_init(|| done.schema);
        done.sources.iter().count() as u64
    });
    let made = makers.iter().map(|make| {
        let (make, schema) = (*make, schema.clone());
        let step: Step = Box::new(move || make(schema.get().expect("it is compiled first")));
        step
    });
    std::iter::once(compile).chain(made).collect()
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
