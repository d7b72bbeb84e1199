//! Schemas with one file replaced, as editors and the tests of proposals have them.

use std::io;
use std::path::{Path, PathBuf};

use super::Files;
use super::imports::normal;

/// Files of which one has another text.
pub struct Replaced<'f> {
    path: PathBuf,
    text: String,
    files: &'f dyn Files,
}

impl<'f> Replaced<'f> {
    /// The files with `text` in place of that of the file `path`.
    pub fn new(path: &Path, text: String, files: &'f dyn Files) -> Self {
        Self { path: normal(path), text, files }
    }
}

impl Files for Replaced<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == self.path { Ok(self.text.clone().into_bytes()) } else { self.files.read(path) }
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        self.files.names(folder)
    }

    fn one_path(&self, path: &Path) -> PathBuf {
        self.files.one_path(path)
    }

    fn is_outside(&self, path: &Path) -> bool {
        self.files.is_outside(path)
    }
}
