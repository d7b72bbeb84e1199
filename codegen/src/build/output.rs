//! The files that a compilation is to leave behind, written as a whole or compared with what is there. What was not
//! generated is never touched: each generated file begins with words that say so.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{GENERATED, GENERATED_PAGE};

/// Files with their content.
#[derive(Debug, Clone, Default)]
pub struct Output {
    files: Vec<(PathBuf, String)>,
    /// Whatever of this was generated in these, and is none of the files, is extra.
    folders: Vec<(PathBuf, Owned)>,
}

/// What of a folder is there for the files alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owned {
    /// Its pages.
    Pages,
    /// Its pages, and the module beside them.
    PagesAndModule,
}

/// A file that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It does not exist.
    Missing(PathBuf),
    /// Its content is another.
    Stale(PathBuf),
    /// Its content is another, and it was not generated: someone would lose it.
    Foreign(PathBuf),
    /// It was generated once, and no schema asks for it now.
    Extra(PathBuf),
}

/// A file or folder that can not be written or read.
#[derive(Debug)]
pub struct IoError {
    doing: &'static str,
    path: PathBuf,
    error: io::Error,
}

impl Output {
    /// Adds a file. `false` if there is one under this path.
    #[must_use]
    pub fn add(&mut self, path: impl Into<PathBuf>, content: impl Into<String>) -> bool {
        let path = path.into();
        let new = !self.has(&path);
        if new {
            self.files.push((path, content.into()));
        }
        new
    }

    /// Whether there is a file under this path.
    #[must_use]
    pub fn has(&self, path: &Path) -> bool {
        self.files.iter().any(|(known, _)| known == path)
    }

    /// Takes what is owned of a folder for the files alone: what of that was generated there once, and is none of them,
    /// is extra.
    pub fn owns(&mut self, folder: impl Into<PathBuf>, owned: Owned) {
        let folder = (folder.into(), owned);
        if !self.folders.contains(&folder) {
            self.folders.push(folder);
        }
    }

    /// Where the disk differs.
    ///
    /// # Errors
    /// If a folder can not be read.
    pub fn changes(&self) -> Result<Vec<Change>, IoError> {
        let mut changes: Vec<Change> = self.files.iter().filter_map(|(path, content)| change(path, content)).collect();
        changes.extend(self.extras()?.into_iter().map(Change::Extra));
        Ok(changes)
    }

    /// Generated files that nobody asks for now.
    fn extras(&self) -> Result<Vec<PathBuf>, IoError> {
        let mut extras = Vec::new();
        for (folder, owned) in self.folders.iter().filter(|(folder, _)| folder.exists()) {
            let wrong = |error| IoError::new("read", folder, error);
            for entry in fs::read_dir(folder).map_err(wrong)? {
                let path = entry.map_err(wrong)?.path();
                let is_owned = match owned {
                    Owned::Pages => is_page(&path),
                    Owned::PagesAndModule => is_page(&path) || path.file_name().is_some_and(|name| name == "mod.rs"),
                };
                if is_owned && !self.has(&path) && is_generated(&path) {
                    extras.push(path);
                }
            }
        }
        extras.sort();
        Ok(extras)
    }

    /// Writes the files that differ, and removes what is extra; the others keep their time of change, so nothing is
    /// rebuilt for them. All are written beside their places first and moved there at the end: a full disk leaves
    /// everything as it was, and nobody ever sees half a file. Gives what was done.
    ///
    /// # Errors
    /// If a file or its folder can not be written; if a file that was not generated is in the way. Nothing is written
    /// then.
    pub fn write(&self) -> Result<Vec<Change>, IoError> {
        let changes = self.changes()?;
        for change in &changes {
            if let Change::Foreign(path) = change {
                let why = "it was not generated; remove it, or choose another folder";
                return Err(IoError::new("replace", path, io::Error::new(io::ErrorKind::AlreadyExists, why)));
            }
        }
        self.replace()?;
        for change in &changes {
            if let Change::Extra(path) = change {
                fs::remove_file(path).map_err(|error| IoError::new("remove", path, error))?;
                if let Some(folder) = path.parent() {
                    // A folder with something else in it stays: that is the error that is expected here.
                    let _ = fs::remove_dir(folder);
                }
            }
        }
        Ok(changes)
    }

    fn replace(&self) -> Result<(), IoError> {
        let mut staged = Vec::new();
        let outcome = self.stage(&mut staged).and_then(|()| {
            staged.iter().try_for_each(|(temporary, path)| {
                fs::rename(temporary, path).map_err(|error| IoError::new("write", path, error))
            })
        });
        if outcome.is_err() {
            for (temporary, _) in &staged {
                // What was moved already is not here any more; of the rest nothing is to stay.
                let _ = fs::remove_file(temporary);
            }
        }
        outcome
    }

    fn stage<'a>(&'a self, staged: &mut Vec<(PathBuf, &'a Path)>) -> Result<(), IoError> {
        for (path, content) in &self.files {
            if change(path, content).is_none() {
                continue;
            }
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(|error| IoError::new("create", folder, error))?;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // The process makes it unique: two builds at once do not write into one file.
            let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
            staged.push((temporary.clone(), path));
            fs::write(&temporary, content).map_err(|error| IoError::new("write", &temporary, error))?;
        }
        Ok(())
    }
}

/// Line ends are git's business: a checkout may have others.
fn change(path: &Path, content: &str) -> Option<Change> {
    match fs::read_to_string(path) {
        Ok(found) if found == content => None,
        // Nobody looks for pairs in a text that has nothing of the kind.
        Ok(found) if found.contains('\r') && found.replace("\r\n", "\n") == content => None,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some(Change::Missing(path.to_path_buf())),
        // What has no head of ours replaces what has none, and of an empty file nothing is lost.
        Ok(found) if found.is_empty() || has_head(&found) || !has_head(content) => {
            Some(Change::Stale(path.to_path_buf()))
        }
        Ok(_) => Some(Change::Foreign(path.to_path_buf())),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Some(Change::Foreign(path.to_path_buf())),
        // Whatever keeps it from being read keeps it from being written, and is told then.
        Err(_) => Some(Change::Stale(path.to_path_buf())),
    }
}

/// Whether a text begins as what is generated.
fn has_head(text: &str) -> bool {
    text.starts_with(GENERATED) || text.starts_with(GENERATED_PAGE)
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md")
}

fn is_generated(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| has_head(&text))
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, words) = match self {
            Self::Missing(path) => (path, "missing"),
            Self::Stale(path) => (path, "stale"),
            Self::Foreign(path) => (path, "in the way: it was not generated"),
            Self::Extra(path) => (path, "generated, and no schema asks for it now"),
        };
        write!(f, "{} is {words}", path.display())
    }
}

impl IoError {
    /// `doing` is a verb: what could not be done with the path.
    #[must_use]
    pub fn new(doing: &'static str, path: &Path, error: io::Error) -> Self {
        Self { doing, path: path.to_path_buf(), error }
    }
}

impl fmt::Display for IoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} `{}`: {}", self.doing, self.path.display(), self.error)
    }
}

impl std::error::Error for IoError {}
