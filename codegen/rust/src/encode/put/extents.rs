//! Writers of bytes and text. The mirror of `take/extents`.

use super::{Putter, filled, terminator};
use crate::decode::take;
use crate::encode::check::FieldPath;
use crate::facts::checks::excluded;
use crate::field::slot;
use crate::layout;
use crate::model::{Encoding, End, Extent, FieldId, Kept, Scalar, Text};
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::literal::{self};
use crate::text::tokens::{Literal, TokenStream, format_ident, quote};

impl Putter<'_, '_> {
    /// Writes the count of a prefixed extent.
    pub(super) fn prefix(&self, extent: &Extent, value: &TokenStream) -> TokenStream {
        match extent {
            Extent::Prefixed { scalar, .. } => {
                let int = Int::of_scalar(self.scope.protocol(), *scalar);
                let cast = format_ident!("usize_to_{}", int.ident());
                self.scalar(*scalar, &Emitted::operand(quote!(::wireform::cast::#cast(#value.len()))))
            }
            _ => TokenStream::new(),
        }
    }

    /// `out.bytes(value); out.array([0]);`: writes bytes with their prefix or terminator.
    pub(super) fn bytes(&self, extent: &Extent, value: &TokenStream) -> TokenStream {
        match extent {
            _ if layout::is_array(extent) => quote!(out.array(#value);),
            Extent::Fixed { or_end: false, .. } => quote!(out.array(*#value);),
            Extent::Until { end, kept: Kept::No, bound, or_end } => {
                let end = terminator(&self.text_end(end, Scalar::BYTE), *bound, *or_end, value);
                quote!(out.bytes(#value); #end)
            }
            _ => {
                let prefix = self.prefix(extent, value);
                quote!(#prefix out.bytes(#value);)
            }
        }
    }

    /// `out.bytes(value.as_bytes()); out.zeros(..);`: writes text with its prefix, terminator or padding.
    pub(super) fn text(&self, id: FieldId, text: &Text, extent: &Extent, value: &TokenStream) -> TokenStream {
        let put = if text.is_str() {
            quote!(out.bytes(#value.as_bytes());)
        } else {
            self.characters(id, text, extent, value)
        };
        match extent {
            Extent::Fixed { count, .. } => {
                let filling = self.filling(text, *count, Some(quote!(#value.len())));
                quote!(#put #filling)
            }
            Extent::Until { end, kept: Kept::No, bound, or_end } => {
                let end = terminator(&self.text_end(end, text.unit), *bound, *or_end, value);
                quote!(#put #end)
            }
            _ => {
                let prefix = self.prefix(extent, value);
                quote!(#prefix #put)
            }
        }
    }

    /// Writes an empty text.
    pub(super) fn empty_text(&self, text: &Text, extent: &Extent) -> TokenStream {
        match extent {
            Extent::Fixed { count, .. } => self.filling(text, *count, None),
            Extent::Until { end, .. } => self.text_end(end, text.unit),
            Extent::Prefixed { scalar, .. } => self.scalar(*scalar, &Emitted::number(0)),
            Extent::Counted(_) | Extent::Given(_) | Extent::Rest | Extent::AllBut(_) => TokenStream::new(),
        }
    }

    /// Fills a text of a fixed size, in which so many units are written, if any.
    fn filling(&self, text: &Text, count: u64, written: Option<TokenStream>) -> TokenStream {
        let count = literal::length(count);
        if text.is_of_bytes() {
            let more = written.map_or(quote!(#count), |written| quote!(usize::saturating_sub(#count, #written)));
            return filled(text.fill.unwrap_or(0), more);
        }
        let written = written.unwrap_or(quote!(0));
        let unit = self.scalar(text.unit, &Emitted::number(text.fill.unwrap_or(0).into()));
        quote!(for _ in #written..#count { #unit })
    }

    /// Writes the terminator of bytes or text.
    pub(super) fn text_end(&self, end: &End, unit: Scalar) -> TokenStream {
        match end {
            End::Value { written, .. } => self.scalar(unit, &Emitted::number(*written)),
            End::Texts { written, .. } => {
                let written = Literal::byte_string(written);
                quote!(out.array(*#written);)
            }
            End::Cell { .. } | End::Begins { .. } | End::EmptyText { .. } | End::Left(_) => TokenStream::new(),
        }
    }

    /// `value.put(out, usize::MAX, &"name", |unit| unit == 0)?;`: writes text character by character, with a check of
    /// each.
    fn characters(&self, id: FieldId, text: &Text, extent: &Extent, value: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let ends = match (extent, excluded(extent)) {
            (_, Some(read)) => {
                let ends = slot::text_unit_ends(&scope.context, text.unit, read);
                quote!(|unit| #ends)
            }
            (Extent::Fixed { .. }, None) if text.fill.is_none() => quote!(|unit| unit == 0),
            _ => quote!(|_| false),
        };
        let most = match extent {
            Extent::Fixed { count, .. } | Extent::Until { bound: Some(count), .. } => take::bound_literal(Some(*count)),
            _ => quote!(usize::MAX),
        };
        let path = FieldPath::of(scope, id);
        let put = if text.encoding == Encoding::Ascii { quote!(put_ascii) } else { quote!(put) };
        let closes = match (extent, excluded(extent)) {
            (Extent::Until { .. }, None) => self.checker().closes(id, value),
            _ => TokenStream::new(),
        };
        let unfilled = text.fill.map(|byte| {
            let (byte, refuse) = (literal::hex(byte.into()), path.refuse(quote!(Sentinel)));
            quote!(if #value.chars().last() == Some(char::from(#byte)) { #refuse })
        });
        quote!(#value.#put(out, #most, #path, #ends)?; #closes #unfilled)
    }
}
