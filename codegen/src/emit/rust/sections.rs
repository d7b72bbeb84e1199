//! Links from types to what the documents say of them, where rustdoc shows both.

use std::borrow::Cow;
use std::collections::HashMap;

use super::tokens::{Delimiter, TokenStream, Tree, quote};
use super::{Options, names};

/// The sections of public types, by the names of these.
pub(super) struct Sections<'o>(HashMap<String, &'o str>);

impl<'o> Sections<'o> {
    pub(super) fn of(options: &'o Options) -> Self {
        let named = options.sections.iter().flat_map(|(name, section)| {
            [names::type_ident(name), names::view_ident(name)].map(|ident| (ident.to_string(), section.as_str()))
        });
        Self(named.collect())
    }

    /// Items that stand in so many modules, with a line in the documentation of every public type that has a section.
    pub(super) fn linked<'t>(&self, items: &'t TokenStream, depth: usize) -> Cow<'t, TokenStream> {
        if self.0.is_empty() {
            return Cow::Borrowed(items);
        }
        let up = "super::".repeat(depth);
        let (text, mut trees) = (items.text(), items.trees());
        let mut linked = TokenStream::new();
        // What is copied, and where the documentation of an item ends, or would stand.
        let (mut copied, mut behind) = (0, 0);
        let mut last = Tree::Punct(';', false);
        while let Some(tree) = trees.next() {
            let at = text.len() - trees.left();
            match tree {
                Tree::Group(Delimiter::Bracket, _) if last.is_punct(&['#']) && is_documentation(tree) => behind = at,
                Tree::Group(Delimiter::Brace, _) | Tree::Punct(';', _) => behind = at,
                Tree::Ident("struct" | "enum") if last.is_ident("pub") => {
                    let section = trees.clone().next().and_then(|name| match name {
                        Tree::Ident(name) => self.0.get(name),
                        _ => None,
                    });
                    if let Some(section) = section {
                        linked.write(&text[copied..behind]);
                        linked.add(&paragraph(&format!("{up}{section}")));
                        copied = behind;
                    }
                }
                _ => {}
            }
            last = tree;
        }
        linked.write(&text[copied..]);
        Cow::Owned(linked)
    }
}

fn is_documentation(attribute: Tree<'_>) -> bool {
    attribute.inside().next().is_some_and(|word| word.is_ident("doc"))
}

fn paragraph(section: &str) -> TokenStream {
    let line = format!(" All of it in the [documents]({section}).");
    quote!(#[doc = ""] #[doc = #line])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_types_lead_to_their_sections() {
        let sections = ["pos", "kind", "inner"].map(|name| (name.to_owned(), format!("documents#{name}")));
        let options = Options { sections: sections.into(), ..Options::default() };
        let items = quote! {
            #[doc = " A."] #[derive(Debug)] pub struct Pos<'a> { #[doc = " x"] pub x: &'a [u8], }
            #[doc = " Of `Pos`."] impl Pos<'_> { pub enum Inner {} }
            #[derive(Debug)] pub enum Kind {}
            #[doc = " Hidden."] pub(super) struct PosView(u8);
            #[doc = " Not named."] pub struct Other(u8);
            #[doc = " Tuple."] pub struct KindView(u8);
        };
        let link = |section: &str| paragraph(&format!("super::super::documents#{section}"));
        let (pos, kind) = (link("pos"), link("kind"));
        let expected = quote! {
            #[doc = " A."] #pos #[derive(Debug)] pub struct Pos<'a> { #[doc = " x"] pub x: &'a [u8], }
            #[doc = " Of `Pos`."] impl Pos<'_> { pub enum Inner {} }
            #kind #[derive(Debug)] pub enum Kind {}
            #[doc = " Hidden."] pub(super) struct PosView(u8);
            #[doc = " Not named."] pub struct Other(u8);
            #[doc = " Tuple."] #kind pub struct KindView(u8);
        };
        assert_eq!(Sections::of(&options).linked(&items, 2).to_string(), expected.to_string());
        assert_eq!(Sections::of(&Options::default()).linked(&items, 2).to_string(), items.to_string());
    }
}
