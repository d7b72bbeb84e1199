//! One of several shapes: codes that belong to the variant.

use super::super::arms::{self, Choosing};
use super::super::int::{Int, of_raw, outside, within};
use super::super::parse::without_comma;
use super::super::scope::Act;
use super::super::tokens::{TokenStream, Tokens as _, quote};
use super::super::{captures, expr, intervals, names, slot, value};
use super::{Checker, first_args, has_checks};
use crate::model::{Arm, FieldId, Tag, Wire};

/// The patterns of a choice's variants, each with the test that `code` chooses it.
fn tests_of_tag(name: &str, shapes: &[Arm], int: Int) -> Vec<(TokenStream, TokenStream)> {
    let plain = names::type_ident(name);
    let tests = shapes.iter().map(|arm| {
        let variant = names::variant_ident(&arm.name);
        let codes = if arm.codes.is_empty() { intervals::others(shapes, int) } else { arm.codes.clone() };
        let body = within(&quote!(code), int, &codes);
        // What somebody else sets is not kept beside the fields.
        let fields = (!arm.body.is_empty()).then(|| quote!({ .. }));
        (quote!(#plain::#variant #fields), body)
    });
    tests.collect()
}

impl Checker<'_, '_> {
    /// The call of a choice's check; nothing where nothing can be wrong.
    pub(super) fn choice(&self, id: FieldId, shown: &TokenStream) -> TokenStream {
        let scope = self.scope;
        if self.choosing(id).is_empty() {
            return TokenStream::new();
        }
        let cells = captures::passed(scope, &scope.read_by_choice(id, Act::Check));
        let known = (!scope.record.params.is_empty()).then(|| quote!(, known));
        let args = without_comma(quote!(#cells #known));
        quote!(#shown.check(#args)?;)
    }

    /// What a choice's check looks at.
    pub(in crate::emit::rust) fn choosing(&self, id: FieldId) -> Choosing {
        let scope = self.scope;
        let Wire::Match { name, tag, arms: shapes } = &scope.field(id).wire else { return Choosing::nothing() };
        let plain = names::type_ident(name);
        let arms = shapes.iter().map(|arm| {
            let variant = names::variant_ident(&arm.name);
            let Kept { name: code_name, check: code } = self.kept(id, tag, arm, shapes);
            let keeps = scope.kept_code(tag, arm).is_some();
            let (binding, body) = match arm.body.first() {
                None => {
                    let binding = code_name.map_or_else(|| quote!({ .. }), |name| quote!({ #name }));
                    (keeps.then_some(binding), quote!(#code))
                }
                Some(id) if arm.transparent => {
                    let checks = self.present(*id, &quote!(value));
                    let binding = match (code_name, checks.is_empty()) {
                        (Some(name), true) => quote!({ #name, .. }),
                        (Some(name), false) => quote!({ #name, value }),
                        (None, true) if keeps => quote!({ .. }),
                        (None, false) if keeps => quote!({ value, .. }),
                        (None, true) => quote!((_)),
                        (None, false) => quote!((value)),
                    };
                    (Some(binding), quote!(#code #checks))
                }
                Some(_) => {
                    let call = scope.child_of_arm(id, arm).filter(has_checks).map(|child| {
                        let args = first_args(scope, &child);
                        quote!(value.check(#args)?;)
                    });
                    let empty = code.is_none() && call.is_none();
                    (Some(if empty { quote!((_)) } else { quote!((value)) }), quote!(#code #call))
                }
            };
            (quote!(#plain::#variant #binding), body)
        });
        let arms = arms::statements(arms);
        let subject = quote!(*self);
        Choosing { first: self.tag_agrees(id, tag, shapes), subject, arms }
    }

    /// Where the user or a parameter sets the tag, the variant must be the one that it chooses.
    pub(in crate::emit::rust) fn tag_agrees(&self, id: FieldId, tag: &Tag, shapes: &[Arm]) -> TokenStream {
        let scope = self.scope;
        let (Some(input), Wire::Match { name, .. }) = (scope.given_tag(tag), &scope.field(id).wire) else {
            return TokenStream::new();
        };
        let (tokens, int) = expr::input(scope, input);
        let refuse = self.refuse(&self.path(id), quote!(Presence));
        let tests = tests_of_tag(name, shapes, int);
        if tests.iter().all(|(_, test)| test.is("true")) {
            return TokenStream::new();
        }
        let tests = tests.iter().map(|(pattern, test)| quote!(#pattern => #test,));
        quote!({ let code = #tokens; if !(match *self { #(#tests)* }) { #refuse } })
    }

    /// The code that an arm keeps, where several choose it and not all do.
    pub(in crate::emit::rust) fn kept(&self, id: FieldId, tag: &Tag, arm: &Arm, shapes: &[Arm]) -> Kept {
        let scope = self.scope;
        let Some((name, from, of)) = scope.kept_code(tag, arm) else { return Kept::default() };
        // A tag may be called like an argument of the writer.
        let local = match name.as_str() {
            "out" | "known" => names::local_ident(&format!("{name}_code")),
            _ => names::field_ident(&name),
        };
        let name = names::field_ident(&name);
        let with_fields = !arm.transparent && !arm.body.is_empty();
        let code = if with_fields { quote!(value.#name) } else { quote!(#local) };
        let (raw, int) = value::to_number(scope.protocol(), of, code.clone(), from);
        let codes = if arm.codes.is_empty() { intervals::others(shapes, int) } else { arm.codes.clone() };
        // Rust may have a larger type for it than the wire.
        let codes = intervals::both(&codes, &[scope.wire_of(tag, int)]);
        let invalid = value::invalid_among(scope.protocol(), of, &codes, &code);
        let is_another = !outside(&raw, int, &codes).is("false");
        if !is_another && invalid.is_none() {
            return Kept::default();
        }
        let refuse = self.refuse(&self.path(id), quote!(Range));
        let other = is_another.then(|| {
            of_raw(&raw, |raw| {
                let unfit = outside(raw, int, &codes);
                quote!(if #unfit { #refuse })
            })
        });
        let invalid = invalid.map(|invalid| quote!(if #invalid { #refuse }));
        let check = quote!(#other #invalid);
        let local = quote!(#local);
        Kept { name: Some(slot::init(&name, &local)), check: Some(check) }
    }
}

/// The code that an arm keeps, where it may be a wrong one: its field in a pattern, and its check.
#[derive(Default)]
pub(in crate::emit::rust) struct Kept {
    pub(in crate::emit::rust) name: Option<TokenStream>,
    pub(in crate::emit::rust) check: Option<TokenStream>,
}
