//! The shape of a view: which fields are read and kept together.
//!
//! Consecutive fields of fixed size are one run, kept as `&[u8; N]`. A stretch that also holds fields whose width
//! earlier bits choose has a common shape (each in its first form), read as one run behind one test, and an uncommon
//! one, read field by field out of line. A run ends behind a field whose bytes may be refused, so that the first
//! error in wire order is the one that is told.

pub(super) mod optionals;

use super::scope::Place;
use crate::layout;
use crate::model::{
    CellId, Encoding, Enum, Extent, Field, FieldId, Input, Interval, Presence, Protocol, Record, Scalar, Source, Value,
    Wire, sets,
};

/// Fields that are read together.
#[derive(Debug, Clone)]
pub(super) enum Item {
    /// Fields of fixed size.
    Run(Run),
    /// Integers of the same variable width, all unconditional.
    Varints(Vec<FieldId>),
    /// Fixed fields and fields of chosen width.
    Stretch(Stretch),
    /// Fields of which each is there or not, of known sizes.
    Optionals(Vec<FieldId>),
    /// One field by itself.
    Field(FieldId),
    /// A region begins: its items follow.
    Region(FieldId),
    /// It ends.
    RegionEnd(FieldId),
}

/// Fields of fixed size.
#[derive(Debug, Clone, Default)]
pub(super) struct Run {
    pub(super) fields: Vec<Placed>,
    pub(super) size: usize,
}

/// A field and where it stands in its run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) field: FieldId,
    pub(super) offset: usize,
    pub(super) size: usize,
    /// It is all of its run.
    alone: bool,
}

impl Placed {
    /// Where it stands in its run; nothing if it is all of it.
    pub(super) fn inside(&self) -> Option<usize> {
        (!self.alone).then_some(self.offset)
    }
}

/// A stretch with a common shape.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    /// All fields, as they stand in the common shape.
    pub(super) common: Run,
    /// What is kept: runs of the fixed fields, and the fields of chosen width.
    pub(super) parts: Vec<Kept>,
}

/// What a stretch keeps.
#[derive(Debug, Clone)]
pub(super) enum Kept {
    Run(Run),
    Chosen(FieldId),
}

impl Run {
    fn push(&mut self, field: FieldId, size: usize) {
        self.fields.iter_mut().for_each(|placed| placed.alone = false);
        self.fields.push(Placed { field, offset: self.size, size, alone: self.fields.is_empty() });
        self.size += size;
    }
}

/// The items of a body, in wire order.
pub(super) fn items(place: Place<'_>, record: &Record, body: &[FieldId]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut at = 0;
    while let Some(&id) = body.get(at) {
        if let Wire::Within { body, .. } = &record.fields[id.0].wire {
            // Nothing is kept together across its ends.
            items.push(Item::Region(id));
            items.extend(self::items(place, record, body));
            items.push(Item::RegionEnd(id));
            at += 1;
            continue;
        }
        // Each field that needs to know something of the session asks for it where it begins, and each whose bytes are
        // counted tells where it ends.
        let rest = &body[at..];
        let needs = |field: &Field| !(field.condition_needs().is_empty() && field.needs().is_empty());
        let alone = |id: &FieldId| needs(&record.fields[id.0]) || record.measures(*id);
        let rest = &rest[..rest.iter().position(alone).unwrap_or(rest.len())];
        let item =
            stretch(place, record, rest).or_else(|| run(place, record, rest)).or_else(|| varints(place, record, rest));
        let item = item.unwrap_or(Item::Field(id));
        at += match &item {
            Item::Run(run) => run.fields.len(),
            Item::Varints(fields) => fields.len(),
            Item::Stretch(stretch) => stretch.common.fields.len(),
            Item::Optionals(_) | Item::Field(_) | Item::Region(_) | Item::RegionEnd(_) => 1,
        };
        items.push(item);
    }
    items
}

