//! A `match` over many messages, split into several functions. A single function would have a stack frame for the
//! largest message, and save its registers, for every message.

use crate::text::tokens::{Ident, TokenStream, format_ident, quote};

/// The number of messages in one function.
const MESSAGES: usize = 12;

/// Whether a `match` with this many arms is split.
pub(super) fn is_split(arms: usize) -> bool {
    arms > MESSAGES.saturating_mul(3) / 2
}

/// The `match` of the first function, and the functions that it continues with.
pub(super) struct Split {
    pub(super) first: TokenStream,
    pub(super) others: TokenStream,
}

/// `match code { 1 => .., _ => Self::take_2(code, ..) }`: splits a `match` over `subject`. `last` is the arm after all
/// others, `call` calls the function with the next arms, and `function` declares that function, from its name and its
/// `match`.
pub(super) fn split(
    name: &str,
    subject: &TokenStream,
    arms: &[TokenStream],
    last: Option<TokenStream>,
    call: impl Fn(&Ident) -> TokenStream,
    function: impl Fn(&Ident, TokenStream) -> TokenStream,
) -> Split {
    let size = if is_split(arms.len()) { MESSAGES } else { arms.len().max(1) };
    let (first, rest) = arms.split_at(size.min(arms.len()));
    let (mut following, mut others) = (last, Vec::new());
    for (index, arms) in rest.chunks(size).enumerate().rev() {
        let name = format_ident!("{name}_{}", index.saturating_add(2));
        others.push(function(&name, quote!(match #subject { #(#arms)* #following })));
        let call = call(&name);
        following = Some(quote!(_ => #call,));
    }
    others.reverse();
    Split { first: quote!(match #subject { #(#first)* #following }), others: quote!(#(#others)*) }
}
