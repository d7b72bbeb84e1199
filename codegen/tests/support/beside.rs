//! The folder `../shared` beside the project: larger collections of packets, which not every copy of the project has. Only
//! this file looks for it, so that one variable hides it.

use std::path::{Path, PathBuf};

/// A file or folder of `../shared`; nothing if it does not exist.
///
/// The variable `WIREFORM_SHARED` is `required` where it must exist, and `hidden` where tests run as in a copy without it.
///
/// # Panics
/// If it is required and does not exist.
pub fn beside(path: &str) -> Option<PathBuf> {
    let wanted = std::env::var("WIREFORM_SHARED").unwrap_or_default();
    if wanted == "hidden" {
        println!("{path} is hidden");
        return None;
    }
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join("SECURITY.md").is_file());
    let path = project?.with_file_name("shared").join(path);
    let exists = path.exists();
    assert!(exists || wanted != "required", "{} is required", path.display());
    if !exists {
        println!("there is no {}", path.display());
    }
    exists.then_some(path)
}
