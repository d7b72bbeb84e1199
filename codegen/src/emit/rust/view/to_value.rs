//! From the view to the plain value.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::generics::generics;
use super::super::hooks::unverified;
use super::super::names;
use super::super::slot::{self, view_borrows};
use super::super::take::is_optional;
use super::View;
use crate::model::{Source, Wire};

impl View<'_, '_> {
    pub(super) fn to_value(&self) -> TokenStream {
        let scope = self.scope;
        let plain = names::type_ident(&scope.name);
        let mut inits = Vec::new();
        if let Some((name, _, _)) = &scope.code {
            let name = names::field_ident(name);
            inits.push(quote!(#name: self.#name));
        }
        for id in &scope.body {
            let field = scope.field(*id);
            if let Wire::Bits { parts, .. } = &field.wire {
                inits.extend(parts.iter().filter(|part| scope.cell(part.cell).source == Source::User).map(|part| {
                    let name = part.name.as_deref().unwrap_or_default();
                    let (name, getter) = (names::field_ident(name), names::getter_ident(name));
                    quote!(#name: self.#getter())
                }));
                continue;
            }
            if !scope.shows(field) {
                continue;
            }
            let name = field.name.as_deref().unwrap_or_default();
            let (name, getter) = (names::field_ident(name), names::getter_ident(name));
            let optional = is_optional(field) && slot::absent_value(scope, field, None).is_none();
            // Whoever asks for the whole has seen, or does not want to know.
            let looked_at = unverified::in_field(&scope.place, field).then(|| quote!(.without_verifying()));
            let shown = match (&field.wire, optional) {
                (Wire::Record { from: Some(_), .. }, _) => quote!(self.#getter()),
                (Wire::Group { .. } | Wire::Match { .. } | Wire::Record { .. } | Wire::Family { .. }, true) => {
                    quote!(self.#getter().map(|view| view #looked_at.to_value()))
                }
                (Wire::Group { .. } | Wire::Match { .. } | Wire::Record { .. } | Wire::Family { .. }, false) => {
                    quote!(self.#getter() #looked_at.to_value())
                }
                (Wire::Bytes(crate::model::Extent::Fixed { or_end: false, .. }), true) => {
                    quote!(self.#getter().copied())
                }
                (Wire::Bytes(crate::model::Extent::Fixed { or_end: false, .. }), false) => quote!(*self.#getter()),
                (Wire::List { item: crate::model::Item::Family { .. }, extent: crate::model::Extent::Rest }, true) => {
                    quote!(self.#getter().map(|stream| stream.to_messages()))
                }
                (Wire::List { item: crate::model::Item::Family { .. }, extent: crate::model::Extent::Rest }, false) => {
                    quote!(self.#getter().to_messages())
                }
                (Wire::Sparse { .. }, true) => quote!(self.#getter().map(|list| list.to_array())),
                (Wire::Sparse { .. }, false) => quote!(self.#getter().to_array()),
                (_, true) if looked_at.is_some() => quote!(self.#getter().map(|list| list #looked_at)),
                _ => quote!(self.#getter() #looked_at),
            };
            inits.push(quote!(#name: #shown));
        }
        let elided = slot::borrows(scope) && !view_borrows(scope);
        let generics = generics(scope, slot::borrows(scope) && !elided).passed;
        quote! {
            /// The plain value.
            #[must_use]
            #[inline]
            pub fn to_value(&self) -> #plain #generics { #plain { #(#inits,)* } }
        }
    }
}
