//! IEEE numbers as JSON, bit for bit: a number that was read as JSON is the number that was shown, a NaN included.

use std::fmt;

use super::super::error::{WriteError, WriteErrorKind};
use super::super::value::Float;
use super::Json;
use super::from::wrong;
use crate::model::FloatWidth;

/// The bits of the NaN that needs no telling which one it is.
const NAN_32: u32 = 0x7FC0_0000;
const NAN_64: u64 = 0x7FF8_0000_0000_0000;

/// A number with a point or an exponent; the name of one that JSON has no number for.
pub(super) fn show(number: Float, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match number {
        // `Debug` keeps the point of a whole number: 6.0 is no integer.
        Float::F32(number) if number.is_finite() => write!(f, "{number:?}"),
        Float::F64(number) if number.is_finite() => write!(f, "{number:?}"),
        Float::F32(number) if number.is_nan() && number.to_bits() != NAN_32 => {
            write!(f, "\"NaN({:08x})\"", number.to_bits())
        }
        Float::F64(number) if number.is_nan() && number.to_bits() != NAN_64 => {
            write!(f, "\"NaN({:016x})\"", number.to_bits())
        }
        Float::F32(number) => write!(f, "\"{number}\""),
        Float::F64(number) => write!(f, "\"{number}\""),
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
        Json::Int(code) => Some(*code as f64),
        Json::Float(float) => Some(float.to_f64()),
        Json::Text(text) => match text.as_str() {
            "NaN" => Some(f64::from_bits(NAN_64)),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            text => u64::from_str_radix(bits(text, 16), 16).ok().map(f64::from_bits).filter(|number| number.is_nan()),
        },
        Json::Null | Json::Bool(_) | Json::List(_) | Json::Object(_) => None,
    };
    number.ok_or_else(|| wrong("a number", json))
}

/// As [`to_f64`], of half the width, which numbers may be too large for.
pub(super) fn to_f32(json: &Json) -> Result<f32, WriteError> {
    let number = match json {
        Json::Int(code) => Some(*code as f32),
        Json::Float(Float::F32(number)) => Some(*number),
        Json::Float(Float::F64(number)) => {
            let near = single(*number);
            if number.is_finite() && !near.is_finite() {
                return Err(WriteError::new("", WriteErrorKind::Range));
            }
            Some(near)
        }
        Json::Text(text) => match text.as_str() {
            "NaN" => Some(f32::from_bits(NAN_32)),
            "inf" => Some(f32::INFINITY),
            "-inf" => Some(f32::NEG_INFINITY),
            text => u32::from_str_radix(bits(text, 8), 16).ok().map(f32::from_bits).filter(|number| number.is_nan()),
        },
        Json::Null | Json::Bool(_) | Json::List(_) | Json::Object(_) => None,
    };
    number.ok_or_else(|| wrong("a number", json))
}

/// The digits in `NaN(7fc00001)`; nothing, which is no number, if there are not so many.
fn bits(text: &str, digits: usize) -> &str {
    let bits = text.strip_prefix("NaN(").and_then(|text| text.strip_suffix(')')).unwrap_or_default();
    if bits.len() == digits && bits.bytes().all(|digit| digit.is_ascii_hexdigit()) { bits } else { "" }
}

/// The number whose text was read as a longer one. That was rounded already, and rounded once more it may come to lie
/// beside the number that was shown: `7.038531e-26` is one that does.
fn single(number: f64) -> f32 {
    let near = number as f32;
    if f64::from(near) == number {
        return near;
    }
    let shown = |one: &f32| one.to_string().parse() == Ok(number);
    [near, near.next_up(), near.next_down()].into_iter().find(shown).unwrap_or(near)
}
