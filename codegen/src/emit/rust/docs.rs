//! Doc comments: what a schema says about a thing, or a sentence of our own where it says nothing.
//!
//! A schema's author writes plain text with a little Markdown. What rustdoc or clippy would take for something else
//! (a link, a tag, a doctest, a name without backticks) is escaped: [`block`] sees to lines, [`inline`] to words.

mod block;
mod inline;

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::quote;

/// The schema's doc comment, or `otherwise`, our own words.
pub(super) fn doc(schema: &[String], otherwise: &str) -> TokenStream {
    doc_and(schema, otherwise, &[])
}

/// The lines of [`doc`].
pub(super) fn lines(schema: &[String], otherwise: &str) -> Vec<String> {
    let lines = block::lines(schema);
    if lines.is_empty() { own(otherwise) } else { lines }
}

/// The schema's doc comment, or `otherwise`, and then paragraphs of our own.
pub(super) fn doc_and(schema: &[String], otherwise: &str, more: &[&str]) -> TokenStream {
    let mut lines = lines(schema, otherwise);
    for paragraph in more {
        lines.push(String::new());
        lines.extend(own(paragraph));
    }
    attributes(&lines)
}

/// Text of a schema (a name, a unit) for a sentence of our own.
pub(super) fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|c| if c == '`' || c.is_control() { '\'' } else { c }).collect();
    format!("`{text}`")
}

/// A link to a type of the generated module. The derive macros of Rust's prelude have names that a type may have, too.
pub(super) fn link(name: &impl Display) -> String {
    const DERIVES: [&str; 9] = ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];
    let name = name.to_string();
    if DERIVES.contains(&name.as_str()) { format!("[`{name}`](type@{name})") } else { format!("[`{name}`]") }
}

/// Our own words, which are right already.
pub(super) fn own(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// `/// text`
fn attributes(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_no_derive_macro() {
        assert_eq!(link(&"Pos"), "[`Pos`]");
        assert_eq!(link(&"Copy"), "[`Copy`](type@Copy)");
    }
}
