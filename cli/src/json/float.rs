//! IEEE numbers as JSON, bit for bit: a number that is read from JSON is the number that was shown, a NaN included.
//!
//! A number that JSON does not have is text: `"NaN"`, `"inf"`, `"-inf"`; a NaN with other bits than the usual one is
//! `"NaN(7fc00001)"`.

use serde_json::{Number, Value as Json};
use wireform_build::interpret::{Float, WriteError, WriteErrorKind};
use wireform_build::model::FloatWidth;

use super::from::wrong;

/// The bits of the usual NaN.
const NAN_32: u32 = 0x7FC0_0000;
const NAN_64: u64 = 0x7FF8_0000_0000_0000;

/// A number with the digits that it needs at its width; the name of one that JSON does not have.
pub(super) fn to_json(number: Float) -> Json {
    // Few digits stay few, as the longer number that is nearest to them.
    let digits = match number {
        Float::F32(number) => number.to_string().parse().unwrap_or(f64::from(number)),
        Float::F64(number) => number,
    };
    Number::from_f64(digits).map_or_else(|| name(number).into(), Json::Number)
}

/// The name of a number that is not finite.
fn name(number: Float) -> String {
    match number {
        Float::F32(number) if number.is_nan() && number.to_bits() != NAN_32 => format!("NaN({:08x})", number.to_bits()),
        Float::F64(number) if number.is_nan() && number.to_bits() != NAN_64 => {
            format!("NaN({:016x})", number.to_bits())
        }
        Float::F32(number) => number.to_string(),
        Float::F64(number) => number.to_string(),
    }
}

/// A number of this width.
pub(super) fn float(width: FloatWidth, json: &Json) -> Result<Float, WriteError> {
    match width {
        FloatWidth::F32 => to_f32(json).map(Float::F32),
        FloatWidth::F64 => to_f64(json).map(Float::F64),
    }
}

/// A number, or the text of one that JSON does not have.
pub(super) fn to_f64(json: &Json) -> Result<f64, WriteError> {
    let number = match json {
        Json::String(text) => match text.as_str() {
            "NaN" => Some(f64::from_bits(NAN_64)),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            text => u64::from_str_radix(bits(text, 16), 16).ok().map(f64::from_bits).filter(|number| number.is_nan()),
        },
        json => json.as_f64(),
    };
    number.ok_or_else(|| wrong("a number", json))
}

/// As [`to_f64`], of half the width, which numbers may be too large for.
pub(super) fn to_f32(json: &Json) -> Result<f32, WriteError> {
    let number = match json {
        Json::Number(number) => match number.as_i128() {
            Some(code) => Some(code as f32),
            None => number.as_f64().map(single),
        },
        Json::String(text) => match text.as_str() {
            "NaN" => Some(f32::from_bits(NAN_32)),
            "inf" => Some(f32::INFINITY),
            "-inf" => Some(f32::NEG_INFINITY),
            text => u32::from_str_radix(bits(text, 8), 16).ok().map(f32::from_bits).filter(|number| number.is_nan()),
        },
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
    };
    match number {
        Some(number) if json.is_number() && !number.is_finite() => Err(WriteError::new("", WriteErrorKind::Range)),
        Some(number) => Ok(number),
        None => Err(wrong("a number", json)),
    }
}

/// The digits in `NaN(7fc00001)`; nothing, which is no number, if there are not so many.
fn bits(text: &str, digits: usize) -> &str {
    let bits = text.strip_prefix("NaN(").and_then(|text| text.strip_suffix(')')).unwrap_or_default();
    if bits.len() == digits && bits.bytes().all(|digit| digit.is_ascii_hexdigit()) { bits } else { "" }
}

/// The number whose text was read as a longer one. That is rounded already; rounded once more it may be the neighbour of
/// the number that was shown: `7.038531e-26` is one that would be.
fn single(number: f64) -> f32 {
    let near = number as f32;
    if f64::from(near) == number {
        return near;
    }
    let shown = |one: &f32| one.to_string().parse() == Ok(number);
    [near, near.next_up(), near.next_down()].into_iter().find(shown).unwrap_or(near)
}
