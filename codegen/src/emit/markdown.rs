//! The documents of a protocol: pages in Markdown that a person reads instead of the schema.
//!
//! Each version is told by itself, as a tree of pieces with keys; then the trees are laid over each other, and what
//! differs is marked with its versions in the one page. The packets of examples are taken apart by the interpreter, the
//! same that executed them when the schema compiled.

mod block;
mod book;
mod boxes;
mod checked;
mod condition;
mod example;
mod extent;
mod fields;
mod guide;
mod here;
mod index;
mod links;
mod merge;
mod packet;
mod picture;
mod prose;
mod record;
mod refused;
pub mod rustdoc;
mod sentences;
mod summary;
mod text;
mod types;
mod write;

use std::collections::BTreeSet;

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
    /// The labels of its links, each a page and perhaps an anchor there: `types#int`. The text ends with where they lead
    /// among files.
    pub labels: Vec<String>,
    /// It only lists the others.
    pub listing: bool,
}

/// A page as its versions tell it.
struct Draft<'s> {
    file: String,
    title: String,
    versions: Vec<Said<'s, Vec<Block>>>,
}

/// The pages of a schema: the first is the index, `README.md`, the last lists them all for mdBook, `SUMMARY.md`.
#[must_use]
pub fn markdown(schema: &Schema) -> Vec<Page> {
    let books = Book::all(schema);
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    for book in &books {
        for (place, title, mut blocks) in pages(book) {
            book.link_names(&mut blocks);
            let (file, said) = (book.file(place), (version(book.protocol), blocks));
            match drafts.iter_mut().find(|draft| draft.file == file) {
                Some(draft) => draft.versions.push(said),
                None => drafts.push(Draft { file, title, versions: vec![said] }),
            }
        }
    }
    let sections = books.iter().flat_map(Book::sections).map(|(_, label)| label);
    let files = drafts.iter().map(|draft| links::label(&draft.file, None));
    let known: BTreeSet<String> = sections.chain(files).collect();
    let summary = summary::summary(drafts.iter().map(|draft| (draft.file.as_str(), draft.title.as_str())));
    let written = drafts.into_iter().map(|Draft { file, title, versions }| {
        let text = write::write(&[block::section(1, title, merge(versions))]);
        let labels = links::used(&text, &known);
        let definitions = links::definitions(&file, &labels);
        let text = if labels.is_empty() { text } else { format!("{text}\n{definitions}") };
        Page { file, text, labels, listing: false }
    });
    written.chain([summary]).collect()
}

/// The number of a version, as it was written.
fn version(protocol: &Protocol) -> &str {
    protocol.version.as_ref().map_or("", |version| version.written())
}

/// All pages of one version: place, title, and what is below that.
fn pages(book: &Book<'_>) -> Vec<(Place, String, Vec<Block>)> {
    let p = book.protocol;
    let name = text::quoted(&p.name);
    let mut inner: Vec<(Place, String, Vec<Block>)> = Vec::new();
    for (id, family) in p.families.iter().enumerate() {
        let place = Place::Family(FamilyId(id));
        let records = index::records(book, place);
        if !records.is_empty() {
            let link = book.link(book::Thing::Family(FamilyId(id)));
            let whole = block::text("family", format!("All messages of the family, by their codes: {link}."));
            let title = format!("Messages of {}", text::quoted(&family.name));
            inner.push((place, title, [vec![whole], records].concat()));
        }
    }
    let shared = index::records(book, Place::Shared);
    if !shared.is_empty() {
        inner.push((Place::Shared, "Shared messages and structs".to_owned(), shared));
    }
    let types = types::groups(book);
    if !types.is_empty() {
        inner.push((Place::Types, "Types of fields".to_owned(), types));
    }
    let link = |(place, title, _): &(Place, String, Vec<Block>)| book.page_link(*place, title);
    let contents = block::line("pages", "Pages: ", ", ", inner.iter().map(link).collect());
    let back = book.page_link(Place::Index, &format!("the protocol {name}"));
    for (.., body) in &mut inner {
        body.insert(0, block::text("back", format!("Part of {back}.")));
    }
    let guide = vec![guide::guide(p.version.is_some())];
    let index = [index::index(book, contents), guide].concat();
    [vec![(Place::Index, format!("The protocol {name}"), index)], inner].concat()
}
