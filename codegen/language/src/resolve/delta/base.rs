//! Paths into the base state, such as `base.origin.x`.
//!
//! A path names an earlier field of the delta, the field itself, or a field in a group of these. Its target must have a
//! value in every state.

use crate::ast;
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{FieldId, InBase, Presence, Wire};
use crate::near::nearest;
use crate::source::Span;

use crate::resolve::record::builder::Builder;
use crate::resolve::scope::{Entry, Named, ScopeId};

impl Builder<'_, '_> {
    /// The body of the enclosing delta, if any.
    pub(in crate::resolve) fn delta_around(&self) -> Option<ScopeId> {
        let scope = |id: &ScopeId| self.frame.scopes.get(id.0);
        let outward = std::iter::successors(Some(self.frame.at), |id| scope(id)?.parent);
        outward.into_iter().find(|id| scope(id).is_some_and(|scope| scope.delta))
    }

    /// The field of the base at a path after `base`; `id` is the inheriting field.
    pub(in crate::resolve) fn of_base(
        &mut self,
        id: FieldId,
        path: &ast::Path,
        behind: &[ast::Name],
    ) -> Option<InBase> {
        let Some(delta) = self.delta_around() else {
            let wrong = Diagnostic::new("there is no base here", path.span, "only a delta has one");
            return self.refuse(wrong.help("declare the record as `delta` instead of `struct`"));
        };
        let around = self.groups_around(delta, path)?;
        let mut around = around.into_iter();
        // Whether the lookup is still in the bodies around the field, whose groups are incomplete.
        let mut at_hand = true;
        let mut scope = delta;
        for (index, name) in behind.iter().enumerate() {
            let last = index.saturating_add(1) == behind.len();
            if at_hand {
                match around.next() {
                    Some((group, inner)) if self.is_called(group, name) => {
                        self.resolver.note(name, self.frame.place(group).name);
                        if last {
                            return Some(group.into());
                        }
                        scope = inner;
                        continue;
                    }
                    None if last && self.is_called(id, name) => {
                        self.resolver.note(name, self.frame.place(id).name);
                        return Some(id.into());
                    }
                    _ => at_hand = false,
                }
            }
            let before = behind.get(..index).unwrap_or_default();
            let (entry, field, declared) = self.named_in(scope, name, before)?;
            self.resolver.note(name, declared);
            match (entry, field) {
                (_, field) if last => return Some(field.into()),
                (Entry::Group(inner), field) => {
                    self.always_valued(field, path)?;
                    scope = inner;
                }
                (_, field) => {
                    let found = self.frame.fields.get(field.0).map(|found| found.wire.clone());
                    let Some(wire @ Wire::Record { .. }) = found else {
                        let title = format!("`{}` has no fields", name.text);
                        let wrong = Diagnostic::new(title, name.span, "no group and no struct");
                        return self.refuse(wrong.other(declared, "declared here"));
                    };
                    self.always_valued(field, path)?;
                    return Some(InBase { field, inside: self.inside(&wire, behind, index)? });
                }
            }
        }
        None
    }

    /// The groups between the body of a delta and the current one, outermost first.
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
                return self.refuse(
                    Diagnostic::new("the base may not have this", path.span, "inherited by itself")
                        .other(place, label)
                        .help("inherit the group as one: `group: if has_group { .. } else base.group`"),
                );
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
        if named.is_none() && self.frame.lacks_names(scope) {
            return None;
        }
        let title = format!("the base has no field `{}` that is known here", name.text);
        let later = body.declared.iter().find(|(declared, _)| *declared == name.text).map(|(_, span)| *span);
        let wrong = match (named, later) {
            (Some(named), _) => Diagnostic::new(title, name.span, "a part of bits").other(named.span, "declared here"),
            (None, Some(later)) => Diagnostic::new(title, name.span, "stands later").other(later, "declared here"),
            (None, None) => {
                let wrong = Diagnostic::new(title, name.span, "not known");
                let fields = body.names.iter().filter(|named| named.field.is_some()).map(|named| named.name);
                let path: String = before.iter().map(|name| format!("{}.", name.text)).collect();
                let near = nearest(&name.text, fields.clone());
                // The field itself, which is declared last.
                let own = body.declared.iter().rfind(|(_, span)| span.start < name.span.start).map(|(own, _)| *own);
                wrong.knowing(fields).knowing(own).help_if(
                    near.map(|near| Help::write(name.span, near).said(format!("did you mean `base.{path}{near}`?"))),
                )
            }
        };
        self.refuse(wrong.help("name this field itself, or an earlier one"))
    }

    /// Rejects paths into a group or struct that not every state has.
    fn always_valued(&mut self, holder: FieldId, path: &ast::Path) -> Option<()> {
        let field = self.frame.fields.get(holder.0)?;
        if field.presence.has_value() {
            return Some(());
        }
        let what = if matches!(field.wire, Wire::Record { .. }) { "stands in a struct" } else { "stands in a group" };
        let place = self.frame.place(holder).name;
        self.refuse(
            Diagnostic::new("the base may not have this", path.span, what).other(place, "may be absent in the base"),
        )
    }
}
