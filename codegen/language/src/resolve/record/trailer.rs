//! Trailers: `padding: if has_padding trailer { _: bytes[size - 1], size: u8 }`.
//!
//! A trailer is a group, in front of which a region without a name ends. The numbers at its end are read before that region,
//! so they are bound before the bytes that one of them counts.

use crate::ast::{self, WireKind};
use crate::diagnostic::Diagnostic;
use crate::layout;
use crate::model::{
    Behind, Docs, Expr, Extent, Field, FieldId, Input, Interval, Length, Presence, Record, Scalar, Tail, Takes,
    Trailer, Wire,
};
use crate::source::Span;

use crate::resolve::extent::affine;
use crate::resolve::extent::left::{self, in_bytes};
use crate::resolve::record::builder::Builder;
use crate::resolve::record::places::{Place, RecordPlaces};
use crate::resolve::record::region::{LABEL, holds};
use crate::resolve::resolver::Resolver;

const EXAMPLE: &str = "`trailer { padding: bytes[size], size: u8 }`";

impl<'a> Builder<'_, 'a> {
    /// Binds the fields of a trailer, the numbers first.
    pub(super) fn trailer(&mut self, id: FieldId, word: Span, group: &'a ast::Group) {
        let entries = &group.body.entries;
        let (front, numbers) = entries.split_at(usize::from(entries.first().is_some_and(may_be_counted)));
        self.entries(numbers, false);
        let read = self.frame.scope().map_or(0, |scope| scope.body.len());
        self.entries(front, false);
        if let Some(scope) = self.frame.scope_mut() {
            scope.body.rotate_left(read);
        }
        self.label_carriers();
        self.frame.trailers.push((id, word));
    }
}

fn may_be_counted(entry: &ast::Entry) -> bool {
    let ast::Entry::Field(field) = entry else { return false };
    matches!(field.wire.kind, WireKind::Bytes { .. } | WireKind::List { .. })
}

