//! Links from the rustdoc of types to their sections in the documents.

use std::collections::HashMap;

use super::names;
use super::options::Options;
use super::tokens::{Delimiter, TokenStream, TokenTree, Tokens as _, is_group, is_punct, is_word, quote};

/// The sections of public types, by name. (A view links to its type.)
pub struct Sections<'o>(HashMap<String, &'o str>);

impl<'o> Sections<'o> {
    pub fn of(options: &'o Options) -> Self {
        let named =
            options.sections.iter().map(|(name, section)| (names::type_ident(name).to_string(), section.as_str()));
        Self(named.collect())
    }

    /// `#[doc = " See the [documents](super::documents#pos)."]`: adds a link to every public type that has a section,
    /// for items inside `depth` modules.
    pub fn linked(&self, items: TokenStream, depth: usize) -> TokenStream {
        if self.0.is_empty() {
            return items;
        }
        let up = "super::".repeat(depth);
        let mut linked = Vec::new();
        // The position after an item's documentation, or before the item if it has none.
        let mut after_docs = 0;
        let mut trees = items.into_iter().peekable();
        while let Some(tree) = trees.next() {
            let is_type = (is_word(&tree, "struct") || is_word(&tree, "enum"))
                && linked.last().is_some_and(|last| is_word(last, "pub"));
            let section = trees.peek().filter(|_| is_type).and_then(|name| self.0.get(&name.to_string()));
            if let Some(section) = section {
                let rest = linked.split_off(after_docs);
                let is_first = !linked.last().is_some_and(is_documentation);
                linked.extend(paragraph(&format!("{up}{section}"), is_first));
                linked.extend(rest);
            }
            let ends_item = is_punct(&tree, &[';']) || is_group(&tree, Delimiter::Brace);
            let ends_docs = is_documentation(&tree) && linked.last().is_some_and(|last| is_punct(last, &['#']));
            linked.push(tree);
            if ends_item || ends_docs {
                after_docs = linked.len();
            }
        }
        linked.into_iter().collect()
    }
}

fn is_documentation(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else { return false };
    group.delimiter() == Delimiter::Bracket && group.stream().trees().first().is_some_and(|word| is_word(word, "doc"))
}
/// The link, in a new paragraph unless it is the first.
fn paragraph(section: &str, is_first: bool) -> TokenStream {
    let line = format!(" See the [documents]({section}).");
    let between = (!is_first).then(|| quote!(#[doc = ""]));
    quote!(#between #[doc = #line])
}

#[cfg(test)]
mod tests;
