//! Every schema in the documentation is compiled, so that the documentation can not say what the compiler does not do.
//!
//! A block fenced as `wire` is a schema that must compile. `wire,part` lacks the first lines of a schema and
//! `wire,fields` is the inside of a record: both are completed by the block fenced as `wire,prelude`. A `wire,file` is
//! there for the others to import; a comment in its first line names it. A block fenced as `wire,refused` must be
//! refused, with exactly the diagnostics that stand in the `text` block behind it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use wireform_build::load::{Compiled, Failure, Files, load_with};

/// The documents with schemas in them: the path, and how many schemas of each kind it has at least.
const DOCUMENTS: [(&str, usize, usize); 1] = [("schema/README.md", 35, 8)];

/// A fenced block of a document.
struct Block {
    /// What stands behind the opening fence.
    info: String,
    /// The line of the first line of text, from 1.
    line: usize,
    text: String,
}

/// What a schema in a document can import.
struct Importable<'b>(HashMap<&'b str, &'b str>);

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
    let blocks = blocks("one\n```wire\na\n\nb\n```\n\n````text\n```\n````\nend\n");
    let found: Vec<_> = blocks.iter().map(|block| (block.info.as_str(), block.line, block.text.as_str())).collect();
    assert_eq!(found, [("wire", 3, "a\n\nb\n"), ("text", 9, "```\n")]);
}

fn check(document: &str) -> Schemas {
    let path = root().join(document);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{document}: {error}"));
    let blocks = blocks(&text);
    let files = blocks.iter().filter(|block| block.info == "wire,file");
    let files = files.filter_map(|block| Some((block.text.lines().next()?.strip_prefix("// ")?, block.text.as_str())));
    let files = Importable(files.collect());
    let prelude = blocks.iter().find(|block| block.info == "wire,prelude").map_or("", |block| &block.text);
    let mut schemas = Schemas::default();
    for (index, block) in blocks.iter().enumerate() {
        let schema = match block.info.as_str() {
            "wire" | "wire,prelude" | "wire,refused" => block.text.clone(),
            "wire,part" => format!("{prelude}{}", block.text),
            "wire,fields" => format!("{prelude}struct Example {{\n{}}}\n", block.text),
            "wire,file" => continue,
            info if info.starts_with("wire") => {
                schemas.problems.push(format!("{document}:{}: no kind of schema: `{info}`", block.line));
                continue;
            }
            _ => continue,
        };
        let problem = if block.info == "wire,refused" {
            schemas.refused += 1;
            let said = blocks.get(index + 1).filter(|next| next.info == "text").map(|next| next.text.as_str());
            refused(files.compile(&schema), said)
        } else {
            schemas.accepted += 1;
            accepted(&schema, files.compile(&schema))
        };
        schemas.problems.extend(problem.map(|problem| format!("{document}:{}: {problem}", block.line)));
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

/// The fenced blocks of a document, in order.
fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, Block)> = None;
    for (index, line) in document.lines().enumerate() {
        match &mut open {
            None => {
                let ticks = line.len() - line.trim_start_matches('`').len();
                if ticks >= 3 {
                    let (fence, info) = line.split_at(ticks);
                    open = Some((fence, Block { info: info.to_owned(), line: index + 2, text: String::new() }));
                }
            }
            Some((fence, _)) if line == *fence => blocks.extend(open.take().map(|(_, block)| block)),
            Some((_, block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
        }
    }
    assert!(open.is_none(), "a block is never closed");
    blocks
}

impl Importable<'_> {
    fn compile(&self, schema: &str) -> Result<Compiled, Failure> {
        let mut files = self.0.clone();
        files.insert("example.wire", schema);
        load_with("example.wire", &Importable(files))
    }
}

impl Files for Importable<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let text = path.to_str().and_then(|path| self.0.get(path));
        text.map(|text| text.as_bytes().to_vec()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn names(&self, _folder: &Path) -> Vec<String> {
        self.0.keys().map(|name| (*name).to_owned()).collect()
    }
}

/// The workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
