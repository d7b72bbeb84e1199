//! One of several shapes: codes that belong to the variant.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::int::{outside, within};
use super::super::{expr, intervals, names, value};
use super::{Checker, first_args, has_checks};
use crate::model::{Arm, FieldId, Input, Tag};

impl Checker<'_, '_> {
    pub(super) fn choice(
        &self,
        id: FieldId,
        name: &str,
        tag: &Tag,
        shapes: &[Arm],
        shown: &TokenStream,
        path: &TokenStream,
    ) -> TokenStream {
        let scope = self.scope;
        let plain = names::type_ident(name);
        let refuse = self.refuse(path, quote!(Range));
        // Where the user or a parameter sets the tag, the variant must be the one that it chooses.
        let tag_agrees = match tag {
            Tag::Input(input @ Input::Param(_)) => {
                let (tokens, int) = expr::input(scope, *input);
                let refuse = self.refuse(path, quote!(Presence));
                let tests = shapes.iter().map(|arm| {
                    let variant = names::variant_ident(&arm.name);
                    let codes = if arm.codes.is_empty() { intervals::others(shapes, int) } else { arm.codes.clone() };
                    let fine = within(&quote!(tag), int, &codes);
                    quote!(#plain::#variant { .. } => #fine)
                });
                quote!({ let tag = #tokens; if !(match #shown { #(#tests,)* }) { #refuse } })
            }
            Tag::Input(_) | Tag::InPlace { .. } => TokenStream::new(),
        };
        let arms = shapes.iter().map(|arm| {
            let variant = names::variant_ident(&arm.name);
            let kept = scope.kept_code(tag, arm);
            let code_check = |code: TokenStream| {
                kept.as_ref().map(|(_, from, of)| {
                    let (raw, int) = value::to_raw(scope.protocol(), *of, code, *from);
                    let codes = if arm.codes.is_empty() { intervals::others(shapes, int) } else { arm.codes.clone() };
                    let unfit = outside(&quote!(raw), int, &codes);
                    quote!({ let raw = #raw; if #unfit { #refuse } })
                })
            };
            let code_name = kept.as_ref().map(|(name, ..)| names::field_ident(name));
            if arm.transparent {
                let checks = arm.body.first().map(|id| self.present(*id, &quote!(value))).unwrap_or_default();
                return match code_name {
                    Some(name) => {
                        let code = code_check(quote!(#name));
                        let value = if checks.is_empty() { quote!(..) } else { quote!(value) };
                        quote!(#plain::#variant { #name, #value } => { #code #checks })
                    }
                    None if checks.is_empty() => quote!(#plain::#variant(_) => {}),
                    None => quote!(#plain::#variant(value) => { #checks }),
                };
            }
            if arm.body.is_empty() {
                return match code_name {
                    Some(name) => {
                        let code = code_check(quote!(#name));
                        quote!(#plain::#variant { #name } => { #code })
                    }
                    None => quote!(#plain::#variant => {}),
                };
            }
            let child = scope.children_of(id).into_iter().find(|child| child.name == format!("{name}{}", arm.name));
            let child = child.filter(has_checks);
            let code = code_name.and_then(|name| code_check(quote!(value.#name)));
            let call = child.map(|child| {
                let args = first_args(scope, &child);
                quote!(value.check(#args)?;)
            });
            if code.is_none() && call.is_none() {
                return quote!(#plain::#variant(_) => {});
            }
            quote!(#plain::#variant(value) => { #code #call })
        });
        let arms: Vec<_> = arms.collect();
        if arms.iter().all(|arm| arm.to_string().ends_with("{ }")) {
            return tag_agrees;
        }
        quote!(#tag_agrees match #shown { #(#arms)* })
    }
}
