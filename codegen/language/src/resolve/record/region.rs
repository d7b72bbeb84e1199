//! `within (size) { .. }`: fields of this record in a region of a known size.
//!
//! A region is no scope: its fields belong to the enclosing body, with the same names and facts. It only provides an
//! end inside, and a size for the writer to derive.

use crate::ast::{self, EndWord, ExtentKind, UntilEnd, WireKind};
use crate::diagnostic::Diagnostic;
use crate::layout;
use crate::model::{
    CellId, Check, Code, Demand, Extent, FieldId, Input, Interval, LengthRange, Record, Source, Test, Wire,
};
use crate::source::Span;

use crate::resolve::extent::Of;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::{Called, Spelled};
use crate::resolve::record::places::{Place, RecordPlaces};
use crate::resolve::resolver::Resolver;
use crate::resolve::scope::Entry;
use crate::resolve::versions::condition::Folded;

/// The label of regions in errors.
pub(super) const LABEL: &str = "within";

impl<'a> Builder<'_, 'a> {
    pub(in crate::resolve) fn region(&mut self, within: &'a ast::Within) {
        if let ([ast::Entry::Field(field)], true) = (within.body.entries.as_slice(), within.is_wire) {
            if self.resolver.leaves_out(field) {
                return;
            }
            if let Some(test) = field.clauses.presence.as_ref()
                && self.resolver.fold(test) != Folded::Always
            {
                return self.optional_region(within, field, test);
            }
        }
        let region = FieldId(self.frame.fields.len());
        self.region_around((&within.docs, &within.extent, within.span), |builder| {
            builder.entries(&within.body.entries, false);
        });
        if within.is_wire {
            // The offset of its field is that of the size.
            let inner = |(id, ..): &&mut (FieldId, _, _)| id.0 == region.0.saturating_add(1);
            self.frame.offsets.iter_mut().filter(inner).for_each(|(id, ..)| *id = region);
        }
    }

    /// Binds the fields that are in a region.
    fn region_around(
        &mut self,
        (docs, extent, span): (&ast::Docs, &'a ast::Extent, Span),
        fields: impl FnOnce(&mut Self),
    ) {
        let place = Place { name: span, wire: extent.span, ..Place::default() };
        let id = self.frame.begin(None, LABEL, docs, place);
        let extent = self.region_extent(id, extent);
        let around = self.frame.scope_mut().map(|scope| std::mem::take(&mut scope.body)).unwrap_or_default();
        fields(self);
        let body = self.frame.scope_mut().map(|scope| std::mem::replace(&mut scope.body, around)).unwrap_or_default();
        match (extent, self.frame.field(id)) {
            (Some(extent), Some(field)) => field.wire = Wire::Within { extent, body },
            _ => self.frame.broken = true,
        }
    }

    /// `x: within (u16) bytes[..] if has_x`: a group, since a region is always present.
    fn optional_region(&mut self, within: &'a ast::Within, field: &'a ast::Field, test: &'a ast::Expr) {
        if field.name.is_none() {
            self.frame.broken = true;
            let wrong = Diagnostic::new("a region without a name that may be absent", test.span, "this needs a group");
            return self.complain(wrong.help("name it: `unused: within (u8) .. if ..`"));
        }
        let (presence, absent) = (Some(test), field.clauses.absent.as_ref());
        let region = Some((&within.extent, &field.clauses));
        let spelled = self.spelled_wire(&field.wire).map(|wire| Spelled { presence, absent, region, ..wire });
        self.spelled_field(field, spelled);
    }

    /// The group of an optional field with a region: its fields are those of the wire, or the wire is its field `value`.
    pub(in crate::resolve) fn group_with_region(
        &mut self,
        called: Called<'a>,
        wire: &'a ast::Wire,
        (extent, clauses): (&'a ast::Extent, &'a ast::Clauses),
    ) -> Option<(Wire, Entry)> {
        let inner = Spelled { presence: None, absent: None, ..self.spelled(wire, clauses)? };
        let is_plain = inner.value.is_none() && inner.rule.is_none() && inner.from.is_none();
        let body = match &wire.kind {
            WireKind::Group(ast::Group { trailer: None, kind: ast::StructKind::Struct, name: None, body })
                if is_plain =>
            {
                Some(body)
            }
            _ => None,
        };
        let declared = body.map_or_else(|| vec![("value", wire.span)], |body| self.resolver.declared(body));
        let type_name = self.frame.type_name(called.name);
        self.frame.open((called.id, called.name), type_name.clone(), declared);
        if let Some(scope) = self.frame.scope_mut() {
            scope.group = true;
        }
        let docs = ast::Docs::default();
        let mut whole = true;
        self.region_around((&docs, extent, wire.span), |builder| match body {
            Some(body) => builder.entries(&body.entries, false),
            None => whole = builder.named(("value", wire.span), &docs, &inner).is_some(),
        });
        self.late_rules();
        let (scope, body) = self.frame.close();
        whole.then_some((Wire::Group { name: type_name, body, delta: None }, Entry::Group(scope)))
    }

    /// The size of a region in bytes, which cannot be open.
    fn region_extent(&mut self, id: FieldId, extent: &'a ast::Extent) -> Option<Extent> {
        let (label, help) = match &extent.kind {
            ExtentKind::Count { count, or_end: None } if self.is_left(count) => {
                ("all that is left", "write the fields without `within`; or say what follows: `within (left() - 2)`")
            }
            ExtentKind::Count { or_end: None, .. } => {
                let called = Called { id, name: LABEL, span: extent.span };
                return self.extent(called, extent, Of::Bytes(None));
            }
            ExtentKind::Count { or_end: Some(_), .. } => ("an end that may come early", "leave `or end` out"),
            ExtentKind::Rest => ("to the end of what is around it", "write the fields without `within`"),
            ExtentKind::Until { bound: Some(bound), .. } => {
                return self.resolver.not_yet("a region with an end and a maximum is", bound.span);
            }
            ExtentKind::Until { word: EndWord::Until, end: UntilEnd::Expr(_) | UntilEnd::Field { .. }, .. } => {
                let wrong = Diagnostic::new("a region ends at a byte or a text", extent.span, "neither of them");
                return self.refuse(wrong.help("say which: `within (until 0)`, `within (until \"\\r\\n\")`"));
            }
            ExtentKind::Until { word: EndWord::Until, .. } => {
                let called = Called { id, name: LABEL, span: extent.span };
                return self.extent(called, extent, Of::Bytes(None));
            }
            ExtentKind::Until { .. } => ("an end that is none of its own bytes", "write `until`: the end is behind it"),
        };
        let wrong = Diagnostic::new("a region is so many bytes long", extent.span, label);
        let note = "the size is a number in front, an earlier field, a parameter or a constant, or the region is `until` an end";
        self.refuse(wrong.note(note).help(help))
    }
}

