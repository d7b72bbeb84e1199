//! What `base.origin.x` names: a field of the state that a difference is added to.
//!
//! It is an earlier field of the delta, the field itself, or something in a group of these. What is named is certainly
//! there in every state.

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{Absent, Field, FieldId, Presence, Wire};
use crate::near::nearest;
use crate::source::Span;

use super::frame::Builder;
use super::names::{Entry, Named, ScopeId};

impl Builder<'_, '_> {
    /// The body of the delta around, if there is one.
    pub(super) fn delta_around(&self) -> Option<ScopeId> {
        let scope = |id: &ScopeId| self.frame.scopes.get(id.0);
        let outward = std::iter::successors(Some(self.frame.at), |id| scope(id)?.parent);
        outward.into_iter().find(|id| scope(id).is_some_and(|scope| scope.delta))
    }

    /// The field of the base that is named behind `base`; `id` is the one that would inherit it.
    pub(super) fn of_base(&mut self, id: FieldId, path: &ast::Path, behind: &[ast::Name]) -> Option<FieldId> {
        let Some(delta) = self.delta_around() else {
            self.complain(
                Diagnostic::new("there is no base here", path.span, "only a delta has one")
                    .help("declare the record as `delta` instead of `struct`"),
            );
            return None;
        };
        let around = self.groups_around(delta, path)?;
        let mut around = around.into_iter();
        // Whether the name is looked up where the field stands: its groups are not complete, and named by nobody yet.
        let mut at_hand = true;
        let mut scope = delta;
        for (index, name) in behind.iter().enumerate() {
            let last = index.saturating_add(1) == behind.len();
            if at_hand {
                match around.next() {
                    Some((group, inner)) if self.is_called(group, name) => {
                        if last {
                            return Some(group);
                        }
                        scope = inner;
                        continue;
                    }
                    None if last && self.is_called(id, name) => return Some(id),
                    _ => at_hand = false,
                }
            }
            let before = behind.get(..index).unwrap_or_default();
            let (entry, field, declared) = self.named_in(scope, name, before)?;
            match (entry, field) {
                (_, field) if last => return Some(field),
                (Entry::Group(inner), field) => {
                    self.always_valued(field, path)?;
                    scope = inner;
                }
                (_, field)
                    if matches!(self.frame.fields.get(field.0), Some(Field { wire: Wire::Record { .. }, .. })) =>
                {
                    self.resolver.not_yet("a part of a struct of the base is", path.span);
                    self.frame.broken = true;
                    return None;
                }
                _ => {
                    let title = format!("`{}` has no fields", name.text);
                    self.complain(Diagnostic::new(title, name.span, "no group").other(declared, "declared here"));
                    return None;
                }
            }
        }
        None
    }

    /// The groups between the body of a delta and the one that grows, outermost first.
    fn groups_around(&mut self, delta: ScopeId, path: &ast::Path) -> Option<Vec<(FieldId, ScopeId)>> {
        let mut groups = Vec::new();
        let mut at = self.frame.at;
        while at != delta {
            let scope = self.frame.scopes.get(at.0)?;
            let (owner, group, parent) = (scope.owner?, scope.group, scope.parent?);
            let always = self.frame.fields.get(owner.0)?.presence == Presence::Always;
            if !(group && always) {
                let place = self.frame.place(owner).name;
                let label = if group { "may be absent, also in the base" } else { "the base may have another shape" };
                self.complain(
                    Diagnostic::new("the base may not have this", path.span, "inherited by itself")
                        .other(place, label)
                        .help("inherit the group as one: `group: if has_group { .. } else base.group`"),
                );
                return None;
            }
            groups.push((owner, at));
            at = parent;
        }
        groups.reverse();
        Some(groups)
    }

    fn is_called(&self, id: FieldId, name: &ast::Name) -> bool {
        self.frame.fields.get(id.0).is_some_and(|field| field.name.as_deref() == Some(&name.text))
    }

    /// An earlier name of a body.
    fn named_in(&mut self, scope: ScopeId, name: &ast::Name, before: &[ast::Name]) -> Option<(Entry, FieldId, Span)> {
        let body = self.frame.scopes.get(scope.0)?;
        let named = body.names.iter().rev().find(|named| named.name == name.text);
        match named {
            Some(Named { entry: Entry::Broken, .. }) => return None,
            Some(Named { entry, field: Some(field), span, .. }) => return Some((*entry, *field, *span)),
            _ => {}
        }
        let title = format!("the base has no field `{}` that is known here", name.text);
        let later = body.declared.iter().find(|(declared, _)| *declared == name.text).map(|(_, span)| *span);
        let wrong = match (named, later) {
            (Some(named), _) => Diagnostic::new(title, name.span, "a part of bits").other(named.span, "declared here"),
            (None, Some(later)) => Diagnostic::new(title, name.span, "stands later").other(later, "declared here"),
            (None, None) => {
                let wrong = Diagnostic::new(title, name.span, "not known");
                let fields = body.names.iter().filter(|named| named.field.is_some()).map(|named| named.name);
                match nearest(&name.text, fields) {
                    Some(near) => {
                        let path: String = before.iter().map(|name| format!("{}.", name.text)).collect();
                        wrong.help(format!("did you mean `base.{path}{near}`?"))
                    }
                    None => wrong,
                }
            }
        };
        self.complain(wrong.help("name this field itself, or an earlier one"));
        None
    }

    /// What is in a group can be inherited only if each state has the group.
    fn always_valued(&mut self, group: FieldId, path: &ast::Path) -> Option<()> {
        let valued = match self.frame.fields.get(group.0)?.presence {
            Presence::Always => true,
            Presence::When { absent, .. } | Presence::Left { absent, .. } | Presence::Chosen { absent } => {
                absent != Absent::Nothing
            }
        };
        if valued {
            return Some(());
        }
        let place = self.frame.place(group).name;
        self.complain(
            Diagnostic::new("the base may not have this", path.span, "stands in a group")
                .other(place, "may be absent in the base"),
        );
        None
    }
}
