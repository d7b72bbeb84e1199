//! Neighbouring fields of which each is there or not: where all have known sizes, what is there says how long they are
//! together, and where each begins.

use super::{Item, may_be_refused};
use crate::emit::rust::scope::{Act, Scope};
use crate::emit::rust::take::told;
use crate::layout;
use crate::model::{Extent, Field, FieldId, Form, Input, Presence, Scalar, Source, Wire};

/// Fewer are kept by themselves.
const FEW: usize = 3;
/// One bit for each; and so many are read one after the other in a function that is not too long.
const MOST: usize = 24;

/// What one bit stands for.
#[derive(Debug, Clone, Copy)]
pub(in crate::emit::rust) struct Spot<'a> {
    /// The bit.
    pub(in crate::emit::rust) bit: usize,
    /// The bytes.
    pub(in crate::emit::rust) size: u64,
    /// The form, of a field whose width is chosen.
    pub(in crate::emit::rust) form: Option<(&'a Form, Scalar)>,
}

/// The items, with such fields together.
pub(in crate::emit::rust) fn gather(scope: &Scope<'_>, items: Vec<Item>) -> Vec<Item> {
    let mut gathered: Vec<Item> = Vec::new();
    let mut fields: Vec<FieldId> = Vec::new();
    for item in items {
        match item {
            Item::Field(id) if spots(scope, scope.field(id)).is_some() => {
                if bits(scope, &fields) + bits(scope, &[id]) > MOST {
                    close(scope, &mut fields, &mut gathered);
                }
                fields.push(id);
            }
            other => {
                close(scope, &mut fields, &mut gathered);
                gathered.push(other);
            }
        }
    }
    close(scope, &mut fields, &mut gathered);
    gathered
}

fn close(scope: &Scope<'_>, fields: &mut Vec<FieldId>, gathered: &mut Vec<Item>) {
    let fields = std::mem::take(fields);
    // Of those that nobody asks for nothing is kept.
    let shown = fields.iter().filter(|id| scope.shows(scope.field(**id)) && scope.field(**id).name.is_some());
    let stretch = |id: &FieldId| !matches!(scope.field(*id).wire, Wire::Chosen { .. });
    if fields.len() >= FEW && shown.clone().count() > 1 && shown.clone().any(stretch) {
        gathered.push(Item::Optionals(fields));
    } else {
        gathered.extend(fields.into_iter().map(Item::Field));
    }
}

fn bits(scope: &Scope<'_>, fields: &[FieldId]) -> usize {
    fields.iter().filter_map(|id| spots(scope, scope.field(*id))).map(|spots| spots.len()).sum()
}

/// Where the bits of each field stand, in the order of the fields.
pub(in crate::emit::rust) fn all_spots<'a>(scope: &Scope<'a>, fields: &[FieldId]) -> Vec<(FieldId, Vec<Spot<'a>>)> {
    let mut next = 0;
    let each = fields.iter().map(|id| {
        let spots = spots(scope, scope.field(*id)).unwrap_or_default();
        let spots: Vec<Spot<'a>> =
            spots.into_iter().enumerate().map(|(at, spot)| Spot { bit: next + at, ..spot }).collect();
        next += spots.len();
        (*id, spots)
    });
    each.collect()
}

/// The bits of a field, if it may stand among such fields: nothing of it is refused, and nobody else looks at it.
fn spots<'a>(scope: &Scope<'_>, field: &'a Field) -> Option<Vec<Spot<'a>>> {
    let (protocol, record) = (scope.protocol(), scope.record);
    let free = field.rule.is_none() && field.condition_needs().is_empty() && field.needs().is_empty();
    if !free {
        return None;
    }
    let single = |size: u64| Some(vec![Spot { bit: 0, size, form: None }]);
    match (&field.presence, &field.wire) {
        (Presence::When { .. }, Wire::Scalar { scalar: Scalar::Int { bytes, .. }, cell }) => {
            let own = record.cells.get(cell.0).is_some_and(|cell| cell.source == Source::User);
            let alone = own && !scope.own(Act::Take).contains(cell) && !may_be_refused(scope.place, record, field);
            if alone { single(u64::from(*bytes)) } else { None }
        }
        (Presence::When { .. }, Wire::Float { .. } | Wire::Padding { .. }) => {
            layout::fixed_size(protocol, &field.wire).and_then(single)
        }
        (Presence::When { .. }, Wire::Bytes(Extent::Fixed { count, or_end: false })) if field.name.is_some() => {
            single(*count)
        }
        (Presence::When { .. }, Wire::Record { record, args, from: None }) if args.is_empty() => {
            scope.place.facts.array_size(*record).and_then(single)
        }
        (Presence::Always | Presence::Chosen { .. }, Wire::Chosen { tags, forms, cell }) => {
            let own = record.cells.get(cell.0).is_some_and(|cell| cell.source == Source::User);
            let alone = own && !scope.own(Act::Take).contains(cell) && !may_be_refused(scope.place, record, field);
            let by_left = tags.contains(&crate::model::Input::Left);
            if !alone || by_left || !each_chooses_one(scope, tags, forms) {
                return None;
            }
            let with_bytes = forms.iter().filter_map(|form| form.scalar.map(|scalar| (form, scalar)));
            with_bytes
                .map(|(form, scalar)| match scalar {
                    Scalar::Int { bytes, .. } => {
                        Some(Spot { bit: 0, size: u64::from(bytes), form: Some((form, scalar)) })
                    }
                    Scalar::Varint(_) => None,
                })
                .collect()
        }
        _ => None,
    }
}

/// Whether one form is chosen, and no other, whatever the tags are.
fn each_chooses_one(scope: &Scope<'_>, tags: &[Input], forms: &[Form]) -> bool {
    let cases = layout::cases_of(&told(scope, tags, forms));
    cases.is_some_and(|cases| cases.iter().all(|case| case.forms.len() == 1))
}
