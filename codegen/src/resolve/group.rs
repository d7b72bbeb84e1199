//! Groups of fields under one name, and bits in place: both belong to the record around them.

use crate::ast::{self, StructKind};
use crate::diagnostic::Diagnostic;
use crate::model::{FieldId, Interval, Part, Source, Wire};
use crate::source::Span;

use super::field::Called;
use super::frame::{Builder, NewCell, Origin, Place};
use super::names::{self, Entry};

impl<'a> Builder<'_, 'a> {
    /// `fall: { .. }`, `fall: if has_fall struct Fall { .. }`.
    pub(super) fn group(&mut self, id: FieldId, called: Called<'a>, group: &'a ast::Group) -> Option<(Wire, Entry)> {
        if let StructKind::Delta(span) = group.kind {
            self.resolver.not_yet("deltas are", span);
            return None;
        }
        let type_name = match &group.name {
            Some(name) => name.text.clone(),
            None => self.frame.type_name(called.name),
        };
        let prefix = format!("{}.", self.frame.path(called.name));
        let declared = self.resolver.declared(&group.body);
        self.frame.open(id, prefix, type_name.clone(), declared);
        self.body(&group.body);
        self.late_rules();
        let (scope, body) = self.frame.close();
        if body.is_empty() {
            self.complain(
                Diagnostic::new("a group without fields", group.body.span, "has no bytes").help("remove the field"),
            );
            return None;
        }
        Some((Wire::Group { name: type_name, body }, Entry::Group(scope)))
    }

    /// A carrier whose parts are numbers of this record.
    pub(super) fn inline_bits(
        &mut self,
        docs: &[ast::Doc],
        carrier: &'a ast::Wire,
        parts: &'a [ast::Part],
        span: Span,
    ) -> Option<()> {
        let id = self.frame.begin(None, "bits", docs, Place { name: span, wire: carrier.span, rule: None });
        let laid_out = self.resolver.scalar_type(carrier).and_then(|on| {
            let scalar = self.resolver.whole(on.carrier, carrier.span)?;
            Some((scalar, self.resolver.parts(parts, on, carrier.span)?))
        });
        let Some((scalar, layouts)) = laid_out else {
            self.frame.broken = true;
            for (name, span) in names::declared_parts(parts) {
                self.frame.define(name, span, Entry::Broken, Vec::new());
            }
            return None;
        };
        let mut made = Vec::new();
        for layout in layouts {
            let part = layout.part;
            let source = match (layout.constant, &part.name) {
                (Some(code), _) => Source::Constant(code),
                (None, None) => Source::Reserved,
                (None, Some(_)) => Source::User,
            };
            let name = part.name.as_ref().map(|name| name.text.as_str());
            let origin = Origin { span: part.name.as_ref().map_or(part.span, |name| name.span), bare: layout.bare() };
            let cell = NewCell {
                path: self.frame.path(name.unwrap_or(if layout.constant.is_some() { "constant" } else { "reserved" })),
                interval: layout.constant.map_or(layout.interval, Interval::only),
                value: layout.value,
                source,
                origin,
            };
            let cell = self.frame.add_cell(id, cell);
            if let Some(name) = &part.name {
                let called = Called { name: &name.text, span: name.span };
                let entry = if self.taken(called) { Entry::Broken } else { Entry::Cell(cell) };
                self.frame.define(called.name, called.span, entry, Vec::new());
            }
            made.push(Part {
                name: name.map(str::to_owned),
                docs: super::scope::docs(&part.docs),
                low: layout.low,
                width: layout.width,
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
