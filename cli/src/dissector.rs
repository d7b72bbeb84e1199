//! `wireform dissector`: one Lua file that makes Wireshark show the packets of a schema. It has the model of the schema as
//! a table, and an engine that reads packets by it.

mod engine;
pub mod examples;
mod lua;
mod options;
pub mod pcap;
mod places;
mod ports;
mod proof;
mod roots;
mod subject;

use clap::Parser as _;
use wireform_build::model::Schema;

use crate::args::{Arguments, Command, Dissector};
use crate::model;
use crate::model::tree::{Object, Tree};
use crate::print::{print, tell};
use crate::shipped;
use crate::stop::{Outcome, Stop};
use examples::Examples;
use options::Options;

/// Writes the dissector of a schema.
pub(crate) fn dissector(what: &Dissector) -> Outcome {
    let Made { file, examples, chosen } = make(what)?;
    match &what.out {
        Some(path) => std::fs::write(path, file).map_err(|error| Stop::file("write", path, &error))?,
        None => print(&file)?,
    }
    chosen.iter().for_each(|line| tell(line));
    if let (Some(path), Some(examples)) = (&what.examples, examples) {
        std::fs::write(path, examples.capture.bytes()).map_err(|error| Stop::file("write", path, &error))?;
        tell(&format!("{}: {}", path.display(), examples.words()));
    }
    Ok(())
}

/// The text that `wireform dissector` prints for these arguments, for tests of dissectors.
///
/// # Errors
/// The message that the command would print.
pub fn made(arguments: &[&str]) -> Result<String, String> {
    make(&parsed(arguments)?).map(|made| made.file).map_err(|stop| stop.to_string())
}

/// The capture that it writes for these arguments, among which is `--examples FILE`.
///
/// # Errors
/// The message that the command would print.
pub fn examples(arguments: &[&str]) -> Result<Examples, String> {
    let made = make(&parsed(arguments)?).map_err(|stop| stop.to_string())?;
    made.examples.ok_or_else(|| "there is no --examples".to_owned())
}

fn parsed(arguments: &[&str]) -> Result<Dissector, String> {
    let all = ["wireform", "dissector"].into_iter().chain(arguments.iter().copied());
    let Arguments { command, .. } = Arguments::try_parse_from(all).map_err(|error| error.to_string())?;
    if let Command::Dissector(what) = command { Ok(what) } else { Err(String::new()) }
}

/// The parts of the engine that run without Wireshark, for tests of them: each is a local.
#[must_use]
pub fn engine() -> String {
    engine::plain()
}

/// The same after the model of a schema, the local `schema`.
#[must_use]
pub fn reader(schema: &Schema) -> String {
    engine::reader(&lua::returned(&without_examples(model::tree(schema))))
}

/// The answer of the command.
struct Made {
    /// The text of the dissector.
    file: String,
    /// The capture, if it is asked for.
    examples: Option<Examples>,
    /// A line about a choice without an option.
    chosen: Vec<String>,
}

fn make(what: &Dissector) -> Outcome<Made> {
    let compiled = shipped::load(&what.schema, &what.imports)?;
    let options = Options::new(&compiled.schema, what).map_err(Stop::Usage)?;
    let schema = lua::returned(&without_examples(model::tree(&compiled.schema)));
    let head = engine::head(compiled.schema.name(), &compiled.sources);
    let examples = what.examples.as_ref().map(|_| examples::examples(&options)).transpose()?;
    Ok(Made { file: engine::file(&head, &options.lua(), &schema), examples, chosen: options.chosen })
}

/// The model without the examples of its records, which no packet needs.
fn without_examples(tree: Tree) -> Tree {
    match tree {
        Tree::List(all) => Tree::List(all.into_iter().map(without_examples).collect()),
        Tree::Object(Object(entries)) => {
            let kept = entries.into_iter().filter(|(key, _)| *key != "examples");
            Tree::Object(Object(kept.map(|(key, tree)| (key, without_examples(tree))).collect()))
        }
        Tree::Number(_) | Tree::Float(_) | Tree::Bool(_) | Tree::Text(_) => tree,
    }
}
