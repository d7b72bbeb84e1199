//! The codes that shapes store.

use crate::model::{Record, Tag};
use crate::text::docs;
use crate::text::tokens::TokenStream;

/// The documentation of such a code: that of the number in front of the shape, if it has one.
pub fn docs(record: &Record, tag: Option<&Tag>) -> TokenStream {
    let cell = match tag {
        Some(Tag::Input(input)) => input.cell(),
        Some(Tag::InPlace { .. } | Tag::Tuple(_)) | None => None,
    };
    let docs = cell.and_then(|cell| record.docs_of(cell));
    docs::doc(docs.map_or(&[], |docs| docs), "The discriminant that selects this variant.")
}
