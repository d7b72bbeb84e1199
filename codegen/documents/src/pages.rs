//! The documents of a protocol: pages in Markdown that a person reads instead of the schema.
//!
//! Each version is told by itself, as a tree of pieces with keys; then the trees are laid over each other, and what
//! differs is marked with its versions in the one page. The packets of examples are taken apart by the interpreter, the
//! same that executed them when the schema compiled.

mod changes;
pub(super) mod index;
pub(super) mod legend;
mod lookup;
mod navigation;
pub(super) mod page;
pub mod rustdoc;
pub(super) mod summary;

use std::collections::{BTreeMap, BTreeSet};

use crate::block::merge::{Said, merge};
use crate::block::{Block, write};
use crate::book::{Book, Page as Place};
use crate::model::{FamilyId, Schema};
use crate::{block, book, links, picture, text, types};
pub use page::Page;

/// A page as its versions tell it.
struct Draft<'s> {
    file: String,
    title: String,
    versions: Vec<Said<'s, Vec<Block>>>,
}

/// The pages of a schema, and after them their pictures. The first page is the index, `README.md`.
#[must_use]
pub fn markdown(schema: &Schema) -> Vec<Page> {
    let books = Book::all(schema);
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    let steps: Vec<(&Book<'_>, &Book<'_>)> = books.iter().zip(books.iter().skip(1)).collect();
    let between: Vec<String> = steps.iter().map(|(old, new)| changes::link(old, new)).collect();
    let told: Vec<Vec<(Place, String, Vec<Block>)>> = books.iter().map(|book| pages(book, &between)).collect();
    for (book, told) in books.iter().zip(&told) {
        for (place, title, mut blocks) in told.iter().cloned() {
            book.link_names(&mut blocks);
            let (file, said) = (book.file(place), (book.version(), blocks));
            match drafts.iter_mut().find(|draft| draft.file == file) {
                Some(draft) => draft.versions.push(said),
                None => drafts.push(Draft { file, title, versions: vec![said] }),
            }
        }
    }
    for ((old, new), (before, now)) in steps.into_iter().zip(told.iter().zip(told.iter().skip(1))) {
        let (file, title) = changes::page(old, new);
        let blocks = changes::changes((old, before), (new, now));
        drafts.push(Draft { file, title, versions: vec![("", blocks)] });
    }
    if let (Some(book), Some(names)) = (books.first(), lookup::lookup(&books)) {
        let versions = vec![("", vec![navigation::around(book, &[], 0), names])];
        drafts.push(Draft { file: book.file(Place::Names), title: NAMES.to_owned(), versions });
    }
    let sections = books.iter().flat_map(Book::sections).map(|(title, place)| (place, title));
    let titles: BTreeMap<String, &str> = sections.chain([legend::place()]).collect();
    let files = drafts.iter().map(|draft| links::label(&draft.file, None));
    let known: BTreeSet<String> = titles.keys().cloned().chain(files).collect();
    let mut files = Vec::new();
    let mut all: Vec<Page> = Vec::new();
    for Draft { file, title, versions } in drafts {
        let blocks = merge(versions);
        let own = picture::files(&blocks);
        let text = links::anchored_once(&write::write(&[block::section(1, title.clone(), blocks)]));
        let places = links::used(&text, &known);
        let (text, labels) = links::shortened(&text, places, &titles);
        let definitions = links::definitions(&file, &labels);
        let text = if labels.is_empty() { text } else { format!("{text}\n{definitions}") };
        let pictures = own.iter().map(|picture| picture.file.clone()).collect();
        files.extend(own);
        all.push(Page { file, title: Some(title), text, labels, pictures });
    }
    all.extend(files);
    all
}

/// All pages of one version: place, title, and what is below that. `between` are links to the changes between versions.
fn pages(book: &Book<'_>, between: &[String]) -> Vec<(Place, String, Vec<Block>)> {
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
    let links = order.iter().map(|(place, title)| book.page_link(*place, title)).chain(between.iter().cloned());
    let links = links.chain([names, legend::link()]);
    let contents = block::line("pages", "Pages: ", ", ", links.collect());
    let index = index::index(book, contents);
    [vec![(Place::Index, format!("The protocol {name}"), index)], inner].concat()
}

/// The title of the page of names.
const NAMES: &str = "Index of fields and source names";
