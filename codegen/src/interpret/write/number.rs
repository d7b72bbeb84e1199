//! Writers of single numbers. The mirror of `read/number`.

use super::super::codec::{bits_of, put};
use super::super::env::Env;
use super::super::error::{WriteError, WriteErrorKind};
use super::super::meaning::invalid;
use super::super::read::{carrier_bits, float_bits};
use super::super::value::{Float, Value};
use super::derive::has_given_tag;
use super::destructure::differs_from_default;
use super::{Slot, Writer, wrong_type};
use crate::layout::scalar_interval;
use crate::model::{
    self, ByteOrder, CellId, Code, Demand, Field, FieldId, FloatWidth, Form, Input, Interval, Part, Presence, Scalar,
    Source, Wire,
};

impl Writer<'_> {
    /// Checks an integer.
    pub(super) fn check_scalar(
        &self,
        env: &Env<'_, Slot<'_>>,
        id: FieldId,
        scalar: Scalar,
        cell: CellId,
    ) -> Result<(), WriteError> {
        let range = scalar_interval(self.protocol, scalar);
        if self.in_range(env, cell, range) { Ok(()) } else { Err(WriteError::new(env.path(id), WriteErrorKind::Range)) }
    }

    /// Checks a number whose width earlier cells choose.
    pub(super) fn check_chosen(
        &self,
        env: &Env<'_, Slot<'_>>,
        id: FieldId,
        tags: &[Input],
        forms: &[Form],
        cell: CellId,
    ) -> Result<(), WriteError> {
        let form = form(env, tags, forms, cell, true).filter(|form| form.scalar.is_some());
        let fits = form.is_some_and(|form| self.in_range(env, cell, form.interval));
        // A derived number must fit the width, if that is chosen independently.
        let fits_form = form.is_some_and(|form| env.cell(cell).is_some_and(|code| form.interval.contains(code)));
        if fits && (fits_form || !has_given_tag(env.record, id, tags)) {
            return Ok(());
        }
        let source = env.record.cells.get(cell.0).map(|cell| &cell.source);
        let kind = match source {
            Some(Source::Derived(Demand::Count { .. })) => WriteErrorKind::Count,
            _ => WriteErrorKind::Range,
        };
        Err(WriteError::new(env.path(id), kind))
    }

    /// Checks that the presence of a field agrees with its tags, if they determine it.
    pub(super) fn check_presence(
        &self,
        env: &Env<'_, Slot<'_>>,
        id: FieldId,
        field: &Field,
        given: Option<&Value>,
    ) -> Result<(), WriteError> {
        let Wire::Chosen { tags, forms, cell } = &field.wire else { return Ok(()) };
        let Presence::Chosen { .. } = field.presence else { return Ok(()) };
        let present = env.slot(id).is_some_and(|slot| slot.present);
        let lost = || !present && differs_from_default(env, field, given);
        let form = form(env, tags, forms, *cell, present);
        let has_bytes = form.is_some_and(|form| form.scalar.is_some());
        if lost() || (has_given_tag(env.record, id, tags) && has_bytes != present) {
            return Err(WriteError::new(env.path(id), WriteErrorKind::Presence));
        }
        Ok(())
    }

    /// Writes a float.
    pub(super) fn float(
        &self,
        env: &Env<'_, Slot<'_>>,
        id: FieldId,
        (width, order): (FloatWidth, ByteOrder),
        given: Option<&Value>,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let bits = self.float_of(width, given).map_err(|error| error.inside(&env.path(id)))?;
        put(self.protocol, float_bits(width, order), bits, out);
        Ok(())
    }

    pub(super) fn float_of(&self, width: FloatWidth, given: Option<&Value>) -> Result<Code, WriteError> {
        match (width, given) {
            (_, None) => Ok(0),
            (FloatWidth::F32, Some(Value::Float(Float::F32(float)))) => Ok(Code::from(float.to_bits())),
            (FloatWidth::F64, Some(Value::Float(float))) => Ok(Code::from(float.to_f64().to_bits())),
            (FloatWidth::F32, Some(Value::Float(Float::F64(float)))) => Ok(Code::from((*float as f32).to_bits())),
            (_, Some(other)) => Err(wrong_type("", "an IEEE number", other)),
        }
    }

    /// Writes a carrier whose parts are cells.
    pub(super) fn bits(&self, env: &Env<'_, Slot<'_>>, carrier: Scalar, parts: &[Part], out: &mut Vec<u8>) {
        let raw = parts.iter().fold(0, |raw, one| {
            let bits = bits_of(env.cell(one.cell).unwrap_or(0), one.width);
            raw | bits.checked_shl(u32::from(one.low)).unwrap_or(0)
        });
        let signed = scalar_interval(self.protocol, carrier).min < 0;
        put(self.protocol, carrier, model::part(raw, 0, carrier_bits(self.protocol, carrier), signed), out);
    }

    pub(super) fn check_bits(&self, env: &Env<'_, Slot<'_>>, parts: &[Part]) -> Result<(), WriteError> {
        for part in parts {
            let range = Interval::of_bits(u32::from(part.width), part.signed);
            if !self.in_range(env, part.cell, range) {
                let path = env.record.cells.get(part.cell.0).map_or("", |cell| &cell.path);
                return Err(WriteError::new(path, WriteErrorKind::Range));
            }
        }
        Ok(())
    }

    /// Whether a user's number is valid in its cell. A derived number is checked with its subject.
    fn in_range(&self, env: &Env<'_, Slot<'_>>, id: CellId, range: Interval) -> bool {
        let Some(cell) = env.record.cells.get(id.0) else { return true };
        let code = env.cell(id).unwrap_or(0);
        !cell.is_given() || (range.contains(code) && invalid(self.protocol, cell.value, code).is_none())
    }
}

/// The form in which a number is written, `present` or not: the one that the tags select. If one of them is the
/// remaining length, which is unknown to a writer, it is the first form that holds the number.
pub(super) fn form<'f>(
    env: &Env<'_, Slot<'_>>,
    tags: &[Input],
    forms: &'f [Form],
    cell: CellId,
    present: bool,
) -> Option<&'f Form> {
    if !tags.contains(&Input::Left) {
        return env.form(tags, forms);
    }
    let code = env.cell(cell).unwrap_or(0);
    forms.iter().find(|form| form.scalar.is_some() == present && (!present || form.interval.contains(code)))
}
