//! What of the grammar random schemas have, by the notation of the reference.

#[path = "../../../cli/src/lsp/completion/notation.rs"]
mod notation;
#[path = "../../../codegen/language/src/parse/tests/grammar/recognize.rs"]
mod recognize;
mod usage;

use std::collections::BTreeSet;
use std::path::Path;

/// Which parts of the grammar stand in none of these schemas.
pub fn unused<'t>(texts: impl IntoIterator<Item = &'t str>) -> BTreeSet<String> {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/grammar.md");
    let reference = std::fs::read_to_string(reference).expect("the reference");
    let grammar = notation::of_page(&reference).expect("its notation");
    let mut unused = usage::everything(&grammar);
    for text in texts {
        assert_eq!(recognize::recognizes(&grammar, text), Ok(()), "{text}");
        let used = usage::used(&grammar, text);
        unused.retain(|part| !used.contains(part));
    }
    unused
}
