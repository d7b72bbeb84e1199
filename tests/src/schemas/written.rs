//! Schemas that somebody wrote: those of the reference, which is so held to its word, one for each kind of construct, and
//! those of the shipped protocols.

use std::collections::HashMap;
use std::path::Path;

use wireform_build::model::Schema;

use super::document::{self, Document};
use crate::protocols::schemas;

/// The number of a schema on a page is the line where it begins, from a first number of the page on: the first page has
/// 0, the next 1000.
const PAGE: u64 = 1000;
/// The first number of a feature, a shipped protocol and a specimen.
const FEATURES: u64 = 100_000;
const SHIPPED: u64 = 200_000;
const SPECIMENS: u64 = 300_000;

/// All of them, each with a number by which failures tell it.
pub fn all() -> Vec<(u64, Schema)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all: Vec<(u64, Schema)> = Vec::new();
    let guide = vec!["schema/guide.md".to_owned()];
    let documents = [document::reference(&root), guide];
    let mut firsts = (0..).step_by(PAGE as usize);
    for pages in documents {
        let document = Document::new(&root, &pages);
        let firsts: HashMap<String, u64> = pages.into_iter().zip(&mut firsts).collect();
        firsts.iter().for_each(|(page, first)| println!("{first} is the beginning of {page}"));
        let accepted = document.schemas().into_iter().filter(|schema| schema.refused.is_none());
        all.extend(accepted.map(|schema| match document.compile(&schema.text) {
            Ok(compiled) => (firsts[&schema.page] + schema.line as u64, compiled.schema),
            Err(failure) => panic!("{}:{}\n{}", schema.page, schema.line, failure.render(false)),
        }));
    }
    assert!(all.len() > 50, "only {} schemas in the reference", all.len());
    all.extend(features());
    all
}

/// These, and those of the shipped protocols.
pub fn every() -> Vec<(u64, Schema)> {
    [all(), shipped()].concat()
}

/// Those of features.
pub fn features() -> Vec<(u64, Schema)> {
    in_folder("schema/features", FEATURES)
}

/// Those of the shipped protocols.
pub fn shipped() -> Vec<(u64, Schema)> {
    in_folder("../schema", SHIPPED)
}

/// The specimens, of whose Rust there are snapshots.
pub fn specimens() -> Vec<(u64, Schema)> {
    in_folder("schema/specimens", SPECIMENS)
}

/// The schemas in a folder, numbered from there.
fn in_folder(folder: &str, first: u64) -> Vec<(u64, Schema)> {
    let numbered = schemas(folder).into_iter().zip(first..);
    let compiled = numbered.map(|(path, number)| {
        println!("{number} is {}", path.display());
        match wireform_build::load(path) {
            Ok(compiled) => (number, compiled.schema),
            Err(failure) => panic!("{}", failure.render(false)),
        }
    });
    compiled.collect()
}