impl Resolver<'_> {
    /// Puts the fields in front of each trailer into a region, from the first that goes to the end or asks for it.
    pub(super) fn trailers(
        &mut self,
        record: &mut Record,
        places: &mut RecordPlaces,
        trailers: &[(FieldId, Span)],
    ) -> Option<()> {
        for (group, word) in trailers {
            let trailer = self.measured(record, places, *group)?;
            let body = body_around(record, *group)?.clone();
            let Some((last, before)) = body.split_last().filter(|(last, _)| *last == group) else {
                let wrong = Diagnostic::new("a trailer stands last in its body", *word, "another field follows");
                return self.refuse(wrong.help("move it to the end"));
            };
            let at = before.iter().position(|id| self.needs_the_end(record, *id)).unwrap_or(before.len());
            let (front, inner) = before.split_at(at);
            self.is_known_before(record, places, *group, inner)?;
            let region = FieldId(record.fields.len());
            let extent = Extent::AllBut(Behind::Trailer(trailer));
            let (inner, body) = (inner.to_vec(), [front, &[region, *last]].concat());
            record.fields.push(Field {
                name: None,
                label: LABEL.to_owned(),
                docs: Docs::default(),
                parent: record.fields.get(group.0)?.parent,
                presence: Presence::Always,
                wire: Wire::Within { extent, body: inner },
                alias: None,
                element_alias: None,
                rule: None,
            });
            places.fields.push(Place { name: *word, wire: *word, ..Place::default() });
            *body_around(record, *group)? = body;
        }
        Some(())
    }

    /// Whether a field takes the rest, may end with it, or asks how much is left.
    fn needs_the_end(&self, record: &Record, id: FieldId) -> bool {
        let Some(field) = record.fields.get(id.0) else { return false };
        let mut inner =
            field.wire.bodies().into_iter().flatten().filter(|_| !matches!(field.wire, Wire::Within { .. }));
        layout::field_takes_rest(&self.protocol, record, id) != Takes::Never
            || left::asks(field)
            || self.extends(&field.wire)
            || inner.any(|id| self.needs_the_end(record, *id))
    }

    /// Requires that the fields in front of the region of a trailer decide whether the trailer is present.
    fn is_known_before(
        &mut self,
        record: &Record,
        places: &RecordPlaces,
        group: FieldId,
        inner: &[FieldId],
    ) -> Option<()> {
        let field = record.fields.get(group.0)?;
        let place = places.fields.get(group.0).map_or(places.name, |place| place.name);
        let late = match &field.presence {
            Presence::Always => return Some(()),
            Presence::When { test, .. } => test.inputs().into_iter().find_map(|input| match input {
                Input::Cell(cell) => {
                    let holder = record.cells.get(cell.0)?.field;
                    holds(record, inner, holder).then(|| places.cells.get(cell.0).copied())?
                }
                Input::Session(_) => Some(place),
                _ => None,
            }),
            Presence::Left { .. } | Presence::Chosen { .. } => Some(place),
        };
        let Some(late) = late else { return Some(()) };
        let wrong = Diagnostic::new("nobody knows whether there is a trailer", place, "measured before it is reached");
        let wrong = wrong.other_if(Some(late).filter(|late| *late != place), "known too late");
        self.refuse(wrong.help("let a field decide that stands before all that takes the rest, or a parameter"))
    }

    /// The sizes of a trailer.
    fn measured(&mut self, record: &Record, places: &RecordPlaces, group: FieldId) -> Option<Trailer> {
        let Some(Wire::Group { body, .. }) = record.fields.get(group.0).map(|field| &field.wire) else { return None };
        let size = |id: &FieldId| {
            let field = record.fields.get(id.0).filter(|field| field.presence == Presence::Always)?;
            layout::fixed_size(&self.protocol, &field.wire)
        };
        let (counted, numbers) = match body.split_first() {
            Some((first, rest)) if size(first).is_none() => (Some(*first), rest),
            _ => (None, body.as_slice()),
        };
        let mut from_end: Vec<(FieldId, u64)> = Vec::new();
        let mut sum: u64 = 0;
        for id in numbers.iter().rev() {
            let Some(bytes) = size(id) else {
                let place = places.fields.get(id.0).map_or(places.name, |place| place.wire);
                let wrong = Diagnostic::new("a trailer ends in fields of constant size", place, "of another size");
                return self.refuse(wrong.help(format!("let one of them count bytes in front: {EXAMPLE}")));
            };
            sum = sum.saturating_add(bytes);
            from_end.push((*id, sum));
        }
        let counted = match counted {
            Some(field) => Some(self.tail(record, places, field, &from_end)?),
            None => None,
        };
        Some(Trailer { group, numbers: sum, counted })
    }

    /// The field in front of the numbers, which one of them counts.
    fn tail(
        &mut self,
        record: &Record,
        places: &RecordPlaces,
        id: FieldId,
        from_end: &[(FieldId, u64)],
    ) -> Option<Tail> {
        let field = record.fields.get(id.0)?;
        let count = match field.wire.extent() {
            Some(Extent::Counted(Length { cell, times, plus })) => Some((Some(*cell), *times, *plus)),
            Some(Extent::Given(count)) => affine(count),
            _ => None,
        };
        let place = places.fields.get(id.0).map_or(places.name, |place| place.wire);
        let by = count.and_then(|(cell, times, plus)| {
            let cell = cell?;
            let found = record.cells.get(cell.0)?;
            let (_, at) = from_end.iter().find(|(id, _)| *id == found.field)?;
            let of = (&record.fields.get(found.field.0)?.wire, Length { cell, times, plus }.over(found.interval));
            match of {
                (Wire::Scalar { scalar: scalar @ Scalar::Int { bytes: 1..=4, signed: false, .. }, .. }, lengths)
                    if MOST.contains(lengths.min) && MOST.contains(lengths.max) && times != 0 =>
                {
                    Some(Tail { field: id, cell, scalar: *scalar, from_end: *at, times, plus })
                }
                _ => None,
            }
        });
        let Some(tail) = by else {
            let label = "no unsigned number behind it counts these";
            let wrong = Diagnostic::new("nobody knows where this trailer begins", place, label);
            let help = format!("let an unsigned number of at most 32 bits, no part of bits, count them: {EXAMPLE}");
            return self.refuse(wrong.help(help));
        };
        let counted = (Some(tail.cell), tail.times, tail.plus);
        match in_bytes(&self.protocol, &field.wire, counted) {
            Some(bytes) if bytes == counted && field.presence == Presence::Always => Some(tail),
            _ => self.not_yet("more than bytes in front of the numbers of a trailer is", place),
        }
    }
}

/// The body in which a field is.
fn body_around(record: &mut Record, id: FieldId) -> Option<&mut Vec<FieldId>> {
    let bodies = record.fields.iter_mut().flat_map(|field| match &mut field.wire {
        Wire::Group { body, .. } | Wire::Within { body, .. } => vec![body],
        Wire::Match { arms, .. } => arms.iter_mut().map(|arm| &mut arm.body).collect(),
        _ => Vec::new(),
    });
    bodies.chain([&mut record.body]).find(|body| body.contains(&id))
}

/// The numbers of bytes that a reader computes without an overflow.
const MOST: Interval = Interval::new(-Expr::MOST, Expr::MOST);
