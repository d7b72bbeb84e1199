//! What is done with the text of a row, in steps that are counted one by one.

use std::cell::OnceCell;
use std::rc::Rc;

use wireform_build::load::{Compiled, Failure, load_with};
use wireform_build::model::{RecordId, Schema};
use wireform_build::{Layout, Options, interpret, markdown, rust};

use crate::rows::{Row, Work};
use crate::special::Folder;

/// Something that is done, after those before it.
pub type Step = Box<dyn Fn() -> u64>;

/// The names of the steps of a row, each with how many times as much twice as much may take.
pub fn labels(row: &Row) -> Vec<(String, f64)> {
    let of = |what: &str, most| (format!("{}: {what}", row.name()), most);
    match row.work {
        Work::Resolved => vec![of("parsed and resolved", row.most)],
        Work::Refused => vec![of("refused", row.most)],
        Work::Formatted => vec![of("laid out", row.most)],
        Work::Read(_) => vec![of("read", row.most)],
        Work::Compiled => vec![
            of("parsed and resolved", row.most),
            of("Rust, quickly laid out", row.made),
            of("pages", row.made),
            of("laid out", row.made),
        ],
        Work::Tidied => vec![of("Rust, as rustfmt would lay it out", row.most)],
    }
}

/// The steps of a row with so many times as many pieces as the shortest has.
pub fn steps(row: &Row, times: usize) -> Vec<Step> {
    let pieces = row.pieces * times;
    let text = row.text(pieces);
    match row.work {
        Work::Resolved => vec![Box::new(move || right(&text).sources.iter().count() as u64)],
        Work::Refused => vec![Box::new(move || {
            let failure = load(&text).err();
            let failure = failure.unwrap_or_else(|| panic!("it is wrong: {}", start(&text)));
            failure.render(false).len() as u64
        })],
        Work::Formatted => vec![Box::new(move || wireform_cli::format(&text).len() as u64)],
        Work::Read(packet) => {
            let (schema, packet) = (right(&text).schema, packet(pieces));
            vec![Box::new(move || read(&schema, &packet))]
        }
        Work::Compiled => {
            let of = text.clone();
            let mut steps = compiled(text, &[quick, pages]);
            steps.push(Box::new(move || wireform_cli::format(&of).len() as u64));
            steps
        }
        Work::Tidied => {
            let schema = right(&text).schema;
            vec![Box::new(move || tidy(&schema))]
        }
    }
}

fn load(text: &str) -> Result<Compiled, Failure> {
    load_with("long.wire", &Folder(text))
}

/// Compiles a text, right or wrong.
pub fn any(text: &str) -> usize {
    load(text).map_or_else(|failure| failure.render(false).len(), |compiled| compiled.sources.iter().count())
}

fn right(text: &str) -> Compiled {
    load(text).unwrap_or_else(|wrong| panic!("{}\n{}", start(text), wrong.render(false)))
}

fn start(text: &str) -> String {
    text.chars().take(500).collect()
}

/// A schema is compiled, and then these make something of it.
fn compiled(text: String, makers: &[fn(&Schema) -> u64]) -> Vec<Step> {
    let compiled: Rc<OnceCell<Schema>> = Rc::default();
    let schema = compiled.clone();
    let compile: Step = Box::new(move || {
        let done = right(&text);
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

fn pages(schema: &Schema) -> u64 {
    markdown(schema).iter().map(|page| page.text.len() as u64).sum()
}

fn read(schema: &Schema, packet: &[u8]) -> u64 {
    let named = schema.first.records.iter().position(|record| record.name == "S");
    let target = interpret::Target::Record(RecordId(named.expect("a struct")));
    interpret::read(&schema.first, target, packet, &[]).map_or(0, |read| read.rest.len() as u64 + 1)
}
