//! Reads a schema and all its imports, and compiles them to the model.
//!
//! The pure core: text in, model or diagnostics out. Files are accessed only through [`Files`], so editors can compile
//! unsaved text and tests need no disk. All imports are read before any name is resolved, and each file once, even if
//! it is imported twice or in a cycle.

mod blame;
mod disk;
mod examples;
mod imports;
mod items;
mod replaced;
mod stack;
mod tried;

use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Schema;
use crate::references::References;
use crate::source::Sources;

pub use disk::{Disk, is_schema};
pub use imports::normal;
pub use replaced::Replaced;
pub use tried::{Effort, keep_what_mends};

/// The source of schema texts.
pub trait Files {
    /// Reads a file. For files larger than [`MAX_FILE`], which are rejected, any longer prefix suffices.
    ///
    /// # Errors
    /// Any error that prevents reading.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// The names of the files in a folder, to suggest one for a mistyped import. Empty if unknown.
    fn names(&self, folder: &Path) -> Vec<String>;

    /// The canonical path of a file, so that a file with several paths is read once; the path itself if no better one
    /// is known.
    fn one_path(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    /// Whether imports may not lead to this file. Such an import is rejected before the file is read.
    fn is_outside(&self, _path: &Path) -> bool {
        false
    }
}

/// The size limit of a schema's file.
pub const MAX_FILE: usize = 16 << 20;

/// A valid schema.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The model.
    pub schema: Schema,
    /// The schema itself, and then the files that it imports.
    pub sources: Sources,
    /// The definitions and uses of its names.
    pub references: References,
}

/// A schema with errors.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The texts that were read: the schema itself, and then the files that it imports.
    pub sources: Sources,
    /// All errors in source order; at least one.
    pub diagnostics: Vec<Diagnostic>,
    /// The text is well-formed but declares no protocol: the file is only imported by others.
    pub without_protocol: bool,
    /// The model, if only examples are wrong: it can read and write packets.
    pub schema: Option<Box<Schema>>,
    /// The definitions and uses of its names, as far as they were resolved.
    pub references: References,
}

/// Compiles a schema and its imports, which must be in its folder or in subfolders. [`load_with`] and
/// [`Disk::anywhere`] allow others.
///
/// # Errors
/// All errors that one run can find.
pub fn load(path: impl AsRef<Path>) -> Result<Compiled, Failure> {
    let disk = Disk::beside(path.as_ref());
    load_with(path, &disk)
}

/// Compiles a schema that is not in a file. `name` is its path in diagnostics; its imports are rejected.
///
/// # Errors
/// As [`load`].
pub fn load_text(name: impl Into<PathBuf>, text: impl Into<String>) -> Result<Compiled, Failure> {
    let path = name.into();
    let only = Only { path: path.clone(), text: text.into() };
    load_with(path, &only)
}

/// Compiles a schema; `files` provides its text and those of its imports.
///
/// # Errors
/// As [`load`].
pub fn load_with(path: impl AsRef<Path>, files: &dyn Files) -> Result<Compiled, Failure> {
    let mut outcome = load_untested(&path, files);
    if let Err(failure) = &mut outcome {
        keep_what_mends(path.as_ref(), files, &failure.sources, &mut failure.diagnostics, &Effort::default());
    }
    outcome
}

/// Compiles a schema without testing the proposals of its diagnostics, which takes many times as long. For editors: they
/// show the diagnostics at once, and call [`keep_what_mends`] later.
///
/// # Errors
/// As [`load`]. An edit may not fix its error, and consequences of an error have diagnostics of their own.
pub fn load_untested(path: impl AsRef<Path>, files: &dyn Files) -> Result<Compiled, Failure> {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let parsed = imports::collect(path.as_ref(), files, &mut sources, &mut diagnostics);
    let without_protocol = diagnostics.is_empty() && parsed.first().is_some_and(|file| file.header.is_none());
    let mut references = References::default();
    // Unpaired braces leave the ends of declarations unknown.
    let is_resolved = !parsed.is_empty() && parsed.iter().all(|file| file.braces_match) && !diagnostics.is_full();
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
    /// Renders all diagnostics in the style of rustc, with or without ANSI colours.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        crate::render::render(&self.sources, &self.diagnostics, colour)
    }
}

#[cfg(test)]
mod tests;

/// A single text without other files.
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
