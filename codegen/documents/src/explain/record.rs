//! A message, a struct, a family: what it is, and its layout.

use super::types::{apart, shortened};
use super::{Told, rust};
use crate::block::{Block, Row, list, table, text};
use crate::book::Book;
use crate::here::Here;
use crate::model::{FamilyId, RecordId, Role};
use crate::names;
use crate::pages::index;
use crate::record::fields;
pub(super) use crate::record::kind;
use crate::record::told::About;

/// The words over the columns of a layout.
const LAYOUT: &[&str] = &["bytes", "field", "type"];

pub(super) fn record(book: &Book<'_>, id: RecordId) -> Told {
    let record = &book.protocol.records[id.0];
    let here = Here { book, record };
    let mut facts = match record.role {
        Role::Element { .. } => {
            let size = crate::record::size(&here, id);
            vec![text("what", format!("Each is {}; it has {size}.", super::field::holder(&here, id)))]
        }
        Role::Struct | Role::Message { .. } => crate::record::what(&here, id),
    };
    facts.extend(list("known", "A reader must know:", crate::record::known(&here)));
    let (name, view) = (names::type_name(&record.name), names::view_name(&record.name));
    let value = rust::in_module(book, record, &name);
    let rust = match record.delta {
        Some(_) => {
            let state = rust::in_module(book, record, &names::type_name(record.whole_name()));
            format!("`{state}` is the state, `{value}` the difference, read by `{view}`")
        }
        None => format!("`{value}`, read by `{view}`"),
    };
    let told = fields::table(&here, "").told.into_iter().filter(|told| !matches!(told.about, About::Part(_)));
    let rows = told.map(|told| {
        let bytes = format!("{} {}", told.size, told.at);
        let kind = told.kind.replace(fields::BELOW, "");
        let optional = if told.is_optional { ", optional" } else { "" };
        Row::new(told.name.clone(), [bytes, told.name, format!("{kind}{optional}")])
    });
    let mut rows: Vec<Row> = rows.collect();
    // A shape that is the value of its only field is told as that.
    rows.dedup();
    let tables = table("layout", LAYOUT, rows).map(shortened).into_iter().collect();
    Told { facts, tables, rust, ..Told::default() }
}

pub(super) fn family(book: &Book<'_>, id: FamilyId) -> Told {
    let Some(family) = book.protocol.families.get(id.0) else { return Told::default() };
    let Block::Section { body, .. } = index::family(book, id, family) else { return Told::default() };
    let (facts, tables) = apart(body);
    let (value, view) = (names::type_name(&family.name), names::view_name(&family.name));
    let rust = format!("`{}`, read by `{view}`", rust::in_version(book, &value));
    Told { facts, tables, rust, ..Told::default() }
}
