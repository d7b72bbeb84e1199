//! Kaitai Struct: a `.ksy` and the files that it imports.

mod arms;
mod content;
mod expr;
mod fields;
mod flow;
mod kinds;
mod known;
mod made;
mod needs;
mod rules;
mod said;
mod say;
mod spec;
mod text;
mod yaml;

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use wireform_language::load::normal;

use crate::draft::Note;
use crate::names::snake;
use crate::reason::Reason;
use crate::{Imported, Unreadable, finish};

use expr::Expr;
use yaml::Node;

/// How many files one may import, with those that they import.
const MOST: usize = 100;
/// How many folders are looked in for `/common/x`.
const HIGHEST: usize = 20;

/// Why something cannot be said.
#[derive(Debug, Clone, PartialEq)]
pub struct No {
    reason: Reason,
    detail: String,
    /// The condition that chooses between two numbers: with its answer each of them can be said.
    chosen_by: Option<Box<Expr>>,
}

impl No {
    fn new(reason: Reason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into(), chosen_by: None }
    }

    fn because(words: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Reason::construct(words), "")
    }

    /// The same, about a text if nothing more exact is known.
    fn or_detail(self, text: &str) -> Self {
        if self.detail.is_empty() { Self { detail: text.to_owned(), ..self } } else { self }
    }

    fn note(self, at: &str, loses: bool) -> Note {
        let detail = self.detail.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(100).collect();
        Note { at: at.to_owned(), reason: self.reason, detail, loses }
    }
}

/// Imports a `.ksy`.
///
/// # Errors
/// A file that is no Kaitai Struct.
pub fn kaitai(
    path: &Path,
    name: Option<&str>,
    read: &dyn Fn(&Path) -> io::Result<String>,
) -> Result<Imported, Unreadable> {
    let (files, missing) = load(path, read)?;
    let spec = spec::Spec::new(&files);
    let id = files.first().map(|(id, _)| id.as_str()).unwrap_or_default();
    let mut draft =
        made::draft(&spec, snake(name.unwrap_or(id))).ok_or_else(|| Unreadable::new("the file is empty"))?;
    if let Some(root) = draft.items.first_mut() {
        let no = |import: String| No::new(Reason::construct("a file that is not there"), import);
        root.notes.extend(missing.into_iter().map(|import| no(import).note("meta.imports", false)));
    }
    finish(draft)
}

/// Files, each with its name.
type Files = Vec<(String, Node)>;

/// The file and those that it imports, and imports without a file.
fn load(path: &Path, read: &dyn Fn(&Path) -> io::Result<String>) -> Result<(Files, Vec<String>), Unreadable> {
    let text = read(path).map_err(|error| Unreadable::new(error.to_string()))?;
    let first = yaml::parse(&text)?;
    if first.get("meta").is_none() {
        return Err(Unreadable::new("this is no description of Kaitai Struct")
            .help("name a `.ksy` file, with `meta` and `seq`"));
    }
    let mut files = vec![(id_of(&first, path), first)];
    let mut paths = vec![path.to_owned()];
    let mut seen: HashSet<PathBuf> = HashSet::from([path.to_owned()]);
    let mut missing = Vec::new();
    let mut next = 0;
    while let (Some((_, file)), Some(path)) = (files.get(next), paths.get(next).cloned()) {
        next += 1;
        let imports: Vec<String> = file
            .get("meta")
            .map(|meta| spec::entries(meta, "imports").filter_map(Node::text).map(str::to_owned).collect())
            .unwrap_or_default();
        for import in imports {
            let Some((path, text)) = candidates(&path, &import).into_iter().find_map(|path| {
                if seen.contains(&path) {
                    return Some((path, None));
                }
                let text = read(&path).ok()?;
                Some((path, Some(text)))
            }) else {
                missing.push(import);
                continue;
            };
            let Some(text) = text else { continue };
            if files.len() > MOST {
                return Err(Unreadable::new(format!("more than {MOST} files are imported")));
            }
            let node = yaml::parse(&text).map_err(|wrong| {
                let line = wrong.line.map_or_else(String::new, |line| format!("line {line}: "));
                Unreadable {
                    title: format!("{} imports `{import}`: {line}{}", path_name(&paths, next), wrong.title),
                    line: None,
                    ..wrong
                }
            })?;
            seen.insert(path.clone());
            files.push((id_of(&node, &path), node));
            paths.push(path);
        }
    }
    Ok((files, missing))
}

fn path_name(paths: &[PathBuf], next: usize) -> String {
    paths.get(next.saturating_sub(1)).map(|path| path.display().to_string()).unwrap_or_default()
}

fn id_of(node: &Node, path: &Path) -> String {
    let stem = || path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("schema").to_owned();
    node.get("meta").and_then(|meta| meta.text_of("id")).map_or_else(stem, str::to_owned)
}

/// Where an imported file may be: beside the file, or, with `/` in front, in a folder that is around it.
fn candidates(path: &Path, import: &str) -> Vec<PathBuf> {
    let named = format!("{}.ksy", import.trim_start_matches('/'));
    let folders = path.ancestors().skip(1);
    let count = if import.starts_with('/') { HIGHEST } else { 1 };
    folders.take(count).map(|folder| normal(&folder.join(&named))).collect()
}
