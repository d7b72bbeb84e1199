//! Names for wires with their clauses: what every field of such a type has in common.

use super::super::block::{Block, text};
use super::super::book::Book;
use super::super::here::Here;
use super::super::text as words;
use crate::model::{AliasId, Field, Rule, Wire};
use crate::record::{fields, wires};

pub(in super::super) fn body(book: &Book<'_>, id: AliasId) -> Vec<Block> {
    let Some((record, field)) = book.aliased(id) else { return vec![text("is", "No field is of this type.")] };
    let inside = field.alias == Some(id) && fields::has_rows(book.protocol, &field.wire);
    let inside = inside.then(|| "What is in it stands with each field.".to_owned());
    let kind = words::upper(wire(&Here { book, record }, field, id, None).0);
    let said: Vec<String> = std::iter::once(format!("{kind}.")).chain(facts(book, id)).chain(inside).collect();
    vec![text("is", said.join(" "))]
}

/// The type in a word or two, for a list of many.
pub(super) fn kind(book: &Book<'_>, id: AliasId) -> String {
    book.aliased(id).map(|(record, field)| wire(&Here { book, record }, field, id, None).0).unwrap_or_default()
}

/// The facts about every field of an alias.
pub(in super::super) fn facts(book: &Book<'_>, id: AliasId) -> Vec<String> {
    let Some((record, field)) = book.aliased(id) else { return Vec::new() };
    let ruled = book.protocol.aliases[id.0].rule;
    wire(&Here { book, record }, field, id, field.rule.as_ref().filter(|_| ruled)).1
}

/// The type and what is said of it, as a field has them that is of this alias, or whose elements are.
fn wire(here: &Here<'_>, field: &Field, id: AliasId, rule: Option<&Rule>) -> (String, Vec<String>) {
    match &field.wire {
        Wire::List { item, .. } | Wire::Sparse { item, .. } if field.alias != Some(id) => {
            (wires::item(here, item), Vec::new())
        }
        _ => wires::facts(here, field, rule),
    }
}
