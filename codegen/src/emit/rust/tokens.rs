//! Tokens of emitted code, by `quote` and `proc-macro2`, and what emitters ask of a few of them.

pub(super) use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};
pub(super) use quote::{ToTokens, format_ident, quote};

/// Questions about tokens.
pub(super) trait Tokens {
    /// The token trees.
    fn trees(&self) -> Vec<TokenTree>;

    /// Whether these are one token, a lifetime, or empty brackets, spelled `text`.
    fn is(&self, text: &str) -> bool;

    /// The tokens between the only brackets, if these are all that there is.
    fn between(&self, brackets: Delimiter) -> Option<TokenStream>;
}

impl Tokens for TokenStream {
    fn trees(&self) -> Vec<TokenTree> {
        self.clone().into_iter().collect()
    }

    fn is(&self, text: &str) -> bool {
        // A lifetime is two tokens.
        self.clone().into_iter().nth(2).is_none() && self.to_string() == text
    }

    fn between(&self, brackets: Delimiter) -> Option<TokenStream> {
        let mut trees = self.clone().into_iter();
        match (trees.next(), trees.next()) {
            (Some(TokenTree::Group(only)), None) if only.delimiter() == brackets => Some(only.stream()),
            _ => None,
        }
    }
}

/// Whether a token is one of these operators' characters.
pub(super) fn is_punct(tree: &TokenTree, characters: &[char]) -> bool {
    matches!(tree, TokenTree::Punct(punct) if characters.contains(&punct.as_char()))
}

/// Whether a token is this word.
pub(super) fn is_word(tree: &TokenTree, word: &str) -> bool {
    matches!(tree, TokenTree::Ident(ident) if *ident == word)
}

/// A literal spelled like that: proc-macro2 has no hexadecimal ones, and no typed ones for a type that is data.
pub(super) fn literal(text: &str) -> Literal {
    // Every caller makes a number.
    text.parse().unwrap_or_else(|_| Literal::string(text))
}

/// A path that the user gave, which was checked to be one.
pub(super) fn path(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}
