//! Code that depends on the given tags of a field's width.

use super::widths::Kind;
use crate::decode::take::forms::{Pattern, fewest};
use crate::facts::widths::Given;
use crate::field::expr;
use crate::model::{FieldId, Form};
use crate::scope::Scope;
use crate::text::condition;
use crate::text::emitted::Emitted;
use crate::text::tokens::quote;

/// A choice by the given tags of a field's width.
pub(super) struct Known<'s, 'm> {
    scope: &'s Scope<'m>,
    given: Given<'m>,
}

impl<'s, 'm> Known<'s, 'm> {
    /// Groups the forms of a field.
    pub(super) fn of(scope: &'s Scope<'m>, field: FieldId) -> Self {
        Self { scope, given: Given::of(scope.protocol(), scope.record, field) }
    }

    /// Whether `holds` for the forms of each group.
    pub(super) fn all(&self, holds: impl Fn(&[&Form]) -> bool) -> bool {
        self.given.groups.iter().all(|group| holds(&group.forms))
    }

    /// `if known.wide { .. } else { .. }`: selects the expression of `emit` by the given tags; groups of forms with
    /// equal results of `of` share a branch.
    pub(super) fn choose<T: PartialEq>(
        &self,
        kind: Kind,
        of: impl Fn(&[&Form]) -> T,
        emit: impl Fn(&T) -> Emitted,
    ) -> Emitted {
        let Some((last, tested)) = self.given.groups.split_last() else { return Emitted::Flag(false) };
        let otherwise = of(&last.forms);
        let mut branches: Vec<(T, Vec<Pattern>)> = Vec::new();
        for group in tested {
            let this = of(&group.forms);
            match branches.iter_mut().find(|(same, _)| *same == this) {
                _ if this == otherwise => {}
                Some((_, cases)) => cases.push(group.codes.clone()),
                None => branches.push((this, vec![group.codes.clone()])),
            }
        }
        branches.into_iter().rev().fold(emit(&otherwise), |rest, (this, cases)| {
            let (test, this) = (expr::matches(self.scope, self.given.tags, &fewest(cases)), emit(&this));
            match kind {
                Kind::Flag => condition::choice(&test, &this, &rest),
                Kind::Number(_) => Emitted::branch(quote!(if #test { #this } else { #rest })),
            }
        })
    }
}
