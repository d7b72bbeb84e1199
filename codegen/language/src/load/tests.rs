//! Diagnostics of schemas with several syntax errors: every error is reported, none of its consequences.

mod law;
mod references;
mod several;

use std::path::{Path, PathBuf};

use super::Files;

/// The schemas of the repository, by path.
fn schemas() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut schemas = Vec::new();
    for folder in ["schema", "tests/schema/features", "tests/schema/specimens"] {
        let files = std::fs::read_dir(root.join(folder)).unwrap();
        let paths = files.map(|file| file.unwrap().path()).filter(|path| super::is_schema(path));
        schemas.extend(paths.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())));
    }
    schemas.sort();
    assert!(schemas.len() > 20);
    schemas
}

/// The disk with the text of one file replaced.
struct Changed<'a> {
    path: &'a Path,
    text: &'a str,
}

impl Files for Changed<'_> {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        if path == self.path { Ok(self.text.as_bytes().to_vec()) } else { std::fs::read(path) }
    }

    fn names(&self, _folder: &Path) -> Vec<String> {
        Vec::new()
    }
}
