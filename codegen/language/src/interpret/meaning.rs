//! Conversion between raw numbers and values.

use std::fmt::Display;

use super::error::{Malformed, ReadError, WriteError, WriteErrorKind};
use super::value::{Digit, Value};
use crate::layout::{scalar_interval, words};
use crate::model::{self, Bits, Code, Interval, Protocol, Scalar, part};
use crate::quantity;

/// The value of a raw number.
#[must_use]
pub fn meaning(protocol: &Protocol, value: model::Value, raw: Code) -> Value {
    match value {
        model::Value::Int(None) => Value::Int(raw),
        model::Value::Int(Some(notation)) => Value::Notation { raw, notation },
        model::Value::Bool | model::Value::Truthy => Value::Bool(raw != 0),
        model::Value::Enum(id) => {
            let name = protocol.enums.get(id.0).and_then(|one| one.name_of(raw)).map(|code| code.name.clone());
            Value::Enum { raw, name }
        }
        model::Value::Bits(id) => {
            let parts = protocol.bits.get(id.0).map(|bits| bits_parts(protocol, bits, raw));
            Value::Bits { raw, parts: parts.unwrap_or_default() }
        }
        model::Value::Quantity(id) => match protocol.quantities.get(id.0) {
            Some(one) => Value::Quantity { raw, value: quantity::value(one, raw), unit: one.unit.clone() },
            None => Value::Int(raw),
        },
        model::Value::Packed(id) => {
            let Some(packed) = protocol.packed.get(id.0) else { return Value::Int(raw) };
            let digits = packed.digits.iter().zip(quantity::digits(packed, raw));
            let digits =
                digits.map(|(digit, value)| Digit { name: digit.name.clone(), value, unit: digit.unit.clone() });
            Value::Packed { raw, digits: digits.collect() }
        }
    }
}

/// The raw number that is written for a value, on a wire with this range; it may be [`invalid`]. A name with several
/// codes has the canonical one.
pub(super) fn raw_of(
    protocol: &Protocol,
    kind: model::Value,
    value: &Value,
    range: Interval,
) -> Result<Code, WriteErrorKind> {
    let wanted = || WriteErrorKind::Type { wanted: wanted(kind), found: value.what() };
    let raw = value.raw().ok_or_else(wanted)?;
    Ok(match kind {
        model::Value::Truthy => Code::from(raw != 0),
        model::Value::Enum(id) => protocol.enums.get(id.0).map_or(raw, |one| one.written(raw)),
        model::Value::Bits(id) => protocol.bits.get(id.0).map_or(raw, |bits| on_wire(protocol, bits, raw, range)),
        model::Value::Int(_) | model::Value::Bool | model::Value::Quantity(_) | model::Value::Packed(_) => raw,
    })
}

/// Why a raw number is invalid.
pub(super) struct Invalid {
    pub(super) why: Malformed,
    /// The numbers that are valid.
    pub(super) expected: Option<String>,
}

impl Invalid {
    /// The error of a reader that found this number.
    pub(super) fn at(self, path: impl Into<String>, offset: usize, found: impl Display) -> ReadError {
        let mut error = ReadError::malformed(path, offset, self.why).found(found);
        error.facts.expected = self.expected;
        error
    }

    /// The error of a writer for a value with this number.
    pub(super) fn of(self, path: impl Into<String>, found: Code) -> WriteError {
        let mut error = WriteError::new(path, WriteErrorKind::Range).found(found);
        let bool = (self.why == Malformed::Bool).then(|| "0 or 1".to_owned());
        error.facts.expected = self.expected.or(bool);
        error
    }
}

/// Why a raw number is invalid, if it is.
pub(super) fn invalid(protocol: &Protocol, kind: model::Value, raw: Code) -> Option<Invalid> {
    match kind {
        model::Value::Bool => (!matches!(raw, 0 | 1)).then_some(Invalid { why: Malformed::Bool, expected: None }),
        model::Value::Enum(id) => {
            let one = protocol.enums.get(id.0)?;
            let invalid = || Invalid { why: Malformed::Value, expected: Some(words::names(one)) };
            (!one.open && one.name_of(raw).is_none()).then(invalid)
        }
        model::Value::Bits(id) => {
            let bits = protocol.bits.get(id.0)?;
            let wrong = bits.parts.iter().any(|one| {
                let raw = one.of(raw);
                match one.constant {
                    Some(constant) => raw != constant,
                    None => invalid(protocol, one.value, raw).is_some(),
                }
            });
            wrong.then_some(Invalid { why: Malformed::Value, expected: None })
        }
        model::Value::Int(_) | model::Value::Truthy | model::Value::Quantity(_) | model::Value::Packed(_) => None,
    }
}

