//! Rust in the making: tokens as the text that they are. [`quote!`] makes text of what stands in it as it stands there,
//! with other tokens where it names them.
//!
//! A build script is not optimised, and spends most of its time here: text costs less than a tree with a node for each
//! token, which nearly nobody looks into. Who does reads them off the text again ([`trees`]).

mod each;
mod lex;
mod literal;
mod quote;
mod template;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

pub(super) use each::{Each, EachIn, Ends, GoesOn};
use lex::IN_WORD;
pub(super) use lex::{
    Delimiter, Tree, Trees, behind_quoted, behind_text, behind_word, is_character, is_in_word, trees_in,
};
pub(super) use literal::Literal;
pub(super) use quote::{format_ident, quote, quote_each, quote_holes};
pub(super) use template::{Template, filled, joined};

/// Some tokens of Rust, as text.
#[derive(Debug, Clone, Default)]
pub(super) struct TokenStream {
    text: String,
}

/// A name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ident(String);

/// What can stand in other tokens.
pub(super) trait ToTokens {
    /// Writes it behind what is there.
    fn to_tokens(&self, tokens: &mut TokenStream);

    /// The same as text of its own: what is text lends it.
    fn text(&self) -> Cow<'_, str> {
        let mut tokens = TokenStream::new();
        self.to_tokens(&mut tokens);
        Cow::Owned(tokens.text)
    }
}

impl TokenStream {
    /// Nothing.
    pub(super) const fn new() -> Self {
        Self { text: String::new() }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether they are a single one, or brackets with nothing in them, spelled like that.
    pub(super) fn is(&self, single: &str) -> bool {
        self.text.trim_ascii() == single
    }

    /// The text, with spaces in it that mean nothing.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The tokens, what stands in brackets as one.
    pub(super) fn trees(&self) -> Trees<'_> {
        Trees::of(&self.text)
    }

    /// Adds other tokens behind these.
    pub(super) fn add(&mut self, more: &impl ToTokens) {
        more.to_tokens(self);
    }

    /// Adds text that is some whole tokens.
    pub(super) fn write(&mut self, text: &str) {
        let (before, behind) = (self.text.as_bytes(), text.as_bytes());
        if !are_apart(before, behind) {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    /// The same, or right behind the last token.
    fn join(&mut self, text: &str, joined: bool) {
        if joined { self.text.push_str(text) } else { self.write(text) }
    }
}

/// Whether what is written and what is to follow are different tokens without a space between them, which would only be
/// in the way.
fn are_apart(before: &[u8], behind: &[u8]) -> bool {
    if before.is_empty() || behind.is_empty() {
        return true;
    }
    match (before[before.len() - 1], behind[0]) {
        (b'(' | b'[' | b' ', _) | (_, b')' | b']' | b',' | b';' | b' ') => true,
        (last, b'.' | b'?') => last != b'.',
        (b'.', first) => IN_WORD[usize::from(first)],
        (b'!', b'(' | b'[') => true,
        (b'>', b'(' | b':') => !before.ends_with(b"->") && !before.ends_with(b"=>"),
        (last, b'(' | b'[' | b':') => matches!(last, b')' | b']') || ends_with_name(before),
        // No comparison: that has a space on both sides.
        (last, b'<') => IN_WORD[usize::from(last)] && behind.len() > 1 && behind[1] != b' ' && behind[1] != b'=',
        (_, b'>') => closes_list(before),
        (b'<', _) => before.len() == 1 || ends_with_name(&before[..before.len() - 1]),
        (b':', first) => IN_WORD[usize::from(first)] && before.ends_with(b"::"),
        (b'&' | b'*' | b'-' | b'!', first) => {
            (IN_WORD[usize::from(first)] || b"\"'(".contains(&first)) && is_prefix(before)
        }
        _ => false,
    }
}

/// Whether the last byte is an operator in front of its only operand.
fn is_prefix(before: &[u8]) -> bool {
    let front = before[..before.len() - 1].trim_ascii_end();
    front.last().is_none_or(|byte| b"([{,;=|&<>+-*/!".contains(byte))
}

/// Whether the last token is a name, and no word behind which something else begins.
fn ends_with_name(before: &[u8]) -> bool {
    let mut from = before.len();
    while from > 0 && IN_WORD[usize::from(before[from - 1])] {
        from -= 1;
    }
    let (front, word) = before.split_at(from);
    let is_keyword = matches!(
        word,
        b"" | b"as" | b"dyn" | b"else" | b"for" | b"if" | b"impl" | b"in" | b"match" | b"mut" | b"return"
    );
    !is_keyword && !front.ends_with(b"'")
}

/// Whether a list of types is open, which a `>` would close.
fn closes_list(before: &[u8]) -> bool {
    let from = before.iter().rposition(|byte| b"<;{}".contains(byte)).unwrap_or(0);
    before[from] == b'<' && (from == 0 || before[from - 1] != b' ')
}

/// With a space between tokens wherever there may be one: the same tokens are the same text.
impl fmt::Display for TokenStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.text.bytes().all(|byte| IN_WORD[usize::from(byte)]) {
            return f.write_str(&self.text);
        }
        self.trees().fmt(f)
    }
}

impl fmt::Display for Trees<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut space = "";
        for tree in *self {
            f.write_str(std::mem::replace(&mut space, " "))?;
            match tree {
                Tree::Ident(text) | Tree::Literal(text) => f.write_str(text)?,
                Tree::Punct(punct, joint) => {
                    write!(f, "{punct}")?;
                    space = if joint { "" } else { " " };
                }
                Tree::Group(Delimiter::Parenthesis, _) => write!(f, "({})", tree.inside())?,
                Tree::Group(Delimiter::Bracket, _) => write!(f, "[{}]", tree.inside())?,
                Tree::Group(Delimiter::Brace, _) if tree.inside().next().is_none() => f.write_str("{ }")?,
                Tree::Group(Delimiter::Brace, _) => write!(f, "{{ {} }}", tree.inside())?,
            }
        }
        Ok(())
    }
}

impl From<&str> for TokenStream {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned() }
    }
}

impl From<String> for TokenStream {
    fn from(text: String) -> Self {
        Self { text }
    }
}

impl Ident {
    /// A name that is no keyword, or one with `r#` in front.
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl PartialEq<str> for Ident {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl ToTokens for TokenStream {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.write(&self.text);
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }
}

impl ToTokens for Ident {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.write(&self.0);
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0)
    }
}

impl ToTokens for Tree<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.add(&std::iter::once(*self).collect::<TokenStream>());
    }
}

impl<T: ToTokens + ?Sized> ToTokens for &mut T {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        (**self).to_tokens(tokens);
    }

    fn text(&self) -> Cow<'_, str> {
        (**self).text()
    }
}

impl<T: ToTokens + ?Sized> ToTokens for &T {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        (**self).to_tokens(tokens);
    }

    fn text(&self) -> Cow<'_, str> {
        (**self).text()
    }
}

impl<T: ToTokens> ToTokens for Option<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if let Some(some) = self {
            some.to_tokens(tokens);
        }
    }

    fn text(&self) -> Cow<'_, str> {
        self.as_ref().map_or(Cow::Borrowed(""), ToTokens::text)
    }
}

impl FromIterator<TokenStream> for TokenStream {
    fn from_iter<I: IntoIterator<Item = TokenStream>>(all: I) -> Self {
        joined(all.into_iter().collect(), "")
    }
}
