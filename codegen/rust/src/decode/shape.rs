//! The layout of a view: the fields that are read and stored together.
//!
//! Consecutive fields of fixed size are one run, stored as `&[u8; N]`. A segment that also has fields whose width
//! earlier bits choose has a common shape, with each in its first form, which is read as one run after one test. Its
//! uncommon shapes are read field by field, out of line. A run ends after a field whose bytes may be rejected, so that
//! the first error in wire order is reported.

pub mod optionals;

use crate::scope::{Context, Scope};

use crate::facts::sizes::{MOST_VARINTS, in_run, is_rejectable, plain_varints};
use crate::model::{Field, FieldId, Input, Presence, Record, Scalar, Wire};

/// Fields that are read together.
#[derive(Debug, Clone)]
pub enum Item {
    /// Fields of fixed size.
    Run(Run),
    /// Integers of the same variable width, all unconditional.
    Varints(Vec<FieldId>),
    /// Fields of fixed size and of chosen width.
    Segment(Segment),
    /// Optional fields of known sizes.
    Optionals(Vec<FieldId>),
    /// A single field.
    Field(FieldId),
    /// The start of a region; its items follow.
    Region(FieldId),
    /// The end of a region.
    RegionEnd(FieldId),
}

/// Fields of fixed size.
#[derive(Debug, Clone, Default)]
pub struct Run {
    pub fields: Vec<Placed>,
    pub size: usize,
}

/// A field and its offset in its run.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    pub field: FieldId,
    pub offset: usize,
    pub size: usize,
    /// The run has no other field.
    alone: bool,
}

impl Placed {
    /// The offset in the run; `None` for its only field.
    pub fn inside(&self) -> Option<usize> {
        (!self.alone).then_some(self.offset)
    }
}

/// A segment with a common shape.
#[derive(Debug, Clone)]
pub struct Segment {
    /// All fields, as laid out in the common shape.
    pub common: Run,
    /// The stored parts: runs of the fixed fields, and the fields of chosen width.
    pub parts: Vec<Stored>,
}

/// A stored part of a segment.
#[derive(Debug, Clone)]
pub enum Stored {
    Run(Run),
    Chosen(FieldId),
}

impl Run {
    fn push(&mut self, field: FieldId, size: usize) {
        if let [only] = self.fields.as_mut_slice() {
            only.alone = false;
        }
        self.fields.push(Placed { field, offset: self.size, size, alone: self.fields.is_empty() });
        self.size += size;
    }
}

/// The items of a body, in wire order.
pub fn items(scope: &Scope<'_>, body: &[FieldId]) -> Vec<Item> {
    let is_alone = |one: &FieldId, next: &FieldId| !scope.facts.is_alone(*one) && !scope.facts.is_alone(*next);
    body.chunk_by(is_alone).flat_map(|together| items_together(scope, together)).collect()
}

/// The items of a single field, or of several that may be read together.
fn items_together(scope: &Scope<'_>, body: &[FieldId]) -> Vec<Item> {
    let (context, record) = (scope.context, scope.record);
    if let [only] = body
        && scope.facts.is_alone(*only)
    {
        return match &scope.field(*only).wire {
            Wire::Within { body, .. } => {
                let inner = items(scope, body);
                [Item::Region(*only)].into_iter().chain(inner).chain([Item::RegionEnd(*only)]).collect()
            }
            _ => vec![Item::Field(*only)],
        };
    }
    let mut items = Vec::new();
    let mut at = 0;
    while let Some(&id) = body.get(at) {
        let rest = &body[at..];
        let item = segment(context, record, rest)
            .or_else(|| run(context, record, rest))
            .or_else(|| varints(context, record, rest));
        let item = item.unwrap_or(Item::Field(id));
        at += match &item {
            Item::Run(run) => run.fields.len(),
            Item::Varints(fields) => fields.len(),
            Item::Segment(segment) => segment.common.fields.len(),
            Item::Optionals(_) | Item::Field(_) | Item::Region(_) | Item::RegionEnd(_) => 1,
        };
        items.push(item);
    }
    items
}

