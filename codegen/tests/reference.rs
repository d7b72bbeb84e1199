//! Every schema in the documentation is compiled, so that the documentation cannot say what the compiler does not do.
//! (What generated code does with their examples, `tests/src/schemas` asks.)

#[path = "support/document.rs"]
mod document;

use std::path::Path;

use document::Document;
use wireform_build::load::{Compiled, Failure};

/// The documents with schemas in them: the path, and how many schemas of each kind it has at least.
const DOCUMENTS: [(&str, usize, usize); 3] =
    [("schema/README.md", 56, 13), ("schema/guide.md", 3, 2), ("schema/errors.md", 0, 0)];

/// What came of the schemas of one document.
#[derive(Default)]
struct Schemas {
    accepted: usize,
    refused: usize,
    problems: Vec<String>,
}

#[test]
fn every_schema_of_the_documentation_does_what_it_says() {
    for (document, accepted, refused) in DOCUMENTS {
        let schemas = check(document);
        assert!(schemas.problems.is_empty(), "\n{}", schemas.problems.join("\n"));
        assert!(schemas.accepted >= accepted, "{document} has {} schemas that compile", schemas.accepted);
        assert!(schemas.refused >= refused, "{document} has {} schemas that are refused", schemas.refused);
        println!("{document}: {} schemas compile, {} are refused", schemas.accepted, schemas.refused);
    }
}

#[test]
fn a_block_ends_where_its_fence_does() {
    let blocks = document::blocks("one\n```wire\na\n\nb\n```\n\n````text\n```\n````\nend\n");
    let found: Vec<_> = blocks.iter().map(|block| (block.info.as_str(), block.line, block.text.as_str())).collect();
    assert_eq!(found, [("wire", 3, "a\n\nb\n"), ("text", 9, "```\n")]);
}

fn check(path: &str) -> Schemas {
    let document = Document::new(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path));
    let mut schemas = Schemas::default();
    for schema in document.schemas() {
        let compiled = document.compile(&schema.text);
        let problem = match &schema.refused {
            Some(said) => {
                schemas.refused += 1;
                refused(compiled, said.as_deref())
            }
            None => {
                schemas.accepted += 1;
                accepted(&schema.text, compiled)
            }
        };
        schemas.problems.extend(problem.map(|problem| format!("{path}:{}: {problem}", schema.line)));
    }
    schemas
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
