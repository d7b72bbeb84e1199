//! The schemas in the pages of a document, for tests that hold it to its word.
//!
//! A block fenced as `wire` is a schema that must compile. `wire,part` lacks the first lines of a schema and
//! `wire,fields` is the inside of a record: both are completed by the block fenced as `wire,prelude`. A `wire,file` is
//! there for the others to import; a comment in its first line names it. A block fenced as `wire,refused` must be
//! refused, with exactly the diagnostics that stand in the `text` block behind it.

use std::collections::HashMap;
use std::path::Path;
use std::{fs, io};

use wireform_build::load::{Compiled, Failure, Files, load_with};

/// A document of the workspace, of one page or several. All its schemas share the prelude and the files to import.
pub struct Document {
    blocks: Vec<Block>,
}

/// A fenced block of a document.
pub struct Block {
    /// The page, from the root of the workspace.
    pub page: String,
    /// What stands behind the opening fence.
    pub info: String,
    /// The line of the first line of text, from 1.
    pub line: usize,
    pub text: String,
}

/// A schema that stands in a document.
pub struct Written {
    /// The page, from the root of the workspace.
    pub page: String,
    /// The line where it begins.
    pub line: usize,
    /// The whole schema.
    pub text: String,
    /// Whether it must be refused; and with which words, if they stand behind it.
    pub refused: Option<Option<String>>,
}

/// What a schema in a document can import.
struct Importable<'b>(HashMap<&'b str, &'b str>);

impl Document {
    /// Pages of the workspace at `root`.
    pub fn new(root: &Path, pages: &[impl AsRef<str>]) -> Self {
        let read = |page: &str| fs::read_to_string(root.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        Self { blocks: pages.iter().map(AsRef::as_ref).flat_map(|page| blocks(page, &read(page))).collect() }
    }

    /// All its schemas, in order.
    pub fn schemas(&self) -> Vec<Written> {
        let prelude = self.blocks.iter().find(|block| block.info == "wire,prelude").map_or("", |block| &block.text);
        let one = |(index, block): (usize, &Block)| {
            let text = match block.info.as_str() {
                "wire" | "wire,prelude" | "wire,refused" => block.text.clone(),
                "wire,part" => format!("{prelude}{}", block.text),
                "wire,fields" => format!("{prelude}struct Example {{\n{}}}\n", block.text),
                "wire,file" => return None,
                info if info.starts_with("wire") => {
                    panic!("{}:{}: no kind of schema: `{info}`", block.page, block.line)
                }
                _ => return None,
            };
            let next = self.blocks.get(index + 1).filter(|next| next.info == "text" && next.page == block.page);
            let refused = (block.info == "wire,refused").then(|| next.map(|next| next.text.clone()));
            Some(Written { page: block.page.clone(), line: block.line, text, refused })
        };
        self.blocks.iter().enumerate().filter_map(one).collect()
    }

    /// Compiles a schema, which can import what stands in the document.
    pub fn compile(&self, schema: &str) -> Result<Compiled, Failure> {
        let files = self.blocks.iter().filter(|block| block.info == "wire,file");
        let files =
            files.filter_map(|block| Some((block.text.lines().next()?.strip_prefix("// ")?, block.text.as_str())));
        let files = files.chain([("example.wire", schema)]);
        load_with("example.wire", &Importable(files.collect()))
    }
}

/// The pages of the language reference, from the root of the workspace: the front page, and all chapters by name.
pub fn reference(root: &Path) -> Vec<String> {
    let folder = root.join("schema/reference");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut pages: Vec<String> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("schema/reference/{name}")).collect();
    pages.sort();
    pages.insert(0, "schema/README.md".to_owned());
    pages
}

/// The fenced blocks of a page, in order.
pub fn blocks(page: &str, document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, Block)> = None;
    for (index, line) in document.lines().enumerate() {
        match &mut open {
            None => {
                let ticks = line.len() - line.trim_start_matches('`').len();
                if ticks >= 3 {
                    let (fence, info) = line.split_at(ticks);
                    let block =
                        Block { page: page.to_owned(), info: info.to_owned(), line: index + 2, text: String::new() };
                    open = Some((fence, block));
                }
            }
            Some((fence, _)) if line == *fence => blocks.extend(open.take().map(|(_, block)| block)),
            Some((_, block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
        }
    }
    assert!(open.is_none(), "{page}: a block is never closed");
    blocks
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
