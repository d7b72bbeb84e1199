//! A file or folder that cannot be written, with the words for the user.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A file or folder that cannot be written or read.
#[derive(Debug)]
pub struct IoError {
    doing: &'static str,
    path: PathBuf,
    error: io::Error,
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
