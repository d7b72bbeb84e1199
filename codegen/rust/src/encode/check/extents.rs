//! Checks of lengths and of the bytes that would end a field.

use super::{Checker, Place};
use crate::field::expr;
use crate::layout::words;
use crate::model::{Expr, Interval, Length, Wire};
use crate::text::emitted::Emitted;
use crate::text::int::{Int, within};
use crate::text::literal::{self, number};
use crate::text::tokens::{TokenStream, quote};

impl Checker<'_, '_> {
    /// The length that is checked.
    fn len(&self, Place { id, value, .. }: &Place<'_>) -> TokenStream {
        match &self.scope.field(*id).wire {
            Wire::Within { .. } => quote!(#value),
            _ => quote!(#value.len()),
        }
    }

    /// Checks that a count of these numbers can express a length.
    pub(super) fn count(&self, length: Length, range: Interval, at: &Place<'_>) -> TokenStream {
        let (len, Length { cell, times, plus }) = (&self.len(at), length);
        let expected = words::lengths(self.scope.record, at.id, cell, words::countable(range, times, plus));
        let refuse = at.path.unlike(quote!(Count), quote!(&#expected), len);
        if times == 1 && plus == 0 {
            // `usize` may have only 32 bits.
            let wide = range.max >= i128::from(u32::MAX);
            let (max, len) =
                (number(range.max), if wide { quote!(::wireform::cast::usize_to_u64(#len)) } else { len.clone() });
            return quote!(if #len > #max { #refuse });
        }
        let (times_, plus_, min, max) = (number(times), number(plus), number(range.min), number(range.max));
        let divided = (times.abs() != 1).then(|| {
            let expected = words::multiples(times, plus);
            let refuse = at.path.unlike(quote!(Multiple), quote!(&#expected), len);
            quote!(if steps.wrapping_rem_euclid(#times_) != 0 { #refuse })
        });
        quote! {{
            let steps = ::wireform::cast::usize_to_i64(#len).wrapping_sub(#plus_);
            #divided
            if !(#min..=#max).contains(&steps.wrapping_div_euclid(#times_)) { #refuse }
        }}
    }

    /// Checks that lists with a shared count have the same length.
    pub(super) fn same_count(&self, length: &Length, at: &Place<'_>) -> TokenStream {
        let len = &self.len(at);
        let (count, int) = expr::counted(self.scope, length);
        let refuse = at.path.unlike(quote!(Counts), &count, len);
        if !int.signed && int.bits <= 16 {
            return quote!(if #len != usize::from(#count) { #refuse });
        }
        let count = Int::I64.convert(count, int);
        quote!(if ::wireform::cast::usize_to_i64(#len) != #count { #refuse })
    }

    /// Checks that a length is a given number.
    pub(super) fn length(&self, what: &Expr, at: &Place<'_>) -> TokenStream {
        let len = &self.len(at);
        let (count, int) = expr::count(self.scope, what);
        let refuse = at.path.unlike(quote!(Count), &count, len);
        if !int.signed && int.bits <= 16 {
            return quote!(if #len != usize::from(#count) { #refuse });
        }
        quote!(if usize::try_from(#count) != Ok(#len) { #refuse })
    }

    /// Checks that a length is at most a given number.
    pub(super) fn fits(&self, most: &Expr, at: &Place<'_>) -> TokenStream {
        let len = &self.len(at);
        if let Expr::Literal(most) = most {
            let most = number(*most);
            let refuse = at.path.unlike(quote!(Count), quote!(::wireform::Fact::Unsigned(#most)), len);
            return quote!(if #len > #most { #refuse });
        }
        let (most, int) = expr::count(self.scope, most);
        let refuse = at.path.unlike(quote!(Count), &most, len);
        if !int.signed && int.bits <= 16 {
            return quote!(if #len > usize::from(#most) { #refuse });
        }
        quote!(if !usize::try_from(#most).is_ok_and(|most| #len <= most) { #refuse })
    }

    pub(super) fn exactly(&self, count: u64, at: &Place<'_>) -> TokenStream {
        let len = &self.len(at);
        let count = literal::length(count);
        let refuse = at.path.unlike(quote!(Count), quote!(::wireform::Fact::Unsigned(#count)), len);
        quote!(if #len != #count { #refuse })
    }

    pub(super) fn at_most(&self, count: u64, at: &Place<'_>) -> TokenStream {
        let len = &self.len(at);
        let count = literal::length(count);
        let refuse = at.path.unlike(quote!(Limit), quote!(::wireform::Fact::AtMost(#count)), len);
        quote!(if #len > #count { #refuse })
    }

    /// Rejects bytes or text with a byte that would end the field.
    pub(super) fn sentinel(&self, ends: &[Interval], Place { id, value, path }: &Place<'_>) -> TokenStream {
        let (test, refuse) = (within(&Emitted::path(quote!(byte)), Int::U8, ends), path.refuse(quote!(Sentinel)));
        match (&self.scope.field(*id).wire, ends) {
            (Wire::Text { .. }, _) => quote!(if #value.bytes().any(|byte| #test) { #refuse }),
            (_, [only]) if only.min == only.max => {
                let byte = number(only.min);
                quote!(if #value.contains(&#byte) { #refuse })
            }
            _ => quote!(if #value.iter().any(|&byte| #test) { #refuse }),
        }
    }
}
