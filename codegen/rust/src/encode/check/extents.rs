//! Checks of bytes and text: lengths, terminators, characters.

use super::{Checker, FieldPath};
use crate::facts::checks::is_of_bytes;
use crate::facts::widths::compares_count;
use crate::field::expr;
use crate::layout::{self, words};
use crate::model::{CellId, Demand, Encoding, End, Extent, FieldId, Length, Scalar};
use crate::scope::demand;
use crate::text::emitted::Emitted;
use crate::text::int::{Int, within};
use crate::text::literal::{self, number};
use crate::text::tokens::{TokenStream, quote};

impl Checker<'_, '_> {
    /// Checks the number of elements, `len`.
    pub(super) fn length(&self, extent: &Extent, len: &TokenStream, path: &FieldPath, id: FieldId) -> TokenStream {
        let scope = self.scope;
        match extent {
            Extent::Counted(length) => {
                let own = self.counted(id, length.cell, len, path);
                let same = self.same_count(length, id, len, path);
                quote!(#own #same)
            }
            Extent::Prefixed { cell, .. } => self.counted(id, *cell, len, path),
            Extent::Given(what) => {
                let (count, int) = expr::count(scope, what);
                let refuse = self.unlike(path, quote!(Count), &count, len);
                if !int.signed && int.bits <= 16 {
                    return quote!(if #len != usize::from(#count) { #refuse });
                }
                quote!(if usize::try_from(#count) != Ok(#len) { #refuse })
            }
            Extent::Fixed { count, .. } | Extent::Until { bound: Some(count), .. } => {
                let count = literal::length(*count);
                let refuse = self.unlike(path, quote!(Limit), quote!(::wireform::Fact::AtMost(#count)), len);
                quote!(if #len > #count { #refuse })
            }
            Extent::Until { bound: None, .. } | Extent::Rest | Extent::AllBut(_) => TokenStream::new(),
        }
    }

    /// Checks a region's length in bytes, `count`, against its extent; empty if every length fits.
    pub fn region(&self, id: FieldId, extent: &Extent, body: &[FieldId]) -> TokenStream {
        let (scope, path) = (self.scope, self.path(id));
        let has = layout::region_lengths_without_rules(scope.protocol(), scope.record, body).canonical;
        match extent {
            Extent::Fixed { count, .. } if has.min == *count && has.max == Some(*count) => TokenStream::new(),
            Extent::Fixed { count, .. } => {
                let fixed = literal::length(*count);
                let refuse =
                    self.unlike(&path, quote!(Count), quote!(::wireform::Fact::Unsigned(#fixed)), quote!(count));
                quote!(if count != #fixed { #refuse })
            }
            Extent::Prefixed { cell, .. } | Extent::Counted(Length { cell, times: 1, plus: 0 })
                if has.max.is_some_and(|max| {
                    i128::from(max) <= layout::wire_interval(scope.protocol(), scope.record, *cell).max
                }) =>
            {
                TokenStream::new()
            }
            Extent::Counted(_)
            | Extent::Prefixed { .. }
            | Extent::Given(_)
            | Extent::Until { .. }
            | Extent::Rest
            | Extent::AllBut(_) => self.length(extent, &quote!(count), &path, id),
        }
    }

    /// Checks that a count can express a length.
    fn counted(&self, id: FieldId, cell: CellId, len: &TokenStream, path: &FieldPath) -> TokenStream {
        let scope = self.scope;
        let Some(Demand::Count { times, plus, .. }) = demand(scope.cell(cell)) else { return TokenStream::new() };
        let range = layout::wire_interval(scope.protocol(), scope.record, cell);
        let expected = words::lengths(scope.record, id, cell, words::countable(range, *times, *plus));
        let refuse = self.unlike(path, quote!(Count), quote!(&#expected), len);
        if *times == 1 && *plus == 0 {
            if range.max >= i128::from(u64::MAX >> 1) {
                return TokenStream::new();
            }
            // `usize` may have only 32 bits.
            let wide = range.max >= i128::from(u32::MAX);
            let (max, len) =
                (number(range.max), if wide { quote!(::wireform::cast::usize_to_u64(#len)) } else { len.clone() });
            return quote!(if #len > #max { #refuse });
        }
        let (times_, plus_, min, max) = (number(*times), number(*plus), number(range.min), number(range.max));
        let divided = (times.abs() != 1).then(|| {
            let expected = words::multiples(*times, *plus);
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
    fn same_count(&self, length: &Length, id: FieldId, len: &TokenStream, path: &FieldPath) -> TokenStream {
        let scope = self.scope;
        if !compares_count(scope.record, length.cell, id) {
            return TokenStream::new();
        }
        let (count, int) = expr::counted(scope, length);
        let refuse = self.unlike(path, quote!(Counts), &count, len);
        if !int.signed && int.bits <= 16 {
            return quote!(if #len != usize::from(#count) { #refuse });
        }
        let count = Int::I64.convert(count, int);
        quote!(if ::wireform::cast::usize_to_i64(#len) != #count { #refuse })
    }

    pub(super) fn bytes(&self, extent: &Extent, value: &TokenStream, path: &FieldPath, id: FieldId) -> TokenStream {
        if matches!(extent, Extent::Fixed { or_end: false, .. }) {
            return TokenStream::new();
        }
        let length = self.length(extent, &quote!(#value.len()), path, id);
        let sentinel = match extent {
            Extent::Until { end: End::Value { read, .. }, .. } => {
                let (ends, refuse) =
                    (within(&Emitted::path(quote!(byte)), Int::U8, read), self.refuse(path, quote!(Sentinel)));
                match read.as_slice() {
                    [only] if only.min == only.max => {
                        let byte = number(only.min);
                        quote!(if #value.contains(&#byte) { #refuse })
                    }
                    _ => quote!(if #value.iter().any(|&byte| #ends) { #refuse }),
                }
            }
            _ => TokenStream::new(),
        };
        quote!(#length #sentinel)
    }

    pub(super) fn text(
        &self,
        encoding: Encoding,
        unit: Option<Scalar>,
        extent: &Extent,
        value: &TokenStream,
        path: &FieldPath,
        id: FieldId,
    ) -> TokenStream {
        if !is_of_bytes(encoding, unit) {
            return TokenStream::new();
        }
        let length = self.length(extent, &quote!(#value.len()), path, id);
        let ascii = (encoding == Encoding::Ascii).then(|| {
            let word = encoding.word();
            quote!(if !#value.is_ascii() { return Err(::wireform::WriteErrorKind::Text.expected(#path, &#word)); })
        });
        let sentinel = match extent {
            Extent::Until { end: End::Value { read, .. }, .. } => {
                Some(within(&Emitted::path(quote!(byte)), Int::U8, read))
            }
            Extent::Fixed { .. } => Some(Emitted::comparison(quote!(byte == 0))),
            _ => None,
        };
        let sentinel = sentinel.map(|ends| {
            let refuse = self.refuse(path, quote!(Sentinel));
            quote!(if #value.bytes().any(|byte| #ends) { #refuse })
        });
        quote!(#length #ascii #sentinel)
    }
}
