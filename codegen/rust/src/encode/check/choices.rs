//! Checks of choices: the discriminant must belong to the variant.

use super::{Checker, Place, args};
use crate::field::arms::{self, Choosing};
use crate::field::{expr, slot};
use crate::layout::words;
use crate::model::{Arm, FieldId, Input, Interval, Tag, Wire};
use crate::scope::{Act, Scope};
use crate::text::emitted::Emitted;
use crate::text::int::within;
use crate::text::tokens::{TokenStream, quote};
use crate::text::{condition, names};

impl Checker<'_, '_> {
    /// The body of a choice's check.
    pub fn choosing(&self, id: FieldId) -> Choosing {
        let checks = |index: usize, arm: &Arm| match arm.body.first() {
            Some(only) if arm.transparent => self.before(*only, &quote!(value)),
            _ => {
                let child = self.scope.child_of_arm(id, index).filter(Scope::rejects);
                let args = child.map(|child| args(self.scope, child.captured(Act::Check)));
                args.map(|args| quote!(value.check(#args)?;)).unwrap_or_default()
            }
        };
        Choosing { first: self.tags(id), subject: quote!(*self), arms: self.arms(id, checks) }
    }

    /// The arms of a choice's check or writer: the check of the stored code, and the statements that `inside` makes of
    /// the variant's `value`. A check without statements leaves the value out of its pattern.
    pub fn arms(&self, id: FieldId, inside: impl Fn(usize, &Arm) -> TokenStream) -> Vec<TokenStream> {
        self.some_arms(id, |_| true, inside)
    }

    /// The same, of those arms that are wanted; nothing is done for all others.
    pub fn some_arms(
        &self,
        id: FieldId,
        is_wanted: impl Fn(&Arm) -> bool,
        inside: impl Fn(usize, &Arm) -> TokenStream,
    ) -> Vec<TokenStream> {
        let scope = self.scope;
        let Wire::Match { name, tag, arms: shapes } = &scope.field(id).wire else { return Vec::new() };
        let ty = names::type_ident(name);
        let arms = shapes.iter().enumerate().map(|(index, arm)| {
            let (variant, is_stored) = (names::variant_ident(&arm.name), scope.stored_code(tag, arm).is_some());
            let stored = self.stored_code(id, index, tag, arm).filter(|_| !self.is_silent());
            let (code_name, code) = stored.unzip();
            let inner = inside(index, arm);
            let uses = self.act == Act::Put || !inner.is_empty() || (!arm.transparent && code.is_some());
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
            let statements = if is_wanted(arm) { quote!(#code #inner) } else { TokenStream::new() };
            (quote!(#ty::#variant #binding), statements)
        });
        arms::statements(arms)
    }

    /// The checks in front of a choice's `match`.
    pub fn tags(&self, id: FieldId) -> TokenStream {
        let tag = self.scope.facts.checks.choice(id).map_or(&[][..], |choice| &choice.tag);
        self.all(tag, id, &quote!(*self))
    }

    /// Checks that the variant is the one that the given tags select.
    pub(super) fn chosen(&self, given: &[Input], Place { id, path, .. }: &Place<'_>) -> TokenStream {
        let Wire::Match { name, tag, arms } = &self.scope.field(*id).wire else { return TokenStream::new() };
        let ty = names::type_ident(name);
        let test = |arm: &Arm, fits: Emitted| {
            let (variant, name) = (names::variant_ident(&arm.name), words::arm(arm));
            // No variant stores the code of a given tag.
            let fields = (!arm.body.is_empty()).then(|| quote!({ .. }));
            quote!(#ty::#variant #fields => (#fits, &#name),)
        };
        if let Tag::Input(input) = tag {
            let (tokens, int) = expr::input(self.scope, *input);
            let refuse = path.unlike(quote!(Presence), quote!(code), quote!(arm));
            let code = Emitted::path(quote!(code));
            let tests = arms.iter().map(|arm| test(arm, within(&code, int, &arm.codes_among(arms, int.interval()))));
            return quote!({ let code = #tokens; let (fits, arm) = match *self { #(#tests)* }; if !fits { #refuse } });
        }
        let tags = tag.numbers();
        let expected = words::chosen(words::ITS_ARM, self.scope.protocol(), self.scope.record, &tags);
        let refuse = path.unlike(quote!(Presence), quote!(&#expected), quote!(arm));
        // Those of derived tags are the arm's own.
        let asked = |arm: &Arm| -> Vec<_> {
            let given =
                |(codes, tag): (&Vec<Interval>, &Input)| if given.contains(tag) { codes.clone() } else { Vec::new() };
            let columns = |pattern: &Vec<Vec<Interval>>| pattern.iter().zip(&tags).map(given).collect();
            arm.patterns.iter().map(columns).collect()
        };
        let tests = arms.iter().map(|arm| {
            let is_chosen = |arm: &Arm| expr::matches(self.scope, &tags, &asked(arm));
            let others = || condition::any(arms.iter().filter(|other| !other.is_rest()).map(is_chosen));
            test(arm, if arm.is_rest() { condition::not(&others()) } else { is_chosen(arm) })
        });
        quote!({ let (fits, arm) = match *self { #(#tests)* }; if !fits { #refuse } })
    }

    /// The discriminant that a variant stores: the name of its variable, and its checks; `None` without checks.
    fn stored_code(&self, id: FieldId, index: usize, tag: &Tag, arm: &Arm) -> Option<(TokenStream, TokenStream)> {
        let checks = self.scope.facts.checks.choice(id)?.codes.get(index)?;
        let (name, _, _) = self.scope.stored_code(tag, arm).filter(|_| !checks.is_empty())?;
        // A tag may have the name of one of the writer's arguments.
        let local = match name {
            "out" | "known" => names::local_ident(&format!("{name}_code")),
            _ => names::field_ident(name),
        };
        let name = names::field_ident(name);
        let with_fields = !arm.transparent && !arm.body.is_empty();
        let code = if with_fields { quote!(value.#name) } else { quote!(#local) };
        Some((slot::init(&name, &Emitted::Variable(local)), self.all(checks, id, &code)))
    }
}
