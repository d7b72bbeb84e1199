//! Patterns of codes in emitted `match`es.

use crate::model::{Expr, Interval, sets};
use crate::text::literal::{self, number};
use crate::text::tokens::{TokenStream, quote};

/// `1 | 2 | 12..=14`, or `_` for none.
pub fn pattern(codes: &[Interval]) -> TokenStream {
    if codes.is_empty() {
        return quote!(_);
    }
    let codes = sets::union(codes.to_vec()).into_iter().map(|one| literal::range(one, literal::number));
    quote!(#(#codes)|*)
}

/// `(1 | 2, 4) | (3, _)`, or `_` for none.
pub fn combinations(patterns: &[Vec<Vec<Interval>>]) -> TokenStream {
    let each = patterns.iter().map(|columns| {
        let columns = columns.iter().map(|codes| pattern(codes));
        quote!((#(#columns),*))
    });
    if patterns.is_empty() { quote!(_) } else { quote!(#(#each)|*) }
}

/// Patterns over remaining bytes: an interval that reaches the largest counted number has no upper end.
pub fn lengths(codes: &[Interval]) -> TokenStream {
    if codes.is_empty() {
        return quote!(_);
    }
    let codes = sets::union(codes.to_vec()).into_iter().map(|one| {
        let (min, max) = (number(one.min), number(one.max));
        match () {
            () if one.max >= Expr::MOST => quote!(#min..),
            () if one.min == one.max => quote!(#min),
            () => quote!(#min..=#max),
        }
    });
    quote!(#(#codes)|*)
}

/// The body of a function of a choice: statements, and a `match` after them.
#[derive(Default)]
pub struct Choosing {
    pub first: TokenStream,
    /// The matched value.
    pub subject: TokenStream,
    /// The arms; none if nothing depends on the shape.
    pub arms: Vec<TokenStream>,
}

impl Choosing {
    /// The `match`; nothing if there are no arms.
    pub fn matching(&self) -> TokenStream {
        let Self { subject, arms, .. } = self;
        if arms.is_empty() { TokenStream::new() } else { quote!(match #subject { #(#arms)* }) }
    }

    /// The whole body, as statements.
    pub fn whole(&self) -> TokenStream {
        let (first, matching) = (&self.first, self.matching());
        quote!(#first #matching)
    }
}

/// The arms that have statements, and a `_` arm for all others.
pub fn statements(arms: impl Iterator<Item = (TokenStream, TokenStream)>) -> Vec<TokenStream> {
    let (with, without): (Vec<_>, Vec<_>) = arms.partition(|(_, statements)| !statements.is_empty());
    let others = (!with.is_empty() && !without.is_empty()).then(|| quote!(_ => {}));
    with.into_iter().map(|(pattern, statements)| quote!(#pattern => { #statements })).chain(others).collect()
}
