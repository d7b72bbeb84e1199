//! The documents of a protocol: pages in Markdown that a person reads instead of the schema.
//!
//! Each version is told by itself, as a tree of pieces with keys; then the trees are laid over each other, and what
//! differs is marked with its versions in the one page. The packets of examples are taken apart by the interpreter, the
//! same that executed them when the schema compiled.

mod block;
mod book;
mod condition;
mod example;
mod extent;
mod fields;
mod guide;
mod here;
mod index;
mod merge;
mod picture;
mod record;
mod refused;
mod sentences;
mod text;
mod types;
mod write;

use block::Block;
use book::{Book, Page as Place};
use merge::{Said, merge};

use crate::model::{FamilyId, Protocol, Schema};

/// A page of the documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The name of its file, beside the other pages.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// The pages of a schema; the first is the index, `README.md`.
#[must_use]
pub fn markdown(schema: &Schema) -> Vec<Page> {
    let books: Vec<Book<'_>> = schema.protocols().map(Book::new).collect();
    let mut files: Vec<(String, Vec<Said<'_, Vec<Block>>>)> = Vec::new();
    for book in &books {
        for (place, blocks) in pages(book) {
            let (file, said) = (book.file(place), (version(book.protocol), blocks));
            match files.iter_mut().find(|(known, _)| *known == file) {
                Some((_, versions)) => versions.push(said),
                None => files.push((file, vec![said])),
            }
        }
    }
    files.into_iter().map(|(file, versions)| Page { file, text: write::write(&merge(versions)) }).collect()
}

/// The number of a version, as it was written.
fn version(protocol: &Protocol) -> &str {
    protocol.version.as_ref().map_or("", |version| version.name.trim_start_matches('v'))
}

/// All pages of one version.
fn pages(book: &Book<'_>) -> Vec<(Place, Vec<Block>)> {
    let p = book.protocol;
    let name = text::quoted(&p.name);
    let back = block::text("back", format!("Part of [the protocol {name}](README.md)."));
    let title = |title: String, body: Vec<Block>| {
        let heading = block::section(1, title, Vec::new());
        [vec![heading, back.clone()], body].concat()
    };
    let index = block::section(1, format!("The protocol {name}"), Vec::new());
    let guide = guide::guide(p.version.is_some());
    let mut all = vec![(Place::Index, [vec![index], index::index(book), vec![guide]].concat())];
    for (id, family) in p.families.iter().enumerate() {
        let place = Place::Family(FamilyId(id));
        let records = index::records(book, place);
        if !records.is_empty() {
            let words = format!("Messages of {}", text::quoted(&family.name));
            let link = book.link(place, book::Thing::Family(FamilyId(id)));
            let whole = block::text("family", format!("All messages of the family, by their codes: {link}."));
            all.push((place, title(words, [vec![whole], records].concat())));
        }
    }
    let shared = index::records(book, Place::Shared);
    if !shared.is_empty() {
        all.push((Place::Shared, title("Shared messages and structs".to_owned(), shared)));
    }
    let types = types::groups(book);
    if !types.is_empty() {
        all.push((Place::Types, title("Types of numbers".to_owned(), types)));
    }
    all
}
