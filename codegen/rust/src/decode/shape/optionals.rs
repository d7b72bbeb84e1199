//! Consecutive optional fields: if all have known sizes, the set of present ones determines their total length and
//! where each begins.

use super::Item;
use crate::decode::take::held;
use crate::facts::sizes::is_rejectable;
use crate::layout;
use crate::model::{CellId, Content, Extent, Field, FieldId, Form, Input, Presence, Scalar, Wire};
use crate::scope::{Act, Scope};

/// Fewer fields are stored separately.
const FEW: usize = 3;
/// One bit for each; and the function that reads this many in sequence is still short.
const MOST: usize = 24;

/// A field, or a form of a field, that one bit represents.
#[derive(Debug, Clone, Copy)]
pub struct Spot<'a> {
    /// The index of the bit.
    pub bit: usize,
    /// The size in bytes.
    pub size: u64,
    /// The form, for a field of chosen width.
    pub form: Option<(&'a Form, Scalar)>,
}

/// Replaces consecutive optional fields by one item.
pub fn gather(scope: &Scope<'_>, items: Vec<Item>) -> Vec<Item> {
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
    // Fields without a getter are not stored.
    let public = fields.iter().filter(|id| scope.is_public(**id) && scope.field(**id).name.is_some());
    let segment = |id: &FieldId| !matches!(scope.field(*id).wire, Wire::Chosen { .. });
    if fields.len() >= FEW && public.clone().count() > 1 && public.clone().any(segment) {
        gathered.push(Item::Optionals(fields));
    } else {
        gathered.extend(fields.into_iter().map(Item::Field));
    }
}

fn bits(scope: &Scope<'_>, fields: &[FieldId]) -> usize {
    fields.iter().filter_map(|id| spots(scope, scope.field(*id))).map(|spots| spots.len()).sum()
}

/// The bits of each field, in the order of the fields.
pub fn all_spots<'a>(scope: &Scope<'a>, fields: &[FieldId]) -> Vec<(FieldId, Vec<Spot<'a>>)> {
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

/// The bits of a field, if it may be stored with others: it is infallible, and no other field reads it.
fn spots<'a>(scope: &Scope<'_>, field: &'a Field) -> Option<Vec<Spot<'a>>> {
    let (protocol, record) = (scope.protocol(), scope.record);
    let free = field.rule.is_none() && field.condition_needs().is_empty() && field.needs().is_empty();
    if !free {
        return None;
    }
    let single = |size: u64| Some(vec![Spot { bit: 0, size, form: None }]);
    let is_read_alone = |cell: &CellId| {
        record.is_users(*cell)
            && !scope.variables(Act::Take).contains(cell)
            && !is_rejectable(scope.protocol(), scope.context.facts, record, field)
    };
    match (&field.presence, &field.wire) {
        (Presence::When { .. }, Wire::Scalar { scalar: Scalar::Int { bytes, .. }, cell }) => {
            single(u64::from(*bytes)).filter(|_| is_read_alone(cell))
        }
        (Presence::When { .. }, Wire::Float { .. } | Wire::Padding { .. }) => {
            layout::fixed_size(protocol, &field.wire).and_then(single)
        }
        (
            Presence::When { .. },
            Wire::Octets { extent: Extent::Fixed { count, or_end: false }, content: Content::Free },
        ) if field.name.is_some() => single(*count),
        (Presence::When { .. }, Wire::Record { record, args, from: None }) if args.is_empty() => {
            scope.context.facts.array_size(*record).and_then(single)
        }
        (Presence::Always | Presence::Chosen { .. }, Wire::Chosen { tags, forms, cell }) => {
            if !is_read_alone(cell) || tags.contains(&Input::Left) || !each_chooses_one(scope, field) {
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

/// Whether every combination of tags chooses exactly one form.
fn each_chooses_one(scope: &Scope<'_>, field: &Field) -> bool {
    let cases = field.wire.selection().and_then(|selection| selection.cases(|tag| Some(held(scope, *tag))));
    cases.is_some_and(|cases| cases.iter().all(|case| case.choices.len() == 1))
}
