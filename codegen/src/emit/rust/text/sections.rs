//! Links from the rustdoc of types to their sections in the documents.

use std::collections::HashMap;

use super::names;
use super::options::Options;
use super::tokens::{Delimiter, TokenStream, TokenTree, Tokens as _, is_punct, is_word, quote};

/// The sections of public types, by the types' names. (A view names its type.)
pub struct Sections<'o>(HashMap<String, &'o str>);

impl<'o> Sections<'o> {
    pub fn of(options: &'o Options) -> Self {
        let named =
            options.sections.iter().map(|(name, section)| (names::type_ident(name).to_string(), section.as_str()));
        Self(named.collect())
    }

    /// Items inside `depth` modules, with a line in the documentation of every public type that has a section.
    pub fn linked(&self, items: TokenStream, depth: usize) -> TokenStream {
        if self.0.is_empty() {
            return items;
        }
        let up = "super::".repeat(depth);
        let mut linked = Vec::new();
        // Where the documentation of an item ends, or would begin.
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

fn is_group(tree: &TokenTree, brackets: Delimiter) -> bool {
    matches!(tree, TokenTree::Group(group) if group.delimiter() == brackets)
}

fn is_documentation(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else { return false };
    group.delimiter() == Delimiter::Bracket && group.stream().trees().first().is_some_and(|word| is_word(word, "doc"))
}
/// The link; below other paragraphs unless it is the first.
fn paragraph(section: &str, is_first: bool) -> TokenStream {
    let line = format!(" See the [documents]({section}).");
    let between = (!is_first).then(|| quote!(#[doc = ""]));
    quote!(#between #[doc = #line])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_types_link_to_their_sections() {
        let sections = ["pos", "kind", "inner"].map(|name| (name.to_owned(), format!("documents#{name}")));
        let options = Options { sections: sections.into(), ..Options::default() };
        let items = quote! {
            #[doc = " A."] #[derive(Debug)] pub struct Pos<'a> { #[doc = " x"] pub x: &'a [u8], }
            #[doc = " Of `Pos`."] impl Pos<'_> { pub enum Inner {} }
            #[derive(Debug)] pub enum Kind {}
            #[doc = " Hidden."] pub(super) struct PosView(u8);
            #[doc = " Not named."] pub struct Other(u8);
            #[doc = " A view."] pub struct KindView(u8);
        };
        let link = |section: &str, is_first| paragraph(&format!("super::super::documents#{section}"), is_first);
        let (pos, kind) = (link("pos", false), link("kind", true));
        let expected = quote! {
            #[doc = " A."] #pos #[derive(Debug)] pub struct Pos<'a> { #[doc = " x"] pub x: &'a [u8], }
            #[doc = " Of `Pos`."] impl Pos<'_> { pub enum Inner {} }
            #kind #[derive(Debug)] pub enum Kind {}
            #[doc = " Hidden."] pub(super) struct PosView(u8);
            #[doc = " Not named."] pub struct Other(u8);
            #[doc = " A view."] pub struct KindView(u8);
        };
        assert_eq!(Sections::of(&options).linked(items.clone(), 2).to_string(), expected.to_string());
        assert_eq!(Sections::of(&Options::default()).linked(items.clone(), 2).to_string(), items.to_string());
    }
}
