//! Schemas that are written for tests: one for each feature, the specimens, and those of the language's reference.

#[path = "../../../codegen/tests/support/document.rs"]
mod document;

use crate::captures::{Loaded, in_folder};
use crate::root;

use document::Document;

/// Those of `tests/schema`, which together have every construct.
#[must_use]
pub fn features() -> Vec<Loaded> {
    ["tests/schema/features", "tests/schema/specimens", "tests/schema"].into_iter().flat_map(in_folder).collect()
}

/// Those of the pages of the reference; the path has the line.
///
/// # Panics
/// If one does not compile.
#[must_use]
pub fn reference() -> Vec<Loaded> {
    let root = root();
    let document = Document::new(&root, &document::reference(&root));
    let accepted = document.schemas().into_iter().filter(|schema| schema.refused.is_none());
    let load = |schema: document::Written| match document.compile(&schema.text) {
        Ok(compiled) => Loaded { path: format!("{}:{}", schema.page, schema.line), schema: compiled.schema },
        Err(failure) => panic!("{}:{}\n{}", schema.page, schema.line, failure.render(false)),
    };
    accepted.map(load).collect()
}