fn run(place: Place<'_>, record: &Record, body: &[FieldId]) -> Option<Item> {
    let mut run = Run::default();
    for &id in body {
        let field = &record.fields[id.0];
        let Some(size) = fixed(place, field) else { break };
        run.push(id, size);
        if may_be_refused(place, record, field) {
            break;
        }
    }
    (run.size > 0).then_some(Item::Run(run))
}

fn varints(place: Place<'_>, record: &Record, body: &[FieldId]) -> Option<Item> {
    /// So many are tested for the short form at once.
    const MOST: usize = 32;
    let mut fields = Vec::new();
    let (mut count, mut arrays) = (0, 0);
    let mut first = None;
    for &id in body {
        let field = &record.fields[id.0];
        let Some((scalar, numbers)) = plain_varints(field) else { break };
        let is_array = matches!(field.wire, Wire::List { .. });
        // One pattern takes them all apart, and has room for one array.
        let fits = count + numbers <= MOST && !(is_array && arrays > 0);
        // Of a bare array nothing is refused but the numbers themselves. A rule must tell where its field began.
        let tells = field.rule.as_ref().is_some_and(|rule| rule.repair.is_none());
        let refused = tells || if is_array { field.rule.is_some() } else { may_be_refused(place, record, field) };
        if *first.get_or_insert(scalar) != scalar || refused || !fits {
            break;
        }
        arrays += usize::from(is_array);
        count += numbers;
        fields.push(id);
    }
    (fields.len() > 1).then_some(Item::Varints(fields))
}

/// How many numbers of which varint an unconditional field is.
pub(super) fn plain_varints(field: &Field) -> Option<(Scalar, usize)> {
    match (&field.presence, &field.wire) {
        (Presence::Always, Wire::Scalar { scalar: scalar @ Scalar::Varint(_), .. }) => Some((*scalar, 1)),
        (
            Presence::Always,
            Wire::List {
                item: crate::model::Item::Scalar { scalar: scalar @ Scalar::Varint(_), value: Value::Int },
                extent: Extent::Fixed { count, or_end: false },
            },
        ) => Some((*scalar, usize::try_from(*count).ok()?)),
        _ => None,
    }
}

fn stretch(place: Place<'_>, record: &Record, body: &[FieldId]) -> Option<Item> {
    let mut common = Run::default();
    let mut parts = Vec::new();
    let mut chosen = 0;
    let mut end = 0;
    for &id in body {
        let field = &record.fields[id.0];
        // A rule must tell where its field began, which the shape decides.
        let tells = field.rule.as_ref().is_some_and(|rule| rule.repair.is_none());
        if tells || may_be_refused(place, record, field) || chosen_within(record, field, &common) {
            break;
        }
        if let Some(size) = first_form(field) {
            common.push(id, size);
            parts.push(Kept::Chosen(id));
            chosen += 1;
        } else if let Some(size) = fixed(place, field) {
            common.push(id, size);
            match parts.last_mut() {
                Some(Kept::Run(run)) => run.push(id, size),
                _ => {
                    let mut run = Run::default();
                    run.push(id, size);
                    parts.push(Kept::Run(run));
                }
            }
        } else {
            break;
        }
        end += 1;
    }
    (chosen > 0 && end > 1).then_some(Item::Stretch(Stretch { common, parts }))
}

/// Whether what chooses a field's width stands among these fields: then they must be read first.
fn chosen_within(record: &Record, field: &Field, before: &Run) -> bool {
    let Wire::Chosen { tags, .. } = &field.wire else { return false };
    tags.iter().any(|tag| match tag {
        Input::Cell(cell) => before.fields.iter().any(|placed| placed.field == record.cells[cell.0].field),
        // How much is left is asked where the field begins.
        Input::Left => true,
        // Only as an argument.
        Input::Part(_) => true,
        Input::Param(_) | Input::Session(_) | Input::Literal(_) => false,
    })
}

/// The size of a field of chosen width in its first form, where that is a plain integer.
fn first_form(field: &Field) -> Option<usize> {
    match (&field.presence, &field.wire) {
        (Presence::Always, Wire::Chosen { forms, .. }) => match forms.first()?.scalar {
            Some(Scalar::Int { bytes, .. }) => Some(usize::from(bytes)),
            _ => None,
        },
        _ => None,
    }
}

