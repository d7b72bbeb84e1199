//! Public names of emitted items.

use super::tokens::{Ident, TokenStream, TokenTree, format_ident, is_punct, is_word};

/// A public name that versions share, and its generics.
#[derive(Debug, Clone)]
pub struct Name {
    pub ident: String,
    pub borrows: bool,
    pub has_code: bool,
}

impl Name {
    pub fn ident(&self) -> Ident {
        format_ident!("{}", self.ident)
    }
}

/// The names of public items.
pub fn public(items: &TokenStream) -> Vec<Name> {
    let mut names = Vec::new();
    let mut trees = items.clone().into_iter().peekable();
    while let Some(tree) = trees.next() {
        // Not `pub(super)`.
        let restricted = matches!(trees.peek(), Some(TokenTree::Group(_)));
        if !is_word(&tree, "pub") || restricted {
            continue;
        }
        let kind = trees.next();
        if let (Some(TokenTree::Ident(_)), Some(TokenTree::Ident(ident))) = (kind, trees.next()) {
            // `<'a, const CODE: i32>`
            let mut generics = TokenStream::new();
            if trees.peek().is_some_and(|next| is_punct(next, &['<'])) {
                generics = std::iter::from_fn(|| trees.next_if(|tree| !is_punct(tree, &['>']))).collect();
            }
            let borrows = generics.to_string().contains("'a");
            let has_code = generics.to_string().contains("CODE");
            names.push(Name { ident: ident.to_string(), borrows, has_code });
        }
    }
    names
}
