//! The files of the compiler, for tests of its architecture.

use crate::files::{RustFile, root, rust_files};

/// The crates of the compiler, from the bottom up, each with the path of its root in the tests. The lower crates and the shell
/// have one space of names, the back ends their own.
pub const CRATES: [(&str, &str); 5] =
    [("model", ""), ("language", ""), ("rust", "rust/"), ("documents", "documents/"), (".", "")];

/// All files of the compiler, without those that are only tests, and without the roots of crates that have no path.
pub fn compiler() -> Vec<RustFile> {
    let skip = |folder: &str| folder.ends_with("/tests") || folder.ends_with("snapshots");
    let mut files = Vec::new();
    for (name, root_path) in CRATES {
        let mut sources = rust_files(&root().join("codegen").join(name).join("src"), &skip);
        sources.retain(|file| !file.path.ends_with("/tests.rs") && (file.path != "lib.rs" || !root_path.is_empty()));
        for file in &mut sources {
            file.path = if file.path == "lib.rs" { format!("{name}.rs") } else { format!("{root_path}{}", file.path) };
        }
        files.extend(sources);
    }
    assert!(files.len() > 150, "only {} files were found", files.len());
    files
}
