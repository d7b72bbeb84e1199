//! The index of all fields and source names: the message, struct or type in which each is.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{Block, Row, list};
use super::book::{Book, Thing};
use super::text::quoted;
use crate::model::{BitsId, EnumId, RecordId, Wire};

/// Links by names; the names are in order without regard to case.
type Names<'p> = BTreeMap<(String, &'p str), BTreeSet<String>>;

/// The names of all versions in alphabetical order, with links to their sections.
pub(super) fn lookup(books: &[Book<'_>]) -> Option<Block> {
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
            names.entry((name.to_lowercase(), name)).or_default().insert(book.full_link(thing));
        }
    };
    for thing in book.things() {
        add(book.docs_of(thing).source_name.as_ref(), thing);
    }
    for (id, one) in (0..).map(EnumId).zip(&p.enums) {
        one.codes.iter().for_each(|code| add(code.docs.source_name.as_ref(), Thing::Enum(id)));
    }
    for (id, one) in (0..).map(BitsId).zip(&p.bits) {
        one.parts.iter().for_each(|part| add(part.docs.source_name.as_ref(), Thing::Bits(id)));
    }
    for (id, record) in (0..).map(RecordId).zip(&p.records) {
        let thing = Thing::Record(id);
        for field in &record.fields {
            add(field.name.as_ref(), thing);
            add(field.docs.source_name.as_ref(), thing);
            if let Wire::Bits { parts, .. } = &field.wire {
                for part in parts {
                    add(part.name.as_ref(), thing);
                    add(part.docs.source_name.as_ref(), thing);
                }
            }
        }
    }
}
