//! Writers of single numbers. The mirror of `read/number`.

use super::super::codec::put;
use super::super::env::Env;
use super::super::error::{WriteError, WriteErrorKind};
use super::super::meaning::invalid;
use super::super::read::{carrier_bits, float_bits};
use super::super::value::Value;
use super::at::At;
use super::derive::has_given_tag;
use super::destructure::{differs_from_default, or_default};
use super::{Slot, Writer, contradicts, wrong_type};
use crate::layout::{scalar_interval, words};
use crate::model::{
    self, Absent, ByteOrder, CellId, Code, Demand, FloatWidth, Form, Input, Interval, Part, Presence, Protocol, Scalar,
    Source, Wire, sets,
};

impl Writer<'_> {
    /// Checks a number whose width earlier cells choose.
    pub(super) fn check_chosen(
        &self,
        at: &At<'_, '_, '_>,
        tags: &[Input],
        forms: &[Form],
        cell: CellId,
    ) -> Result<(), WriteError> {
        let (env, found) = (&*at.env, &at.env.record.cells[cell.0]);
        let with_bytes = forms.iter().filter(|form| form.scalar.is_some());
        let held = sets::union(with_bytes.map(|form| form.interval).collect());
        let code = env.cell(cell).unwrap_or(0);
        let form = form(env, tags, forms, cell, true).filter(|form| form.scalar.is_some());
        let is_users = found.is_given();
        let fits = match form {
            // A derived number must fit the width, if that is chosen independently.
            Some(form) => form.interval.contains(code) || !(is_users || has_given_tag(env.record, at.id, tags)),
            None => false,
        };
        if !fits && (!is_users || held.iter().any(|one| one.contains(code))) {
            let kind = match found.source {
                Source::Derived(Demand::Count { .. }) => WriteErrorKind::Count,
                _ => WriteErrorKind::Range,
            };
            let expected = words::numbers(&held_with_given_tags(at, tags, forms));
            return Err(at.reject(kind).expected(expected).found(code));
        }
        self.check_number(env, cell, &held)
    }

    /// Checks that the presence of a field agrees with its tags, if they determine it.
    pub(super) fn check_presence(&self, at: &At<'_, '_, '_>) -> Result<(), WriteError> {
        let Wire::Chosen { tags, forms, cell } = &at.field.wire else { return Ok(()) };
        let Presence::Chosen { .. } = at.field.presence else { return Ok(()) };
        let present = at.env.slot(at.id).present;
        let lost = || !present && differs_from_default(at.env, at.field, at.given);
        let form = form(at.env, tags, forms, *cell, present);
        let agrees = form.is_some_and(|form| form.scalar.is_some() == present);
        if lost() || (has_given_tag(at.env.record, at.id, tags) && !agrees) {
            return Err(contradicts(at, present));
        }
        Ok(())
    }

    /// Writes a float.
    pub(super) fn float(
        &self,
        at: &At<'_, '_, '_>,
        width: FloatWidth,
        order: ByteOrder,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let given = or_default(at.env, at.field, at.given);
        let bits = self.float_of(width, given.as_ref()).map_err(|error| error.inside(&at.path()))?;
        put(self.protocol, float_bits(width, order), bits, out);
        Ok(())
    }

    pub(super) fn float_of(&self, width: FloatWidth, given: Option<&Value>) -> Result<Code, WriteError> {
        match given {
            None => Ok(0),
            Some(Value::Float(float)) => Ok(float.bits(width)),
            Some(other) => Err(wrong_type("", "an IEEE number", other)),
        }
    }

    /// Writes a carrier whose parts are cells.
    pub(super) fn bits(&self, env: &Env<'_, Slot<'_>>, carrier: Scalar, parts: &[Part], out: &mut Vec<u8>) {
        let raw = parts.iter().fold(0, |raw, one| raw | one.put(env.cell(one.cell).unwrap_or(0)));
        let signed = scalar_interval(self.protocol, carrier).min < 0;
        put(self.protocol, carrier, model::part(raw, 0, carrier_bits(self.protocol, carrier), signed), out);
    }

    pub(super) fn check_bits(&self, env: &Env<'_, Slot<'_>>, parts: &[Part]) -> Result<(), WriteError> {
        let range = |part: &Part| Interval::of_bits(u32::from(part.width()), part.signed);
        parts.iter().try_for_each(|part| self.check_number(env, part.cell, &[range(part)]))
    }

    /// Checks that a user's number is valid in its cell. A derived number is checked with its subject.
    pub(super) fn check_number(
        &self,
        env: &Env<'_, Slot<'_>>,
        id: CellId,
        held: &[Interval],
    ) -> Result<(), WriteError> {
        let cell = &env.record.cells[id.0];
        if !cell.is_given() {
            return Ok(());
        }
        in_range(self.protocol, cell.value, env.cell(id).unwrap_or(0), held, &cell.path)
    }
}

/// Checks that a number is one of these and has a meaning.
pub(super) fn in_range(
    protocol: &Protocol,
    value: model::Value,
    code: Code,
    held: &[Interval],
    path: &str,
) -> Result<(), WriteError> {
    if !held.iter().any(|one| one.contains(code)) {
        return Err(WriteError::new(path, WriteErrorKind::Range)
            .expected(words::held(protocol, value, held))
            .found(words::number(value, code)));
    }
    invalid(protocol, value, code).map_or(Ok(()), |invalid| Err(invalid.of(path, code)))
}

/// The numbers that a field can hold in the forms that its given tags leave, its default among them.
fn held_with_given_tags(at: &At<'_, '_, '_>, tags: &[Input], forms: &[Form]) -> Vec<Interval> {
    let agrees = |tag: Input, pattern: &[Interval]| {
        tag == Input::Left || at.env.record.derives_tag(at.id, tag) || at.env.matches(tag, pattern)
    };
    let is_left = |form: &&Form| tags.iter().zip(&form.pattern).all(|(tag, pattern)| agrees(*tag, pattern));
    let default = match at.field.presence {
        Presence::Chosen { absent: Absent::Raw(default) } => Some(Interval::only(default)),
        _ => None,
    };
    let held = |form: &Form| if form.scalar.is_some() { Some(form.interval) } else { default };
    sets::union(forms.iter().filter(is_left).filter_map(held).collect())
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
