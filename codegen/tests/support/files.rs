//! The files of a folder, for tests that read the code and the pages themselves.

use std::fs;
use std::path::{Path, PathBuf};

/// A Rust file.
pub struct RustFile {
    /// From the folder that was searched, with `/`.
    pub path: String,
    pub text: String,
}

/// The workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All Rust files below a folder, in order; folders that `skip` are not entered.
pub fn rust_files(folder: &Path, skip: &dyn Fn(&str) -> bool) -> Vec<RustFile> {
    let read = |path: String| {
        let text = fs::read_to_string(folder.join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        RustFile { path, text }
    };
    paths(folder, ".rs", skip).into_iter().map(read).collect()
}

/// The paths of all files below a folder that end like this, in order; folders that `skip` are not entered.
pub fn paths(folder: &Path, ending: &str, skip: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut paths = Vec::new();
    let mut waiting = vec![String::new()];
    while let Some(inner) = waiting.pop() {
        let entries = fs::read_dir(folder.join(&inner)).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let entry = entry.expect("an entry of a folder");
            let name = entry.file_name().into_string().expect("a name in UTF-8");
            let path = if inner.is_empty() { name } else { format!("{inner}/{name}") };
            if entry.file_type().expect("the type of an entry").is_dir() {
                if !skip(&path) {
                    waiting.push(path);
                }
            } else if path.ends_with(ending) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
}
