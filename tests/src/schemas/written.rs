//! Schemas that somebody wrote: those of the reference, which is so held to its word, and one for each kind of construct.

use std::path::Path;

use wireform_build::model::Schema;

use super::document::Document;
use crate::protocols::schemas;

/// What stands in front of the number of a feature; those of the reference are called by the line where they begin.
const FEATURES: u64 = 100_000;

/// All of them, each with a number by which failures tell it.
pub fn all() -> Vec<(u64, Schema)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let reference = Document::new(&tests.join("../schema/README.md"));
    let accepted = reference.schemas().into_iter().filter(|schema| schema.refused.is_none());
    let mut all: Vec<(u64, Schema)> = accepted
        .map(|schema| match reference.compile(&schema.text) {
            Ok(compiled) => (schema.line as u64, compiled.schema),
            Err(failure) => panic!("schema/README.md:{}\n{}", schema.line, failure.render(false)),
        })
        .collect();
    assert!(all.len() > 50, "only {} schemas in the reference", all.len());
    all.extend(schemas("schema/features").iter().zip(FEATURES..).map(|(path, number)| {
        println!("{number} is {}", path.display());
        match wireform_build::load(path) {
            Ok(compiled) => (number, compiled.schema),
            Err(failure) => panic!("{}", failure.render(false)),
        }
    }));
    all
}
