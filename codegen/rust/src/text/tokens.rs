//! Tokens of emitted code, by `quote` and `proc-macro2`, and the few queries on them that emitters need.

pub use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};
pub use quote::{ToTokens, format_ident, quote};

/// Queries on tokens.
pub trait Tokens {
    /// The token trees.
    fn trees(&self) -> Vec<TokenTree>;
}

impl Tokens for TokenStream {
    fn trees(&self) -> Vec<TokenTree> {
        self.clone().into_iter().collect()
    }
}

/// Whether a token is one of these operators' characters.
pub fn is_punct(tree: &TokenTree, characters: &[char]) -> bool {
    matches!(tree, TokenTree::Punct(punct) if characters.contains(&punct.as_char()))
}

/// Whether a token is these brackets with all between them.
pub fn is_group(tree: &TokenTree, brackets: Delimiter) -> bool {
    matches!(tree, TokenTree::Group(group) if group.delimiter() == brackets)
}

/// Whether a token is this word.
pub fn is_word(tree: &TokenTree, word: &str) -> bool {
    matches!(tree, TokenTree::Ident(ident) if *ident == word)
}

/// A literal with this spelling: proc-macro2 has no hexadecimal ones, and none with a suffix that is data.
pub fn literal(text: &str) -> Literal {
    // Every caller passes a number, which parses.
    text.parse().unwrap_or_else(|_| Literal::string(text))
}

/// `{ .. }`
pub fn braced(inside: TokenStream) -> TokenTree {
    Group::new(Delimiter::Brace, inside).into()
}

/// A path that the user supplied, validated before.
pub fn path(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}
