//! What is demanded of how much there is: counts, bounds, and sizes of regions.

use wireform_build::layout::{region_lengths, scalar_interval, wire_expr_interval};
use wireform_build::model::{
    Behind, Content, Encoding, Expr, Extent, FieldId, Input, Item, Presence, Record, RecordId, Scalar, Trailer, Wire,
};

use super::super::constraint::{Place, SHORT};
use super::super::lift;
use super::super::meaning::tags;
use super::Demanded;
use super::here::{Here, whole};
use crate::cuts::{asks, asks_left};
use crate::paths::join;

impl Demanded<'_> {
    /// How much there may be.
    pub(super) fn extent(&mut self, here: Here<'_>, id: FieldId, extent: &Extent, path: &str) {
        let record = here.id.0;
        if here.record.trailer_of(id).is_some() {
            return;
        }
        match extent {
            Extent::Prefixed { scalar, .. } => {
                let place = match here.record.fields[id.0].wire {
                    Wire::List { .. } => Place::Field(join(path, "count")),
                    _ => Place::Field(path.to_owned()),
                };
                self.scalar(*scalar, path, std::slice::from_ref(&place));
                if scalar_interval(self.protocol, *scalar).min < 0 {
                    self.add(path, "count", vec![place], move |protocol| {
                        lift::prefix(protocol, RecordId(record), id);
                    });
                }
            }
            Extent::Counted(length) => {
                let all = tags(self.protocol, here.record, Input::Cell(length.cell));
                let ends = all.iter().flat_map(|one| [one.min, one.max]);
                let least = ends.map(|end| end * length.times + length.plus).min();
                if least.is_some_and(|least| least < 0) {
                    let places = here.place(Input::Cell(length.cell)).into_iter().collect();
                    self.add(path, "count", places, move |protocol| lift::count(protocol, RecordId(record), id));
                }
            }
            Extent::Given(Expr::Cell(cell)) => {
                let all = tags(self.protocol, here.record, Input::Cell(*cell));
                if all.iter().any(|one| one.min < 0) {
                    let places = here.place(Input::Cell(*cell)).into_iter().collect();
                    self.add(path, "count", places, move |protocol| lift::count(protocol, RecordId(record), id));
                }
            }
            Extent::Until { bound: Some(bound), .. } => {
                self.add(path, "limit", whole(path), move |protocol| {
                    if let Some(Extent::Until { bound, .. }) =
                        lift::extent(&mut protocol.records[record].fields[id.0].wire)
                    {
                        *bound = None;
                    }
                });
                self.all.iter_mut().last().into_iter().for_each(|one| one.numbers.push(i128::from(*bound)));
            }
            Extent::Until { bound: None, .. }
            | Extent::Fixed { .. }
            | Extent::Given(_)
            | Extent::Rest
            | Extent::AllBut(_) => {}
        }
    }

    /// A length of reserved space is not below zero.
    pub(super) fn formula(&mut self, here: Here<'_>, id: FieldId, length: &Expr, path: &str) {
        if here.record.trailer_of(id).is_none() && wire_expr_interval(self.protocol, here.record, length).min < 0 {
            let places = length.inputs().into_iter().filter_map(|input| here.place(input)).collect();
            let record = here.id.0;
            self.add(path, "count", places, move |protocol| {
                protocol.records[record].fields[id.0].wire = lift::space(0);
            });
        }
    }

    /// What is in a region fits into it and fills it.
    pub(super) fn region(&mut self, here: Here<'_>, id: FieldId, extent: &Extent, body: &[FieldId], path: &str) {
        let record = here.id.0;
        if let Extent::AllBut(Behind::Trailer(Trailer { group, counted: Some(tail), .. })) = extent {
            let label = |id: FieldId| here.record.fields[id.0].label.as_str();
            let around = path.strip_suffix("within").expect("the label of regions");
            let counted = format!("{around}{}.{}", label(*group), label(tail.field));
            let places = here.place(Input::Cell(tail.cell)).into_iter().collect();
            self.add(&counted, "count", places, move |protocol| lift::trailer(protocol, RecordId(record), id));
        }
        let lengths = region_lengths(self.protocol, here.record, body).accepted;
        let just = match extent {
            Extent::Fixed { count, .. } => lengths.min == *count && lengths.max == Some(*count),
            _ => false,
        };
        if just {
            return;
        }
        let places = here.size(id);
        if !body.last().is_some_and(|last| self.goes_on(here.record, *last)) {
            self.add(path, "trailing", places.clone(), move |protocol| {
                lift::filled(&mut protocol.records[record], id);
            });
        }
        if body.iter().any(|id| needs(here.record, *id)) {
            // Without its size it would be no region: it is a right packet but for that.
            self.add(path, SHORT, places, |_| {});
        }
    }

    /// Whether a field, which is the last, takes whatever is left. (What ends with something or with the packet may end
    /// before that.)
    fn goes_on(&self, record: &Record, id: FieldId) -> bool {
        let field = &record.fields[id.0];
        match &field.wire {
            // Where it is not there, something else may be left.
            _ if field.presence != Presence::Always => false,
            _ if asks_left(field) => true,
            Wire::Padding { space, .. } => space.extent().is_some_and(asks),
            Wire::Octets { extent, .. } | Wire::List { extent, .. } => {
                asks(extent) && !matches!(extent, Extent::Fixed { .. } | Extent::Until { or_end: true, .. })
            }
            Wire::Group { body, .. } => body.last().is_some_and(|last| self.goes_on(record, *last)),
            Wire::Record { record, .. } => {
                let inner = &self.protocol.records[record.0];
                inner.body.last().is_some_and(|last| self.goes_on(inner, *last))
            }
            Wire::Family { family, .. } => self.protocol.families[family.0].members.iter().all(|member| {
                let inner = &self.protocol.records[member.record.0];
                inner.body.last().is_some_and(|last| self.goes_on(inner, *last))
            }),
            Wire::Match { arms, .. } => {
                arms.iter().all(|arm| arm.body.last().is_some_and(|last| self.goes_on(record, *last)))
            }
            _ => false,
        }
    }
}

/// Whether a field can be cut off, so that it is none: it is not whatever is left.
fn needs(record: &Record, id: FieldId) -> bool {
    match &record.fields[id.0].wire {
        Wire::Padding { space, .. } => space.extent() != Some(&Extent::Rest),
        // Half a unit is no text.
        Wire::Octets { extent: Extent::Rest, content: Content::Text(text) } if text.encoding == Encoding::Utf16 => {
            false
        }
        wire @ Wire::Octets { extent: Extent::Rest, .. } if wire.unit() == Some(Scalar::BYTE) => {
            wire.text().is_some_and(|text| text.encoding == Encoding::Utf8)
        }
        // Messages to the end are looked at one by one.
        Wire::List { item: Item::Family { .. }, extent: Extent::Rest } => false,
        _ => true,
    }
}
