//! Groups of fields with one name, and inline bits: both belong to the enclosing record.

use crate::ast::{self, StructKind, ValueKind};
use crate::diagnostic::Diagnostic;
use crate::model::{
    self, CellId, Delta, Field, FieldId, Interval, Part, Presence, Record, RecordId, Role, Run, Source, Wire,
};
use crate::names::delta_name;
use crate::source::Span;

use crate::resolve::delta;
use crate::resolve::record::builder::{Builder, Origin};
use crate::resolve::record::field::Called;
use crate::resolve::record::joined::joins;
use crate::resolve::record::places::Place;
use crate::resolve::resolver::Bound;
use crate::resolve::scope::{self, Entry};
use crate::resolve::types::parts::PartLayout;

impl<'a> Builder<'_, 'a> {
    /// `fall: { .. }`, `fall: if has_fall struct Fall { .. }`, `state: delta State { .. }`, `origin: { .. } as Point`.
    pub(in crate::resolve) fn group(
        &mut self,
        called: Called<'a>,
        group: &'a ast::Group,
        value: Option<&'a ast::ValueType>,
    ) -> Option<(Wire, Entry)> {
        let type_name = match &group.name {
            Some(name) => name.text.clone(),
            None => self.frame.type_name(called.name),
        };
        if let Some(place) = self.frame.places.get_mut(called.id.0) {
            place.group = group.name.as_ref().map(|name| name.span);
        }
        let whole = matches!(group.kind, StructKind::Delta(_));
        if let (StructKind::Delta(span), Some(_)) = (group.kind, self.delta_around()) {
            return self
                .refuse(Diagnostic::new("a delta inside of a delta", span, "its base is a part of the other's").help(
                    "leave out the word, or say `struct`: parts of a group are inherited as `else base.group.x`",
                ));
        }
        if let (StructKind::Delta(span), Some(_)) = (group.kind, group.trailer) {
            return self.resolver.not_yet("a trailer that is a delta is", span);
        }
        let declared = self.resolver.declared(&group.body);
        self.frame.open((called.id, called.name), type_name.clone(), declared);
        if let Some(scope) = self.frame.scope_mut() {
            (scope.group, scope.delta) = (true, whole);
        }
        match group.trailer {
            Some(word) => self.trailer(called.id, word, group),
            None => self.body(&group.body),
        }
        self.late_rules();
        let (scope, body) = self.frame.close();
        if self.resolver.is_unread(group.body.span) {
            return None;
        }
        if body.is_empty() && self.is_full() {
            return None;
        }
        if body.is_empty() {
            return self.refuse(
                Diagnostic::new("a group without fields", group.body.span, "has no bytes").help("remove the field"),
            );
        }
        let inside = self.frame.fields.get(called.id.0.saturating_add(1)..).unwrap_or_default().to_vec();
        self.resolver.inherits_something(group.kind, &inside, &type_name, called.span)?;
        let inherits = whole || body.iter().any(|id| self.inherits(*id));
        let like = match value {
            Some(value) => Some(self.like(value, &body, inherits && !whole)?),
            None => None,
        };
        let docs = self.frame.fields.get(called.id.0).map(|field| field.docs.clone()).unwrap_or_default();
        let (state, belongs_to) = match like {
            Some((name, record)) => (name, model::DeltaScope::Like(record)),
            None if whole => (type_name.clone(), model::DeltaScope::Whole),
            None => (type_name.clone(), model::DeltaScope::Part),
        };
        let name = if inherits { delta_name(&type_name) } else { type_name };
        let delta = inherits.then_some(Delta { name: state, docs, scope: belongs_to });
        Some((Wire::Group { name, body, delta }, Entry::Group(scope)))
    }

    /// Whether a field of a state, or a part of it, is inherited from the base.
    fn inherits(&self, id: FieldId) -> bool {
        let field = self.frame.fields.get(id.0);
        field.is_some_and(|field| delta::inherits(field) || field.part_of_state().is_some())
    }

    /// The struct of a group within a state: both must have the same fields.
    fn like(&mut self, value: &ast::ValueType, body: &[FieldId], inherits: bool) -> Option<(String, RecordId)> {
        let wrong = Diagnostic::new("a group is no number", value.span, "the meaning of a number");
        let ValueKind::Named(name) = &value.kind else { return self.refuse(wrong) };
        let Bound::Record(record) = self.resolver.bind_type(name)? else {
            return self.refuse(wrong.help("name a struct with the same fields"));
        };
        if !inherits {
            return self.refuse(
                Diagnostic::new("this group is a type of its own", value.span, "nothing of it is inherited by itself")
                    .help(format!("use the struct as the type of the field: `{}`", name.text)),
            );
        }
        let other = self.resolver.protocol.records.get(record.0)?.clone();
        if let Some(label) = self.unlike(&other, body) {
            let title = format!("this group has not the fields of `{}`", name.text);
            return self
                .refuse(Diagnostic::new(title, value.span, label).help("give both the same fields, in any order"));
        }
        Some((other.name, record))
    }

    /// The difference between a group and a struct.
    fn unlike(&self, other: &Record, body: &[FieldId]) -> Option<String> {
        if !other.params.is_empty() || other.delta.is_some() || !matches!(other.role, Role::Struct) {
            return Some("no plain struct".to_owned());
        }
        let named = |field: &&Field| field.name.is_some();
        let inside = || body.iter().filter_map(|id| self.frame.fields.get(id.0));
        let (ours, theirs) = (
            inside().filter(named).collect::<Vec<_>>(),
            other.body.iter().filter_map(|id| other.fields.get(id.0)).filter(named).collect::<Vec<_>>(),
        );
        let name = |field: &Field| field.name.clone().unwrap_or_default();
        if inside().chain(&other.fields).any(|field| matches!(field.wire, Wire::Bits { .. })) {
            return Some("bits stand in it".to_owned());
        }
        for field in &theirs {
            if !ours.iter().any(|one| one.name == field.name) {
                return Some(format!("no field `{}`", name(field)));
            }
        }
        for field in &ours {
            let Some(twin) = theirs.iter().find(|one| one.name == field.name) else {
                return Some(format!("`{}` is none of it", name(field)));
            };
            let users = |cell: CellId| other.cells.get(cell.0).is_some_and(|cell| cell.source == Source::User);
            if !(field.presence.has_value()
                && twin.wire.number().is_none_or(users)
                && twin.presence == Presence::Always
                && self.alike(field, twin, &other.cells))
            {
                return Some(format!("`{}` is of another type there", name(field)));
            }
        }
        None
    }

    /// A carrier whose parts are cells of this record.
    pub(in crate::resolve) fn inline_bits(
        &mut self,
        docs: &ast::Docs,
        carrier: &'a ast::Wire,
        parts: &'a ast::Parts,
        span: Span,
    ) -> Option<()> {
        let id = self.frame.begin(None, "bits", docs, Place { name: span, wire: carrier.span, ..Place::default() });
        let laid_out = self.resolver.carrier_type(carrier).and_then(|on| {
            let scalar = self.resolver.whole(on.carrier, carrier.span)?;
            Some((scalar, self.resolver.parts(parts, on, carrier.span)?))
        });
        let Some((scalar, layouts)) = laid_out else {
            self.frame.broken = true;
            for (name, span) in scope::declared_parts(parts) {
                self.frame.define(name, span, Entry::Broken, Vec::new());
            }
            return None;
        };
        let mut made = Vec::new();
        let joined = self.joined_of(parts);
        let pieces: Vec<Vec<Run>> = layouts.iter().map(|one| vec![Run { low: one.low, width: one.width }]).collect();
        let single = layouts.iter().zip(pieces).filter(|(layout, _)| !joins(&joined, layout.part));
        let mut all: Vec<(PartLayout<'_>, Vec<Run>, Option<&'a ast::Name>)> =
            single.map(|(layout, runs)| (layout.clone(), runs, layout.part.name.as_ref())).collect();
        let mut taken = Vec::new();
        let numbers: Option<Vec<_>> =
            joined.iter().map(|one| self.joined_part(one, scalar, &layouts, &mut taken)).collect();
        for name in layouts.iter().filter(|one| joins(&joined, one.part)).filter_map(|one| one.part.name.as_ref()) {
            let entry = if self.taken(name) { Entry::Broken } else { Entry::Other("a piece of a joined number") };
            self.frame.define(&name.text, name.span, entry, Vec::new());
        }
        if numbers.is_none() {
            for name in joined.iter().filter_map(|one| one.field.name.as_ref()) {
                self.frame.define(&name.text, name.span, Entry::Broken, Vec::new());
            }
        }
        for ((part, runs), one) in numbers.iter().flatten().zip(&joined) {
            let layout = self.resolver.joined(part);
            let layout = layout.filter(|layout| self.has_all_bits(one, layout.width, runs).is_some());
            self.frame.broken |= layout.is_none();
            let name = one.field.name.as_ref();
            match (layout, name) {
                (Some(layout), _) => all.push((layout, runs.clone(), name)),
                (None, Some(name)) => self.frame.define(&name.text, name.span, Entry::Broken, Vec::new()),
                (None, None) => {}
            }
        }
        for (layout, runs, name) in all {
            let part = layout.part;
            let source = match (layout.constant, name) {
                (Some(code), _) => Source::Constant(code),
                (None, None) => Source::Reserved(layout.fill),
                (None, Some(_)) => Source::User,
            };
            let origin = Origin { span: name.map_or(part.span, |name| name.span), bare: layout.bare() };
            let unnamed = if layout.constant.is_some() { "constant" } else { "reserved" };
            let label = name.map_or(unnamed, |name| &name.text);
            let interval = layout.constant.map_or(layout.interval, Interval::only);
            let cell = self.frame.add_cell((id, self.frame.path(label)), (interval, layout.value), source, origin);
            if let Some(name) = name {
                let entry = if self.taken(name) { Entry::Broken } else { Entry::Cell(cell) };
                self.frame.define(&name.text, name.span, entry, Vec::new());
            }
            made.push(Part {
                name: name.map(|name| name.text.clone()),
                docs: crate::resolve::resolver::docs(&part.docs),
                runs,
                signed: layout.signed,
                cell,
            });
        }
        if let Some(field) = self.frame.field(id) {
            field.wire = Wire::Bits { carrier: scalar, parts: made };
        }
        Some(())
    }
}
