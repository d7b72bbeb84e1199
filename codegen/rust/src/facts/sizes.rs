//! Sizes that never vary, and fields that a reader never rejects: infallible records, records that are arrays, records
//! that are written in a few steps.

use super::{Facts, numbers};
use crate::layout;
use crate::model::{
    Content, Demand, Extent, Field, FieldId, Held, Item, Presence, Protocol, Record, RecordId, Scalar, Source, Wire,
};

/// The most varints that are read or written at once.
pub const MOST_VARINTS: usize = 32;

/// The largest maximum length of a record that is written into an array of it.
pub const MOST_BYTES: u64 = 128;

/// Longer fields are not read together with their neighbours.
const MOST_IN_RUN: u64 = 64;

/// Whether a reader stops at a field that may be rejected though its bytes are all present. Rules of other numbers than
/// counts are checked at the end, so that they part no run.
pub fn is_rejectable(protocol: &Protocol, facts: &Facts, record: &Record, field: &Field) -> bool {
    let stops = match &field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => {
            matches!(record.cells[cell.0].source, Source::Derived(Demand::Count { .. }))
        }
        Wire::Float { .. } => false,
        _ => true,
    };
    (stops && record.checks_at_once(field)) || rejects(protocol, facts, record, &field.wire)
}

/// Whether a reader may reject a wire whose bytes are all present.
fn rejects(protocol: &Protocol, facts: &Facts, record: &Record, wire: &Wire) -> bool {
    let of_cell = |cell| numbers::refused(protocol, record, cell).is_some();
    match wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => of_cell(*cell),
        Wire::Bits { parts, .. } => parts.iter().any(|part| of_cell(part.cell)),
        Wire::Octets { content: Content::Text(text), .. } => layout::may_be_no_text(protocol, text),
        Wire::Record { record, args, from: None } | Wire::List { item: Item::Record { record, args }, .. } => {
            !args.is_empty() || facts.infallible_size(*record).is_none()
        }
        Wire::List { item: Item::Scalar { scalar, value }, .. } => {
            numbers::refused_of(protocol, *value, layout::scalar_interval(protocol, *scalar)).is_some()
        }
        Wire::Padding { filler, .. } => filler.is_checked,
        Wire::Float { .. }
        | Wire::Octets { content: Content::Free, .. }
        | Wire::List { item: Item::Float { .. }, .. } => false,
        _ => true,
    }
}

/// The size of a record that is infallible and of fixed size.
pub(super) fn infallible(protocol: &Protocol, facts: &Facts, record: &Record) -> Option<u64> {
    let lengths = record.lengths.accepted;
    let coded = record.message_code().is_some();
    let free = record.params.is_empty() && record.checksums.is_empty() && record.delta.is_none();
    let fields = || (0..record.fields.len()).all(|id| is_infallible(protocol, facts, record, FieldId(id)));
    (lengths.max == Some(lengths.min) && !coded && free && fields()).then_some(lengths.min)
}

fn is_infallible(protocol: &Protocol, facts: &Facts, record: &Record, id: FieldId) -> bool {
    let field = &record.fields[id.0];
    let is_fixed = |scalar: &Scalar| matches!(scalar, Scalar::Int { .. });
    let accepts = match &field.wire {
        // The fields of a group are among those of the record.
        Wire::Group { .. } => true,
        Wire::Scalar { scalar, .. }
        | Wire::Bits { carrier: scalar, .. }
        | Wire::List { item: Item::Scalar { scalar, .. }, .. }
            if !is_fixed(scalar) =>
        {
            false
        }
        Wire::Chosen { .. } | Wire::Octets { content: Content::Text(_), .. } => false,
        wire => {
            wire.extent().is_none_or(|extent| extent.constant().is_some()) && !rejects(protocol, facts, record, wire)
        }
    };
    accepts && field.presence == Presence::Always && field.rule.is_none()
}

