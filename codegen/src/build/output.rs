//! The files that a compilation is to leave behind, written as a whole or compared with the files that exist. Files that
//! were not generated are never touched: each generated file begins with words that say so. No link below the folder of
//! the user's choice is followed.

mod io_error;
mod staging;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{GENERATED, GENERATED_PAGE};

pub use io_error::IoError;
use staging::{Staging, remains};

/// Files with their content.
#[derive(Debug, Clone, Default)]
pub struct Output {
    files: Vec<Planned>,
    /// Whatever of this was generated in these, and is none of the files, is extra.
    folders: Vec<(Place, Owned)>,
    /// The pages of each protocol: titles and files.
    #[cfg(feature = "documents")]
    pub(super) listed: Vec<Vec<(String, String)>>,
}

/// A file or folder in a folder of the user's choice, which may be a link; all below it may not.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    root: PathBuf,
    inside: PathBuf,
}

/// A file that is to be there.
#[derive(Debug, Clone)]
struct Planned {
    place: Place,
    content: String,
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
    /// It is not to be replaced, for this reason: it was not generated and someone would lose it, or it is no file.
    InTheWay(PathBuf, &'static str),
    /// It was generated once, and no schema asks for it now.
    Extra(PathBuf),
    /// It is a temporary folder of a run that was killed.
    Remains(PathBuf),
}

impl Output {
    /// Adds a file under a path inside of `root`. `false` if there is one under this path.
    #[must_use]
    pub fn add(&mut self, root: &Path, inside: impl Into<PathBuf>, content: impl Into<String>) -> bool {
        let place = Place { root: root.to_owned(), inside: inside.into() };
        let new = !self.has(&place.path());
        if new {
            self.files.push(Planned { place, content: content.into() });
        }
        new
    }

    /// Whether there is a file under this path.
    fn has(&self, path: &Path) -> bool {
        self.files.iter().any(|file| file.place.path() == path)
    }

    /// Takes what is owned of a folder inside of `root` for the files alone: what of that was generated there once, and
    /// is none of them, is extra.
    pub fn owns(&mut self, root: &Path, inside: impl Into<PathBuf>, owned: Owned) {
        let folder = (Place { root: root.to_owned(), inside: inside.into() }, owned);
        if !self.folders.contains(&folder) {
            self.folders.push(folder);
        }
    }

    /// Where the disk differs.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn changes(&self) -> Result<Vec<Change>, IoError> {
        let mut changes: Vec<Change> = self.files.iter().filter_map(Planned::change).collect();
        // One folder may be in the way of many files.
        changes.dedup();
        changes.extend(self.extras()?.into_iter().map(Change::Extra));
        for root in self.roots() {
            changes.extend(remains(root)?.into_iter().map(Change::Remains));
        }
        Ok(changes)
    }

    /// The folders of the user's choice, each once.
    fn roots(&self) -> Vec<&Path> {
        let all = self.files.iter().map(|file| &file.place).chain(self.folders.iter().map(|(place, _)| place));
        let mut roots: Vec<&Path> = Vec::new();
        for place in all {
            if !roots.contains(&place.root.as_path()) {
                roots.push(&place.root);
            }
        }
        roots
    }

