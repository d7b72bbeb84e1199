//! Doc comments of generated code: the schema's comment, or a default sentence.

use super::tokens::{Ident, Literal, TokenStream, quote};
use crate::model::Docs;
use std::fmt::Display;

pub(crate) use crate::docs::{begins_block, lines, own, quoted};

/// The first paragraph of the schema's doc comment, for items that link to the whole.
pub fn summary(schema: &[String]) -> TokenStream {
    let lines: Vec<String> = lines(schema, "").into_iter().take_while(|line| !line.is_empty()).collect();
    if lines.first().is_some_and(|first| begins_block(first)) { TokenStream::new() } else { attributes(&lines) }
}

/// The schema's doc comment, or the default `otherwise`. Without either there is none, since a comment should not only
/// repeat a name.
pub fn doc(schema: &[String], otherwise: &str) -> TokenStream {
    doc_and(schema, otherwise, &[])
}

/// The schema's doc comment, or the default `otherwise`, and additional paragraphs.
pub fn doc_and(schema: &[String], otherwise: &str, more: &[&str]) -> TokenStream {
    with_paragraphs(lines(schema, otherwise), more)
}

fn with_paragraphs(mut lines: Vec<String>, more: &[&str]) -> TokenStream {
    for paragraph in more {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(own(paragraph));
    }
    attributes(&lines)
}

/// Like [`doc_and`], for an item's declaration: `#[doc(alias = "BUTTON_ANY")]`, so that rustdoc's search finds the
/// source name, which also follows the first paragraph.
pub fn doc_item(docs: &Docs, item: &Ident, otherwise: &str, more: &[&str]) -> TokenStream {
    let Some(name) = docs.source_name.as_ref().filter(|name| *item != **name) else {
        return doc_and(docs, otherwise, more);
    };
    let mut lines = lines(docs, otherwise);
    let end = lines.iter().position(String::is_empty).unwrap_or(lines.len());
    let source = format!("({})", quoted(name));
    match lines.get_mut(..end).and_then(<[String]>::last_mut).filter(|last| !begins_block(last)) {
        Some(last) => last.push_str(&format!(" {source}")),
        None => lines.splice(0..0, [source, String::new()]).for_each(drop),
    }
    let (text, name) = (with_paragraphs(lines, more), Literal::string(name));
    quote!(#[doc(alias = #name)] #text)
}

/// Like [`doc_item`], for a field: the first paragraph includes a generated sentence.
pub fn doc_field(docs: &Docs, item: &Ident, said: Option<&str>) -> TokenStream {
    let Some(said) = said else { return doc_item(docs, item, "", &[]) };
    let source = docs.source_name.as_ref().filter(|name| *item != **name);
    let sentence = source.map_or_else(|| said.to_owned(), |name| format!("({}) {said}", quoted(name)));
    let mut lines = lines(docs, "");
    let end = lines.iter().position(String::is_empty).unwrap_or(lines.len());
    match lines.get_mut(..end).and_then(<[String]>::last_mut).filter(|last| !begins_block(last)) {
        Some(last) if last.chars().count().saturating_add(sentence.chars().count()) < WIDTH => {
            let stop = if last.ends_with(char::is_alphanumeric) { "." } else { "" };
            last.push_str(&format!("{stop} {sentence}"));
        }
        Some(_) => lines.insert(end, sentence),
        None => {
            let between = (!lines.is_empty()).then(String::new);
            lines.splice(0..0, std::iter::once(sentence).chain(between)).for_each(drop);
        }
    }
    let text = attributes(&lines);
    match source.map(|name| Literal::string(name)) {
        Some(name) => quote!(#[doc(alias = #name)] #text),
        None => text,
    }
}

/// The maximal length of a documentation line to which a generated sentence is appended.
const WIDTH: usize = 100;

/// A link to a generated type, distinguished from a derive macro of Rust's prelude with the same name.
pub fn link(name: &impl Display) -> String {
    const DERIVES: [&str; 9] = ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];
    let name = name.to_string();
    if DERIVES.contains(&name.as_str()) { format!("[`{name}`](type@{name})") } else { format!("[`{name}`]") }
}

/// `/// text`
fn attributes(lines: &[String]) -> TokenStream {
    let attribute = |line: &String| {
        let line = if line.is_empty() { Literal::string("") } else { Literal::string(&format!(" {line}")) };
        quote!(#[doc = #line])
    };
    lines.iter().map(attribute).collect()
}

#[cfg(test)]
mod tests;
