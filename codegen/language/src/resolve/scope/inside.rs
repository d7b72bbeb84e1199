//! Numbers in a declared struct that a field has: `head.kind`. Its user sets them there, and all other uses check them.

use crate::ast;
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{CellId, FieldId, Presence, Record, Source, Wire};
use crate::near;
use crate::source::Span;

use crate::resolve::record::builder::{Builder, Origin};
use crate::resolve::resolver::Declared;
use crate::resolve::scope::operand::Operand;

impl Builder<'_, '_> {
    /// The number that the rest of a path names in the struct of a field.
    pub(super) fn number_inside(
        &mut self,
        level: usize,
        id: FieldId,
        path: &ast::Path,
        used: usize,
    ) -> Option<Operand> {
        let place = self.at_level(level).place(id);
        let Some(Wire::Record { record, from, .. }) = self.at_level(level).field(id).map(|field| field.wire.clone())
        else {
            self.frame.broken = true;
            return None;
        };
        let inner = self.resolver.protocol.records.get(record.0)?.clone();
        let rest: Vec<&str> = path.segments.iter().skip(used).map(|segment| segment.text.as_str()).collect();
        let named = |count: usize| {
            let name = rest.get(..count)?.join(".");
            Some((inner.cell_at(&name)?, count))
        };
        let name = self.resolver.sources.text(path.span).to_owned();
        let Some((cell, count)) = (1..=rest.len()).find_map(named) else {
            let segment = path.segments.get(used)?;
            let names: Vec<&str> = inner.own_cells().map(|(_, cell)| cell.path.as_str()).collect();
            let wrong = Diagnostic::new(format!("no number `{}` in this struct", rest.join(".")), segment.span, "");
            let help = near::proposal(segment.span, &segment.text, names.iter().copied());
            let wrong = wrong.other(place.name, "its field").help_if(help).knowing(&names);
            let known = (!names.is_empty()).then(|| format!("name one of its numbers: {}", names.join(", ")));
            return self.refuse(wrong.help_if(known.map(Help::from)));
        };
        let found = inner.cells.get(cell.0)?.clone();
        if from.is_some() {
            return self.resolver.not_yet("a number in a state is", path.span);
        }
        let rule = inner.fields.get(found.field.0).and_then(|field| field.rule.as_ref());
        let why = match found.source {
            _ if rule.is_some_and(|rule| rule.repair.is_some()) => {
                Some(("readers repair it", "drop the `else` of its rule".into()))
            }
            _ if !is_always(&inner, found.field) => {
                Some(("it is not always there", "name a number that each value of the struct has".into()))
            }
            Source::User => None,
            Source::Constant(_) | Source::Reserved(_) => Some(("it never varies", "write the number itself".into())),
            Source::Derived(_) => Some(("the writer of the struct sets it", self.inlined(place.wire))),
        };
        if let Some((why, help)) = why {
            let wrong = Diagnostic::new(format!("`{name}` cannot be used here"), path.span, why);
            return self.refuse(wrong.other(place.name, "the struct").help(help));
        }
        for (at, segment) in path.segments.iter().skip(used).take(count).enumerate() {
            let known = rest.get(..=at).unwrap_or_default().join(".");
            let group = (0..inner.fields.len()).map(FieldId).find(|id| inner.path(*id) == known);
            let places = self.resolver.places.get(record.0)?;
            let declared = if at.saturating_add(1) == count { places.cell(cell) } else { places.field(group?) };
            self.resolver.note_if(segment, declared);
        }
        let frame = self.at_level(level);
        let known = frame.cells.iter().position(|one| one.field == id && one.inside == Some(cell)).map(CellId);
        let own = known.unwrap_or_else(|| {
            let around: Vec<&str> = frame.around(id).map(|(_, field)| field.label.as_str()).collect();
            let path = around.into_iter().rev().chain(rest.iter().take(count).copied()).collect::<Vec<_>>().join(".");
            let own = frame.add_cell((id, path), (found.interval, found.value), Source::User, Origin::of(place.name));
            if let Some(own) = frame.cells.get_mut(own.0) {
                own.inside = Some(cell);
            }
            own
        });
        self.of_cell(level, own, path, used.saturating_add(count))
    }

    /// Proposes a group in place of a struct, so that the writer may set its fields by others.
    fn inlined(&mut self, wire: Span) -> Help {
        let said = "write its fields inline as a group";
        match self.resolver.items.get(self.resolver.sources.text(wire)) {
            Some(Declared::Struct(item)) if item.params.is_empty() => {
                let body = self.resolver.sources.text(item.body.span);
                Help::write(wire, body).said(format!("{said}: `{}`", self.resolver.sources.one_line(item.body.span)))
            }
            _ => said.into(),
        }
    }
}

/// Whether each value of a record has a field.
fn is_always(record: &Record, id: FieldId) -> bool {
    let Some(field) = record.fields.get(id.0) else { return false };
    let is_arm = field.parent.and_then(|parent| record.fields.get(parent.0));
    let is_arm = is_arm.is_some_and(|parent| matches!(parent.wire, Wire::Match { .. }));
    let is_number = field.presence == Presence::Always && !is_arm && !field.wire.may_lack_bytes();
    is_number && field.parent.is_none_or(|parent| is_always(record, parent))
}
