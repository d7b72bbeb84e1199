//! One of several shapes. The mirror of `put/choices`.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::hooks::unverified;
use super::super::scope::Act;
use super::super::{arms, expr, facts, handed, names, slot, value, view};
use super::Taker;
use crate::model::{FieldId, Input, Tag, Wire};

impl Taker<'_, '_> {
    /// The call of a choice's reader.
    pub(super) fn choice(&self, id: FieldId) -> TokenStream {
        let (scope, input) = (self.scope, &self.input);
        let Wire::Match { name, .. } = &scope.field(id).wire else { return quote!(()) };
        let view = names::view_ident(name);
        let cells = handed::passed(scope, &scope.read_by_choice(id, Act::Take));
        let known = (!scope.record.params.is_empty()).then(|| quote!(, known));
        let fails = facts::fails(&self.choice_body(id)).then(|| quote!(?));
        quote!(#view::take(#input #cells #known) #fails)
    }

    /// What a choice's reader does: a value that is a view, or errors.
    pub(in crate::emit::rust) fn choice_body(&self, id: FieldId) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let Wire::Match { name, tag, arms } = &scope.field(id).wire else { return quote!(()) };
        let (read, tag_value, int) = match tag {
            Tag::InPlace { scalar, cell } => {
                let (local, number) = (scope.local(*cell), self.number(*scalar, &path));
                (quote!(let #local = #number;), quote!(#local), scope.cell_int(*cell))
            }
            Tag::Input(Input::Left) => (TokenStream::new(), quote!(#input.left()), expr::LEFT),
            Tag::Input(one) => {
                let (tokens, int) = expr::input(scope, *one);
                (TokenStream::new(), tokens, int)
            }
        };
        let by_left = *tag == Tag::Input(Input::Left);
        let tag_as_value = |code_value| value::from_raw(&scope.place, code_value, tag_value.clone(), int);
        // The arm of all other codes comes last, as Rust reads it.
        let mut sorted: Vec<_> = arms.iter().collect();
        sorted.sort_by_key(|arm| arm.codes.is_empty());
        let arms_tokens = sorted.into_iter().map(|arm| {
            let pattern = if by_left { arms::lengths(&arm.codes) } else { arms::pattern(&arm.codes) };
            let variant = names::variant_ident(&arm.name);
            let code =
                scope.kept_code(tag, arm).map(|(name, _, value)| (names::field_ident(&name), tag_as_value(value)));
            let body = if arm.transparent {
                let kept = arm.body.first().map_or(quote!(()), |id| {
                    let view = self.demanding_field(*id);
                    unverified::wrap(scope, *id, &view)
                });
                match code {
                    Some((name, code)) => {
                        let (code, value) =
                            (slot::init(&name, &code), slot::init(&quote::format_ident!("value"), &kept));
                        quote!(Self::#variant { #code, #value })
                    }
                    None => quote!(Self::#variant(#kept)),
                }
            } else if arm.body.is_empty() {
                match code {
                    Some((name, code)) => {
                        let code = slot::init(&name, &code);
                        quote!(Self::#variant { #code })
                    }
                    None => quote!(Self::#variant),
                }
            } else {
                let child = scope.children_of(id).into_iter().find(|child| child.name == format!("{name}{}", arm.name));
                let Some(child) = child else { return quote!() };
                let (child_view, args) = (names::view_ident(&child.name), self.child_args(&child));
                let code = code.map(|(_, code)| quote!(, #code));
                let fails = view::body_fails(&child).then(|| quote!(?));
                quote!(Self::#variant(#child_view::take(#input #code #args) #fails))
            };
            quote!(#pattern => #body)
        });
        let mut other =
            (!arms::cover(arms, int)).then(|| quote!(_ => return Err(::wireform::Malformed::Value.at(#path, at))));
        let at = (other.is_some() && !by_left).then(|| quote!(let at = #input.offset();));
        if by_left && arms.iter().all(|arm| !arm.codes.is_empty()) {
            let wrong = self.wrong_length(arms.iter().flat_map(|arm| &arm.codes), &path);
            other = Some(quote!(_ => return Err(#wrong)));
        }
        quote!(#at #read match #tag_value { #(#arms_tokens,)* #other })
    }
}
