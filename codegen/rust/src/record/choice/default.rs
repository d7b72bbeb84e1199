//! The default of a choice: derived for a unit variant, else implemented.

use crate::facts::numbers::default_code;
use crate::field::slot::{self, lifetime};
use crate::field::value;
use crate::model::{Arm, FieldId, Tag};
use crate::scope::Scope;
use crate::text::names;
use crate::text::tokens::{Ident, TokenStream, quote};
use crate::values::form::Form;
use crate::values::structs;

/// The variant that is the default.
pub(super) enum Default {
    /// A unit variant, by its index.
    Unit(usize),
    /// A variant with fields, as an expression, and whether it names the lifetime of the value.
    Holding(TokenStream, bool),
}

impl Default {
    /// The default of a choice: the first arm with a single code, or else the first arm.
    pub(super) fn of(scope: &Scope<'_>, choice: FieldId, tag: &Tag, arms: &[Arm], form: Form) -> Self {
        let index = arms.iter().position(|arm| arm.only_code(0).is_some()).unwrap_or(0);
        let Some(arm) = arms.get(index) else { return Self::Holding(TokenStream::new(), false) };
        let variant = names::variant_ident(&arm.name);
        let code = scope.stored_code(tag, arm).map(|(name, int, value)| {
            let code = default_code(scope.protocol(), scope.record, tag, (arm, arms));
            let (name, code) = (names::field_ident(name), value::literal(&scope.context, value, int, code));
            quote!(#name: #code,)
        });
        let (default, names_life) = match (arm.transparent, arm.body.first()) {
            (true, Some(id)) => {
                let default = structs::default::Default::of_field(scope, *id, (form, false));
                (default.value, default.names_life)
            }
            _ => {
                let child = scope.child_of_arm(choice, index);
                let borrows = form.borrows(child.as_ref().is_some_and(Scope::borrows));
                let ty = child.map_or(quote!(()), |child| {
                    let (ty, life) = (names::type_ident(child.name), lifetime(borrows));
                    quote!(#ty #life)
                });
                (quote!(<#ty as ::core::default::Default>::default()), borrows)
            }
        };
        let value = match (arm.transparent, arm.body.is_empty(), code) {
            (true, _, Some(code)) => quote!(Self::#variant { #code value: #default }),
            (true, _, None) | (false, false, _) => quote!(Self::#variant(#default)),
            (false, true, Some(code)) => quote!(Self::#variant { #code }),
            (false, true, None) => return Self::Unit(index),
        };
        Self::Holding(value, names_life)
    }

    /// `#[default]`: the attribute of the variant with this index.
    pub(super) fn mark(&self, variant: usize) -> Option<TokenStream> {
        matches!(self, Self::Unit(index) if *index == variant).then(|| quote!(#[default]))
    }

    /// `, Default`: the derived trait.
    pub(super) fn derived(&self) -> Option<TokenStream> {
        matches!(self, Self::Unit(_)).then(|| quote!(, Default))
    }

    /// `impl ::core::default::Default for EditVarValue<'_> { .. }`: the implementation, if it is not derived.
    pub(super) fn implemented(&self, ty: &Ident, life: &TokenStream) -> Option<TokenStream> {
        let Self::Holding(value, names_life) = self else { return None };
        let (impl_life, own_life) = slot::lives(life, *names_life);
        Some(quote! {
            impl #impl_life ::core::default::Default for #ty #own_life {
                fn default() -> Self { #value }
            }
        })
    }
}
