//! What the receiver knows of a width, and the forms that this leaves.

use super::super::scope::Scope;
use super::super::take::Taker;
use super::super::tokens::{TokenStream, format_ident, quote};
use super::super::{condition, expr};
use super::widths::{Kind, is_derived};
use crate::layout::{self, Tagged};
use crate::model::{FieldId, Form, Input, Interval, ParamKind, Wire};

/// The forms of a field in groups: what the receiver knows leaves one of them.
pub(super) struct Known<'s, 'm> {
    scope: &'s Scope<'m>,
    /// The tags that the receiver knows.
    tags: Vec<Input>,
    /// The columns of the others.
    derived: Vec<usize>,
    groups: Vec<Group<'m>>,
}

struct Group<'m> {
    /// What the tags are when the receiver knows this.
    codes: Vec<Vec<Interval>>,
    forms: Vec<&'m Form>,
}

impl<'s, 'm> Known<'s, 'm> {
    /// What is known of a field: where that chooses nothing, all forms are one group.
    pub(super) fn of(scope: &'s Scope<'m>, field: FieldId) -> Self {
        let Wire::Chosen { tags, forms, .. } = &scope.field(field).wire else {
            return Self { scope, tags: Vec::new(), derived: Vec::new(), groups: Vec::new() };
        };
        let is_known = |tag: &Input| !is_derived(scope, *tag, field);
        // What is derived is set as the form needs it, so it tells nothing apart.
        let tell = |(tag, told): (&Input, Tagged<'m>)| match is_known(tag) {
            true => told,
            false => Tagged { all: Interval::only(0), patterns: vec![&[]; forms.len()] },
        };
        let told = layout::tags_of(tags, forms, |tag| values(scope, *tag));
        let told: Vec<Tagged<'_>> = tags.iter().zip(told).map(tell).collect();
        let groups = layout::cases_of(&told).unwrap_or_default().into_iter().map(|case| {
            let codes = tags.iter().zip(case.tags).filter(|(tag, _)| is_known(tag)).map(|(_, codes)| codes);
            let forms = case.forms.iter().filter_map(|form| forms.get(*form));
            Group { codes: codes.collect(), forms: forms.collect() }
        });
        let derived = tags.iter().enumerate().filter(|(_, tag)| !is_known(tag)).map(|(column, _)| column).collect();
        Self { scope, tags: tags.iter().copied().filter(is_known).collect(), derived, groups: groups.collect() }
    }

    /// Whether it makes a difference what the tags are: other numbers, other codes, or nothing.
    pub(super) fn tell(&self) -> bool {
        let derived = |form: &Form| -> Vec<Vec<Interval>> {
            let columns = self.derived.iter().filter_map(|column| form.pattern.get(*column));
            columns.map(|codes| codes.first().into_iter().copied().collect()).collect()
        };
        let left = |group: &Group<'_>| -> Vec<_> {
            group.forms.iter().map(|form| (form.interval, form.scalar.is_some(), derived(form))).collect()
        };
        let first = self.groups.first().map(left);
        self.groups.iter().any(|group| Some(left(group)) != first)
    }

    /// What holds of the forms that are left, group by group; groups of which the same holds are one.
    pub(super) fn choose(&self, kind: Kind, of: impl Fn(&[&Form]) -> TokenStream) -> TokenStream {
        let Some((last, tested)) = self.groups.split_last() else { return quote!(false) };
        let otherwise = of(&last.forms);
        let mut told: Vec<(TokenStream, Vec<Vec<Vec<Interval>>>)> = Vec::new();
        for group in tested {
            let this = of(&group.forms);
            match told.iter_mut().find(|(same, _)| same.to_string() == this.to_string()) {
                _ if this.to_string() == otherwise.to_string() => {}
                Some((_, cases)) => cases.push(group.codes.clone()),
                None => told.push((this, vec![group.codes.clone()])),
            }
        }
        told.into_iter().rev().fold(otherwise, |behind, (this, cases)| match kind {
            Kind::Flag => condition::choice(&self.test(cases), &this, &behind),
            Kind::Number(_) => {
                let test = self.test(cases);
                quote!(if #test { #this } else { #behind })
            }
        })
    }

    /// Whether one of these is known.
    fn test(&self, cases: Vec<Vec<Vec<Interval>>>) -> TokenStream {
        let taker = Taker::new(self.scope, format_ident!("input"));
        condition::any(layout::joined(cases).iter().map(|codes| taker.pattern_test(&self.tags, codes)))
    }
}

/// The values of a tag that the receiver knows: all that its type holds, as the resolver counts the cases. The range of a
/// user's number was checked at its own field; its rule is checked behind all fields.
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
