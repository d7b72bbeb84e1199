//! Patterns of codes in emitted `match`es.

use proc_macro2::TokenStream;
use quote::quote;

use super::int::{Int, number};
use crate::model::{Arm, Expr, Interval, sets};

/// `1 | 2 | 12..=14`, or `_` for none.
pub(super) fn pattern(codes: &[Interval]) -> TokenStream {
    if codes.is_empty() {
        return quote!(_);
    }
    let codes = codes.iter().map(|one| {
        let (min, max) = (number(one.min), number(one.max));
        if one.min == one.max { quote!(#min) } else { quote!(#min..=#max) }
    });
    quote!(#(#codes)|*)
}

/// The same for how much is left: what goes to the largest number that is counted has no end.
pub(super) fn lengths(codes: &[Interval]) -> TokenStream {
    if codes.is_empty() {
        return quote!(_);
    }
    let codes = codes.iter().map(|one| {
        let (min, max) = (number(one.min), number(one.max));
        match () {
            () if one.max >= Expr::MOST => quote!(#min..),
            () if one.min == one.max => quote!(#min),
            () => quote!(#min..=#max),
        }
    });
    quote!(#(#codes)|*)
}

/// Whether the arms cover all numbers of an integer type: then no other arm may be emitted.
pub(super) fn cover(arms: &[Arm], int: Int) -> bool {
    if arms.iter().any(|arm| arm.codes.is_empty()) {
        return true;
    }
    let codes: Vec<Interval> = arms.iter().flat_map(|arm| arm.codes.iter().copied()).collect();
    sets::covers(&codes, &[int.interval()])
}

/// Arms of a `match`, those with the same body as one. `bound` tells the types of what a pattern binds: patterns that
/// bind different types can not be joined.
pub(super) fn joined(arms: impl IntoIterator<Item = JoinableArm>) -> TokenStream {
    let mut all: Vec<(String, Vec<TokenStream>, TokenStream)> = Vec::new();
    for JoinableArm { pattern, bound, body } in arms {
        let key = format!("{bound} {body}");
        match all.iter_mut().find(|(other, ..)| *other == key) {
            Some((_, patterns, _)) => patterns.push(pattern),
            None => all.push((key, vec![pattern], body)),
        }
    }
    let arms = all.into_iter().map(|(_, patterns, body)| quote!(#(#patterns)|* => #body,));
    quote!(#(#arms)*)
}

/// One arm before it is joined with others.
pub(super) struct JoinableArm {
    pub(super) pattern: TokenStream,
    pub(super) bound: String,
    pub(super) body: TokenStream,
}

/// Statements that end in a `match`, with that as the value of an `Ok`.
pub(super) fn last_as_ok(statements: TokenStream) -> TokenStream {
    let mut trees: Vec<proc_macro2::TokenTree> = statements.into_iter().collect();
    let is_match =
        |tree: &proc_macro2::TokenTree| matches!(tree, proc_macro2::TokenTree::Ident(word) if word == "match");
    let at = trees.iter().rposition(is_match).unwrap_or(0);
    let last: TokenStream = trees.split_off(at).into_iter().collect();
    let before: TokenStream = trees.into_iter().collect();
    quote!(#before Ok(#last))
}
