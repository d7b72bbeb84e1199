//! The folders of schemas: one of the user's choice, and the groups in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The entries of a folder, in the order of their names.
pub fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

/// The groups of a folder of schemas: the names of the folders in it. Hidden ones are none, and no link is followed.
pub fn groups(schemas: &Path) -> io::Result<Vec<String>> {
    let is_folder = |path: &PathBuf| path.symlink_metadata().is_ok_and(|data| data.is_dir());
    let folders = entries(schemas)?.into_iter().filter(is_folder);
    let names = folders.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    Ok(names.filter(|name| !name.starts_with('.')).collect())
}
