//! Rules: their check after reading, and the repair of values that violate them.

use super::super::env::Env;
use super::super::error::{Malformed, ReadError};
use super::super::fields::{Slot, default_value};
use super::super::meaning::{default_on, raw_of};
use super::super::value::Value;
use crate::layout::{scalar_interval, wire_interval};
use crate::model::{CellId, Check, Code, Field, FieldId, Item, Protocol, Wire};

/// Checks the rules of a complete scope in field order, and replaces the values that they repair: of these fields.
pub(super) fn rules(env: &mut Env<'_, Slot>, body: &[FieldId]) -> Result<Vec<FieldId>, ReadError> {
    let record = env.record;
    let mut repaired = Vec::new();
    for id in record.scope(body) {
        let field = &record.fields[id.0];
        if !record.checks_at_once(field) && rule(env, id, field)? {
            repaired.push(id);
        }
    }
    Ok(repaired)
}

/// Checks the rule of a field; whether it repaired the value.
pub(super) fn rule(env: &mut Env<'_, Slot>, id: FieldId, field: &Field) -> Result<bool, ReadError> {
    let Some(rule) = &field.rule else { return Ok(false) };
    let slot = env.slot(id);
    if !slot.present || holds(env, &rule.check, &field.wire, &slot.value) {
        return Ok(false);
    }
    let Some(repair) = &rule.repair else {
        let mut error = ReadError::malformed(env.path(id), slot.offset, Malformed::Rule(rule.text.clone()));
        error.facts.found = env.told(id);
        return Err(error);
    };
    env.slot_mut(id).value = default_value(env, field, repair);
    Ok(true)
}

/// Whether a rule holds for a field with this value. An absent value violates no rule.
pub(in super::super) fn holds<S>(env: &Env<'_, S>, check: &Check, wire: &Wire, value: &Value) -> bool {
    match (check, value) {
        (Check::Test(test), _) => env.test(test).unwrap_or(true),
        (Check::Float { low, high }, Value::Float(float)) => {
            let float = float.to_f64();
            let above = low.is_none_or(|(end, belongs)| if belongs { float >= end } else { float > end });
            let below = high.is_none_or(|(end, belongs)| if belongs { float <= end } else { float < end });
            above && below && !float.is_nan()
        }
        (Check::Ascending { cell }, _) if let Some((_, list)) = value.list(env.protocol) => {
            let numbers = list.map(|element| number_of(env.protocol, wire, *cell, &element));
            numbers.is_sorted_by(|one, next| one < next)
        }
        (Check::Float { .. } | Check::Ascending { .. }, _) => true,
    }
}

/// The number by which an element is ordered: its own, or that of a cell in it.
fn number_of(protocol: &Protocol, wire: &Wire, cell: Option<CellId>, element: &Value) -> Code {
    let (meaning, range, value) = match (wire, cell) {
        (Wire::List { item: Item::Scalar { scalar, value }, .. }, _) => {
            (*value, scalar_interval(protocol, *scalar), Some(element))
        }
        (Wire::List { item: Item::Record { record, .. }, .. }, Some(cell)) => {
            let record = &protocol.records[record.0];
            let range = wire_interval(protocol, record, cell);
            let cell = &record.cells[cell.0];
            let value = match record.only() {
                Some(_) => Some(element),
                None => cell.path.split('.').try_fold(element, |value, name| value.field(name)),
            };
            (cell.value, range, value)
        }
        _ => return 0,
    };
    let raw = value.and_then(|value| raw_of(protocol, meaning, value, range).ok());
    raw.unwrap_or_else(|| default_on(protocol, meaning, range))
}
