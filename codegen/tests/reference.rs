//! The documentation of the language: every schema in it is compiled and does what the text says, its chapters are short
//! and linked, and its index is complete.
//! (What generated code does with their examples, `tests/src/schemas` asks.)

#[path = "reference/chapters.rs"]
mod chapters;
#[path = "support/document.rs"]
mod document;
#[path = "support/files.rs"]
mod files;
#[path = "reference/index.rs"]
mod index;
#[path = "reference/links.rs"]
mod links;
#[path = "support/markdown.rs"]
mod markdown;

use document::{Document, Written};
use files::root;
use wireform_build::load::{Compiled, Failure};

#[test]
fn every_schema_of_the_documentation_does_what_it_says() {
    let page = |page: &str| vec![page.to_owned()];
    check("the reference", &document::reference(&root()), 57, 14);
    check("the guide", &page("schema/guide.md"), 4, 4);
    check("the errors", &page("schema/errors.md"), 0, 1);
}

#[test]
fn a_block_ends_where_its_fence_does() {
    let blocks = document::blocks("page", "one\n```wire\na\n\nb\n```\n\n````text\n```\n````\nend\n");
    let found: Vec<_> = blocks.iter().map(|block| (block.info.as_str(), block.line, block.text.as_str())).collect();
    assert_eq!(found, [("wire", 3, "a\n\nb\n"), ("text", 9, "```\n")]);
}

/// Compiles all schemas of a document, and asserts that it has so many of each kind at least.
#[track_caller]
fn check(name: &str, pages: &[String], least_accepted: usize, least_refused: usize) {
    let document = Document::new(&root(), pages);
    let schemas = document.schemas();
    let problems: Vec<String> = schemas.iter().filter_map(|schema| problem(&document, schema)).collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    let (refused, accepted): (Vec<_>, Vec<_>) = schemas.iter().partition(|schema| schema.refused.is_some());
    assert!(accepted.len() >= least_accepted, "{name} has {} schemas that compile", accepted.len());
    assert!(refused.len() >= least_refused, "{name} has {} schemas that are refused", refused.len());
    println!("{name}: {} schemas compile, {} are refused", accepted.len(), refused.len());
}

/// The problem with a schema, and where it is, if there is one.
fn problem(document: &Document, schema: &Written) -> Option<String> {
    let compiled = document.compile(&schema.text);
    let problem = match &schema.refused {
        Some(said) => refused(compiled, said.as_deref()),
        None => accepted(&schema.text, compiled),
    }?;
    Some(format!("{}:{}: {problem}", schema.page, schema.line))
}

/// The problem with a schema that must compile, if there is one.
fn accepted(schema: &str, compiled: Result<Compiled, Failure>) -> Option<String> {
    let failure = compiled.err()?;
    Some(format!("is refused:\n{}\nThe schema:\n{}", failure.render(false), numbered(schema)))
}

/// The problem with a schema that must be refused with these diagnostics, if there is one.
fn refused(compiled: Result<Compiled, Failure>, said: Option<&str>) -> Option<String> {
    let Err(failure) = compiled else { return Some("is to be refused, and compiles".to_owned()) };
    let found = failure.render(false);
    match said {
        Some(said) if said == found => None,
        Some(said) => Some(format!("is refused, but not like this:\n{said}\nThe diagnostics are:\n{found}")),
        None => Some(format!("no `text` block with these diagnostics stands behind it:\n{found}")),
    }
}

fn numbered(schema: &str) -> String {
    schema.lines().enumerate().map(|(index, line)| format!("{:3} | {line}\n", index + 1)).collect()
}

/// A file of the workspace. An archive, or an old checkout on Windows, may have other line ends.
fn read(path: &str) -> String {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.replace("\r\n", "\n")
}
