//! Which schemas import a file that declares no protocol: it means something in them only.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use wireform_build::ast::Item;
use wireform_build::load::{Files, normal};

use super::documents::{Documents, Syntax};
use super::files::Overlay;
use crate::lsp::client::settings::Settings;
use crate::lsp::client::uri::is_in_folder;

/// The limit on the files that are read in search of importers.
const MOST_FILES: usize = 500;

/// The limit on the folders above a file in which its importers are searched.
const MOST_FOLDERS: usize = 3;

/// The importers that were found so far.
#[derive(Debug, Default)]
pub struct Importers {
    found: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// The imports of files, as far as they were read, and whether they declare a protocol.
    read: BTreeMap<PathBuf, Imports>,
}

#[derive(Debug, Clone)]
struct Imports {
    has_protocol: bool,
    files: Vec<PathBuf>,
}

impl Importers {
    /// A file has another text.
    pub fn changed(&mut self, path: &Path) {
        self.found.clear();
        self.read.remove(path);
    }

    /// The schemas that import a file, directly or not: the open ones, or else those in its folder and the folders above.
    pub fn of(&mut self, file: &Path, documents: &Documents, settings: &Settings) -> Vec<PathBuf> {
        if let Some(known) = self.found.get(file) {
            return known.clone();
        }
        let groups = groups(file, documents, settings);
        let found = groups.iter().map(|group| self.among(group, file, documents, settings));
        let found = found.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
        self.found.insert(file.to_owned(), found.clone());
        found
    }

    /// All of them.
    pub fn all(&mut self, file: &Path, documents: &Documents, settings: &Settings) -> BTreeSet<PathBuf> {
        let groups = groups(file, documents, settings);
        groups.iter().flat_map(|group| self.among(group, file, documents, settings)).collect()
    }

    /// Those of some files that declare a protocol and import a file.
    fn among(&mut self, paths: &[PathBuf], file: &Path, documents: &Documents, settings: &Settings) -> Vec<PathBuf> {
        let schemas = paths.iter().filter(|path| path.as_path() != file);
        schemas.filter(|path| self.leads(path, file, documents, settings)).cloned().collect()
    }

    fn leads(&mut self, schema: &Path, file: &Path, documents: &Documents, settings: &Settings) -> bool {
        let files = Overlay::of(schema, documents, settings.allow_outside);
        let mut seen = BTreeSet::new();
        let mut waiting = VecDeque::from([schema.to_owned()]);
        while let Some(path) = waiting.pop_front() {
            if self.read.len() > MOST_FILES || !seen.insert(path.clone()) || files.is_outside(&path) {
                continue;
            }
            let imports = self.imports(&path, &files, documents);
            if path == schema && !imports.has_protocol {
                return false;
            }
            if imports.files.iter().any(|import| import == file) {
                return true;
            }
            waiting.extend(imports.files);
        }
        false
    }

    fn imports(&mut self, path: &Path, files: &Overlay<'_>, documents: &Documents) -> Imports {
        if let Some(known) = self.read.get(path) {
            return known.clone();
        }
        let imports = match documents.get(path) {
            Some(document) => Imports::of(path, document.syntax()),
            None => {
                let text = files.read(path).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
                Imports::of(path, &Syntax::of(&text))
            }
        };
        self.read.insert(path.to_owned(), imports.clone());
        imports
    }
}

/// The files that may import a file: the open ones, and those of each folder in which its importers are searched.
fn groups(file: &Path, documents: &Documents, settings: &Settings) -> Vec<Vec<PathBuf>> {
    let open = documents.iter().map(|(path, _)| path.to_owned()).collect();
    let is_inside =
        |folder: &Path| settings.folders.is_empty() || settings.folders.iter().any(|inside| folder.starts_with(inside));
    let folders = file.ancestors().skip(1).take(if is_in_folder(file) { MOST_FOLDERS } else { 0 });
    let folders = folders.enumerate().take_while(|(steps, folder)| *steps == 0 || is_inside(folder));
    let files = Overlay::of(file, documents, settings.allow_outside);
    let in_folder = |folder: &Path| files.names(folder).iter().map(|name| folder.join(name)).collect();
    std::iter::once(open).chain(folders.map(|(_, folder)| in_folder(folder))).collect()
}

impl Imports {
    fn of(path: &Path, syntax: &Syntax) -> Self {
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = syntax.tree.items.iter().filter_map(|item| match item {
            Item::Use(import) => Some(normal(&folder.join(&import.path.value))),
            _ => None,
        });
        Self { has_protocol: syntax.has_protocol(), files: files.collect() }
    }
}
