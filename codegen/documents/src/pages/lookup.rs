//! The index of all fields and source names: the message, struct or type in which each is.

use std::collections::{BTreeMap, BTreeSet};

use crate::block::{Block, Row, list};
use crate::book::{Book, Thing};
use crate::here::Here;
use crate::model::{BitsId, EnumId, FieldId, RecordId, Value};
use crate::text::quoted;

/// Links by names; the names are in order without regard to case.
type Names<'p> = BTreeMap<(String, &'p str), BTreeSet<String>>;

/// The names of all versions in alphabetical order, with links to their sections.
pub(crate) fn lookup(books: &[Book<'_>]) -> Option<Block> {
    let mut names = Names::new();
    books.iter().for_each(|book| collect(book, &mut names));
    let rows = names.into_iter().map(|((_, name), links)| {
        let links: Vec<String> = links.into_iter().collect();
        Row::new(name, [format!("{}: {}", quoted(name), links.join(", "))])
    });
    list("names", "", rows.collect())
}

fn collect<'p>(book: &Book<'p>, names: &mut Names<'p>) {
    let p = book.protocol;
    let mut add = |name: Option<&'p String>, thing: Thing| {
        if let Some(name) = name {
            names.entry((name.to_lowercase(), name)).or_default().insert(book.full_link(thing, None));
        }
    };
    for thing in book.things() {
        add(book.declared(thing).1.source_name.as_ref(), thing);
    }
    for (id, one) in (0..).map(EnumId).zip(&p.enums) {
        one.codes.iter().for_each(|code| add(code.docs.source_name.as_ref(), Thing::Value(Value::Enum(id))));
    }
    for (id, one) in (0..).map(BitsId).zip(&p.bits) {
        one.parts.iter().for_each(|part| add(part.docs.source_name.as_ref(), Thing::Value(Value::Bits(id))));
    }
    for (id, record) in (0..).map(RecordId).zip(&p.records) {
        let here = Here { book, record };
        let mut add = |name: Option<&'p String>, path: &str| {
            if let Some(name) = name {
                let link = book.full_link(Thing::Record(id), Some(path));
                names.entry((name.to_lowercase(), name)).or_default().insert(link);
            }
        };
        for (index, field) in record.fields.iter().enumerate() {
            let path = here.path(FieldId(index));
            add(field.name.as_ref(), &path);
            add(field.docs.source_name.as_ref(), &path);
            for part in field.wire.parts() {
                let path = &record.cells[part.cell.0].path;
                add(part.name.as_ref(), path);
                add(part.docs.source_name.as_ref(), path);
            }
        }
    }
}
