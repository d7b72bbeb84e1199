//! Schemas on disk. Schemas may be untrusted, so only regular files named `*.wire` are opened, and imports stay within
//! one folder: diagnostics never quote another file, and no read blocks on a FIFO.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{Files, MAX_FILE};

/// Files on disk.
#[derive(Debug, Clone)]
pub struct Disk {
    /// The root folder of imports, with links resolved; `None` if imports may lead anywhere.
    tree: Option<PathBuf>,
}

impl Disk {
    /// Restricts imports to this folder and its subfolders; links count as their targets.
    #[must_use]
    pub fn within(folder: &Path) -> Self {
        Self { tree: Some(real(folder)) }
    }

    /// Restricts imports to the folder of this schema.
    #[must_use]
    pub fn beside(schema: &Path) -> Self {
        Self::within(schema.parent().unwrap_or(Path::new("")))
    }

    /// Allows imports from all folders.
    #[must_use]
    pub fn anywhere() -> Self {
        Self { tree: None }
    }
}

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        // A link's name does not show its target. On some Windows drives paths cannot be canonicalised.
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let kind = real.metadata()?;
        if kind.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        for path in [path, &real] {
            if is_hidden(path) {
                return Err(io::Error::other("hidden files are no schemas"));
            }
            if !is_wire(path) {
                return Err(io::Error::other("the name of a schema ends in `.wire`"));
            }
        }
        if !kind.is_file() {
            return Err(io::Error::other("it is no regular file"));
        }
        let mut bytes = Vec::new();
        let limit = u64::try_from(MAX_FILE).unwrap_or(u64::MAX).saturating_add(1);
        std::fs::File::open(real)?.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        let schemas = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_schema(path));
        let mut names: Vec<String> = schemas.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
        names.sort();
        names
    }

    /// Resolved from the root: a path that leaves its folder may lead back into it.
    fn one_path(&self, path: &Path) -> PathBuf {
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
    }

    fn is_outside(&self, path: &Path) -> bool {
        self.tree.as_ref().is_some_and(|tree| !real(path).starts_with(tree))
    }
}

/// Whether a path is named like a schema: it ends in `.wire` and is not hidden, as the lock files of editors are.
#[must_use]
pub fn is_schema(path: &Path) -> bool {
    is_wire(path) && !is_hidden(path)
}

fn is_wire(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "wire")
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// The path with links resolved, as far as it exists.
fn real(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let found = path.ancestors().find_map(|above| Some((above.canonicalize().ok()?, path.strip_prefix(above).ok()?)));
    match found {
        Some((above, rest)) => above.join(rest),
        None => path,
    }
}