    /// Generated files that nobody asks for now.
    fn extras(&self) -> Result<Vec<PathBuf>, IoError> {
        let mut extras = Vec::new();
        for (place, owned) in &self.folders {
            let folder = place.path();
            if place.obstacle(false).is_some() || !folder.is_dir() {
                continue;
            }
            let wrong = |error| IoError::new("read", &folder, error);
            for entry in fs::read_dir(&folder).map_err(wrong)? {
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

    /// Writes the files that differ, in the order in which they were added, and removes before that what is extra; the
    /// other files keep their time of change, so nothing is rebuilt for them. Gives what was done.
    ///
    /// # Errors
    /// If a file or its folder cannot be written; if something is in the way that is not to be replaced. Nothing is
    /// written then.
    pub fn write(&self) -> Result<Vec<Change>, IoError> {
        let changes = self.changes()?;
        for change in &changes {
            if let Change::InTheWay(path, why) = change {
                let why = format!("{why}; remove it, or choose another folder");
                return Err(IoError::new("replace", path, io::Error::new(io::ErrorKind::AlreadyExists, why)));
            }
        }
        let staged = self.stage()?;
        for change in &changes {
            remove(change)?;
        }
        staged.into_iter().try_for_each(Staging::publish)?;
        let mut folders: Vec<PathBuf> = self.folders.iter().map(|(place, _)| place.path()).collect();
        // Inner ones first.
        folders.sort_by(|one, other| other.cmp(one));
        for folder in folders {
            let is_in_it = |change: &Change| matches!(change, Change::Extra(path) if path.starts_with(&folder));
            if changes.iter().any(is_in_it) {
                // A folder with something else in it stays: that is the error that is expected here.
                let _ = fs::remove_dir(folder);
            }
        }
        Ok(changes)
    }

    fn stage(&self) -> Result<Vec<Staging>, IoError> {
        let mut staged = Vec::new();
        for root in self.roots() {
            let stale = self.files.iter().filter(|file| file.place.root == root && file.change().is_some());
            let mut stale = stale.peekable();
            if stale.peek().is_some() {
                let mut staging = Staging::new(root)?;
                for file in stale {
                    staging.add(file.place.path(), &file.content)?;
                }
                staged.push(staging);
            }
        }
        Ok(staged)
    }
}

impl Place {
    fn path(&self) -> PathBuf {
        self.root.join(&self.inside)
    }

    /// The first thing on the path that is not to be followed or replaced: all must be folders, and the last one a file
    /// if that is what is meant.
    fn obstacle(&self, is_file: bool) -> Option<Change> {
        let mut path = self.root.clone();
        let mut names = self.inside.components().peekable();
        while let Some(name) = names.next() {
            path.push(name);
            // If one is missing, so is all below it. Other errors are told by who reads the file.
            let kind = path.symlink_metadata().ok()?.file_type();
            let file_expected = is_file && names.peek().is_none();
            if (file_expected && kind.is_file()) || (!file_expected && kind.is_dir()) {
                continue;
            }
            let why = if kind.is_symlink() {
                "it is a link"
            } else if kind.is_dir() {
                "it is a folder"
            } else if file_expected {
                "it is no regular file"
            } else {
                "it is no folder"
            };
            return Some(Change::InTheWay(path, why));
        }
        None
    }
}

impl Planned {
    fn change(&self) -> Option<Change> {
        let obstacle = self.place.obstacle(true);
        if obstacle.is_some() {
            return obstacle;
        }
        let (path, content) = (self.place.path(), &self.content);
        match fs::read_to_string(&path) {
            Ok(found) if found == *content => None,
            // Line ends are git's business: a checkout may have others. Nobody looks for pairs in a text that has nothing
            // of the kind.
            Ok(found) if found.contains('\r') && found.replace("\r\n", "\n") == *content => None,
            // A file without our head replaces one without it, and an empty file loses nothing.
            Ok(found) if found.is_empty() || has_head(&found) || !has_head(content) => Some(Change::Stale(path)),
            Ok(_) => Some(Change::InTheWay(path, NOT_GENERATED)),
            Err(error) => match error.kind() {
                // If the folder of the user's choice is none, that is told when it is made.
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Some(Change::Missing(path)),
                io::ErrorKind::InvalidData => Some(Change::InTheWay(path, NOT_GENERATED)),
                _ => Some(Change::InTheWay(path, "it cannot be read")),
            },
        }
    }
}

const NOT_GENERATED: &str = "it was not generated";

/// Removes what is not to be there.
fn remove(change: &Change) -> Result<(), IoError> {
    let (path, outcome) = match change {
        Change::Extra(path) => (path, fs::remove_file(path)),
        Change::Remains(path) => (path, fs::remove_dir_all(path)),
        Change::Missing(_) | Change::Stale(_) | Change::InTheWay(..) => return Ok(()),
    };
    outcome.map_err(|error| IoError::new("remove", path, error))
}

/// Whether a text begins as what is generated.
fn has_head(text: &str) -> bool {
    text.starts_with(GENERATED) || text.starts_with(GENERATED_PAGE)
}

/// Whether this may be a page, or a picture of one.
fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md" || end == "svg")
}

/// Whether this is a regular file that was generated.
pub(super) fn is_generated(path: &Path) -> bool {
    let is_file = path.symlink_metadata().is_ok_and(|data| data.is_file());
    is_file && fs::read_to_string(path).is_ok_and(|text| has_head(&text))
}

impl Change {
    /// Whether generating mends it. Nothing is generated while something is in the way.
    #[must_use]
    pub fn is_mended_by_generating(&self) -> bool {
        !matches!(self, Self::InTheWay(..))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, words) = match self {
            Self::Missing(path) => (path, "missing"),
            Self::Stale(path) => (path, "stale"),
            Self::InTheWay(path, why) => return write!(f, "{} is in the way: {why}", path.display()),
            Self::Extra(path) => (path, "generated, and no schema asks for it now"),
            Self::Remains(path) => (path, "a temporary folder of a run that was killed"),
        };
        write!(f, "{} is {words}", path.display())
    }
}
