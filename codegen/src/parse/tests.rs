//! What the parser makes of whole schemas.

use crate::ast::File;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Sources;

fn parsed(text: &str) -> (File, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let id = sources.add("test.wire", text);
    let file = super::parse(&sources, id, &mut diagnostics);
    (file, diagnostics.into_sorted())
}

#[test]
fn every_draft_parses() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/design/drafts");
    let Ok(folder) = std::fs::read_dir(folder) else { return };
    for file in folder {
        let path = file.unwrap().path();
        let (file, diagnostics) = parsed(&std::fs::read_to_string(&path).unwrap());
        assert_eq!(diagnostics, [], "{path:?}");
        assert!(file.header.is_some() && file.items.len() > 5, "{path:?}");
    }
}
