//! Lists, and what ends them. The mirror of `take/lists`.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::hooks;
use super::super::int::number;
use super::super::scope::Scope;
use super::super::slot::{self, item_params};
use super::{Putter, terminator};
use crate::model::{End, Extent, FieldId, Item, Scalar, Wire};

impl Putter<'_, '_> {
    pub(super) fn list(&self, item: &Item, extent: &Extent, value: &TokenStream) -> TokenStream {
        let params = item_params(self.scope, item);
        let put = if hooks::in_item(&self.scope.place, item) { quote!(put_hooked) } else { quote!(put) };
        match extent {
            Extent::Fixed { or_end: false, .. } => quote!(::wireform::list::put_array(&#value, out, #params);),
            Extent::Until { end, bound, or_end } => {
                let end = terminator(&self.end(item, end), *bound, *or_end, value);
                quote!(#value.#put(out, #params); #end)
            }
            _ => {
                let prefix = self.prefix(extent, value);
                quote!(#prefix #value.#put(out, #params);)
            }
        }
    }

    /// Writes what ends a list.
    pub(super) fn end(&self, item: &Item, end: &End) -> TokenStream {
        match (end, item) {
            (End::Value { written, .. }, Item::Scalar { scalar, .. }) => self.scalar(*scalar, &number(*written)),
            (End::Cell { cell, written, .. }, Item::Record { record, .. }) => {
                let element = Scope::root(self.scope.place, &self.scope.protocol().records[record.0]);
                let last = element.cell(*cell).field;
                let putter = Putter { scope: &element };
                let before = element.body.iter().take_while(|id| **id != last).map(|id| putter.zero(*id));
                let Wire::Scalar { scalar, .. } = &element.field(last).wire else { return TokenStream::new() };
                let end = putter.in_place(self.scope, *scalar, &number(*written));
                quote!(#(#before)* #end)
            }
            (End::EmptyText { field }, Item::Record { record, .. }) => {
                let element = Scope::root(self.scope.place, &self.scope.protocol().records[record.0]);
                let putter = Putter { scope: &element };
                let before = element.body.iter().take_while(|id| *id != field).map(|id| putter.zero(*id));
                let end = putter.zero(*field);
                quote!(#(#before)* #end)
            }
            _ => TokenStream::new(),
        }
    }

    pub(super) fn in_place(&self, place: &Scope<'_>, scalar: Scalar, raw: &TokenStream) -> TokenStream {
        Putter { scope: place }.scalar(scalar, raw)
    }

    /// Writes a field of a terminator: zero, or the empty text.
    pub(super) fn zero(&self, id: FieldId) -> TokenStream {
        match &self.scope.field(id).wire {
            Wire::Scalar { scalar, .. } => self.scalar(*scalar, &quote!(0)),
            Wire::Float { width, .. } => {
                let size = super::super::int::length(slot::float_bytes(*width));
                quote!(out.zeros(#size);)
            }
            Wire::Bits { carrier, .. } => self.scalar(*carrier, &quote!(0)),
            Wire::Text { extent: Extent::Until { end: End::Value { written, .. }, .. }, unit, .. } => {
                let written = number(*written);
                match unit {
                    None => quote!(out.array([#written]);),
                    Some(unit) => self.scalar(*unit, &written),
                }
            }
            Wire::Text { extent: Extent::Prefixed { scalar, .. }, .. }
            | Wire::Bytes(Extent::Prefixed { scalar, .. }) => self.scalar(*scalar, &quote!(0)),
            Wire::Text { extent: Extent::Fixed { count, .. }, .. } | Wire::Bytes(Extent::Fixed { count, .. }) => {
                let count = super::super::int::length(*count);
                quote!(out.zeros(#count);)
            }
            Wire::Padding { bytes } => {
                let bytes = super::super::int::length(*bytes);
                quote!(out.zeros(#bytes);)
            }
            Wire::Magic(_) => self.present(id, &quote!(())),
            _ => TokenStream::new(),
        }
    }
}
