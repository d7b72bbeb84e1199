//! What of the grammar random schemas have, by the notation of the reference.

#[path = "../../../codegen/language/src/parse/tests/grammar/notation.rs"]
mod notation;
#[path = "../../../codegen/language/src/parse/tests/grammar/recognize.rs"]
mod recognize;
mod usage;

use std::collections::BTreeSet;
use std::path::Path;

/// Which parts of the grammar stand in none of these schemas.
pub fn unused<'t>(texts: impl IntoIterator<Item = &'t str>) -> BTreeSet<String> {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/grammar.md");
    // An archive, or an old checkout on Windows, may have other line ends.
    let reference = std::fs::read_to_string(reference).expect("the reference").replace("\r\n", "\n");
    let (_, chapter) = reference.split_once("\n## The grammar\n").expect("its chapter");
    let (_, block) = chapter.split_once("```text\n").expect("the grammar itself");
    let (text, _) = block.split_once("```").expect("its end");
    let grammar = notation::read(text);
    let mut unused = usage::everything(&grammar);
    for text in texts {
        assert_eq!(recognize::recognizes(&grammar, text), Ok(()), "{text}");
        let used = usage::used(&grammar, text);
        unused.retain(|part| !used.contains(part));
    }
    unused
}
