//! Offsets and lengths of all fields of a record.

use std::cell::OnceCell;

use super::discriminants::Discriminants;
use super::field::Measure;
use crate::model::{CellId, FieldId, Input, Lengths, Protocol, Record, Scalar, Wire};

/// The offset and the length of each field, where it is present. Where they depend on the case, they are measured when they
/// are asked for.
#[derive(Debug, Clone)]
pub struct Spans<'m> {
    protocol: &'m Protocol,
    record: &'m Record,
    all: Vec<(OnceCell<Lengths>, OnceCell<Lengths>)>,
}

impl<'m> Spans<'m> {
    /// Measures the fields of a record.
    pub fn of(protocol: &'m Protocol, record: &'m Record) -> Self {
        let measure = Measure::of(protocol, record);
        let mut spans = Self { protocol, record, all: vec![Default::default(); record.fields.len()] };
        if !has_cases(&measure) {
            spans.add(&measure, &record.body, super::code_lengths(protocol, record));
        }
        spans
    }

    /// The distance of a field from the start of its record.
    pub fn offset(&self, field: FieldId) -> Lengths {
        let measured = || super::offset_of(self.protocol, self.record, field);
        self.all.get(field.0).map_or(Lengths::NOTHING, |(offset, _)| *offset.get_or_init(measured))
    }

    /// The length of a field.
    pub fn length(&self, field: FieldId) -> Lengths {
        let measured = || super::field_lengths(self.protocol, self.record, field);
        self.all.get(field.0).map_or(Lengths::NOTHING, |(_, length)| *length.get_or_init(measured))
    }

    /// Adds the fields of a body one after the other.
    fn add(&mut self, measure: &Measure<'_>, body: &[FieldId], start: Lengths) {
        let mut start = start;
        for id in body {
            let Some(field) = measure.record.fields.get(id.0) else { continue };
            if let Some(span) = self.all.get_mut(id.0) {
                *span = (start.into(), measure.present_field(*id, field).into());
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
