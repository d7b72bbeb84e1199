//! Whole schemas.

use super::parsed;

pub(super) fn drafts() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/design/drafts");
    let Ok(folder) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
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
