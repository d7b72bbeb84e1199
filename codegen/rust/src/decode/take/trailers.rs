//! Readers of what is in front of a trailer: its number, at the end of the bytes, says how many these are.

use super::Taker;
use super::extents::Count;
use crate::field::slot;
use crate::model::{Presence, Scalar, Tail, Trailer};
use crate::text::int::Int;
use crate::text::literal;
use crate::text::tokens::{Literal, TokenStream, quote};

impl Taker<'_, '_> {
    /// `let count = if has_padding { .. } else { input.left() };`
    pub(super) fn before_trailer(&self, trailer: &Trailer) -> Count {
        let (scope, input) = (self.scope, &self.input);
        let (numbers, path) = (literal::length(trailer.numbers), self.path(trailer.group));
        let front = quote!(#input.all_but(#numbers, #path)?);
        let front = match &trailer.counted {
            None => front,
            Some(tail) => {
                let (counted, path) = (self.counted_behind(tail), self.path(tail.field));
                quote!(let count = #front; #input.in_front(count, #counted, #path)?)
            }
        };
        Count::certain(match (&scope.field(trailer.group).presence, &trailer.counted) {
            (Presence::Always, None) => quote!(let count = #front;),
            (Presence::Always, Some(_)) => quote!(let count = { #front };),
            _ => {
                let test = self.is_there(trailer.group);
                quote!(let count = if #test { #front } else { #input.left() };)
            }
        })
    }

    /// `i64::from(input.from_end::<1>(1)[0]).wrapping_sub(1)`: the bytes that the number counts.
    fn counted_behind(&self, tail: &Tail) -> TokenStream {
        let input = &self.input;
        let from_end = literal::length(tail.from_end);
        let Scalar::Int { bytes, .. } = tail.scalar else { return quote!(0) };
        let size = Literal::u8_unsuffixed(bytes);
        let stored = quote!(#input.from_end::<#size>(#from_end));
        let number = slot::decode(&stored, None, tail.scalar);
        let number = Int::I64.convert(number, Int::of_scalar(self.scope.protocol(), tail.scalar));
        let (times, plus) = (literal::number(tail.times), literal::number(tail.plus));
        match (tail.times, tail.plus) {
            (1, 0) => quote!(#number),
            (1, _) => quote!((#number).wrapping_add(#plus)),
            _ => quote!((#number).wrapping_mul(#times).wrapping_add(#plus)),
        }
    }
}
