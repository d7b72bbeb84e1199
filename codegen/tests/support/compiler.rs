//! The files of the compiler, for tests of its architecture.

use std::collections::BTreeSet;

use crate::files::{RustFile, root, rust_files};

/// The crates of the compiler, from the bottom up. No two have a module of the same name, so a path from the root of one
/// crate is a path from the root of all.
pub const CRATES: [&str; 5] = ["model", "language", "rust", "documents", "."];

/// All files of the compiler, without the roots of its crates and those that are only tests.
pub fn compiler() -> Vec<RustFile> {
    let skip = |folder: &str| folder.ends_with("/tests") || folder.ends_with("snapshots");
    let sources = CRATES.map(|name| rust_files(&root().join("codegen").join(name).join("src"), &skip));
    let mut files: Vec<RustFile> = sources.into_iter().flatten().collect();
    files.retain(|file| !file.path.ends_with("/tests.rs") && file.path != "lib.rs");
    let mut seen = BTreeSet::new();
    // `documents` has the root of the backends once more.
    files.retain(|file| seen.insert(file.path.clone()));
    assert!(files.len() > 150, "only {} files were found", files.len());
    files
}
