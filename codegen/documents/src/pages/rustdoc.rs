//! The same pages in rustdoc: a module for each, which includes the page's file. In front of the text stands where its
//! links lead among rustdoc's pages; of two places of one label Markdown takes the first.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::book::{Book, Thing};
use crate::links;
use crate::model::{FamilyId, Schema};
use crate::names;
use crate::pages::page::Page;

/// The name of the module with the documents: `documents`, or `documents_` if a family has that.
#[must_use]
pub fn module_name(schema: &Schema) -> &'static str {
    let taken = |name: &str| {
        schema.protocols().any(|one| one.families.iter().any(|family| names::module_name(&family.name) == name))
    };
    if taken("documents") { "documents_" } else { "documents" }
}

/// For each name that has a section, where rustdoc shows that, as seen from the protocol's own module. (In links a keyword
/// stands as it is: a `#` would begin an anchor.)
#[must_use]
pub fn sections(schema: &Schema) -> Vec<(String, String)> {
    let documents = module_name(schema);
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    let books: Vec<Book<'_>> = schema.protocols().map(|one| Book::new(one, one)).collect();
    for (name, label) in books.iter().flat_map(Book::sections) {
        let (page, anchor) = label.split_once('#').unwrap_or((&label, ""));
        let page = if page == INDEX { String::new() } else { format!("::{page}") };
        found.insert(name, format!("{documents}{page}#{anchor}"));
    }
    found.into_iter().map(|(name, place)| (name.to_owned(), place)).collect()
}

/// For each page the types in Rust that its sections are about: a name, and the path as seen from the protocol's module.
fn types(schema: &Schema) -> BTreeMap<String, Vec<(String, String)>> {
    let mut found: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    // Types of the newest version are in its module, its own ones and shared ones.
    for protocol in schema.protocols().rev() {
        let version = protocol.version.as_ref().map(|version| format!("{}::", version.name)).unwrap_or_default();
        let book = Book::new(protocol, protocol);
        for thing in book.things() {
            let family = match thing {
                Thing::Alias(_) => continue,
                Thing::Record(id) if book.shown_in(id) != id => continue,
                Thing::Record(id) => protocol.records[id.0].module,
                _ => None,
            };
            let module = |id: FamilyId| format!("{}::", names::module_name(&protocol.families[id.0].name));
            let module = family.map(module).unwrap_or_default();
            let (name, label) = book.section(thing);
            let name = names::type_name(name);
            let all = found.entry(links::page_of(&label).to_owned()).or_default();
            if !all.iter().any(|(known, _)| *known == name) {
                all.push((name.clone(), format!("{version}{module}{name}")));
            }
        }
    }
    found
}

/// A name as a path has it.
fn raw(name: &str) -> String {
    if names::is_keyword(name) { format!("r#{name}") } else { name.to_owned() }
}

/// The module that shows the pages of a schema, whose files stand in `folder` as seen from the module's own file. It is
/// there for rustdoc only.
#[must_use]
pub fn module(schema: &Schema, pages: &[Page], folder: &str) -> String {
    let about = "/// The whole protocol as pages to read: each message byte by byte.\n///";
    let mut text = format!("{about}\n#[cfg(doc)]\npub mod {} {{\n", module_name(schema));
    let types = types(schema);
    // The page that all protocols share, beside their folders.
    let legend = Page::new(format!("{LEGEND}.md"), None, String::new());
    for page in pages.iter().chain([&legend]) {
        let Some(stem) = page.file.strip_suffix(links::END) else { continue };
        let index = stem == INDEX;
        let indent = if index { "    " } else { "        " };
        if !index {
            let _ = writeln!(
                text,
                "\n    /// A page of the documents.\n    ///\n    pub mod {} {{",
                raw(&stem.replace('-', "_"))
            );
        }
        let inside = if std::ptr::eq(page, &legend) { "../" } else { "" };
        for label in page.labels.iter().filter(|label| links::page_of(&label.place) != stem) {
            let _ = writeln!(text, "{indent}//! [{}]: {}", label.name, place(&label.place, index));
        }
        for picture in &page.pictures {
            let file = format!("{folder}{picture}");
            let _ = writeln!(text, "{indent}{}", shown(picture, &file));
        }
        let file = format!("{folder}{inside}{}", page.file);
        let _ = writeln!(text, "{indent}//!\n{indent}#![doc = ::core::include_str!({file:?})]");
        if let Some(all) = types.get(stem) {
            let _ = writeln!(text, "{indent}//!\n{indent}//! # In Rust\n{indent}//!");
            // As seen from outside of the module, where its documentation begins.
            let up = if index { "" } else { "super::" };
            for (name, path) in all {
                let _ = match index && name != path {
                    // A name by itself may lead there as well, and then rustdoc says so.
                    true => writeln!(text, "{indent}//! - [`{path}`]"),
                    false => writeln!(text, "{indent}//! - [`{name}`]({up}{path})"),
                };
            }
        }
        if !index {
            text.push_str("    }\n");
        }
    }
    text.push_str("}\n");
    text
}

/// A style that shows a picture of a page: rustdoc does not copy its file.
fn shown(picture: &str, file: &str) -> String {
    let before = format!("<style>img[src='{picture}']{{content:url(\"data:image/svg+xml,");
    format!("#![doc = ::core::concat!({before:?}, ::core::include_str!({file:?}), \"\\\")}}</style>\n\")]")
}

/// The page of how to read the others.
const LEGEND: &str = "legend";

/// The page that is the module itself; all others are modules in it.
const INDEX: &str = "README";

/// Where rustdoc has what a label names, as seen from the index or from another page.
fn place(label: &str, from_index: bool) -> String {
    let (page, anchor) = label.split_once('#').map_or((label, String::new()), |(page, at)| (page, format!("#{at}")));
    let page = &page.trim_start_matches("../").replace('-', "_");
    let up = if from_index { "" } else { "../" };
    let inner = if page == INDEX { String::new() } else { format!("{page}/") };
    format!("{up}{inner}index.html{anchor}")
}
