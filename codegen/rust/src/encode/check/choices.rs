//! Checks of choices: the discriminant must belong to the variant.

use super::{Checker, args};
use crate::field::arms::{self, Choosing};
use crate::field::{expr, slot, value};
use crate::layout::words;
use crate::model::{Arm, FieldId, Tag, Wire, sets};
use crate::scope::{Act, Scope};
use crate::text::emitted::Emitted;
use crate::text::int::{Int, of_raw, outside, within};
use crate::text::names;
use crate::text::tokens::{TokenStream, quote};

/// The variants' patterns, each with the test that `code` selects it.
fn tests_of_tag(name: &str, shapes: &[Arm], int: Int) -> Vec<(TokenStream, Emitted)> {
    let ty = names::type_ident(name);
    let tests = shapes.iter().map(|arm| {
        let variant = names::variant_ident(&arm.name);
        let body = within(&Emitted::path(quote!(code)), int, &arm.codes_among(shapes, int.interval()));
        // If the user or a parameter sets the tag, no variant stores the code.
        let fields = (!arm.body.is_empty()).then(|| quote!({ .. }));
        (quote!(#ty::#variant #fields), body)
    });
    tests.collect()
}

impl Checker<'_, '_> {
    /// The call of a choice's check; empty if nothing can be rejected.
    pub(super) fn choice(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let scope = self.scope;
        if !scope.facts.checks.choice(id).is_some_and(|choice| choice.rejects) {
            return TokenStream::new();
        }
        let args = args(scope, &scope.read_by_choice(id, Act::Check));
        quote!(#value.check(#args)?;)
    }

    /// The body of a choice's check.
    pub fn choosing(&self, id: FieldId) -> Choosing {
        let Wire::Match { tag, arms, .. } = &self.scope.field(id).wire else { return Choosing::default() };
        let checks = |index: usize, arm: &Arm| match arm.body.first() {
            Some(only) if arm.transparent => self.present(*only, &quote!(value)),
            _ => {
                let child = self.scope.child_of_arm(id, index).filter(Scope::rejects);
                let args = child.map(|child| args(self.scope, child.captured(Act::Check)));
                args.map(|args| quote!(value.check(#args)?;)).unwrap_or_default()
            }
        };
        Choosing {
            first: self.tag_agrees(id, tag, arms),
            subject: quote!(*self),
            arms: self.arms(id, Act::Check, checks),
        }
    }

    /// The arms of a choice's check or writer: the check of the stored code, and the statements that `inside` makes of
    /// the variant's `value`. A check without statements leaves the value out of its pattern.
    pub fn arms(&self, id: FieldId, act: Act, inside: impl Fn(usize, &Arm) -> TokenStream) -> Vec<TokenStream> {
        let scope = self.scope;
        let Wire::Match { name, tag, arms: shapes } = &scope.field(id).wire else { return Vec::new() };
        let ty = names::type_ident(name);
        let is_checked = act == Act::Check || scope.is_checked_as_written();
        let arms = shapes.iter().enumerate().map(|(index, arm)| {
            let (variant, is_stored) = (names::variant_ident(&arm.name), scope.stored_code(tag, arm).is_some());
            let stored = is_checked.then(|| self.stored_code(id, tag, arm, shapes));
            let StoredCode { name: code_name, check: code } = stored.unwrap_or_default();
            let inner = inside(index, arm);
            let uses = act == Act::Put || !inner.is_empty() || (!arm.transparent && code.is_some());
            let binding = match (code_name, uses) {
                (name, _) if arm.body.is_empty() => {
                    is_stored.then(|| name.map_or_else(|| quote!({ .. }), |name| quote!({ #name })))
                }
                (Some(name), true) if arm.transparent => Some(quote!({ #name, value })),
                (Some(name), false) if arm.transparent => Some(quote!({ #name, .. })),
                (None, true) if arm.transparent && is_stored => Some(quote!({ value, .. })),
                (None, false) if arm.transparent && is_stored => Some(quote!({ .. })),
                (_, true) => Some(quote!((value))),
                (_, false) => Some(quote!((_))),
            };
            (quote!(#ty::#variant #binding), quote!(#code #inner))
        });
        arms::statements(arms)
    }

    /// Checks that the variant is the one that the tag selects, if the user or a parameter sets the tag.
    pub fn tag_agrees(&self, id: FieldId, tag: &Tag, shapes: &[Arm]) -> TokenStream {
        let scope = self.scope;
        let (Some(input), Wire::Match { name, .. }) = (scope.given_tag(tag), &scope.field(id).wire) else {
            return TokenStream::new();
        };
        let (tokens, int) = expr::input(scope, input);
        let refuse = self.unlike(&self.path(id), quote!(Presence), quote!(code), quote!(arm));
        let tests = tests_of_tag(name, shapes, int);
        if tests.iter().all(|(_, test)| test.is(true)) {
            return TokenStream::new();
        }
        let tests = tests.iter().zip(shapes).map(|((pattern, test), arm)| {
            let name = words::arm(arm);
            quote!(#pattern => (#test, &#name),)
        });
        quote!({ let code = #tokens; let (fits, arm) = match *self { #(#tests)* }; if !fits { #refuse } })
    }

    /// The discriminant that an arm of several codes stores in its variant.
    fn stored_code(&self, id: FieldId, tag: &Tag, arm: &Arm, shapes: &[Arm]) -> StoredCode {
        let scope = self.scope;
        let Some((name, from, of)) = scope.stored_code(tag, arm) else { return StoredCode::default() };
        // A tag may have the name of one of the writer's arguments.
        let local = match name {
            "out" | "known" => names::local_ident(&format!("{name}_code")),
            _ => names::field_ident(name),
        };
        let name = names::field_ident(name);
        let with_fields = !arm.transparent && !arm.body.is_empty();
        let code = if with_fields { quote!(value.#name) } else { quote!(#local) };
        let (raw, int) = value::to_number(scope.protocol(), of, Emitted::path(&code), from);
        // Its Rust type may be wider than the wire.
        let codes = sets::clip(&arm.codes_among(shapes, int.interval()), scope.wire_of(tag, int));
        let invalid = value::invalid(scope.protocol(), of, &codes, &code);
        let is_another = !outside(&raw, int, &codes).is(false);
        if !is_another && invalid.is_none() {
            return StoredCode::default();
        }
        let path = self.path(id);
        let other = is_another.then(|| {
            let expected = words::held(of, &codes);
            of_raw(&raw, |raw| {
                let unfit = outside(raw, int, &codes);
                let refuse = self.unlike(&path, quote!(Range), quote!(&#expected), value::fact(of, raw));
                quote!(if #unfit { #refuse })
            })
        });
        let invalid = invalid.map(|invalid| {
            let refuse = self.invalid(&path, of, &code, &raw);
            quote!(if #invalid { #refuse })
        });
        let check = quote!(#other #invalid);
        StoredCode { name: Some(slot::init(&name, &Emitted::Variable(local))), check: Some(check) }
    }
}

/// A stored discriminant that may be invalid: its field in a pattern, and its check.
#[derive(Default)]
struct StoredCode {
    name: Option<TokenStream>,
    check: Option<TokenStream>,
}
