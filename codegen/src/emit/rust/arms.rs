//! Patterns of codes in emitted `match`es.

use super::int::{Int, number};
use super::literal;
use super::tokens::{TokenStream, quote};
use crate::model::{Arm, Expr, Interval, sets};

/// `1 | 2 | 12..=14`, or `_` for none.
pub(super) fn pattern(codes: &[Interval]) -> TokenStream {
    if codes.is_empty() {
        return quote!(_);
    }
    let codes = sets::union(codes.to_vec()).into_iter().map(|one| literal::range(one, literal::whole));
    quote!(#(#codes)|*)
}

/// The same for how much is left: what goes to the largest number that is counted has no end.
pub(super) fn lengths(codes: &[Interval]) -> TokenStream {
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

/// Whether the arms cover all numbers of an integer type: then no other arm may be emitted.
pub(super) fn cover(arms: &[Arm], int: Int) -> bool {
    if arms.iter().any(|arm| arm.codes.is_empty()) {
        return true;
    }
    let codes: Vec<Interval> = arms.iter().flat_map(|arm| arm.codes.iter().copied()).collect();
    sets::covers(&codes, &[int.interval()])
}

/// Arms of a `match`, those with the same body as one.
pub(super) fn joined(arms: &[JoinableArm]) -> TokenStream {
    let arms = join(arms).into_iter().map(|(pattern, body)| quote!(#pattern => #body,));
    quote!(#(#arms)*)
}

/// The patterns and the bodies of arms, those with the same body as one. `bound` tells the types of what a pattern
/// binds: patterns that bind different types can not be joined.
pub(super) fn join(arms: &[JoinableArm]) -> Vec<(TokenStream, TokenStream)> {
    let mut all: Vec<(String, Vec<&TokenStream>, &TokenStream)> = Vec::new();
    for JoinableArm { pattern, bound, body } in arms {
        let key = format!("{bound} {body}");
        match all.iter_mut().find(|(other, ..)| *other == key) {
            Some((_, patterns, _)) => patterns.push(pattern),
            None => all.push((key, vec![pattern], body)),
        }
    }
    all.into_iter().map(|(_, patterns, body)| (quote!(#(#patterns)|*), quote!(#body))).collect()
}

/// What a function of a choice does: some statements, and a `match` behind them.
pub(super) struct Choosing {
    pub(super) first: TokenStream,
    /// What is matched.
    pub(super) subject: TokenStream,
    /// Nothing where nothing depends on the shape.
    pub(super) arms: Vec<JoinableArm>,
    /// The arm behind all others; nothing where these are complete.
    pub(super) last: TokenStream,
}

impl Choosing {
    /// Nothing is done.
    pub(super) fn nothing() -> Self {
        Self { first: TokenStream::new(), subject: TokenStream::new(), arms: Vec::new(), last: TokenStream::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first.is_empty() && self.arms.is_empty()
    }

    /// All of it, as statements.
    pub(super) fn whole(&self) -> TokenStream {
        let Self { first, subject, last, .. } = self;
        if self.arms.is_empty() {
            return first.clone();
        }
        let arms = joined(&self.arms);
        quote!(#first match #subject { #arms #last })
    }
}

/// One arm before it is joined with others.
pub(super) struct JoinableArm {
    pub(super) pattern: TokenStream,
    pub(super) bound: String,
    pub(super) body: TokenStream,
}
