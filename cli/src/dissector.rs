//! `wireform dissector`: one Lua file that makes Wireshark show the packets of a schema. It has the model of the schema as
//! a table, and an engine that reads packets by it.

mod engine;
mod lua;
mod options;
mod places;
mod ports;
mod proof;
mod roots;
mod subject;

use crate::args::Dissector;
use crate::model;
use crate::model::tree::{Object, Tree};
use crate::print::{print, tell};
use crate::shipped;
use crate::stop::{Outcome, Stop};
use options::Options;

/// Writes the dissector of a schema.
pub fn dissector(what: &Dissector) -> Outcome {
    let compiled = shipped::load(&what.schema, &what.imports)?;
    let options = Options::new(&compiled.schema, what).map_err(Stop::Usage)?;
    let schema = lua::returned(&without_examples(model::tree(&compiled.schema)));
    let head = engine::head(compiled.schema.name(), &compiled.sources);
    let file = engine::file(&head, &options.lua(), &schema);
    match &what.out {
        Some(path) => std::fs::write(path, file).map_err(|error| Stop::file("write", path, &error))?,
        None => print(&file)?,
    }
    options.chosen.iter().for_each(|line| tell(line));
    Ok(())
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
