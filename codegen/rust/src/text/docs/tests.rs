//! Links of doc comments.

use super::*;

#[test]
fn links_distinguish_types_from_derive_macros() {
    assert_eq!(link(&"Pos"), "[`Pos`]");
    assert_eq!(link(&"Copy"), "[`Copy`](type@Copy)");
}
