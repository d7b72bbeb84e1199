//! The schemas on pages.

use std::path::{Path, PathBuf};

/// The workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The paths of all files below a folder with an ending, in order, from the workspace.
pub fn paths(folder: &str, ending: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = format!("{folder}/{}", entry.file_name().into_string().expect("a name in UTF-8"));
            if entry.file_type().expect("its type").is_dir() {
                waiting.push(path);
            } else if path.ends_with(ending) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
}

/// A file of the repository.
pub fn read(path: &str) -> String {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.replace("\r\n", "\n")
}
