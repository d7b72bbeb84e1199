//! The documents of a protocol: pages in Markdown that a person reads instead of the schema.
//!
//! Each version is told by itself, as a tree of pieces with keys; then the trees are laid over each other, and what
//! differs is marked with its versions in the one page. The packets of examples are taken apart by the interpreter, the
//! same that executed them when the schema compiled.

mod bits;
mod block;
mod book;
mod checked;
mod claims;
mod condition;
mod example;
mod extent;
mod fields;
mod figure;
mod filled;
mod guide;
mod here;
mod index;
mod links;
mod lookup;
mod merge;
mod navigation;
mod packet;
mod prose;
mod record;
mod refused;
pub mod rustdoc;
mod sentences;
mod sizes;
mod summary;
mod text;
mod types;
mod write;

use std::collections::{BTreeMap, BTreeSet};

pub use claims::{Claims, claims};
pub use links::Label;
pub use refused::Rejected;

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
    /// The labels of its links. The text ends with where they lead among files.
    pub labels: Vec<Label>,
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
    if let (Some(book), Some(names)) = (books.first(), lookup::lookup(&books)) {
        let versions = vec![("", vec![navigation::around(book, &[], 0), names])];
        drafts.push(Draft { file: book.file(Place::Names), title: NAMES.to_owned(), versions });
    }
    let titles: BTreeMap<String, &str> = books
        .iter()
        .flat_map(Book::sections)
        .map(|(title, place)| (place, title))
        .chain([(guide::place(), guide::TITLE)])
        .collect();
    let files = drafts.iter().map(|draft| links::label(&draft.file, None));
    let known: BTreeSet<String> = titles.keys().cloned().chain(files).collect();
    let summary = summary::summary(drafts.iter().map(|draft| (draft.file.as_str(), draft.title.as_str())));
    let written = drafts.into_iter().map(|Draft { file, title, versions }| {
        let text = write::write(&[block::section(1, title, merge(versions))]);
        let places = links::used(&text, &known);
        let (text, labels) = links::shortened(&text, places, &titles);
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
    for (id, family) in (0..).map(FamilyId).zip(&p.families) {
        let place = Place::Family(id);
        let records = index::records_of(book, place);
        if !records.is_empty() {
            let title = format!("Messages of {}", text::quoted(&family.name));
            let link = book.link(book::Thing::Family(id));
            let whole = block::text("family", format!("All messages of the family by their codes: {link}."));
            let head = std::iter::once(whole)
                .chain(navigation::contents(book, &records))
                .chain(navigation::elsewhere(book, id));
            inner.push((place, title, head.chain(index::records(book, &records)).collect()));
        }
    }
    let shared = index::records_of(book, Place::Shared);
    if !shared.is_empty() {
        let head = navigation::contents(book, &shared).into_iter();
        let body = head.chain(index::records(book, &shared)).collect();
        inner.push((Place::Shared, "Shared messages and structs".to_owned(), body));
    }
    let types = types::groups(book);
    if !types.is_empty() {
        inner.push((Place::Types, "Types of fields".to_owned(), types));
    }
    let order: Vec<(Place, String)> = inner.iter().map(|(place, title, _)| (*place, title.clone())).collect();
    for (at, (.., body)) in inner.iter_mut().enumerate() {
        body.insert(0, navigation::around(book, &order, at));
    }
    let names = book.page_link(Place::Names, NAMES);
    let links = order.iter().map(|(place, title)| book.page_link(*place, title)).chain([names]);
    let contents = block::line("pages", "Pages: ", ", ", links.collect());
    let guide = vec![guide::guide(p.version.is_some())];
    let index = [index::index(book, contents), guide].concat();
    [vec![(Place::Index, format!("The protocol {name}"), index)], inner].concat()
}

/// The title of the page of names.
const NAMES: &str = "Index of fields and source names";
