//! Checks of lengths and of the bytes that would end a field.

use super::{Checker, FieldPath};
use crate::field::expr;
use crate::layout::words;
use crate::model::{CellId, Code, Expr, FieldId, Interval, Length, Wire};
use crate::text::emitted::Emitted;
use crate::text::int::{Int, within};
use crate::text::literal::{self, number};
use crate::text::tokens::{TokenStream, quote};

impl Checker<'_, '_> {
    /// The length of a value; a region's number of bytes is the value.
    pub(super) fn len(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        match &self.scope.field(id).wire {
            Wire::Within { .. } => value.clone(),
            _ => quote!(#value.len()),
        }
    }

    /// Checks that a count, which is `times` for each step and `plus`, can express a length.
    pub(super) fn count(
        &self,
        (id, cell): (FieldId, CellId),
        range: Interval,
        (times, plus): (Code, Code),
        len: &TokenStream,
        path: &FieldPath,
    ) -> TokenStream {
        let expected = words::lengths(self.scope.record, id, cell, words::countable(range, times, plus));
        let refuse = self.unlike(path, quote!(Count), quote!(&#expected), len);
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
            let refuse = self.unlike(path, quote!(Multiple), quote!(&#expected), len);
            quote!(if steps.wrapping_rem_euclid(#times_) != 0 { #refuse })
        });
        quote! {{
            let steps = ::wireform::cast::usize_to_i64(#len).wrapping_sub(#plus_);
            #divided
            if !(#min..=#max).contains(&steps.wrapping_div_euclid(#times_)) { #refuse }
        }}
    }

    /// Checks that lists with a shared count have the same length.
    pub(super) fn same_count(&self, length: &Length, len: &TokenStream, path: &FieldPath) -> TokenStream {
        let (count, int) = expr::counted(self.scope, length);
        let refuse = self.unlike(path, quote!(Counts), &count, len);
        if !int.signed && int.bits <= 16 {
            return quote!(if #len != usize::from(#count) { #refuse });
        }
        let count = Int::I64.convert(count, int);
        quote!(if ::wireform::cast::usize_to_i64(#len) != #count { #refuse })
    }

    /// Checks that a length is a given number.
    pub(super) fn length(&self, what: &Expr, len: &TokenStream, path: &FieldPath) -> TokenStream {
        let (count, int) = expr::count(self.scope, what);
        let refuse = self.unlike(path, quote!(Count), &count, len);
        if !int.signed && int.bits <= 16 {
            return quote!(if #len != usize::from(#count) { #refuse });
        }
        quote!(if usize::try_from(#count) != Ok(#len) { #refuse })
    }

    pub(super) fn exactly(&self, count: u64, len: &TokenStream, path: &FieldPath) -> TokenStream {
        let count = literal::length(count);
        let refuse = self.unlike(path, quote!(Count), quote!(::wireform::Fact::Unsigned(#count)), len);
        quote!(if #len != #count { #refuse })
    }

    pub(super) fn at_most(&self, count: u64, len: &TokenStream, path: &FieldPath) -> TokenStream {
        let count = literal::length(count);
        let refuse = self.unlike(path, quote!(Limit), quote!(::wireform::Fact::AtMost(#count)), len);
        quote!(if #len > #count { #refuse })
    }

    /// Rejects bytes or text with a byte that would end the field.
    pub(super) fn sentinel(
        &self,
        id: FieldId,
        ends: &[Interval],
        value: &TokenStream,
        path: &FieldPath,
    ) -> TokenStream {
        let (test, refuse) = (within(&Emitted::path(quote!(byte)), Int::U8, ends), self.refuse(path, quote!(Sentinel)));
        match (&self.scope.field(id).wire, ends) {
            (Wire::Text { .. }, _) => quote!(if #value.bytes().any(|byte| #test) { #refuse }),
            (_, [only]) if only.min == only.max => {
                let byte = number(only.min);
                quote!(if #value.contains(&#byte) { #refuse })
            }
            _ => quote!(if #value.iter().any(|&byte| #test) { #refuse }),
        }
    }
}
