//! The Rust of a folder, for tests that read the code itself.

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
    let mut files = Vec::new();
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
            } else if path.ends_with(".rs") {
                let text = fs::read_to_string(entry.path()).unwrap_or_else(|error| panic!("{path}: {error}"));
                files.push(RustFile { path, text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}
