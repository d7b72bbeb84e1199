//! Forms of a field's width under its given tags, those that are not derived from the field.

use super::super::emitted::Emitted;
use super::super::scope::Scope;
use super::super::take::Taker;
use super::super::tokens::{format_ident, quote};
use super::super::{condition, expr};
use super::widths::{Kind, is_derived};
use crate::layout::{self, Tagged};
use crate::model::{FieldId, Form, Input, Interval, ParamKind, Wire};

/// The forms of a field, grouped by the codes of its given tags.
pub(super) struct Known<'s, 'm> {
    scope: &'s Scope<'m>,
    /// The given tags.
    tags: Vec<Input>,
    /// The columns of the derived tags.
    derived: Vec<usize>,
    groups: Vec<Group<'m>>,
}

struct Group<'m> {
    /// The codes of each given tag.
    codes: Vec<Vec<Interval>>,
    forms: Vec<&'m Form>,
}

impl<'s, 'm> Known<'s, 'm> {
    /// Groups the forms of a field; all are one group if no given tag discriminates.
    pub(super) fn of(scope: &'s Scope<'m>, field: FieldId) -> Self {
        let Wire::Chosen { tags, forms, .. } = &scope.field(field).wire else {
            return Self { scope, tags: Vec::new(), derived: Vec::new(), groups: Vec::new() };
        };
        let is_known = |tag: &Input| !is_derived(scope, *tag, field);
        // A derived tag follows from the form, so it discriminates nothing.
        let given = |(tag, tagged): (&Input, Tagged<'m>)| match is_known(tag) {
            true => tagged,
            false => Tagged { all: Interval::only(0), patterns: vec![&[]; forms.len()] },
        };
        let tagged = layout::tags_of(tags, forms, |tag| values(scope, *tag));
        let tagged: Vec<Tagged<'_>> = tags.iter().zip(tagged).map(given).collect();
        let groups = layout::cases_of(&tagged).unwrap_or_default().into_iter().map(|case| {
            let codes = tags.iter().zip(case.tags).filter(|(tag, _)| is_known(tag)).map(|(_, codes)| codes);
            let forms = case.forms.iter().filter_map(|form| forms.get(*form));
            Group { codes: codes.collect(), forms: forms.collect() }
        });
        let derived = tags.iter().enumerate().filter(|(_, tag)| !is_known(tag)).map(|(column, _)| column).collect();
        Self { scope, tags: tags.iter().copied().filter(is_known).collect(), derived, groups: groups.collect() }
    }

    /// Whether `holds` for the forms of each group.
    pub(super) fn all(&self, holds: impl Fn(&[&Form]) -> bool) -> bool {
        self.groups.iter().all(|group| holds(&group.forms))
    }

    /// Whether the groups differ, in their numbers, in the codes of derived tags, or in presence.
    pub(super) fn differ(&self) -> bool {
        let derived = |form: &Form| -> Vec<Vec<Interval>> {
            let columns = self.derived.iter().filter_map(|column| form.pattern.get(*column));
            columns.map(|codes| codes.first().into_iter().copied().collect()).collect()
        };
        let remaining = |group: &Group<'_>| -> Vec<_> {
            group.forms.iter().map(|form| (form.interval, form.scalar.is_some(), derived(form))).collect()
        };
        let first = self.groups.first().map(remaining);
        self.groups.iter().any(|group| Some(remaining(group)) != first)
    }

    /// Selects the expression of `emit` for the forms of the group that the given tags match; groups with equal results
    /// of `of` share a branch.
    pub(super) fn choose<T: PartialEq>(
        &self,
        kind: Kind,
        of: impl Fn(&[&Form]) -> T,
        emit: impl Fn(&T) -> Emitted,
    ) -> Emitted {
        let Some((last, tested)) = self.groups.split_last() else { return Emitted::Flag(false) };
        let otherwise = of(&last.forms);
        let mut branches: Vec<(T, Vec<Vec<Vec<Interval>>>)> = Vec::new();
        for group in tested {
            let this = of(&group.forms);
            match branches.iter_mut().find(|(same, _)| *same == this) {
                _ if this == otherwise => {}
                Some((_, cases)) => cases.push(group.codes.clone()),
                None => branches.push((this, vec![group.codes.clone()])),
            }
        }
        branches.into_iter().rev().fold(emit(&otherwise), |rest, (this, cases)| {
            let (test, this) = (self.test(cases), emit(&this));
            match kind {
                Kind::Flag => condition::choice(&test, &this, &rest),
                Kind::Number(_) => Emitted::branch(quote!(if #test { #this } else { #rest })),
            }
        })
    }

    /// The test that the given tags have codes of one of `cases`.
    fn test(&self, cases: Vec<Vec<Vec<Interval>>>) -> Emitted {
        let taker = Taker::new(self.scope, format_ident!("input"));
        condition::any(layout::joined(cases).iter().map(|codes| taker.pattern_test(&self.tags, codes)))
    }
}

/// The values of a given tag: all of its type, as the resolver counts the cases. A user's number has its range checked
/// at its own field, and its rule after all fields.
fn values(scope: &Scope<'_>, tag: Input) -> Interval {
    let kind = match tag {
        Input::Param(id) => Some(scope.record.params[id.0].kind),
        Input::Session(id) => Some(scope.protocol().sessions[id.0].kind),
        Input::Cell(cell) => return layout::whole_interval(scope.protocol(), scope.record, cell),
        Input::Part(_) | Input::Literal(_) | Input::Left => None,
    };
    match kind {
        Some(ParamKind::Bool) => Interval::new(0, 1),
        Some(ParamKind::Int(_) | ParamKind::Enum(_)) | None => expr::input(scope, tag).1.interval(),
    }
}
