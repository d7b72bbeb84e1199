//! Doc comments: what a schema says about a thing, or a sentence of our own where it says nothing.
//!
//! A schema's author writes plain text with a little Markdown. What rustdoc or clippy would take for something else
//! (a link, a tag, a doctest, a name without backticks) is escaped: [`block`] sees to lines, [`inline`] to words.

mod block;
mod inline;

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

/// Our own words, which are right already.
pub(super) fn own(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// `/// text`
fn attributes(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}
