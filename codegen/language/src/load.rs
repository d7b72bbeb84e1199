//! Finds the text of a schema and of everything that it imports, and compiles it to the model.
//!
//! This is the pure core: text in, model or diagnostics out. It sees files only through [`Files`], so an editor can
//! compile what is not saved yet and a test what never was a file. Imports are collected before anything is resolved:
//! a file that is imported twice, or in a circle, is read once.

mod blame;
mod disk;
mod examples;
mod imports;
mod tried;

use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Schema;
use crate::references::References;
use crate::source::Sources;

pub use disk::{Disk, is_schema};

/// Where the text of schemas comes from.
pub trait Files {
    /// The bytes of a file. Of one that is too large to be a schema, [`MAX_FILE`] bytes and more suffice.
    ///
    /// # Errors
    /// Whatever keeps it from being read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// The names of the files in a folder, to suggest one for a mistyped import. Empty if nobody knows.
    fn names(&self, folder: &Path) -> Vec<String>;

    /// The one path of a file that several may lead to, so that it is read once; the path itself where that is all that
    /// is known.
    fn one_path(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    /// Whether a file is not where imports may lead. Such an import is refused before anybody reads the file.
    fn is_outside(&self, _path: &Path) -> bool {
        false
    }
}

/// The largest file that is taken for a schema.
pub const MAX_FILE: usize = 16 << 20;

/// A schema that is right.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// What it means.
    pub schema: Schema,
    /// The schema itself, and then the files that it imports.
    pub sources: Sources,
    /// The meaning of its names.
    pub references: References,
}

/// A schema that is wrong.
#[derive(Debug, Clone)]
pub struct Failure {
    /// What was read: the schema itself, and then the files that it imports.
    pub sources: Sources,
    /// All that is wrong, in the order of the text; at least one.
    pub diagnostics: Vec<Diagnostic>,
    /// The text is well-formed but declares no protocol: the file is there for others to import.
    pub without_protocol: bool,
    /// The meaning of a schema of which only examples are wrong: it can read and write packets.
    pub schema: Option<Box<Schema>>,
    /// The meaning of its names, as far as that could be told.
    pub references: References,
}

/// Compiles a schema and its imports, which are in its folder or in folders there. [`load_with`] and
/// [`Disk::anywhere`] take others too.
///
/// # Errors
/// Everything that is wrong with it, as far as one run can tell.
pub fn load(path: impl AsRef<Path>) -> Result<Compiled, Failure> {
    let disk = Disk::beside(path.as_ref());
    load_with(path, &disk)
}

/// Compiles a schema that is not in a file. `name` stands in diagnostics; its imports are refused.
///
/// # Errors
/// As [`load`].
pub fn load_text(name: impl Into<PathBuf>, text: impl Into<String>) -> Result<Compiled, Failure> {
    let path = name.into();
    let only = Only { path: path.clone(), text: text.into() };
    load_with(path, &only)
}

/// Compiles a schema whose text, and whose imports' text, come from `files`.
///
/// # Errors
/// As [`load`].
pub fn load_with(path: impl AsRef<Path>, files: &dyn Files) -> Result<Compiled, Failure> {
    let mut outcome = compile(path.as_ref(), files);
    if let Err(failure) = &mut outcome {
        tried::keep_what_mends(path.as_ref(), files, failure);
    }
    outcome
}

/// Compiles a schema; proposals are not tried.
fn compile(path: &Path, files: &dyn Files) -> Result<Compiled, Failure> {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let parsed = imports::collect(path, files, &mut sources, &mut diagnostics);
    let without_protocol = diagnostics.is_empty() && parsed.first().is_some_and(|file| file.header.is_none());
    let mut references = References::default();
    // Where braces do not match, nobody knows where declarations end.
    let is_resolved = !parsed.is_empty() && parsed.iter().all(|file| file.braces_match);
    let resolve = || crate::resolve::resolve(&sources, &parsed, &mut diagnostics, &mut references);
    let schema = is_resolved.then(resolve).flatten();
    if let Some(schema) = &schema {
        examples::examples(schema, &mut diagnostics);
    }
    match schema {
        Some(schema) if diagnostics.is_empty() => Ok(Compiled { schema, sources, references }),
        _ => {
            let mut diagnostics = diagnostics.into_sorted();
            if schema.is_some() {
                diagnostics.iter_mut().for_each(|wrong| blame::explain(&sources, &parsed, wrong));
            }
            Err(Failure { sources, diagnostics, without_protocol, schema: schema.map(Box::new), references })
        }
    }
}

impl Failure {
    /// All diagnostics as rustc would show them, with or without ANSI colours.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        crate::render::render(&self.sources, &self.diagnostics, colour)
    }
}

#[cfg(test)]
mod tests;

/// One text without neighbours.
struct Only {
    path: PathBuf,
    text: String,
}

impl Files for Only {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == self.path {
            Ok(self.text.clone().into_bytes())
        } else {
            Err(io::Error::new(io::ErrorKind::NotFound, "there are no other files here"))
        }
    }

    fn names(&self, _folder: &Path) -> Vec<String> {
        Vec::new()
    }
}
