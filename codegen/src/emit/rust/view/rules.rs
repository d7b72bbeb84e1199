//! Rules, checked when a scope is complete; that of a count as soon as it is read.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::super::shape::{Item, Kept, Run};
use super::super::slot::{self};
use super::super::take::is_optional;
use super::super::{expr, int, rules};
use super::{View, plain, run_ident};
use crate::model::{Check, FieldId, Presence, Wire};

impl View<'_, '_> {
    /// What is checked when the scope is complete.
    pub(super) fn rules(&self) -> TokenStream {
        let late = self.scope.body.iter().filter(|id| !self.is_checked_at_once(**id));
        let rules = late.filter_map(|id| self.rule(*id));
        let lens = rules::lens(self.scope, |id| {
            let variable = self.variable(id);
            quote!(#variable)
        });
        quote!(#lens #(#rules)*)
    }

    /// What is checked right behind a field.
    pub(super) fn rule_at_once(&self, id: FieldId) -> Option<TokenStream> {
        if self.is_checked_at_once(id) { self.rule(id) } else { None }
    }

    fn is_checked_at_once(&self, id: FieldId) -> bool {
        self.scope.record.checks_at_once(self.scope.field(id))
    }

    fn rule(&self, id: FieldId) -> Option<TokenStream> {
        let field = self.scope.field(id);
        let rule = field.rule.as_ref()?;
        let mut named = None;
        let broken = match &rule.check {
            Check::Test(test) => expr::negated(self.scope, test),
            Check::Ascending { cell } => {
                let variable = self.variable(id);
                rules::descends(self.scope, field, *cell, &quote!(#variable))
            }
            Check::Float { .. } if rule.repair.is_some() => return None,
            Check::Float { low, high } => {
                let float = self.float(id, false)?;
                if !rules::is_range(*low, *high) {
                    named = Some(quote!(let float = #float;));
                }
                let float = if named.is_some() { quote!(float) } else { float };
                rules::float_broken(field, &float, *low, *high)
            }
        };
        let there = match &field.presence {
            _ if matches!(rule.check, Check::Ascending { .. }) => None,
            Presence::Always => None,
            Presence::When { test, .. } => {
                let test = int::term(expr::test(self.scope, test));
                Some(quote!(#test &&))
            }
            Presence::Left { .. } | Presence::Chosen { .. } => {
                let variable = self.variable(id);
                Some(quote!(#variable.is_some() &&))
            }
        };
        let broken = if there.is_some() { int::term(broken) } else { broken };
        if rule.repair.is_some() {
            let name = self.broken(id);
            return Some(quote!(let #name = #there #broken;));
        }
        let (path, at, text) = (self.taker.path(id), self.at(id), &rule.text);
        Some(quote! {
            #named
            if #there #broken {
                return Err(::wireform::Malformed::Rule(#text).at(#path, #at));
            }
        })
    }

    /// Fields whose repair is decided when they are read: it depends on more than themselves.
    pub(super) fn broken_flags(&self) -> Vec<FieldId> {
        let repaired = |id: &FieldId| {
            let rule = self.scope.field(*id).rule.as_ref();
            rule.is_some_and(|rule| rule.repair.is_some() && matches!(rule.check, Check::Test(_)))
        };
        self.scope.body.iter().copied().filter(repaired).collect()
    }

    /// Called otherwise than what stands beside it, whatever that is called: fields of a private struct have no word in common.
    pub(super) fn broken(&self, id: FieldId) -> Ident {
        format_ident!("breaks_{}_rule", plain(&self.kept_name(id)))
    }

    /// A float as it stands on the wire: while it is read, or out of the view.
    pub(super) fn float(&self, id: FieldId, in_view: bool) -> Option<TokenStream> {
        let Wire::Float { width, order } = &self.scope.field(id).wire else { return None };
        for (item, name) in self.items.iter().zip(&self.names) {
            let place = |run: &Run| run.fields.iter().find(|placed| placed.field == id).copied();
            match item {
                Item::Run(run) => {
                    if let Some(placed) = place(run) {
                        let array = if in_view { quote!(self.#name) } else { quote!(#name) };
                        return Some(slot::decode_float(&array, placed.inside(), *width, *order));
                    }
                }
                Item::Stretch(stretch) => {
                    for part in &stretch.parts {
                        if let Kept::Run(run) = part
                            && let Some(placed) = place(run)
                        {
                            let run_name = run_ident(self.scope, run);
                            let array = if in_view { quote!(self.#name.#run_name) } else { quote!(#name.#run_name) };
                            return Some(slot::decode_float(&array, placed.inside(), *width, *order));
                        }
                    }
                }
                // Of those that have a rule none is among these.
                Item::Optionals(_) => {}
                Item::Varints(_) | Item::Field(_) | Item::Region(_) | Item::RegionEnd(_) => {}
            }
        }
        let variable = self.variable(id);
        let decoded = slot::decode_float(&quote!(kept), None, *width, *order);
        Some(if is_optional(self.scope.field(id)) {
            quote!(#variable.map_or(0.0, |kept: &[u8; _]| #decoded))
        } else {
            slot::decode_float(&quote!(#variable), None, *width, *order)
        })
    }
}
