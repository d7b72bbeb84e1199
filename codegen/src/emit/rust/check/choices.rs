//! One of several shapes: codes that belong to the variant.

use super::super::arms::{Choosing, JoinableArm};
use super::super::chunks::{are_many, are_too_long};
use super::super::int::{Int, of_raw, outside, within};
use super::super::parse::without_comma;
use super::super::scope::Act;
use super::super::tokens::{TokenStream, quote};
use super::super::{expr, handed, intervals, names, size, slot, value};
use super::{Checker, first_args, has_checks};
use crate::model::{Arm, FieldId, Tag, Wire};

/// The arms of a `match` over a choice's value, each with the test that its `code` chooses it.
pub(in crate::emit::rust) fn tests_of_tag(name: &str, shapes: &[Arm], int: Int) -> Vec<JoinableArm> {
    let plain = names::type_ident(name);
    let tests = shapes.iter().map(|arm| {
        let variant = names::variant_ident(&arm.name);
        let codes = if arm.codes.is_empty() { intervals::others(shapes, int) } else { arm.codes.clone() };
        let body = within(&quote!(code), int, &codes);
        // What somebody else sets is not kept beside the fields.
        let fields = (!arm.body.is_empty()).then(|| quote!({ .. }));
        JoinableArm { pattern: quote!(#plain::#variant #fields), bound: String::new(), body }
    });
    tests.collect()
}

/// Whether these are a function of their own: `is_chosen_by`.
pub(in crate::emit::rust) fn is_tested_apart(tests: &[JoinableArm]) -> bool {
    are_many(tests.len()) || are_too_long(&TokenStream::new(), tests)
}

impl Checker<'_, '_> {
    /// The call of a choice's check; nothing where nothing can be wrong.
    pub(super) fn choice(&self, id: FieldId, shown: &TokenStream) -> TokenStream {
        let scope = self.scope;
        if self.choosing(id).is_empty() {
            return TokenStream::new();
        }
        let cells = handed::passed(scope, &scope.read_by_choice(id, Act::Check));
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
            let Kept { name: code_name, ty: code_type, check: code } = self.kept(id, tag, arm, shapes);
            let keeps = scope.kept_code(tag, arm).is_some();
            let (binding, bound, body) = match arm.body.first() {
                None => {
                    let binding = code_name.map_or_else(|| quote!({ .. }), |name| quote!({ #name }));
                    (keeps.then_some(binding), code_type, quote!(#code))
                }
                Some(id) if arm.transparent => {
                    let checks = self.present(*id, &quote!(value));
                    let ty = slot::slot(scope, scope.field(*id)).plain;
                    let binding = match (code_name, checks.is_empty()) {
                        (Some(name), true) => quote!({ #name, .. }),
                        (Some(name), false) => quote!({ #name, value }),
                        (None, true) if keeps => quote!({ .. }),
                        (None, false) if keeps => quote!({ value, .. }),
                        (None, true) => quote!((_)),
                        (None, false) => quote!((value)),
                    };
                    (
                        Some(binding),
                        if checks.is_empty() { String::new() } else { ty.to_string() },
                        quote!(#code #checks),
                    )
                }
                Some(_) => {
                    let call = scope.child_of_arm(id, arm).filter(has_checks).map(|child| {
                        let args = first_args(scope, &child);
                        quote!(value.check(#args)?;)
                    });
                    let empty = code.is_none() && call.is_none();
                    let bound = if empty { String::new() } else { arm.name.clone() };
                    (Some(if empty { quote!((_)) } else { quote!((value)) }), bound, quote!(#code #call))
                }
            };
            JoinableArm { pattern: quote!(#plain::#variant #binding), bound, body: quote!({ #body }) }
        });
        let mut arms: Vec<_> = arms.collect();
        if arms.iter().all(|arm| arm.body.to_string() == "{ }") {
            arms.clear();
        }
        let subject = size::this_choice(scope, id);
        Choosing { first: self.tag_agrees(id, tag, shapes), subject, arms, last: TokenStream::new() }
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
        if tests.iter().all(|test| test.body.is("true")) {
            return TokenStream::new();
        }
        if is_tested_apart(&tests) {
            return quote!(if !self.is_chosen_by(#tokens) { #refuse });
        }
        let shown = size::this_choice(scope, id);
        let tests = tests.iter().map(|JoinableArm { pattern, body, .. }| quote!(#pattern => #body,));
        quote!({ let code = #tokens; if !(match #shown { #(#tests)* }) { #refuse } })
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
        Kept {
            name: Some(slot::init(&name, &local)),
            ty: value::value_type(&scope.place, of, from).to_string(),
            check: Some(check),
        }
    }
}

/// The code that an arm keeps, where it may be a wrong one: its field in a pattern, its type, and what is wrong with it.
#[derive(Default)]
pub(in crate::emit::rust) struct Kept {
    pub(in crate::emit::rust) name: Option<TokenStream>,
    pub(in crate::emit::rust) ty: String,
    pub(in crate::emit::rust) check: Option<TokenStream>,
}
