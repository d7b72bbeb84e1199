//! Doc comments of generated code: what a schema says about a thing, or a sentence of our own where it says nothing.

use std::fmt::Display;

use super::tokens::{Literal, TokenStream, quote};

pub(super) use crate::emit::docs::{begins_block, lines, own, quoted};

/// The schema's doc comment, or `otherwise`, our own words.
pub(super) fn doc(schema: &[String], otherwise: &str) -> TokenStream {
    doc_and(schema, otherwise, &[])
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

/// A link to a type of the generated module. The derive macros of Rust's prelude have names that a type may have, too.
pub(super) fn link(name: &impl Display) -> String {
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
mod tests {
    use super::*;

    #[test]
    fn a_type_is_no_derive_macro() {
        assert_eq!(link(&"Pos"), "[`Pos`]");
        assert_eq!(link(&"Copy"), "[`Copy`](type@Copy)");
    }
}