/// The size of an unconditional field whose bytes can be kept in a run.
fn fixed(place: Place<'_>, field: &Field) -> Option<usize> {
    /// Longer areas are kept by themselves.
    const MOST: u64 = 64;
    if field.presence != Presence::Always {
        return None;
    }
    let size = layout::fixed_size(place.protocol, &field.wire)?;
    let simple = match &field.wire {
        Wire::Scalar { scalar, .. } | Wire::Bits { carrier: scalar, .. } => matches!(scalar, Scalar::Int { .. }),
        Wire::Float { .. } | Wire::Padding { .. } | Wire::Magic(_) => true,
        Wire::Bytes(Extent::Fixed { or_end: false, .. }) => field.name.is_some(),
        Wire::Record { record, args, from: None } => args.is_empty() && place.facts.array_size(*record).is_some(),
        _ => false,
    };
    (simple && size <= MOST).then(|| usize::try_from(size).ok()).flatten()
}

/// Whether a reader may refuse a field whose bytes are all there (rules aside that are checked at the end).
pub(super) fn may_be_refused(place: Place<'_>, record: &Record, field: &Field) -> bool {
    if record.checks_at_once(field) {
        return true;
    }
    match &field.wire {
        Wire::Record { record, args, from: None } if args.is_empty() => place.facts.bare_size(*record).is_none(),
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => refusable(place.protocol, record, *cell),
        Wire::Bits { parts, .. } => parts.iter().any(|part| refusable(place.protocol, record, part.cell)),
        Wire::Magic(_) => true,
        Wire::Text { encoding, .. } => *encoding != Encoding::Latin1,
        Wire::Float { .. } | Wire::Padding { .. } | Wire::Bytes(_) => false,
        Wire::Group { .. }
        | Wire::Record { .. }
        | Wire::Family { .. }
        | Wire::List { .. }
        | Wire::Sparse { .. }
        | Wire::Match { .. }
        | Wire::Within { .. } => true,
    }
}

/// Whether some raw number of a cell is refused when read.
pub(super) fn refusable(protocol: &Protocol, record: &Record, cell: CellId) -> bool {
    // What the resolver says of the cell is what a reader takes; what it meets is all that the wire can hold.
    let met = layout::whole_interval(protocol, record, cell);
    let cell = &record.cells[cell.0];
    match cell.source {
        Source::Constant(_) => return true,
        Source::Reserved => return false,
        Source::User | Source::Derived(_) => {}
    }
    match cell.value {
        Value::Bool => met.min < 0 || met.max > 1,
        Value::Enum(id) => enum_refusable(&protocol.enums[id.0], met),
        Value::Bits(id) => bits_refusable(protocol, id),
        Value::Int | Value::Truthy | Value::Quantity(_) | Value::Packed(_) => false,
    }
}

/// Whether some raw number of a layout of bits is refused when read.
pub(super) fn bits_refusable(protocol: &Protocol, id: crate::model::BitsId) -> bool {
    protocol.bits[id.0].parts.iter().any(|part| {
        part.constant.is_some()
            || match part.value {
                Value::Bool => part.width > 1,
                Value::Enum(id) => {
                    let held = Interval::of_bits(part.width.into(), part.signed);
                    enum_refusable(&protocol.enums[id.0], held)
                }
                Value::Bits(id) => bits_refusable(protocol, id),
                Value::Int | Value::Truthy | Value::Quantity(_) | Value::Packed(_) => false,
            }
    })
}

/// Whether some number of an interval means nothing to an enum.
pub(super) fn enum_refusable(one: &Enum, held: Interval) -> bool {
    !one.open && !covers(one, held)
}

/// Whether the names of an enum cover an interval.
pub(super) fn covers(one: &Enum, interval: Interval) -> bool {
    let codes: Vec<Interval> = one.codes.iter().flat_map(|code| code.read.iter().copied()).collect();
    sets::covers(&codes, &[interval])
}
