//! Replaces a file as a whole: at every moment there is the old text or the new one.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Gives a file another content and keeps its permissions. If it is a link, its target is replaced.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let (new, file) = beside(&path)?;
    let written = write(file, content, permissions).and_then(|()| fs::rename(&new, &path));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

fn write(mut file: File, content: &[u8], permissions: Permissions) -> io::Result<()> {
    file.write_all(content)?;
    file.set_permissions(permissions)?;
    file.sync_all()
}

/// A new file in the same folder. It is hidden, so it is no schema.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut number = std::process::id();
    loop {
        let new = path.with_file_name(format!(".{name}.{number}.new"));
        match OpenOptions::new().write(true).create_new(true).open(&new) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number = number.wrapping_add(1),
            opened => return opened.map(|file| (new, file)),
        }
    }
}
