//! Files are written to a temporary folder first and then moved to their places: a full disk leaves everything as it
//! was, and nobody ever sees half a file. The folder's name is random and nothing in it is opened that exists, so no
//! planted link can have another file overwritten.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::io_error::IoError;

/// The name of a temporary folder is 16 hexadecimal digits between these.
const NAME: (&str, &str) = (".wireform-", ".tmp");

/// A file that is locked while the run that made the folder is alive.
const LOCK: &str = "lock";

/// A temporary folder with files that are to be moved. It is removed with all that is still in it.
pub struct Staging {
    folder: PathBuf,
    lock: Option<File>,
    moves: Vec<(PathBuf, PathBuf)>,
}

impl Staging {
    /// Makes a temporary folder in this one, which is made as well if it does not exist.
    pub fn new(root: &Path) -> Result<Self, IoError> {
        fs::create_dir_all(root).map_err(|error| IoError::new("create", root, error))?;
        // The keys of a `RandomState` are the only random numbers of the standard library.
        let random = RandomState::new().build_hasher().finish();
        let folder = root.join(format!("{}{random:016x}{}", NAME.0, NAME.1));
        fs::create_dir(&folder).map_err(|error| IoError::new("create", &folder, error))?;
        let mut staging = Self { folder, lock: None, moves: Vec::new() };
        let path = staging.folder.join(LOCK);
        let lock = File::create_new(&path).map_err(|error| IoError::new("create", &path, error))?;
        // On a file system without locks another run may take this one for dead; this one fails then.
        let _ = lock.lock();
        staging.lock = Some(lock);
        Ok(staging)
    }

    /// Writes a file that is to be moved to this path, and makes the folder there.
    pub fn add(&mut self, path: PathBuf, content: &str) -> Result<(), IoError> {
        let temporary = self.folder.join(self.moves.len().to_string());
        let write = || -> io::Result<()> { File::create_new(&temporary)?.write_all(content.as_bytes()) };
        write().map_err(|error| IoError::new("write", &temporary, error))?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| IoError::new("create", folder, error))?;
        }
        self.moves.push((temporary, path));
        Ok(())
    }

    /// Moves the files to their places.
    pub fn publish(self) -> Result<(), IoError> {
        self.moves.iter().try_for_each(|(temporary, path)| {
            fs::rename(temporary, path).map_err(|error| IoError::new("write", path, error))
        })
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Windows removes no file that is open.
        self.lock = None;
        // If this fails, the next run finds the remains.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The temporary folders of runs that were killed.
pub fn remains(root: &Path) -> Result<Vec<PathBuf>, IoError> {
    let wrong = |error| IoError::new("read", root, error);
    let entries = match fs::read_dir(root) {
        Ok(entries) => entries,
        // The place is told when it is written.
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(wrong(error)),
    };
    let mut remains = Vec::new();
    for entry in entries {
        let entry = entry.map_err(wrong)?;
        // A link has the type of a link, whatever its target is.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let path = entry.path();
        if is_folder && entry.file_name().to_str().is_some_and(is_temporary) && !is_locked(&path.join(LOCK)) {
            remains.push(path);
        }
    }
    remains.sort();
    Ok(remains)
}

fn is_temporary(name: &str) -> bool {
    let digits = name.strip_prefix(NAME.0).and_then(|rest| rest.strip_suffix(NAME.1));
    digits.is_some_and(|digits| digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Whether a run that is alive has locked the file.
fn is_locked(path: &Path) -> bool {
    // A FIFO would be waited for.
    let is_file = path.symlink_metadata().is_ok_and(|data| data.is_file());
    is_file && File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

#[cfg(test)]
mod tests;