fn run(context: Context<'_>, record: &Record, body: &[FieldId]) -> Option<Item> {
    let mut run = Run::default();
    for &id in body {
        let field = &record.fields[id.0];
        let Some(size) = in_run(context.protocol, context.facts, field) else { break };
        run.push(id, size);
        if is_rejectable(context.protocol, context.facts, record, field) {
            break;
        }
    }
    (run.size > 0).then_some(Item::Run(run))
}

fn varints(context: Context<'_>, record: &Record, body: &[FieldId]) -> Option<Item> {
    let mut fields = Vec::new();
    let (mut count, mut arrays) = (0, 0);
    let mut first = None;
    for &id in body {
        let field = &record.fields[id.0];
        let Some((scalar, numbers)) = plain_varints(field) else { break };
        let is_array = matches!(field.wire, Wire::List { .. });
        // One pattern destructures all of them, and has room for one array.
        let fits = count + numbers <= MOST_VARINTS && !(is_array && arrays > 0);
        // An array of numbers has no other checks than those of its numbers. A rule reports its field's offset.
        let tells = field.rule.as_ref().is_some_and(|rule| rule.repair.is_none());
        let refused = tells
            || if is_array {
                field.rule.is_some()
            } else {
                is_rejectable(context.protocol, context.facts, record, field)
            };
        if *first.get_or_insert(scalar) != scalar || refused || !fits {
            break;
        }
        arrays += usize::from(is_array);
        count += numbers;
        fields.push(id);
    }
    (fields.len() > 1).then_some(Item::Varints(fields))
}

fn segment(context: Context<'_>, record: &Record, body: &[FieldId]) -> Option<Item> {
    let mut common = Run::default();
    let mut parts = Vec::new();
    let mut chosen = 0;
    let mut end = 0;
    for &id in body {
        let field = &record.fields[id.0];
        // A rule reports its field's offset, which depends on the shape.
        let tells = field.rule.as_ref().is_some_and(|rule| rule.repair.is_none());
        if tells
            || is_rejectable(context.protocol, context.facts, record, field)
            || chosen_within(record, field, &common)
        {
            break;
        }
        if let Some(size) = first_form(field) {
            common.push(id, size);
            parts.push(Stored::Chosen(id));
            chosen += 1;
        } else if let Some(size) = in_run(context.protocol, context.facts, field) {
            common.push(id, size);
            match parts.last_mut() {
                Some(Stored::Run(run)) => run.push(id, size),
                _ => {
                    let mut run = Run::default();
                    run.push(id, size);
                    parts.push(Stored::Run(run));
                }
            }
        } else {
            break;
        }
        end += 1;
    }
    (chosen > 0 && end > 1).then_some(Item::Segment(Segment { common, parts }))
}

/// Whether a tag of a field's width is among these fields: then they must be read first.
fn chosen_within(record: &Record, field: &Field, before: &Run) -> bool {
    let Wire::Chosen { tags, .. } = &field.wire else { return false };
    tags.iter().any(|tag| match tag {
        Input::Cell(cell) => before.fields.iter().any(|placed| placed.field == record.cells[cell.0].field),
        // The remaining bytes are counted where the field begins.
        Input::Left => true,
        // Parts are arguments only.
        Input::Part(_) => true,
        Input::Param(_) | Input::Session(_) | Input::Literal(_) => false,
    })
}

/// The size of a field of chosen width in its first form, if that is an integer of fixed size.
fn first_form(field: &Field) -> Option<usize> {
    match (&field.presence, &field.wire) {
        (Presence::Always, Wire::Chosen { forms, .. }) => match forms.first()?.scalar {
            Some(Scalar::Int { bytes, .. }) => Some(usize::from(bytes)),
            _ => None,
        },
        _ => None,
    }
}
