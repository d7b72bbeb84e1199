//! The schemas that mutants are made of: all that the project has.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use wireform_build::load::{Compiled, Failure, load_text};

use super::document::{self, Document};
use super::pieces::{Inside, Kind, Piece, insides, pieces, text, units};

/// A schema.
pub struct Origin {
    pub name: String,
    pub pieces: Vec<Piece>,
    /// What it can import stands in there.
    document: Option<Arc<Document>>,
}

/// All of them, and what can be taken from one into another.
pub struct Corpus {
    pub origins: Vec<Arc<Origin>>,
    /// Words that stand in several files: those of the language.
    pub words: Vec<String>,
    /// What says how long something is.
    pub extents: Vec<Vec<Piece>>,
    /// Declarations, as they stand in a file.
    pub items: Vec<Vec<Piece>>,
}

/// A word in so many files is one of the language.
const COMMON: usize = 6;

impl Origin {
    pub fn compile(&self, text: &str) -> Result<Compiled, Failure> {
        match &self.document {
            Some(document) => document.compile(text),
            None => load_text("mutant.wire", text),
        }
    }
}

impl Corpus {
    pub fn new() -> Self {
        // `.ci/packages` compiles this in another folder of the project.
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join("SECURITY.md").is_file());
        let root = root.expect("the crate is in the project");
        let mut origins = in_folder(&root.join("schema"));
        origins.extend(in_folder(&root.join("tests/schema/features")));
        for pages in [document::reference(root), vec!["schema/guide.md".to_owned()]] {
            let written = Arc::new(Document::new(root, &pages));
            for schema in written.schemas().into_iter().filter(|schema| schema.refused.is_none()) {
                let (name, document) = (format!("{}:{}", schema.page, schema.line), Some(written.clone()));
                origins.push(Origin { name, pieces: pieces(&schema.text), document });
            }
        }
        assert!(origins.len() > 80, "only {} schemas", origins.len());
        let mut files: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut extents, mut items) = (Vec::new(), Vec::new());
        for origin in &origins {
            let mut own: Vec<&str> = origin
                .pieces
                .iter()
                .filter(|piece| piece.kind == Kind::Word)
                .map(|piece| piece.text.as_str())
                .collect();
            own.sort_unstable();
            own.dedup();
            own.into_iter().for_each(|word| *files.entry(word).or_default() += 1);
            extents.extend(insides(&origin.pieces).iter().filter_map(|inside| extent(&origin.pieces, inside)));
            let top = units(&origin.pieces).into_iter().filter(|unit| is_item(&origin.pieces, unit.start));
            items.extend(top.map(|unit| origin.pieces[unit].to_vec()));
        }
        let words = files.iter().filter(|(_, files)| **files >= COMMON).map(|(word, _)| (*word).to_owned()).collect();
        extents.sort_by_key(|extent: &Vec<Piece>| text(extent));
        extents.dedup();
        Self { words, extents, items, origins: origins.into_iter().map(Arc::new).collect() }
    }
}

fn in_folder(folder: &Path) -> Vec<Origin> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "wire"));
    paths.sort();
    let origin = |path: &std::path::PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Origin { name, pieces: pieces(&fs::read_to_string(path).expect("a schema")), document: None }
    };
    paths.iter().map(origin).collect()
}

/// The part of brackets that says how long something is, with its place.
pub fn extent_of(pieces: &[Piece], inside: &Inside) -> Option<std::ops::Range<usize>> {
    if inside.bracket != '[' || inside.range.is_empty() {
        return None;
    }
    let mut depth = 0_usize;
    for at in inside.range.clone() {
        match pieces[at].text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            ";" if depth == 0 => return Some(at + 1..inside.range.end),
            _ => {}
        }
    }
    let before = inside.range.start.checked_sub(2).map(|at| pieces[at].text.as_str());
    matches!(before, Some("bytes" | "utf8" | "ascii" | "latin1")).then(|| inside.range.clone())
}

fn extent(pieces: &[Piece], inside: &Inside) -> Option<Vec<Piece>> {
    extent_of(pieces, inside).map(|range| pieces[range].to_vec())
}

fn is_item(pieces: &[Piece], at: usize) -> bool {
    const ITEMS: [&str; 12] = [
        "const", "type", "varint", "enum", "bits", "quantity", "packed", "struct", "delta", "family", "session", "hook",
    ];
    let starts_line = at == 0 || pieces[at - 1].text.ends_with('\n');
    starts_line && ITEMS.iter().any(|item| pieces[at].is(item))
}
