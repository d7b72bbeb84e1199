//! The same pages in rustdoc: a module for each, which includes the page's file. In front of the text stands where its
//! links lead among rustdoc's pages; of two places of one label Markdown takes the first.

use std::fmt::Write as _;

use super::{Page, links};
use crate::model::Schema;
use crate::names;

/// The name of the module with the documents: `documents`, or `documents_` if a family has that.
#[must_use]
pub fn module_name(schema: &Schema) -> &'static str {
    let taken = |name: &str| {
        schema.protocols().any(|one| one.families.iter().any(|family| names::module_name(&family.name) == name))
    };
    if taken("documents") { "documents_" } else { "documents" }
}

/// The module that shows the pages of a schema, whose files stand in `folder` as seen from the module's own file. It is
/// there for rustdoc only.
#[must_use]
pub fn module(schema: &Schema, pages: &[Page], folder: &str) -> String {
    let about = "/// The whole protocol as pages to read: each message byte by byte.\n///";
    let mut text = format!("{about}\n#[cfg(doc)]\npub mod {} {{\n", module_name(schema));
    for page in pages {
        let Some(stem) = page.file.strip_suffix(links::END).filter(|_| !page.listing) else { continue };
        let index = stem == INDEX;
        let indent = if index { "    " } else { "        " };
        if !index {
            let raw = if names::is_keyword(stem) { "r#" } else { "" };
            let _ = writeln!(text, "\n    /// A page of the documents.\n    ///\n    pub mod {raw}{stem} {{");
        }
        for label in page.labels.iter().filter(|label| links::page_of(label) != stem) {
            let _ = writeln!(text, "{indent}//! [{label}]: {}", place(label, index));
        }
        let _ = writeln!(text, "{indent}//!\n{indent}#![doc = ::core::include_str!(\"{folder}{}\")]", page.file);
        if !index {
            text.push_str("    }\n");
        }
    }
    text.push_str("}\n");
    text
}

/// The page that is the module itself; all others are modules in it.
const INDEX: &str = "README";

/// Where rustdoc has what a label names, as seen from the index or from another page.
fn place(label: &str, from_index: bool) -> String {
    let (page, anchor) = label.split_once('#').map_or((label, String::new()), |(page, at)| (page, format!("#{at}")));
    let up = if from_index { "" } else { "../" };
    let inner = if page == INDEX { String::new() } else { format!("{page}/") };
    format!("{up}{inner}index.html{anchor}")
}
