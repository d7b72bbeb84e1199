//! A `match` over many messages in several functions: one that is too long is refused by clippy, and slow to compile.

use proc_macro2::TokenStream;
use quote::quote;

/// A `match` over many messages as several functions, each with as many arms as one can take in at a glance; the last
/// arm of each hands on to the next.
pub(super) struct Chunks {
    /// What the public function matches.
    pub(super) first: TokenStream,
    /// The functions that it hands on to.
    pub(super) others: TokenStream,
}

/// So many arms stand in one function.
pub(super) const ARMS: usize = 12;

/// Splits arms. `function` makes the function of a chunk's name and arms, `call` the call of one, `last` the arm behind
/// the last chunk (nothing where the arms are complete).
pub(super) fn chunks(
    name: &str,
    arms: &[TokenStream],
    last: &TokenStream,
    call: impl Fn(&proc_macro2::Ident) -> TokenStream,
    function: impl Fn(&proc_macro2::Ident, TokenStream) -> TokenStream,
) -> Chunks {
    let size = if arms.len() <= ARMS + ARMS / 2 { arms.len().max(1) } else { ARMS };
    let mut parts: Vec<&[TokenStream]> = arms.chunks(size).collect();
    // One message alone is no chunk.
    if parts.len() > 1 && parts.last().is_some_and(|part| part.len() == 1) {
        parts.pop();
        let end = parts.pop().map_or(0, <[_]>::len) + 1;
        parts.push(&arms[arms.len() - end..]);
    }
    let ident = |index: usize| quote::format_ident!("{name}_{}", index + 1);
    let with_next = |index: usize, part: &[TokenStream]| {
        if index + 1 < parts.len() {
            let call = call(&ident(index + 1));
            quote!(#(#part)* _ => #call,)
        } else {
            quote!(#(#part)* #last)
        }
    };
    let first = parts.first().map_or(last.clone(), |part| with_next(0, part));
    let others = parts.iter().enumerate().skip(1).map(|(index, part)| function(&ident(index), with_next(index, part)));
    Chunks { first, others: quote!(#(#others)*) }
}
