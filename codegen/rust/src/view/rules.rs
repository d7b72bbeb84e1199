//! Rules: checked directly after their fields, or after the whole scope if they read later ones. (A rule about nothing but
//! the count of its own field is checked by the taker, before the content.)
//!
//! A number inside of a run is checked twice: after the scope, without a reason; and in the reader that explains before the
//! run is read, so that it is told before missing bytes.

use super::{View, run_ident};
use crate::decode::shape::{Item, Run, Stored};
use crate::field::{expr, rules, slot};
use crate::model::{Check, FieldId, Presence, Rule, Wire};
use crate::scope::locals::Companion;
use crate::text::condition;
use crate::text::emitted::Emitted;
use crate::text::tokens::{Ident, Literal, TokenStream, quote};

impl View<'_, '_> {
    /// The checks after all fields of the scope.
    pub(super) fn rules(&self) -> TokenStream {
        let rules = self.late().filter_map(|id| self.rule(id));
        let lens = rules::lens(self.scope, self.late_rules(), |id| {
            let variable = self.variable(id);
            quote!(#variable)
        });
        quote!(#lens #(#rules)*)
    }

    /// The fields whose rules are checked after all fields of the scope.
    fn late(&self) -> impl Iterator<Item = FieldId> {
        self.scope.body.iter().copied().filter(|id| !self.is_checked_at_once(*id))
    }

    fn late_rules(&self) -> impl Iterator<Item = &Rule> {
        self.late().filter_map(|id| self.scope.field(id).rule.as_ref())
    }

    /// Whether a rule that is checked after all fields of the scope uses the size of this one.
    pub(super) fn is_measured_late(&self, id: FieldId) -> bool {
        self.scope.is_measured(id) && self.late_rules().any(|rule| rule.measured().contains(&id))
    }

    /// Whether the rule of a field is checked after the field, directly or later.
    pub(super) fn is_checked_behind(&self, id: FieldId) -> bool {
        let field = self.scope.field(id);
        let is_number = field.wire.number().is_some() || matches!(field.wire, Wire::Float { .. });
        field.rule.is_some() && (is_number || !self.is_checked_at_once(id))
    }

    /// The check directly after a field.
    pub(super) fn rule_at_once(&self, id: FieldId) -> Option<TokenStream> {
        if self.is_checked_at_once(id) && self.is_checked_behind(id) { self.rule(id) } else { None }
    }

    fn is_checked_at_once(&self, id: FieldId) -> bool {
        self.scope.record.checks_at_once(self.scope.field(id)) && !self.is_told_ahead(id)
    }

    /// Whether the rule of a field is told before the run in which the field is.
    pub(super) fn is_told_ahead(&self, id: FieldId) -> bool {
        let is_inside =
            |run: &Run| run.fields.split_last().is_some_and(|(_, fields)| fields.iter().any(|one| one.field == id));
        self.scope.record.checks_at_once(self.scope.field(id))
            && self.items.iter().any(|item| matches!(item, Item::Run(run) if is_inside(run)))
    }

    /// `if E::EXPLAINS && let Some(head) = input.rest().first_chunk::<2>() { .. }`: the checks of rules inside of a run,
    /// each as soon as its number is there.
    pub(super) fn rules_ahead(&self, run: &Run, name: &Ident) -> TokenStream {
        if self.taker.common_only {
            return TokenStream::new();
        }
        let input = &self.taker.input;
        let ahead = run.fields.iter().enumerate().filter(|(_, placed)| self.is_told_ahead(placed.field));
        let checks = ahead.map(|(index, placed)| {
            let end = Literal::usize_unsuffixed(placed.offset + placed.size);
            let (at, offset) = (self.at(placed.field), Literal::usize_unsuffixed(placed.offset));
            let asked = self.asked(placed.field);
            let before = run.fields.iter().take(index + 1).filter(|one| asked.contains(&one.field));
            let locals = before.map(|one| self.cells_in_run(*one, &quote!(#name)));
            let broken = self.broken(placed.field);
            let told = broken.map(|(named, broken)| {
                let error = self.told(placed.field);
                quote! {
                    #named
                    if #broken {
                        let #at = #input.offset().wrapping_add(#offset);
                        return Err(#error);
                    }
                }
            });
            quote! {
                if E::EXPLAINS && let Some(#name) = #input.rest().first_chunk::<#end>() {
                    #(#locals)*
                    #told
                }
            }
        });
        quote!(#(#checks)*)
    }

    /// The fields whose numbers the rule of a field reads.
    fn asked(&self, id: FieldId) -> Vec<FieldId> {
        let Some(Rule { check: Check::Test(test), .. }) = &self.scope.field(id).rule else { return Vec::new() };
        test.inputs().iter().filter_map(|input| Some(self.scope.cell(input.cell()?).field)).collect()
    }

    /// `if size > 472 { return Err(..); }`, or `let breaks_rule_of_size = ..;` for a rule with a repair.
    fn rule(&self, id: FieldId) -> Option<TokenStream> {
        let (named, broken) = self.broken(id)?;
        let (input, has_repair) = (&self.taker.input, self.scope.field(id).rule.as_ref()?.repair.is_some());
        if has_repair {
            let name = self.scope.companion(id, Companion::Broken);
            return Some(quote!(let #name = #broken;));
        }
        if self.is_told_ahead(id) {
            return Some(quote!(#named if #broken { #input.unexplained()?; }));
        }
        let error = self.told(id);
        Some(quote! {
            #named
            if #broken {
                return Err(#error);
            }
        })
    }

    /// The error of a broken rule, at the offset of its field.
    fn told(&self, id: FieldId) -> Option<TokenStream> {
        let (rule, at) = (self.scope.field(id).rule.as_ref()?, self.at(id));
        Some(rules::broken(self.scope, id, &rule.text, &self.taker.path(id), &quote!(#at)))
    }

    /// The condition that breaks the rule of a present field, and the statement that names the float in it.
    fn broken(&self, id: FieldId) -> Option<(Option<TokenStream>, Emitted)> {
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
                let float = self.float(id)?;
                if rules::range(field, *low, *high).is_none() {
                    named = Some(quote!(let float = #float;));
                }
                let float = if named.is_some() { quote!(float) } else { float };
                rules::float_broken(field, &float, *low, *high)
            }
        };
        let there = match &field.presence {
            _ if matches!(rule.check, Check::Ascending { .. }) => None,
            Presence::Always => None,
            Presence::When { test, .. } => Some(expr::test(self.scope, test)),
            Presence::Left { .. } | Presence::Chosen { .. } => {
                let variable = self.variable(id);
                Some(Emitted::operand(quote!(#variable.is_some())))
            }
        };
        Some((named, condition::all(there.into_iter().chain([broken]))))
    }

    /// `breaks_rule_of_size`: the flags of fields whose repair the reader decides, since it depends on other fields too.
    pub(super) fn broken_flags(&self) -> Vec<Ident> {
        let repaired = |id: &FieldId| {
            let rule = self.scope.field(*id).rule.as_ref();
            rule.is_some_and(|rule| rule.repair.is_some() && matches!(rule.check, Check::Test(_)))
        };
        let fields = self.scope.body.iter().copied().filter(repaired);
        fields.map(|id| self.scope.companion(id, Companion::Broken)).collect()
    }

    /// A decoded float, before its repair.
    fn float(&self, id: FieldId) -> Option<TokenStream> {
        let Wire::Float { width, order } = &self.scope.field(id).wire else { return None };
        let place = |run: &Run| run.fields.iter().find(|placed| placed.field == id).copied();
        // Only these items have fields with rules.
        let found = self.items.iter().zip(&self.names).find_map(|(item, name)| match item {
            Item::Run(run) => Some((place(run)?, quote!(#name))),
            Item::Segment(segment) => segment.parts.iter().find_map(|part| match part {
                Stored::Run(run) => {
                    let (placed, run_name) = (place(run)?, run_ident(self.scope, run));
                    Some((placed, quote!(#name.#run_name)))
                }
                Stored::Chosen(_) => None,
            }),
            _ => None,
        });
        if let Some((placed, array)) = found {
            return Some(slot::decode_float(&array, placed.inside(), *width, *order));
        }
        let variable = self.variable(id);
        let decoded = slot::decode_float(&quote!(kept), None, *width, *order);
        Some(if self.scope.field(id).is_optional() {
            quote!(#variable.map_or(0.0, |kept: &[u8; _]| #decoded))
        } else {
            slot::decode_float(&quote!(#variable), None, *width, *order)
        })
    }
}