impl Resolver<'_> {
    /// Checks the regions of a complete record, the inner ones first: the size of each must be possible, and its number
    /// is narrowed to the possible sizes.
    pub(in crate::resolve) fn regions(&mut self, record: &mut Record, places: &RecordPlaces) -> Option<()> {
        self.align(record, places)?;
        let regions: Vec<FieldId> = (0..record.fields.len()).rev().map(FieldId).collect();
        for id in regions {
            let Some(Wire::Within { extent, body }) = record.fields.get(id.0).map(|field| field.wire.clone()) else {
                continue;
            };
            let span = places.fields.get(id.0).map_or(places.name, |place| place.wire);
            if let Extent::Counted(length) = &extent {
                self.measured_apart(record, places, length.cell, id, &body, span)?;
            }
            self.fill_region(record, places, &extent, &body)?;
            let has = layout::region_lengths(&self.protocol, record, &body);
            self.has_room(&extent, record, has.accepted, span)?;
            self.can_be_written(&extent, record, has.canonical, span)?;
            narrow(record, id, &extent, has.accepted);
        }
        self.all_space_is_bounded(record, places)?;
        self.all_fillers_are_written(record, places)
    }

    /// Rejects fields in a region that depend on its size, which the writer derives from them.
    fn measured_apart(
        &mut self,
        record: &Record,
        places: &RecordPlaces,
        cell: CellId,
        id: FieldId,
        body: &[FieldId],
        span: Span,
    ) -> Option<()> {
        let holder = record.cells.get(cell.0)?.field;
        let name = record.cells.get(cell.0).map_or("", |cell| &cell.path);
        let declared = places.cells.get(cell.0).copied().unwrap_or(places.name);
        let around = |inner: FieldId| {
            record.fields.iter().enumerate().map(|(at, _)| FieldId(at)).filter(move |outer| {
                matches!(&record.fields.get(outer.0).map(|field| &field.wire),
                    Some(Wire::Within { body, .. }) if holds(record, body, inner))
            })
        };
        let ends_before = around(holder).find(|region| around(id).all(|outer| outer != *region));
        if ends_before.is_some() {
            return self.refuse(
                Diagnostic::new("the size of a region stands in a region that ends before it", span, "this region")
                    .other(declared, format!("`{name}` stands in another one"))
                    .help(format!("move `{name}` right in front of this region")),
            );
        }
        let asks = |test: &Test| test.inputs().contains(&Input::Cell(cell));
        let field = |id: &FieldId| record.fields.get(id.0);
        let has_rule_about = |id: &FieldId| {
            let rule = field(id).and_then(|field| field.rule.as_ref());
            rule.is_some_and(|rule| matches!(&rule.check, Check::Test(test) if asks(test)))
        };
        // Rules of the region's own fields are evaluated with the enclosing scope, when the size is known.
        let own = record.scope(body);
        let mut inside = (0..record.fields.len()).map(FieldId).filter(|field| holds(record, body, *field));
        let Some(reader) = inside.find(|id| !own.contains(id) && has_rule_about(id)) else { return Some(()) };
        let place = places.fields.get(reader.0).map_or(places.name, |place| place.name);
        let wrong = Diagnostic::new(format!("`{name}` is the size of what reads it"), place, "its rule reads the size");
        let wrong = wrong.other(span, "the size of this region, which it stands in");
        self.refuse(wrong.help("move the rule to a field outside of the region"))
    }

    /// Requires a size that the writer can produce: it writes no bytes in place of those that the reader skips.
    fn can_be_written(&mut self, extent: &Extent, record: &Record, makes: LengthRange, span: Span) -> Option<()> {
        let Some((least, step, greatest)) = sizes(extent, record) else { return Some(()) };
        // The first size that is not below the minimal length.
        let short = Code::from(makes.min).saturating_sub(least).max(0);
        let steps = short.saturating_add(step.saturating_sub(1)).checked_div_euclid(step).unwrap_or(0);
        let next = least.saturating_add(steps.saturating_mul(step));
        let fits = next <= greatest && makes.max.is_none_or(|max| next <= Code::from(max));
        if fits {
            return Some(());
        }
        let bytes = match makes.max {
            Some(max) if max != makes.min => format!("{} to {max} bytes", makes.min),
            _ if makes.min == 1 => "1 byte".to_owned(),
            _ => format!("{} bytes", makes.min),
        };
        let label = match least == greatest {
            true => format!("a writer makes {bytes}, and the region has {least}"),
            false => format!("a writer makes {bytes}, and the region has {least} to {greatest}, in steps of {step}"),
        };
        let missing = next.saturating_sub(Code::from(makes.max.unwrap_or(makes.min)));
        let wrong = Diagnostic::new("what is read here can never be written", span, label);
        self.refuse(wrong.help(match missing > 0 && least == greatest {
            true => format!("say how much is skipped: `_: [u8; {missing}]` in place of `_: bytes[..]`"),
            false => "give the skipped bytes a name: `rest: bytes[..]`".to_owned(),
        }))
    }

    /// Requires a size that the fields can have.
    fn has_room(&mut self, extent: &Extent, record: &Record, has: LengthRange, span: Span) -> Option<()> {
        let size = match extent {
            Extent::Fixed { count, .. } => LengthRange::exactly(*count),
            Extent::Prefixed { cell, .. } => LengthRange::exactly(1).times(record.cells.get(cell.0)?.interval),
            Extent::Counted(length) => {
                LengthRange::exactly(1).times(length.over(record.cells.get(length.cell.0)?.interval))
            }
            Extent::Given(_) | Extent::Until { .. } | Extent::Rest | Extent::AllBut(_) => return Some(()),
        };
        let too_small = size.max.is_some_and(|max| max < has.min);
        if !too_small && has.max.is_none_or(|max| max >= size.min) {
            return Some(());
        }
        let label = if too_small {
            format!("at most {} bytes, but the fields have at least {}", size.max.unwrap_or(0), has.min)
        } else {
            format!("at least {} bytes, but the fields have at most {}", size.min, has.max.unwrap_or(0))
        };
        let wrong = Diagnostic::new("these fields never fill the region", span, label);
        self.refuse(wrong.help("if bytes are left over, skip them: `_: bytes[..]` as the last field"))
    }
}