/// The size of an infallible record if its fields, at least one of them named, are a single run.
pub(super) fn array(protocol: &Protocol, facts: &Facts, record: &Record, alone: &[bool]) -> Option<u64> {
    let size = infallible(protocol, facts, record)?;
    let has_name = record.fields.iter().any(|field| field.name.is_some());
    let is_in_run = |id: &FieldId| !alone[id.0] && in_run(protocol, facts, &record.fields[id.0]).is_some();
    (has_name && size > 0 && record.body.iter().all(is_in_run)).then_some(size)
}

/// The size of an unconditional field whose bytes can be read together with those of its neighbours.
pub fn in_run(protocol: &Protocol, facts: &Facts, field: &Field) -> Option<usize> {
    if field.presence != Presence::Always {
        return None;
    }
    let simple = match &field.wire {
        Wire::Scalar { scalar, .. } | Wire::Bits { carrier: scalar, .. } => matches!(scalar, Scalar::Int { .. }),
        Wire::Float { .. } | Wire::Padding { .. } | Wire::Octets { content: Content::Constant(_), .. } => true,
        Wire::Octets { extent: Extent::Fixed { or_end: false, .. }, content: Content::Free } => field.name.is_some(),
        Wire::Record { record, args, from: None } => args.is_empty() && facts.array_size(*record).is_some(),
        _ => false,
    };
    let size = layout::fixed_size(protocol, &field.wire).filter(|size| simple && *size <= MOST_IN_RUN)?;
    usize::try_from(size).ok()
}

/// The varint of an unconditional field, and its count of numbers.
pub fn plain_varints(field: &Field) -> Option<(Scalar, usize)> {
    match (&field.presence, &field.wire) {
        (Presence::Always, Wire::Scalar { scalar: scalar @ Scalar::Varint(_), .. }) => Some((*scalar, 1)),
        (
            Presence::Always,
            Wire::List {
                item: Item::Scalar { scalar: scalar @ Scalar::Varint(_), value },
                extent: Extent::Fixed { count, or_end: false },
            },
        ) if value.held() == Held::Int => Some((*scalar, usize::try_from(*count).ok()?)),
        _ => None,
    }
}

/// Whether a list is written in one batch with other varints.
pub fn is_row(field: &Field) -> bool {
    matches!(field.wire, Wire::List { .. }) && plain_varints(field).is_some_and(|(_, count)| count <= MOST_VARINTS)
}

/// Whether a body of a record is written by a few steps, without a loop.
pub(super) fn in_steps(facts: &Facts, record: &Record, measured: &[bool], body: &[FieldId]) -> bool {
    body.iter().all(|id| is_step(facts, record, measured, *id))
}

fn is_step(facts: &Facts, record: &Record, measured: &[bool], id: FieldId) -> bool {
    let field = &record.fields[id.0];
    if measured[id.0] {
        return false;
    }
    match &field.wire {
        Wire::Octets { extent, content: Content::Free } => extent.constant().is_some() && field.name.is_some(),
        wire @ (Wire::Group { .. } | Wire::Match { .. }) => {
            wire.bodies().into_iter().all(|body| in_steps(facts, record, measured, body))
        }
        Wire::Record { record, .. } => facts.is_in_steps(*record),
        Wire::List { .. } => is_row(field),
        wire => wire.is_simple(),
    }
}

/// Whether a record that is written in steps is at most [`MOST_BYTES`] long.
pub(super) fn is_short(record: &Record) -> bool {
    record.lengths.canonical.max.is_some_and(|most| most <= MOST_BYTES)
}

/// Whether a record has nothing but varints, which are tested all at once anyway.
pub fn is_varints(protocol: &Protocol, id: RecordId) -> bool {
    let record = &protocol.records[id.0];
    record.lengths.canonical.max == Some(0)
        || record.body.iter().all(|id| match &record.fields[id.0] {
            Field { presence: Presence::Always, wire: Wire::Record { record, .. }, .. } => {
                is_varints(protocol, *record)
            }
            field => plain_varints(field).is_some(),
        })
}
