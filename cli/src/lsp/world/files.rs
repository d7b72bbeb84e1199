//! The files that the compiler sees: open documents as they are, and all others as they are on disk.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use wireform_build::load::{Disk, Files, normal};

use super::documents::Documents;
use crate::args::SCHEMAS;
use crate::lsp::client::uri::is_in_folder;

/// Files of one schema.
pub struct Overlay<'a> {
    documents: &'a Documents,
    disk: Disk,
    /// Texts that are neither open nor on disk: those after a change that is tried.
    changed: BTreeMap<PathBuf, String>,
    /// All files that the compiler asked for, found or not.
    asked: RefCell<BTreeSet<PathBuf>>,
}

impl<'a> Overlay<'a> {
    /// The files for a schema. Imports stay in its folder; of a schema in a group, in the folder of all schemas.
    pub fn of(schema: &Path, documents: &'a Documents, allow_outside: bool) -> Self {
        let disk = if allow_outside { Disk::anywhere() } else { Disk::within(folder(schema)) };
        Self { documents, disk, changed: BTreeMap::new(), asked: RefCell::default() }
    }

    /// The same files with other texts for some.
    pub fn with(self, changed: BTreeMap<PathBuf, String>) -> Self {
        Self { changed, ..self }
    }

    /// The files that were asked for.
    pub fn asked(self) -> BTreeSet<PathBuf> {
        self.asked.into_inner()
    }
}

/// The folder that the imports of a schema stay in: `schema` of `schema/GROUP/NAME.wire`, where `wireform generate` takes all
/// schemas from, and else the schema's own.
fn folder(schema: &Path) -> &Path {
    let own = schema.parent().unwrap_or(Path::new(""));
    own.parent().filter(|all| all.ends_with(SCHEMAS)).unwrap_or(own)
}

impl Files for Overlay<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let path = normal(path);
        self.asked.borrow_mut().insert(path.clone());
        if let Some(text) = self.changed.get(&path) {
            return Ok(text.clone().into_bytes());
        }
        if let Some(document) = self.documents.get(&path) {
            return Ok(document.text.body().to_owned().into_bytes());
        }
        if !is_in_folder(&path) {
            return Err(io::Error::other("the text that imports it is in no folder yet: save it first"));
        }
        self.disk.read(&path)
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        if !is_in_folder(folder) {
            return Vec::new();
        }
        let open = self.documents.iter().filter(|(path, _)| path.parent() == Some(folder));
        let open = open.filter_map(|(path, _)| Some(path.file_name()?.to_str()?.to_owned()));
        let names: BTreeSet<String> = self.disk.names(folder).into_iter().chain(open).collect();
        names.into_iter().collect()
    }

    fn one_path(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    fn is_outside(&self, path: &Path) -> bool {
        is_in_folder(path) && self.disk.is_outside(path)
    }
}
