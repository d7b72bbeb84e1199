//! The files of the compiler, for tests of its architecture.

use crate::files::{RustFile, root, rust_files};

/// All files of the compiler, without those that are only tests.
pub fn compiler() -> Vec<RustFile> {
    let skip = |folder: &str| folder.ends_with("/tests") || folder.ends_with("snapshots");
    let mut files = rust_files(&root().join("codegen/src"), &skip);
    files.retain(|file| !file.path.ends_with("/tests.rs"));
    assert!(files.len() > 150, "only {} files were found", files.len());
    files
}