/// The number of a character that is an integer on the wire. In a signed unit the upper half of the
/// characters may be negative numbers, by their low byte.
pub(super) fn number_of(protocol: &Protocol, unit: Scalar, code: Code) -> Option<Code> {
    let range = scalar_interval(protocol, unit);
    let signed = u8::try_from(code).map_or(code, |byte| byte.cast_signed().into());
    [code, signed].into_iter().find(|number| range.contains(*number))
}

/// The raw number of a default, on a wire with this range.
pub(super) fn default_on(protocol: &Protocol, kind: model::Value, range: Interval) -> Code {
    let raw = default_raw(protocol, kind);
    match kind {
        model::Value::Bits(id) => protocol.bits.get(id.0).map_or(raw, |bits| on_wire(protocol, bits, raw, range)),
        _ => raw,
    }
}

/// The raw number of a default: zero if that is valid.
#[must_use]
pub fn default_raw(protocol: &Protocol, kind: model::Value) -> Code {
    match kind {
        model::Value::Enum(id) => match protocol.enums.get(id.0) {
            Some(one) => one.default_name().map_or(0, |code| code.written),
            None => 0,
        },
        model::Value::Bits(id) => protocol.bits.get(id.0).map_or(0, |bits| default_bits(protocol, bits)),
        model::Value::Int(_)
        | model::Value::Bool
        | model::Value::Truthy
        | model::Value::Quantity(_)
        | model::Value::Packed(_) => 0,
    }
}

fn default_bits(protocol: &Protocol, bits: &Bits) -> Code {
    bits.parts.iter().fold(0, |whole, one| {
        let known = one.constant.or(one.reserved());
        let part = known.unwrap_or_else(|| default_raw(protocol, one.value));
        one.put(whole, part)
    })
}

/// A bit layout as it is written, with reserved bits as a writer fills them. On a signed wire it is negative if its highest bit is set,
/// whether the given number is signed or not.
fn on_wire(protocol: &Protocol, bits: &Bits, raw: Code, range: Interval) -> Code {
    let signed = range.min < 0;
    let fits = |signed| Interval::of_bits(u32::from(bits.width), signed).contains(raw);
    let whole = without_reserved(protocol, bits, raw);
    if fits(false) || (signed && fits(true)) { part(whole, 0, bits.width, signed) } else { raw }
}

/// A carrier with its reserved bits as a writer fills them, those of nested layouts included.
#[must_use]
pub fn without_reserved(protocol: &Protocol, bits: &Bits, raw: Code) -> Code {
    bits.parts.iter().fold(raw, |whole, one| match (one.reserved(), one.constant, one.value) {
        (Some(fill), _, _) => one.put(whole, fill),
        (None, None, model::Value::Bits(id)) => {
            let inner = protocol.bits.get(id.0);
            let part = inner.map_or(0, |inner| without_reserved(protocol, inner, one.of(whole)));
            one.put(whole, part)
        }
        (None, _, _) => whole,
    })
}

fn bits_parts(protocol: &Protocol, bits: &Bits, raw: Code) -> Vec<(String, Value)> {
    let named = bits.parts.iter().filter(|one| one.constant.is_none());
    let parts = named.filter_map(|one| {
        let name = one.name.clone()?;
        Some((name, meaning(protocol, one.value, one.of(raw))))
    });
    parts.collect()
}

fn wanted(kind: model::Value) -> &'static str {
    match kind {
        model::Value::Int(None) => "a number",
        model::Value::Int(Some(notation)) => notation.wanted(),
        model::Value::Bool | model::Value::Truthy => "true or false",
        model::Value::Enum(_) => "a name or its code",
        model::Value::Bits(_) => "bits",
        model::Value::Quantity(_) => "a quantity",
        model::Value::Packed(_) => "digits",
    }
}
