//! Fields that extend to the end of their region (`[..]`, `or end`) must be last in it.

use crate::diagnostic::{Diagnostic, Help};
use crate::layout;
use crate::model::{Extent, Family, Field, FieldId, Kept, Presence, Record, RecordId, Space, Takes, Wire};
use crate::source::Span;

use crate::resolve::extent::left;
use crate::resolve::record::places::{NoElement, RecordPlaces};
use crate::resolve::resolver::Resolver;

impl Resolver<'_> {
    /// The span that makes a record extend to the end of its region. The outer `None`: a field follows it.
    pub(in crate::resolve) fn open_end(&mut self, record: &Record, places: &RecordPlaces) -> Option<Option<Span>> {
        let open = self.open_end_of(record, places, &record.body)?;
        let asked = || first_where(record, places, &record.body, &|field| left::asks(field).then_some(()));
        Some(open.or_else(|| Some(asked()?.0)))
    }

    /// The span for which a record is no element of a list that goes to the end: a writer cannot tell from its value, or
    /// a reader from its bytes, whether it takes the rest.
    pub(in crate::resolve) fn no_element(&self, record: &Record, places: &RecordPlaces) -> Option<(Span, NoElement)> {
        let why = |record: RecordId| Some(self.places.get(record.0)?.no_element?.1);
        let takes = |record: RecordId| self.protocol.records.get(record.0).map(|record| record.takes_rest);
        first_where(record, places, &record.body, &|field| {
            let asks_end = match (&field.wire, field.wire.extent()) {
                (Wire::Record { record, from: Some(_), .. }, _) if takes(*record) == Some(Takes::Sometimes) => {
                    return Some(NoElement::Difference);
                }
                (Wire::Record { record, .. }, _) => return why(*record),
                (Wire::Family { family, .. }, _) => {
                    return self.protocol.families.get(family.0)?.members.iter().find_map(|member| why(member.record));
                }
                (_, Some(Extent::Rest | Extent::AllBut(_))) if field.is_optional() && field.name.is_none() => {
                    return Some(NoElement::Unseen);
                }
                (_, Some(Extent::Rest | Extent::AllBut(_))) => {
                    left::decides(field) || (field.is_optional() && field.presence.has_value())
                }
                (_, Some(Extent::Fixed { or_end, .. } | Extent::Until { or_end, .. })) => *or_end || left::asks(field),
                _ => left::asks(field),
            };
            asks_end.then_some(NoElement::AsksEnd)
        })
    }

    fn open_end_of(&mut self, record: &Record, places: &RecordPlaces, body: &[FieldId]) -> Option<Option<Span>> {
        let mut open: Option<Span> = None;
        for (at, id) in body.iter().enumerate() {
            if let Some(span) = open {
                if let [.., before, tail] = body
                    && tail == id
                    && may_have_tail(record, *before, *tail)
                {
                    continue;
                }
                let after = places.fields.get(id.0).map_or(places.name, |place| place.name);
                let behind = body.get(at..).unwrap_or_default();
                let behind = layout::region_lengths(&self.protocol, record, behind).constant();
                let bytes = self.sources.rest_in(span).filter(|_| self.sources.text(span).starts_with("bytes["));
                let kept = bytes.zip(behind).map(|(rest, behind)| {
                    let said = format!("write `bytes[left() - {behind}]`: so much stands behind it");
                    Help::write(rest, format!("left() - {behind}")).said(said)
                });
                let wrong = Diagnostic::new("what goes to the end stands last", span, "takes all that is left");
                let wrong = wrong.other(after, "nothing is left for this");
                let wrong = wrong.note("the end of what a message has is known only to its last field");
                return self
                    .refuse(wrong.help_if(kept).help("give it a length, or move it to the end if the bytes do"));
            }
            let Some(field) = record.fields.get(id.0) else { continue };
            let place = places.fields.get(id.0).map_or(places.name, |place| place.wire);
            open = match &field.wire {
                Wire::Group { body, .. } => self.open_end_of(record, places, body)?,
                Wire::Match { arms, .. } => {
                    let mut open = None;
                    for arm in arms {
                        open = self.open_end_of(record, places, &arm.body)?.or(open);
                    }
                    open
                }
                Wire::Within { body, .. } => {
                    self.open_end_of(record, places, body)?;
                    self.extends(&field.wire).then_some(place)
                }
                other => self.extends(other).then_some(place),
            };
        }
        Some(open)
    }

    /// Whether a wire without fields of its own record extends to the end.
    pub(in crate::resolve) fn extends(&self, wire: &Wire) -> bool {
        match wire {
            Wire::Record { record, .. } => self.places.get(record.0).is_some_and(|places| places.open_end.is_some()),
            Wire::Family { family, .. } => {
                let family = self.protocol.families.get(family.0);
                family.is_some_and(|family| family.open || self.open_member(family).is_some())
            }
            wire => matches!(
                wire.extent(),
                Some(
                    Extent::Rest
                        | Extent::Fixed { or_end: true, .. }
                        | Extent::Until { or_end: true, kept: Kept::No | Kept::Yes, .. }
                )
            ),
        }
    }

    /// A member that extends to the end: its name and the span.
    pub(in crate::resolve) fn open_member<'f>(&self, family: &'f Family) -> Option<(&'f str, Span)> {
        family.members.iter().find_map(|member| {
            let places = self.places.get(member.record.0)?;
            Some((member.name.as_str(), places.open_end?))
        })
    }
}

/// Whether a field may be at the end of its region, and have another after it: reserved bytes after its terminator, or
/// whatever follows an end that is part of the value.
///
/// The writer must then write the terminator always, so a maximum does not end it.
fn may_have_tail(record: &Record, before: FieldId, tail: FieldId) -> bool {
    let (Some(ends), Some(tail)) = (record.fields.get(before.0), record.fields.get(tail.0)) else { return false };
    let is_reserved = matches!(tail.wire, Wire::Padding { space: Space::Extent(Extent::Rest) | Space::Filled, .. });
    match ends.wire.extent() {
        Some(Extent::Until { or_end: true, kept: Kept::No, bound: None, .. }) => is_reserved,
        Some(Extent::Until { or_end: true, kept: Kept::Yes, .. }) => {
            let is_rest = tail.presence == Presence::Always && matches!(tail.wire.extent(), Some(Extent::Rest));
            is_reserved || is_rest || matches!(tail.presence, Presence::Left { .. })
        }
        _ => false,
    }
}

/// The first field, outside of regions, of which something can be found: its span, and that.
fn first_where<T>(
    record: &Record,
    places: &RecordPlaces,
    body: &[FieldId],
    find: &dyn Fn(&Field) -> Option<T>,
) -> Option<(Span, T)> {
    body.iter().find_map(|id| {
        let field = record.fields.get(id.0)?;
        if let Some(found) = find(field) {
            return Some((places.fields.get(id.0).map_or(places.name, |place| place.wire), found));
        }
        let is_region = matches!(field.wire, Wire::Within { .. });
        let bodies = field.wire.bodies().into_iter().filter(|_| !is_region);
        bodies.into_iter().find_map(|body| first_where(record, places, body, find))
    })
}
