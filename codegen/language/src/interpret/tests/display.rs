//! Text of values, for expectations: as short as the JSON that the command prints.

use super::{Float, Value};
use crate::quantity::Amount;

/// The text of a value.
pub(super) fn display(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(yes) => yes.to_string(),
        Value::Int(code) => code.to_string(),
        Value::Notation { raw, notation } => notation.text(*raw),
        Value::Float(number) => float(*number),
        Value::Text(text) => quoted(text),
        Value::Bytes(bytes) => quoted(&to_hex(bytes)),
        Value::List(list) => format!("[{}]", list.iter().map(display).collect::<Vec<_>>().join(",")),
        Value::Unread(_) => unreachable!("only `read_lean` makes it"),
        Value::Quantity { raw, value, unit } => {
            let value = match value {
                Amount::Int(value) => value.to_string(),
                Amount::F32(value) => float(Float::F32(*value)),
                Amount::F64(value) => float(Float::F64(*value)),
            };
            let unit = unit.iter().map(|unit| ("unit", quoted(unit)));
            object([("raw", raw.to_string()), ("value", value)].into_iter().chain(unit))
        }
        Value::Enum { raw, name } => {
            object([("raw", raw.to_string()), ("name", name.as_deref().map_or("null".to_owned(), quoted))])
        }
        Value::Bits { raw, parts } => object(fields(Some(("raw", raw.to_string())), parts)),
        Value::Packed { raw, digits } => {
            let digits = digits.iter().map(|digit| (digit.name.as_str(), digit.value.to_string()));
            object([("raw", raw.to_string())].into_iter().chain(digits))
        }
        Value::Unverified { raw } => object([("raw", raw.to_string()), ("verified", "false".to_owned())]),
        Value::Record(all) => object(fields(None, all)),
        Value::Message { name, fields: all } => object(fields(Some(("message", quoted(name))), all)),
        Value::Arm { name, fields: all } => object(fields(Some(("arm", quoted(name))), all)),
        Value::Unknown { code, body } => {
            object([("message", "null".to_owned()), ("code", code.to_string()), ("body", quoted(&to_hex(body)))])
        }
    }
}

/// Bytes as pairs of hex digits.
pub(super) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn fields<'v>(first: Option<(&'v str, String)>, all: &'v [(String, Value)]) -> impl Iterator<Item = (&'v str, String)> {
    first.into_iter().chain(all.iter().map(|(name, value)| (name.as_str(), display(value))))
}

fn object<'v>(entries: impl IntoIterator<Item = (&'v str, String)>) -> String {
    let entries: Vec<String> = entries.into_iter().map(|(key, value)| format!("{}:{value}", quoted(key))).collect();
    format!("{{{}}}", entries.join(","))
}

/// A float; a NaN with its bits.
fn float(number: Float) -> String {
    match number {
        Float::F32(number) if number.is_nan() && number.to_bits() != f32::NAN.to_bits() => {
            format!("\"NaN({:08x})\"", number.to_bits())
        }
        Float::F64(number) if number.is_nan() && number.to_bits() != f64::NAN.to_bits() => {
            format!("\"NaN({:016x})\"", number.to_bits())
        }
        Float::F32(number) if number.is_finite() => format!("{number:?}"),
        Float::F64(number) if number.is_finite() => format!("{number:?}"),
        Float::F32(number) => quoted(&number.to_string()),
        Float::F64(number) => quoted(&number.to_string()),
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|one| match one {
        '"' | '\\' => format!("\\{one}"),
        one if one.is_control() => format!("\\u{:04x}", u32::from(one)),
        one => one.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}
