//! Offsets and lengths of all fields of a record.

use super::discriminants::Discriminants;
use super::field::Measure;
use crate::model::{CellId, FieldId, Input, Lengths, Protocol, Record, Scalar, Wire};

/// The offset and the length of each field, where it is present.
#[derive(Debug, Clone, Default)]
pub struct Spans {
    all: Vec<(Lengths, Lengths)>,
}

impl Spans {
    /// Measures the fields of a record.
    pub fn of(protocol: &Protocol, record: &Record) -> Self {
        let measure = Measure::of(protocol, record);
        let ids = (0..record.fields.len()).map(FieldId);
        if has_cases(&measure) {
            let span = |id| (super::offset_of(protocol, record, id), super::field_lengths(protocol, record, id));
            return Self { all: ids.map(span).collect() };
        }
        let mut spans = Self { all: vec![(Lengths::NOTHING, Lengths::NOTHING); record.fields.len()] };
        spans.add(&measure, &record.body, super::code_lengths(protocol, record));
        spans
    }

    /// The distance of a field from the start of its record.
    pub fn offset(&self, field: FieldId) -> Lengths {
        self.all.get(field.0).map_or(Lengths::NOTHING, |(offset, _)| *offset)
    }

    /// The length of a field.
    pub fn length(&self, field: FieldId) -> Lengths {
        self.all.get(field.0).map_or(Lengths::NOTHING, |(_, length)| *length)
    }

    /// Adds the fields of a body one after the other.
    fn add(&mut self, measure: &Measure<'_>, body: &[FieldId], start: Lengths) {
        let mut start = start;
        for id in body {
            let Some(field) = measure.record.fields.get(id.0) else { continue };
            if let Some(span) = self.all.get_mut(id.0) {
                *span = (start, measure.present_field(*id, field));
            }
            match &field.wire {
                Wire::Group { body, .. } => self.add(measure, body, start),
                Wire::Within { extent, body } => self.add(measure, body, start.plus(measure.prefixed_size(extent))),
                Wire::Match { tag, arms, .. } => {
                    for arm in arms {
                        self.add(measure, &arm.body, start.plus(measure.tag(tag, arm, arms)));
                    }
                }
                _ => {}
            }
            start = start.plus(measure.field(*id));
        }
    }
}

/// Whether a length or an offset depends on the case: several fields depend on one number, or one on a number whose own
/// length varies. In all other records an offset is the sum of the lengths before it.
fn has_cases(measure: &Measure<'_>) -> bool {
    let mut discriminants = Discriminants::default();
    measure.record.fields.iter().for_each(|field| discriminants.add_field(field));
    discriminants.all.iter().any(|one| one.fields > 1 || one.is_operand || !is_fixed(measure.record, one.input))
}

/// Whether an input is no number of variable width.
fn is_fixed(record: &Record, input: Input) -> bool {
    let is_fixed = |cell: CellId| match record.cells.get(cell.0).and_then(|cell| record.fields.get(cell.field.0)) {
        Some(field) => matches!(
            field.wire,
            Wire::Scalar { scalar: Scalar::Int { .. }, .. } | Wire::Bits { carrier: Scalar::Int { .. }, .. }
        ),
        None => false,
    };
    match input {
        Input::Cell(cell) => is_fixed(cell),
        Input::Param(_) | Input::Session(_) | Input::Literal(_) => true,
        Input::Part(_) | Input::Left => false,
    }
}