/// The possible sizes of a region: the minimum, the step, and the maximum.
fn sizes(extent: &Extent, record: &Record) -> Option<(Code, Code, Code)> {
    match extent {
        Extent::Fixed { count, .. } => Some((Code::from(*count), 1, Code::from(*count))),
        Extent::Counted(length) => {
            let Interval { min, max } = length.over(record.cells.get(length.cell.0)?.interval);
            Some((min, length.times.checked_abs()?.max(1), max))
        }
        Extent::Prefixed { .. } | Extent::Given(_) | Extent::Until { .. } | Extent::Rest | Extent::AllBut(_) => None,
    }
}

/// Whether a field is nested in a body.
pub(super) fn holds(record: &Record, body: &[FieldId], field: FieldId) -> bool {
    body.iter().any(|id| {
        let bodies = record.fields.get(id.0).map(|field| field.wire.bodies()).unwrap_or_default();
        *id == field || bodies.into_iter().any(|body| holds(record, body, field))
    })
}

/// Narrows the number that holds the size to the lengths of the fields, if it is in the same body.
fn narrow(record: &mut Record, id: FieldId, extent: &Extent, has: LengthRange) {
    let (cell, times, plus) = match extent {
        Extent::Prefixed { cell, .. } => (*cell, 1, 0),
        Extent::Counted(length) => (length.cell, length.times, length.plus),
        Extent::Fixed { .. } | Extent::Given(_) | Extent::Until { .. } | Extent::Rest | Extent::AllBut(_) => return,
    };
    let parent = |field: FieldId| record.fields.get(field.0).and_then(|field| field.parent);
    let beside = record.cells.get(cell.0).is_some_and(|found| parent(found.field) == parent(id));
    let only_size = record
        .cells
        .get(cell.0)
        .is_some_and(|found| matches!(&found.source, Source::Derived(Demand::Count { .. })) && found.absent.is_none());
    if !beside || !only_size || times <= 0 {
        return;
    }
    let least = Code::from(has.min).saturating_sub(plus);
    let up =
        least.checked_add(times).and_then(|code| code.checked_sub(1)).and_then(|code| code.checked_div_euclid(times));
    let down = has.max.and_then(|max| Code::from(max).saturating_sub(plus).checked_div_euclid(times));
    let can = Interval::new(up.unwrap_or(Code::MIN), down.unwrap_or(Code::MAX));
    if let Some(cell) = record.cells.get_mut(cell.0)
        && let Some(interval) = cell.interval.meet(can)
    {
        cell.interval = interval;
    }
}
