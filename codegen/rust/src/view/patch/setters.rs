//! The setters of fields and parts, and the functions that copy a packet with another value.

use super::super::View;
use super::Patch;
use crate::encode::check::{Checker, FieldPath};
use crate::field::slot::{self, slot};
use crate::field::value;
use crate::layout;
use crate::model::{ByteOrder, CellId, Content, Encoding, Extent, FieldId, Held, Part, Scalar, Wire};
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
        let local = locals::of_setter(scope.locals(), name);
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
        let doc = docs::doc(&[], &format!("Changes `{name}` in place, and no other bit."));
        let setter = Setter { doc, name, local: &local, ty };
        let errors = quote! {
            /// If the bits cannot hold the number, or if the carrier has another encoded length with it; the packet is then
            /// unchanged.
        };
        match carrier {
            Scalar::Int { bytes, order, .. } => {
                let (big, size) = (*order == ByteOrder::Big, number((*bytes).into()));
                let put = part.places().map(|(run, place)| {
                    let (low, width) = (number(run.low.into()), number(run.width.into()));
                    let place = number(place.into());
                    let bits = if place.to_string() == "0" { bits.clone() } else { quote!((#bits) >> #place) };
                    quote!(self.packet.set_bits::<#size>(#at, #big, (#low, #width), #bits);)
                });
                let put: TokenStream = put.collect();
                match check {
                    None => setter.plain(&put),
                    Some(check) => setter.fallible(&errors, &quote!(#check #put Ok(()))),
                }
            }
            Scalar::Varint(varint) => {
                let marker = slot::varint_value(&scope.context, *varint);
                let Some(run) = part.runs.first() else { return TokenStream::new() };
                let (low, width) = (number(run.low.into()), number(run.width.into()));
                let of = number(scope.protocol().varints[varint.0].bits.into());
                let path = self.taker.path(id);
                let place = quote! {
                    #check
                    let place = ::wireform::patch::Place::new(#at, #marker, #path);
                    let number = self.packet.with_bits(place, (#low, #width), #bits, #of);
                };
                let errors_written = quote! {
                    /// If `buffer` is too small, or if the bits cannot hold the number.
                };
                setter.of_varint([&errors, &errors_written], &place, &quote!(number))
            }
        }
    }

    /// `pub fn set_cn(&mut self, cn: i32) -> Result<(), Error> { .. }`: the setter of a field, and `rewrite_cn`
    /// for a varint.
    pub(super) fn setter(&self, patch: &Patch<'_>) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(patch.field));
        if let Some(part) = patch.part {
            return self.setter_of_part(patch.field, part, &at(patch));
        }
        let name = field.name.as_deref().unwrap_or_default();
        let (local, plain) = (locals::of_setter(scope.locals(), name), slot(scope, patch.field).plain);
        let doc = docs::doc(&[], &format!("Changes `{name}` in place."));
        let (at, setter) = (at(patch), Setter { doc, name, local: &local, ty: plain });
        if patch.is_stretch {
            return self.setter_of_stretch(patch, setter);
        }
        let put = |bytes: TokenStream| quote!(self.packet.set(#at, #bytes););
        let (scalar, cell) = match &field.wire {
            Wire::Scalar { scalar, cell } => (*scalar, *cell),
            Wire::Float { order, .. } => return setter.plain(&put(slot::encode_float(&quote!(#local), *order))),
            Wire::Octets { extent: extent @ Extent::Fixed { count, .. }, content: Content::Free }
                if !layout::is_array(extent) =>
            {
                let count = literal::length(*count);
                return Setter { ty: quote!(&[u8; #count]), ..setter }.plain(&put(quote!(*#local)));
            }
            _ => return setter.plain(&put(quote!(#local))),
        };
        let path = self.taker.path(patch.field);
        let (of, int) = (scope.cell(cell).value, scope.cell_int(cell));
        let (raw, from) = value::to_written(scope.protocol(), scalar, of, Emitted::path(&local), int);
        let number = Int::of_scalar(scope.protocol(), scalar).convert(raw, from);
        let check = self.check(patch.field, cell, &local);
        match (scalar, check) {
            (Scalar::Int { .. }, None) => setter.plain(&put(slot::encode(&number, scalar))),
            (Scalar::Int { .. }, check) => {
                let put = put(slot::encode(&number, scalar));
                let errors = quote! {
                    /// If the field cannot hold the number; the packet is then unchanged.
                    #[inline]
                };
                setter.fallible(&errors, &quote!(#check #put Ok(())))
            }
            (Scalar::Varint(id), check) => {
                let varint = slot::varint_value(&scope.context, id);
                let place = quote!(#check let place = ::wireform::patch::Place::new(#at, #varint, #path););
                let fits = layout::scalar_interval(scope.protocol(), scalar) == scope.cell_int(cell).interval();
                let (or, and) = match check.is_none() && (fits || scope.cell(cell).value.held() != Held::Int) {
                    true => ("", ""),
                    false => (", or if the field cannot hold it", ", or if the field cannot hold the number"),
                };
                let errors =
                    format!(" If the new number has another encoded length{or}; the packet is then unchanged.");
                let errors_written = format!(" If `buffer` is too small{and}.");
                let errors = [&quote!(#[doc = #errors]), &quote!(#[doc = #errors_written])];
                setter.of_varint(errors, &place, &number.into_token_stream())
            }
        }
    }

    /// `self.packet.replace(self.volume_at, &"volume", &[volume])`: the setter of a field that may be absent or whose length
    /// varies.
    fn setter_of_stretch(&self, patch: &Patch<'_>, setter: Setter<'_>) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(patch.field));
        let (local, at, path) = (setter.local, at(patch), self.taker.path(patch.field));
        let mut check = None;
        let (ty, bytes) = match &field.wire {
            Wire::Scalar { scalar, cell } => {
                let (of, int) = (scope.cell(*cell).value, scope.cell_int(*cell));
                let (raw, from) = value::to_written(scope.protocol(), *scalar, of, Emitted::path(local), int);
                let number = Int::of_scalar(scope.protocol(), *scalar).convert(raw, from);
                check = self.check(patch.field, *cell, local);
                let bytes = slot::encode(&number, *scalar);
                (setter.ty.clone(), quote!(&#bytes))
            }
            Wire::Float { order, .. } => {
                let bytes = slot::encode_float(&quote!(#local), *order);
                (setter.ty.clone(), quote!(&#bytes))
            }
            Wire::Octets { extent, .. } if layout::is_array(extent) => (setter.ty.clone(), quote!(&#local)),
            Wire::Octets { extent: Extent::Fixed { count, .. }, .. } => {
                let count = literal::length(*count);
                (quote!(&[u8; #count]), quote!(#local))
            }
            Wire::Octets { content: Content::Text(text), .. } if text.is_str() => {
                let record = &scope.record.name;
                check = (text.encoding == Encoding::Ascii).then(|| {
                    quote! {
                        if !#local.is_ascii() {
                            return Err(::wireform::Unwritable::Text.expected(#path, &"ASCII").in_message(&#record));
                        }
                    }
                });
                (quote!(&str), quote!(#local.as_bytes()))
            }
            Wire::Octets { content: Content::Text(text), .. } => {
                let unit = slot::text_unit(&scope.context, text);
                (quote!(::wireform::Text<'_, #unit>), quote!(#local))
            }
            _ => (quote!(&[u8]), quote!(#local)),
        };
        let replace = match &field.wire {
            Wire::Octets { content: Content::Text(text), .. } if !text.is_str() => quote!(replace_text),
            _ => quote!(replace),
        };
        let absent = if field.is_optional() { "If the field is absent, or if" } else { "If" };
        let holds = if check.is_some() { ", or if the field cannot hold it" } else { "" };
        let errors = match field.wire {
            Wire::Scalar { .. } | Wire::Float { .. } => {
                format!(" If the field is absent{holds}; the packet is then unchanged.")
            }
            _ => format!(" {absent} the new value has another number of bytes{holds}; the packet is then unchanged."),
        };
        let setter = Setter { ty, ..setter };
        setter.fallible(&quote!(#[doc = #errors]), &quote!(#check self.packet.#replace(#at, #path, #bytes)))
    }

    /// `check().map_err(..)?;`: rejects a number that the field cannot hold.
    fn check(&self, id: FieldId, cell: CellId, local: &Ident) -> Option<TokenStream> {
        let (scope, text) = (self.scope, &self.scope.record.name);
        let range = Checker { scope, act: Act::Check }.number(cell, &quote!(#local), &FieldPath::of(scope, id));
        (!range.is_empty()).then(|| {
            quote! {
                let check = || { #range Ok(()) };
                check().map_err(|error: ::wireform::Error| error.in_message(&#text))?;
            }
        })
    }
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

/// The functions that change a field or a part: their documentation, its name, and their parameter.
struct Setter<'n> {
    doc: TokenStream,
    name: &'n str,
    local: &'n Ident,
    ty: TokenStream,
}

impl Setter<'_> {
    /// `pub fn set_yaw(&mut self, yaw: u16) { self.packet.set(self.start, yaw.to_le_bytes()); }`: the setter of a
    /// fixed-size field.
    fn plain(&self, put: &TokenStream) -> TokenStream {
        let (Self { doc, local, ty, .. }, set) = (self, self.function("set"));
        quote! {
            #doc
            #[inline]
            pub fn #set(&mut self, #local: #ty) { #put }
        }
    }

    /// The setter of a field that cannot hold each number.
    fn fallible(&self, errors: &TokenStream, body: &TokenStream) -> TokenStream {
        let (Self { doc, local, ty, .. }, set) = (self, self.function("set"));
        quote! {
            #doc
            ///
            /// # Errors
            #errors
            pub fn #set(&mut self, #local: #ty) -> ::core::result::Result<(), ::wireform::Error> { #body }
        }
    }

    /// The setter of a varint, and `rewrite_cn`, which copies a packet with another value of it.
    fn of_varint(&self, errors: [&TokenStream; 2], place: &TokenStream, number: &TokenStream) -> TokenStream {
        let (Self { name, local, ty, .. }, [errors, errors_written]) = (self, errors);
        let set = self.fallible(errors, &quote!(#place self.packet.set_varint(place, #number)));
        let what = "Writes a copy of the packet with another";
        let doc = docs::doc(&[], &format!("{what} `{name}` to `buffer`; returns the number of bytes written."));
        let rewrite = self.function("rewrite");
        quote! {
            #set

            #doc
            ///
            /// # Errors
            #errors_written
            pub fn #rewrite(&self, #local: #ty, buffer: &mut [u8]) -> ::core::result::Result<usize, ::wireform::Error> {
                #place
                self.packet.rewrite(place, #number, buffer)
            }
        }
    }

    fn function(&self, what: &str) -> Ident {
        format_ident!("{what}_{}", crate::names::field_name(self.name))
    }
}
