//! Conversion of a view to its value.

use super::View;
use super::optionals::Asked;
use crate::facts::scopes::is_option;
use crate::field::{slot, unverified};
use crate::hooks::to_value;
use crate::layout;
use crate::model::{Base, Content, Extent, Item, Wire};
use crate::scope::generics::generics;
use crate::text::names;
use crate::text::tokens::{Ident, TokenStream, quote};
use crate::values::delta;

impl View<'_, '_> {
    /// The fields of the value, each with its expression for the view `this`. Optional fields may be read sequentially,
    /// from local variables. `at_hand` provides the variable of a base state.
    fn values(
        &self,
        this: &TokenStream,
        asked: Asked,
        at_hand: impl Fn(&Ident) -> TokenStream,
    ) -> Vec<(Ident, TokenStream)> {
        let scope = self.scope;
        let mut inits = Vec::new();
        let mut passed = Vec::new();
        if let Some((name, ..)) = &scope.code {
            let name = names::field_ident(name);
            inits.push((name.clone(), quote!(#this.#name)));
        }
        for id in scope.body {
            let field = scope.field(*id);
            if let Wire::Bits { .. } = &field.wire {
                inits.extend(scope.users_parts(*id).map(|part| {
                    let name = part.name.as_deref().unwrap_or_default();
                    let (name, getter) = (names::field_ident(name), names::getter_ident(name));
                    (name, quote!(#this.#getter()))
                }));
                continue;
            }
            let in_turn = (asked == Asked::InTurn).then(|| self.optional(*id, asked)).flatten();
            if !scope.is_public(*id) || field.name.is_none() {
                passed.extend(in_turn);
                continue;
            }
            let name = field.name.as_deref().unwrap_or_default();
            let (name, getter) = (names::field_ident(name), names::getter_ident(name));
            let optional = is_option(field);
            // The caller has verified the checksum, or chose not to.
            let looked_at = unverified::in_field(&scope.context, field).then(|| quote!(.without_verifying()));
            let to_value = to_value::of_field(scope, *id);
            let got = match in_turn {
                Some(stored) => self.getter_value(field, *id, &stored).1,
                None => quote!(#this.#getter()),
            };
            let returned = match (&field.wire, optional) {
                (Wire::Record { from: Some(Base::Zero | Base::Field(_)), .. }, _) => {
                    delta::from_earlier_state(scope, field, this, &at_hand).unwrap_or(got)
                }
                (Wire::Group { .. } | Wire::Match { .. } | Wire::Record { .. } | Wire::Family { .. }, true) => {
                    let view = slot::view_path(scope, field);
                    match looked_at {
                        Some(looked_at) => quote!(#got.map(|view| view #looked_at.#to_value())),
                        None => quote!(#got.map(#view::#to_value)),
                    }
                }
                (Wire::Group { .. } | Wire::Match { .. } | Wire::Record { .. } | Wire::Family { .. }, false) => {
                    quote!(#got #looked_at.#to_value())
                }
                (Wire::Octets { extent, content: Content::Free }, true) if layout::is_array(extent) => {
                    quote!(#got.copied())
                }
                (Wire::Octets { extent, content: Content::Free }, false) if layout::is_array(extent) => quote!(*#got),
                (Wire::List { item: Item::Family { .. }, extent: Extent::Rest }, true) => {
                    quote!(#got.map(|stream| stream.to_messages()))
                }
                (Wire::List { item: Item::Family { .. }, extent: Extent::Rest }, false) => {
                    quote!(#got.to_messages())
                }
                (Wire::Sparse { .. }, true) => quote!(#got.map(|list| list.to_array())),
                (Wire::Sparse { .. }, false) => quote!(#got.to_array()),
                (_, true) if looked_at.is_some() => quote!(#got.map(::wireform::Unverified::without_verifying)),
                _ => quote!(#got #looked_at),
            };
            // Other fields advance the sequence, too.
            let returned = if passed.is_empty() {
                returned
            } else {
                let passed = std::mem::take(&mut passed);
                quote!({ #(let _ = #passed;)* #returned })
            };
            inits.push((name, returned));
        }
        inits
    }

    /// The fields that are bases of later deltas.
    fn bases(&self) -> Vec<Ident> {
        let bases = self.scope.body.iter().filter(|id| delta::is_a_base(self.scope, **id));
        bases.filter_map(|id| self.scope.field(*id).name.as_deref()).map(names::field_ident).collect()
    }

    /// `pub fn to_value(self) -> ActorGone { ActorGone { runtime_id: self.runtime_id() } }`: the conversion.
    pub(super) fn to_value(&self) -> TokenStream {
        let scope = self.scope;
        let plain = names::type_ident(scope.name);
        let elided = scope.borrows() && !scope.view_borrows();
        let generics = generics(scope, scope.borrows() && !elided).passed;
        let here = |name: &Ident| quote!(#name);
        let values = self.values(&quote!(self), Asked::Alone, here);
        let bases = self.bases();
        // Bases are read before all other fields, so no field can be read sequentially.
        let in_turn: Vec<_> = if bases.is_empty() { self.optionals().collect() } else { Vec::new() };
        let values = if in_turn.is_empty() { values } else { self.values(&quote!(self), Asked::InTurn, here) };
        let at_hand = values.iter().filter(|(name, _)| bases.contains(name));
        let at_hand = at_hand.map(|(name, value)| quote!(let #name = #value;));
        let values = values.iter().map(|(name, value)| match bases.contains(name) {
            true => quote!(#name),
            false => quote!(#name: #value),
        });
        let in_turn = in_turn.iter().map(|name| quote!(let mut #name = self.#name;));
        let body = quote!(#(#in_turn)* #(#at_hand)* #plain { #(#values,)* });
        let to_value = to_value::of_scope(scope);
        let doc = to_value::doc(&to_value);
        quote! {
            #doc
            #[inline]
            pub fn #to_value(self) -> #plain #generics { #body }
        }
    }
}
