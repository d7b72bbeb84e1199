//! Paths into a struct or a state within the base: `base.point.x`, `base.legs.left`.
//!
//! These records are already complete.

use crate::ast;
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{Base, Cell, Content, Delta, DeltaScope, Field, FieldId, Part, RecordId, Source, Wire};
use crate::near::nearest;

use crate::resolve::record::builder::Builder;

/// A record in the base, or a group of one.
struct Held {
    record: RecordId,
    body: Vec<FieldId>,
    /// Its name in diagnostics.
    name: String,
}

impl Builder<'_, '_> {
    /// The fields from a field of the base to the target of a path; `index` is the position of the field's name.
    pub(in crate::resolve) fn inside(
        &mut self,
        wire: &Wire,
        behind: &[ast::Name],
        index: usize,
    ) -> Option<Vec<FieldId>> {
        let holder = behind.get(index)?;
        let mut held = self.held_in(wire, holder)?;
        let mut ids = Vec::new();
        let names = behind.get(index.saturating_add(1)..).unwrap_or_default();
        for (at, name) in names.iter().enumerate() {
            let (id, field) = self.field_of(&held, name, behind)?;
            let declared = self.resolver.places.get(held.record.0).and_then(|places| places.field(id));
            self.resolver.note_if(name, declared);
            let last = at.saturating_add(1) == names.len();
            match &field.wire {
                _ if last => {
                    ids.push(id);
                    return Some(ids);
                }
                Wire::Group { body, delta, .. } => {
                    if matches!(delta, Some(Delta { scope: DeltaScope::Whole, .. })) {
                        return self.is_a_difference(name);
                    }
                    held.body.clone_from(body);
                }
                Wire::Record { .. } => {
                    ids.push(id);
                    held = self.held_in(&field.wire, name)?;
                }
                _ => {
                    let title = format!("`{}` has no fields", name.text);
                    return self.refuse(Diagnostic::new(title, name.span, "no group and no struct"));
                }
            }
        }
        None
    }

    /// The record that is the value of a field of the base.
    fn held_in(&mut self, wire: &Wire, name: &ast::Name) -> Option<Held> {
        let Wire::Record { record: id, from, .. } = wire else { return None };
        let record = self.resolver.protocol.records.get(id.0)?;
        let held = Held { record: *id, body: record.body.clone(), name: record.whole_name().to_owned() };
        if record.delta.is_some() && !Base::gives_state(from.as_ref(), true) {
            return self.is_a_difference(name);
        }
        Some(held)
    }

    fn is_a_difference<T>(&mut self, name: &ast::Name) -> Option<T> {
        let title = format!("`{}` is a difference, in the base too", name.text);
        let wrong = Diagnostic::new(title, name.span, "what it would be added to is not known");
        self.refuse(wrong.help(format!("make it a state: `{0}: .. from base.{0}`", name.text)))
    }

    /// A field of a record that has a value whenever the record is present.
    fn field_of(&mut self, held: &Held, name: &ast::Name, behind: &[ast::Name]) -> Option<(FieldId, Field)> {
        let record = self.resolver.protocol.records.get(held.record.0)?.clone();
        let fields = record.scope(&held.body).into_iter().filter_map(|id| Some((id, record.fields.get(id.0)?)));
        let all: Vec<(FieldId, &Field)> = fields.collect();
        let named = |part: &Part| part.name.as_deref() == Some(&name.text);
        let is_part = |field: &Field| field.wire.parts().iter().any(named);
        let wrong = match all.iter().find(|(_, field)| field.name.as_deref() == Some(&name.text)) {
            Some((_, field)) if !field.presence.has_value() => {
                Diagnostic::new("the base may not have this", name.span, "may be absent")
            }
            Some((_, field)) if !is_the_users(&record.cells, field) => {
                let title = format!("`{}` is no field of the state", name.text);
                Diagnostic::new(title, name.span, "set by the writer, or always the same")
            }
            Some((id, field)) => return Some((*id, (*field).clone())),
            None if all.iter().any(|(_, field)| is_part(field)) => {
                let title = format!("`{}` of `{}` is a part of bits", name.text, held.name);
                Diagnostic::new(title, name.span, "no field").help("inherit a field that holds all of the bits")
            }
            None => {
                let title = format!("`{}` has no field `{}`", held.name, name.text);
                let wrong = Diagnostic::new(title, name.span, "not known");
                let names = all.iter().filter_map(|(_, field)| field.name.as_deref());
                let near = nearest(&name.text, names.clone());
                let before = behind.iter().take_while(|one| one.span != name.span);
                let path: String = before.map(|name| format!("{}.", name.text)).collect();
                wrong.knowing(names).help_if(
                    near.map(|near| Help::write(name.span, near).said(format!("did you mean `base.{path}{near}`?"))),
                )
            }
        };
        self.refuse(wrong)
    }
}

/// Whether a field is in the owned value, judged by its numbers.
pub(in crate::resolve) fn is_the_users(cells: &[Cell], field: &Field) -> bool {
    match field.wire.number() {
        Some(cell) => cells.get(cell.0).is_some_and(|cell| cell.source == Source::User),
        None => !matches!(field.wire, Wire::Octets { content: Content::Constant(_), .. }),
    }
}
