//! All schemas of the repository.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use wireform_build::load::{Disk, Files, load_with};

use crate::document::{Document, reference};
use crate::oracle::same;
use crate::pages::{paths, read, root};

/// The pages of schemas beside the reference, each with a prelude of its own.
const PAGES: [&str; 4] = ["schema/guide.md", "schema/errors.md", "schema/gallery/README.md", "cli/model.md"];

/// A schema that is compiled without mistakes, or a file that others import.
pub struct Schema {
    pub name: String,
    pub text: String,
    origin: Origin,
}

enum Origin {
    File(PathBuf),
    Page(usize),
}

/// Schemas, with what they import.
pub struct Corpus {
    pub schemas: Vec<Schema>,
    documents: Vec<Document>,
}

impl Corpus {
    /// The files alone.
    pub fn of_files() -> Self {
        let root = root();
        let folders = ["schema", "tests/schema", "tests/wireshark/schema", "tests/bench/schema"];
        let file = |path: String| Schema { text: read(&path), origin: Origin::File(root.join(&path)), name: path };
        let all = folders.into_iter().flat_map(|folder| paths(folder, ".wire"));
        Self { schemas: all.map(file).collect(), documents: Vec::new() }
    }

    /// The files, and the schemas of pages.
    pub fn new() -> Self {
        let root = root();
        let mut corpus = Self::of_files();
        corpus.documents.push(Document::new(&root, &reference(&root)));
        corpus.documents.extend(PAGES.map(|page| Document::new(&root, &[page])));
        for (index, document) in corpus.documents.iter().enumerate() {
            let right = document.schemas().into_iter().filter(|schema| schema.refused.is_none());
            corpus.schemas.extend(right.map(|schema| Schema {
                name: format!("{}:{}", schema.page, schema.line),
                text: schema.text.replace("\r\n", "\n"),
                origin: Origin::Page(index),
            }));
        }
        corpus
    }

    /// That a schema has the same model with another text, or none, too. Says whether it has one.
    #[track_caller]
    pub fn same_model(&self, schema: &Schema, text: &str, changed: &str) -> bool {
        let [model, changed_model] = [text, changed].map(|text| self.model(schema, text));
        let has_model = model.is_some();
        same(&schema.name, changed, &changed_model.unwrap_or_default(), &model.unwrap_or_default());
        has_model
    }

    /// The model of a schema with another text; `None` if it is refused.
    fn model(&self, schema: &Schema, text: &str) -> Option<String> {
        let compiled = match &schema.origin {
            Origin::File(path) => load_with(path, &Instead { path, text }),
            Origin::Page(index) => self.documents[*index].compile(text),
        };
        let model = wireform_cli::model_text(&compiled.ok()?.schema);
        let model = without_space(serde_json::from_str(&model).expect("a model is JSON"));
        Some(serde_json::to_string_pretty(&model).expect("JSON"))
    }
}

/// A model without the white space and the commas of conditions, which it has as they are written.
fn without_space(mut model: Value) -> Value {
    fn change(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    match value {
                        Value::String(text) if key == "text" => text.retain(|c| !c.is_whitespace() && c != ','),
                        _ => change(value),
                    }
                }
            }
            Value::Array(values) => values.iter_mut().for_each(change),
            _ => {}
        }
    }
    change(&mut model);
    model
}

/// The files on disk, but for one that has another text.
struct Instead<'t> {
    path: &'t Path,
    text: &'t str,
}

impl Files for Instead<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path.ends_with(self.path.file_name().expect("a file has a name")) {
            return Ok(self.text.as_bytes().to_vec());
        }
        Disk::anywhere().read(path)
    }

    fn names(&self, _folder: &Path) -> Vec<String> {
        Vec::new()
    }
}
