//! Checks of lengths and of the bytes that would end a field.

use super::{Checker, FieldPath, Place};
use crate::field::ending::ending;
use crate::field::expr;
use crate::layout::words;
use crate::model::{Content, Encoding, Expr, Extent, FieldId, Interval, Kept, Length, Test, Text, Wire};
use crate::text::condition;
use crate::text::emitted::Emitted;
use crate::text::int::{Int, within};
use crate::text::literal::{self, number};
use crate::text::tokens::{Literal, ToTokens, TokenStream, quote};

impl Checker<'_, '_> {
    /// The length that is checked.
    fn len(&self, Place { id, value, .. }: &Place<'_>) -> TokenStream {
        match &self.scope.field(*id).wire {
            Wire::Within { .. } => quote!(#value),
            _ => quote!(#value.len()),
        }
    }

    /// Checks that a count of these numbers can express a length.
    pub(super) fn count(&self, length: Length, codes: &[Interval], at: &Place<'_>) -> TokenStream {
        let (len, Length { cell, times, plus }) = (&self.len(at), length);
        let expected = words::lengths(self.scope.record, at.id, cell, &words::countable(codes, times, plus));
        let refuse = at.path.unlike(quote!(Count), quote!(&#expected), len);
        if let (1, 0, [Interval { min: ..=0, max }]) = (times, plus, codes) {
            // `usize` may have only 32 bits.
            let wide = *max >= i128::from(u32::MAX);
            let len = if wide { quote!(::wireform::cast::usize_to_u64(#len)) } else { len.clone() };
            let max = number(*max);
            return quote!(if #len > #max { #refuse });
        }
        let (times_, plus_) = (number(times), number(plus));
        let divided = (times.abs() != 1).then(|| {
            let expected = words::multiples(times, plus);
            let refuse = at.path.unlike(quote!(Multiple), quote!(&#expected), len);
            quote!(if steps.wrapping_rem_euclid(#times_) != 0 { #refuse })
        });
        let fits = match codes {
            [Interval { min, max }] => {
                let (min, max) = (number(*min), number(*max));
                quote!((#min..=#max).contains(&steps.wrapping_div_euclid(#times_)))
            }
            _ => {
                let fits = within(&Emitted::path(quote!(code)), Int::I64, codes);
                quote!({ let code = steps.wrapping_div_euclid(#times_); #fits })
            }
        };
        quote! {{
            let steps = ::wireform::cast::usize_to_i64(#len).wrapping_sub(#plus_);
            #divided
            if !#fits { #refuse }
        }}
    }

    /// Checks that lists with a shared count have the same length.
    pub(super) fn same_count(&self, length: &Length, at: &Place<'_>) -> TokenStream {
        let len = &self.len(at);
        let (count, int) = expr::counted(self.scope, length);
        let refuse = at.path.unlike(quote!(Counts), &count, len);
        if let Some(count) = int.to_usize(&count) {
            return quote!(if #len != #count { #refuse });
        }
        let count = Int::I64.convert(count, int);
        quote!(if ::wireform::cast::usize_to_i64(#len) != #count { #refuse })
    }

    /// Checks that a length is a given number, or, `or_less`, at most that number.
    pub(super) fn length(&self, what: &Expr, or_less: bool, at: &Place<'_>) -> TokenStream {
        let len = &self.len(at);
        let (count, int) = expr::count(self.scope, what);
        let (expected, certain) = match what {
            Expr::Literal(_) => (quote!(::wireform::Fact::Unsigned(#count)), Some(count.to_token_stream())),
            _ => (count.to_token_stream(), int.to_usize(&count)),
        };
        let refuse = at.path.unlike(quote!(Count), expected, len);
        match (certain, or_less) {
            (Some(count), false) => quote!(if #len != #count { #refuse }),
            (Some(most), true) => quote!(if #len > #most { #refuse }),
            (None, false) => quote!(if usize::try_from(#count) != Ok(#len) { #refuse }),
            (None, true) => quote!(if !usize::try_from(#count).is_ok_and(|most| #len <= most) { #refuse }),
        }
    }

    /// Checks that reserved space has no negative length.
    pub(super) fn space(&self, what: &Expr, test: Option<&Test>, at: &Place<'_>) -> TokenStream {
        let (count, _) = expr::count(self.scope, what);
        let expected = words::NOT_NEGATIVE;
        let refuse = at.path.unlike(quote!(Count), quote!(&#expected), &count);
        let is_negative = Emitted::comparison(quote!(#count < 0));
        let wrong = match test {
            Some(test) => condition::all([expr::test(self.scope, test), is_negative]),
            None => is_negative,
        };
        quote!(if #wrong { #refuse })
    }

    pub(super) fn at_most(&self, count: u64, at: &Place<'_>) -> TokenStream {
        let len = &self.len(at);
        let count = literal::length(count);
        let refuse = at.path.unlike(quote!(Limit), quote!(::wireform::Fact::AtMost(#count)), len);
        quote!(if #len > #count { #refuse })
    }

    /// Rejects bytes or text that a reader would end elsewhere, or a region written since `start`.
    pub fn closes(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let wire = &self.scope.field(id).wire;
        let Some(Extent::Until { end, kept, or_end, bound }) = wire.extent() else { return TokenStream::new() };
        let bytes = bytes_of(wire, value);
        let written = Literal::byte_string(&end.bytes());
        let terminator = match (kept, bound) {
            (Kept::No, Some(bound)) if *or_end => {
                let bound = literal::length(*bound);
                quote!(if #value.len() < #bound { Some(#written) } else { None })
            }
            (Kept::No, _) => quote!(Some(#written)),
            (Kept::Yes | Kept::Left, _) => quote!(None),
        };
        let or_end = match self.followed(id) {
            Some([_, alone]) => alone,
            None => Emitted::Flag(*or_end),
        };
        let (ending, refuse) = (ending(end, *kept), FieldPath::of(self.scope, id).refuse(quote!(Sentinel)));
        if let Wire::Within { .. } = wire {
            return quote!(if !out.closes(start, #ending, #written) { #refuse });
        }
        quote!(if !#ending.closes(#bytes, #terminator, #or_end) { #refuse })
    }

    /// Rejects bytes or text with a byte that would end the field.
    pub(super) fn sentinel(&self, ends: &[Interval], Place { id, value, path }: &Place<'_>) -> TokenStream {
        let (test, refuse) = (within(&Emitted::path(quote!(byte)), Int::U8, ends), path.refuse(quote!(Sentinel)));
        match (&self.scope.field(*id).wire, ends) {
            (Wire::Octets { content: Content::Text(_), .. }, _) => {
                quote!(if #value.bytes().any(|byte| #test) { #refuse })
            }
            (_, [only]) if only.min == only.max => {
                let byte = number(only.min);
                quote!(if #value.contains(&#byte) { #refuse })
            }
            _ => quote!(if #value.iter().any(|&byte| #test) { #refuse }),
        }
    }
}

/// `value.iter().copied()`: the bytes of bytes or text.
pub(super) fn bytes_of(wire: &Wire, value: &TokenStream) -> TokenStream {
    match wire.text() {
        Some(Text { encoding: Encoding::Latin1, .. }) => quote!(#value.latin1_bytes()),
        Some(_) => quote!(#value.bytes()),
        None => quote!(#value.iter().copied()),
    }
}
