//! Writers of bytes and text. The mirror of `take/extents`.

use super::{Putter, filled, terminator};
use crate::decode::take;
use crate::encode::check::FieldPath;
use crate::facts::checks::{excluded, is_of_bytes};
use crate::field::slot;
use crate::layout;
use crate::model::{Encoding, End, Extent, FieldId, Kept, Scalar};
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::literal::{self, number};
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
                let end = terminator(&self.text_end(end, None), *bound, *or_end, value);
                quote!(out.bytes(#value); #end)
            }
            _ => {
                let prefix = self.prefix(extent, value);
                quote!(#prefix out.bytes(#value);)
            }
        }
    }

    /// `out.bytes(value.as_bytes()); out.zeros(..);`: writes text with its prefix, terminator or padding.
    pub(super) fn text(
        &self,
        id: FieldId,
        (encoding, unit): (Encoding, Option<Scalar>),
        (extent, fill): (&Extent, Option<u8>),
        value: &TokenStream,
    ) -> TokenStream {
        let put = if is_of_bytes(encoding, unit) {
            quote!(out.bytes(#value.as_bytes());)
        } else {
            self.characters(id, (encoding, unit), (extent, fill), value)
        };
        match extent {
            Extent::Fixed { count, .. } => {
                let (count, zero) = (literal::length(*count), unit.map(|unit| self.scalar(unit, &Emitted::number(0))));
                match zero {
                    None => {
                        let fill = filled(fill.unwrap_or(0), quote!(usize::saturating_sub(#count, #value.len())));
                        quote!(#put #fill)
                    }
                    Some(zero) => quote!(#put for _ in #value.len()..#count { #zero }),
                }
            }
            Extent::Until { end, kept: Kept::No, bound, or_end } => {
                let end = terminator(&self.text_end(end, unit), *bound, *or_end, value);
                quote!(#put #end)
            }
            _ => {
                let prefix = self.prefix(extent, value);
                quote!(#prefix #put)
            }
        }
    }

    /// Writes the terminator of bytes or text.
    pub(super) fn text_end(&self, end: &End, unit: Option<Scalar>) -> TokenStream {
        match (end, unit) {
            (End::Value { written, .. }, Some(unit)) => self.scalar(unit, &Emitted::number(*written)),
            (End::Value { written, .. }, None) => {
                let written = number(*written);
                quote!(out.array([#written]);)
            }
            (End::Texts { written, .. }, _) => {
                let written = Literal::byte_string(written);
                quote!(out.array(*#written);)
            }
            (End::Cell { .. } | End::Begins { .. } | End::EmptyText { .. } | End::Left(_), _) => TokenStream::new(),
        }
    }

    /// `value.put(out, usize::MAX, &"name", |unit| unit == 0)?;`: writes text character by character, with a check of
    /// each.
    fn characters(
        &self,
        id: FieldId,
        (encoding, unit): (Encoding, Option<Scalar>),
        (extent, fill): (&Extent, Option<u8>),
        value: &TokenStream,
    ) -> TokenStream {
        let scope = self.scope;
        let ends = match (extent, excluded(extent)) {
            (_, Some(read)) => {
                let ends = slot::text_unit_ends(&scope.context, unit, read);
                quote!(|unit| #ends)
            }
            (Extent::Fixed { .. }, None) if fill.is_none() => quote!(|unit| unit == 0),
            _ => quote!(|_| false),
        };
        let most = match extent {
            Extent::Fixed { count, .. } | Extent::Until { bound: Some(count), .. } => take::bound_literal(Some(*count)),
            _ => quote!(usize::MAX),
        };
        let path = FieldPath::of(scope, id);
        let put = if encoding == Encoding::Ascii { quote!(put_ascii) } else { quote!(put) };
        let closes = match (extent, excluded(extent)) {
            (Extent::Until { .. }, None) => self.checker().closes(id, value),
            _ => TokenStream::new(),
        };
        let unfilled = fill.map(|byte| {
            let (byte, refuse) = (literal::hex(byte.into()), path.refuse(quote!(Sentinel)));
            quote!(if #value.chars().last() == Some(char::from(#byte)) { #refuse })
        });
        quote!(#value.#put(out, #most, #path, #ends)?; #closes #unfilled)
    }
}
