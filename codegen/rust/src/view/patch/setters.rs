//! The setters of fields and parts, and the functions that copy a packet with another value.

use super::super::View;
use super::Patch;
use crate::encode::check::{Checker, FieldPath};
use crate::field::slot::{self, slot};
use crate::field::value;
use crate::layout;
use crate::model::{ByteOrder, CellId, Extent, FieldId, Held, Part, Scalar, Wire};
use crate::scope::{Act, locals};
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::literal::number;
use crate::text::tokens::{Ident, Literal, ToTokens, TokenStream, format_ident, quote};
use crate::text::{docs, literal};

impl View<'_, '_> {
    /// `self.packet.set_bits::<2>(self.start, false, (3, 2), u64::from(gun));`: the setter of a part, which leaves the
    /// other bits of its carrier unchanged.
    fn setter_of_part(&self, id: FieldId, part: &Part, at: &TokenStream) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(id));
        let Wire::Bits { carrier, .. } = &field.wire else { return TokenStream::new() };
        let name = part.name.as_deref().unwrap_or_default();
        let (set, local) =
            (format_ident!("set_{}", crate::names::field_name(name)), locals::of_setter(scope.locals(), name));
        let (cell, int) = (scope.cell(part.cell), scope.cell_int(part.cell));
        let (ty, bits) = if scope.is_flag(part.cell) {
            (quote!(bool), quote!(u64::from(#local)))
        } else {
            let (raw, from) = value::to_raw(scope.protocol(), cell.value, Emitted::path(&local), int);
            let wide = match part.signed {
                true => {
                    let wide = Int::I64.convert(raw, from);
                    quote!(#wide.cast_unsigned())
                }
                false => Int::U64.convert(raw, from).into_token_stream(),
            };
            (value::value_type(&scope.context, cell.value, int), wide)
        };
        let check = self.check(id, part.cell, &local);
        let (low, width) = (number(part.low.into()), number(part.width.into()));
        let doc = docs::doc(&[], &format!("Changes `{name}` in place, and no other bit."));
        let mut anew = None;
        let body = match carrier {
            Scalar::Int { bytes, order, .. } => {
                let big = *order == ByteOrder::Big;
                let size = number((*bytes).into());
                let put = quote!(self.packet.set_bits::<#size>(#at, #big, (#low, #width), #bits););
                if check.is_none() {
                    return quote! {
                        #doc
                        #[inline]
                        pub fn #set(&mut self, #local: #ty) { #put }
                    };
                }
                quote!(#put Ok(()))
            }
            Scalar::Varint(varint) => {
                let marker = slot::varint_value(&scope.context, *varint);
                let of = number(scope.protocol().varints[varint.0].bits.into());
                let path = self.taker.path(id);
                let number = quote! {
                    let place = ::wireform::patch::Place::new(#at, #marker, #path);
                    let number = self.packet.with_bits(place, (#low, #width), #bits, #of);
                };
                let (rewrite, written) = rewriter(name);
                anew = Some(quote! {
                    #written
                    ///
                    /// # Errors
                    /// If `buffer` is too small, or if the bits cannot hold the number.
                    pub fn #rewrite(&self, #local: #ty, buffer: &mut [u8]) -> ::core::result::Result<usize, ::wireform::WriteError> {
                        #check
                        #number
                        self.packet.rewrite(place, number, buffer)
                    }
                });
                quote!(#number self.packet.set_varint(place, number))
            }
        };
        quote! {
            #doc
            ///
            /// # Errors
            /// If the bits cannot hold the number, or if the carrier has another encoded length with it; the packet is then
            /// unchanged.
            pub fn #set(&mut self, #local: #ty) -> ::core::result::Result<(), ::wireform::WriteError> {
                #check
                #body
            }

            #anew
        }
    }

    /// `pub fn set_cn(&mut self, cn: i32) -> Result<(), WriteError> { .. }`: the setter of a field, and `rewrite_cn`
    /// for a varint.
    pub(super) fn setter(&self, patch: &Patch<'_>) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(patch.field));
        if let Some(part) = patch.part {
            return self.setter_of_part(patch.field, part, &at(patch));
        }
        let name = field.name.as_deref().unwrap_or_default();
        let (set, local, plain) = (
            format_ident!("set_{}", crate::names::field_name(name)),
            locals::of_setter(scope.locals(), name),
            slot(scope, patch.field).plain,
        );
        let doc = docs::doc(&[], &format!("Changes `{name}` in place."));
        let at = at(patch);
        let (scalar, cell) = match &field.wire {
            Wire::Scalar { scalar, cell } => (*scalar, *cell),
            Wire::Float { order, .. } => {
                let bytes = slot::encode_float(&quote!(#local), *order);
                return fixed(&doc, &set, &local, &plain, &at, &bytes);
            }
            Wire::Bytes(extent @ Extent::Fixed { count, .. }) if !layout::is_array(extent) => {
                let count = literal::length(*count);
                return fixed(&doc, &set, &local, &quote!(&[u8; #count]), &at, &quote!(*#local));
            }
            _ => return fixed(&doc, &set, &local, &plain, &at, &quote!(#local)),
        };
        let path = self.taker.path(patch.field);
        let (of, int) = (scope.cell(cell).value, scope.cell_int(cell));
        let (raw, from) = value::to_written(scope.protocol(), scalar, of, Emitted::path(&local), int);
        let number = Int::of_scalar(scope.protocol(), scalar).convert(raw, from);
        let check = self.check(patch.field, cell, &local);
        match (scalar, check) {
            (Scalar::Int { .. }, None) => fixed(&doc, &set, &local, &plain, &at, &slot::encode(&number, scalar)),
            (Scalar::Int { .. }, check) => {
                let bytes = slot::encode(&number, scalar);
                quote! {
                    #doc
                    ///
                    /// # Errors
                    /// If the field cannot hold the number; the packet is then unchanged.
                    #[inline]
                    pub fn #set(&mut self, #local: #plain) -> ::core::result::Result<(), ::wireform::WriteError> {
                        #check
                        self.packet.set(#at, #bytes);
                        Ok(())
                    }
                }
            }
            (Scalar::Varint(id), check) => {
                let varint = slot::varint_value(&scope.context, id);
                let (rewrite, written) = rewriter(name);
                let anchor = quote!(::wireform::patch::Place::new(#at, #varint, #path));
                let fits = layout::scalar_interval(scope.protocol(), scalar) == scope.cell_int(cell).interval();
                let (or, and) = match check.is_none() && (fits || scope.cell(cell).value.held() != Held::Int) {
                    true => ("", ""),
                    false => (", or if the field cannot hold it", ", or if the field cannot hold the number"),
                };
                let errors =
                    format!(" If the new number has another encoded length{or}; the packet is then unchanged.");
                let errors_written = format!(" If `buffer` is too small{and}.");
                quote! {
                    #doc
                    ///
                    /// # Errors
                    #[doc = #errors]
                    pub fn #set(&mut self, #local: #plain) -> ::core::result::Result<(), ::wireform::WriteError> {
                        #check
                        let place = #anchor;
                        self.packet.set_varint(place, #number)
                    }

                    #written
                    ///
                    /// # Errors
                    #[doc = #errors_written]
                    pub fn #rewrite(&self, #local: #plain, buffer: &mut [u8]) -> ::core::result::Result<usize, ::wireform::WriteError> {
                        #check
                        let place = #anchor;
                        self.packet.rewrite(place, #number, buffer)
                    }
                }
            }
        }
    }

    /// `check().map_err(..)?;`: rejects a number that the field cannot hold.
    fn check(&self, id: FieldId, cell: CellId, local: &Ident) -> Option<TokenStream> {
        let (scope, text) = (self.scope, &self.scope.record.name);
        let range = Checker { scope, act: Act::Check }.number(cell, &quote!(#local), &FieldPath::of(scope, id));
        (!range.is_empty()).then(|| {
            quote! {
                let check = || { #range Ok(()) };
                check().map_err(|error: ::wireform::WriteError| error.in_message(#text))?;
            }
        })
    }
}

/// `rewrite_cn`: the name of the function that copies a packet with another value of a field, and its documentation.
fn rewriter(name: &str) -> (Ident, TokenStream) {
    let what =
        format!("Writes a copy of the packet with another `{name}` to `buffer`; returns the number of bytes written.");
    (format_ident!("rewrite_{}", crate::names::field_name(name)), docs::doc(&[], &what))
}

/// `self.start.wrapping_add(2)`: the offset of a field in the packet.
fn at(patch: &Patch<'_>) -> TokenStream {
    let anchor = &patch.anchor;
    if patch.offset == 0 {
        return quote!(self.#anchor);
    }
    let offset = Literal::usize_unsuffixed(patch.offset);
    quote!(self.#anchor.wrapping_add(#offset))
}

/// `pub fn set_yaw(&mut self, yaw: u16) { self.packet.set(self.start, yaw.to_le_bytes()); }`: the setter of a
/// fixed-size field.
fn fixed(
    doc: &TokenStream,
    set: &Ident,
    local: &Ident,
    plain: &TokenStream,
    at: &TokenStream,
    bytes: &TokenStream,
) -> TokenStream {
    quote! {
        #doc
        #[inline]
        pub fn #set(&mut self, #local: #plain) {
            self.packet.set(#at, #bytes);
        }
    }
}
