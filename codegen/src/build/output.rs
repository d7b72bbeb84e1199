//! The files that a compilation is to leave behind, written as a whole or compared with what is there.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Files with their content.
#[derive(Debug, Clone, Default)]
pub struct Output {
    files: Vec<(PathBuf, String)>,
}

/// A file that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It does not exist.
    Missing(PathBuf),
    /// Its content is another.
    Stale(PathBuf),
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

    /// Where the disk differs.
    #[must_use]
    pub fn changes(&self) -> Vec<Change> {
        self.files.iter().filter_map(|(path, content)| change(path, content)).collect()
    }

    /// Writes the files that differ; the others keep their time of change, so nothing is rebuilt for them. All are
    /// written beside their places first and moved there at the end: a full disk leaves everything as it was, and
    /// nobody ever sees half a file.
    ///
    /// # Errors
    /// If a file or its folder can not be written.
    pub fn write(&self) -> Result<(), IoError> {
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
        Ok(found) if found == content || found.replace("\r\n", "\n") == content => None,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some(Change::Missing(path.to_path_buf())),
        Ok(_) | Err(_) => Some(Change::Stale(path.to_path_buf())),
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, words) = match self {
            Self::Missing(path) => (path, "missing"),
            Self::Stale(path) => (path, "stale"),
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
