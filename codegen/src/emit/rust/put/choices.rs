//! One of several shapes. The mirror of `take/choices`.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::int::Int;
use super::super::scope::Act;
use super::super::{derive, names};
use super::{Putter, child_args};
use crate::model::{FieldId, Tag};

impl Putter<'_, '_> {
    pub(super) fn choice(
        &self,
        id: FieldId,
        name: &str,
        tag: &Tag,
        shapes: &[crate::model::Arm],
        value: &TokenStream,
    ) -> TokenStream {
        let scope = self.scope;
        let code = match tag {
            Tag::InPlace { scalar, cell } => {
                let raw = derive::arm_code(scope, id, value, scope.cell_int(*cell));
                let raw = Int::of_scalar(scope.protocol(), *scalar).convert(raw, scope.cell_int(*cell));
                self.scalar(*scalar, &raw)
            }
            Tag::Input(_) => TokenStream::new(),
        };
        let plain = names::type_ident(name);
        let arms_tokens: Vec<_> = shapes
            .iter()
            .map(|arm| {
                let variant = names::variant_ident(&arm.name);
                let keeps = scope.kept_code(tag, arm).is_some();
                if arm.transparent {
                    let put = arm.body.first().map(|id| self.present(*id, &quote!(value))).unwrap_or_default();
                    if keeps {
                        quote!(#plain::#variant { value, .. } => { #put })
                    } else {
                        quote!(#plain::#variant(value) => { #put })
                    }
                } else if arm.body.is_empty() {
                    if keeps { quote!(#plain::#variant { .. } => {}) } else { quote!(#plain::#variant => {}) }
                } else {
                    let child =
                        scope.children_of(id).into_iter().find(|child| child.name == format!("{name}{}", arm.name));
                    let args = child.map(|child| child_args(scope, &child, Act::Put));
                    quote!(#plain::#variant(value) => { value.put(out #args); })
                }
            })
            .collect();
        if shapes.iter().all(|arm| arm.body.is_empty()) {
            return code;
        }
        quote!(#code match #value { #(#arms_tokens)* })
    }
}
