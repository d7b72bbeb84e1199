//! Whole schemas.

#[path = "../../../../tests/support/beside.rs"]
mod beside;

use beside::beside;

use super::parsed;

/// The drafts of schemas, which not every copy of the project has. Other files belong to the system, such as
/// `.DS_Store`.
pub(super) fn drafts() -> Vec<String> {
    let folder = beside("design/drafts").into_iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = folder.map(|file| file.unwrap().path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "wire")).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn every_draft_parses() {
    for draft in drafts() {
        let (file, diagnostics) = parsed(&draft);
        assert_eq!(diagnostics, []);
        assert!(file.header.is_some() && file.items.len() > 5);
    }
}
