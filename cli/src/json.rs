//! Plain values as JSON and back. The model decides what a piece of JSON means, field by field.
//!
//! A quantity is `{"raw":..,"value":..,"unit":..}`, bits and packed numbers are an object of `raw` and their parts, an
//! enum is `{"raw":..,"name":..}`, a number in a notation `{"raw":..,"value":"0x12c"}`, a checksum of the program `{"raw":..,"verified":false}`, an absent field is null, a
//! member of a family is `{"message":NAME, ..fields}`, a shape `{"arm":NAME, ..fields}` or, of one value,
//! `{"arm":NAME,"value":..}`, bytes are hex. Where a field is itself called `message` or `arm`, its key is followed by `_`.

mod float;
mod from;
mod keys;
mod number;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value as Json};
use wireform_build::interpret::{Float, Value};
use wireform_build::model::Code;
use wireform_build::quantity::Amount;

use crate::bytes::to_hex;

pub use from::from_json;
pub use keys::parse;

/// The JSON of a value, with the fields in their order.
#[must_use]
pub fn to_json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(yes) => Json::Bool(*yes),
        Value::Int(code) => int(*code),
        Value::Float(float) => float::to_json(*float),
        Value::Text(text) => text.as_str().into(),
        Value::Bytes(bytes) => to_hex(bytes).into(),
        Value::List(list) => list.iter().map(to_json).collect(),
        Value::Quantity { raw, value, unit } => {
            let unit = unit.iter().map(|unit| ("unit", unit.as_str().into()));
            object([("raw", int(*raw)), ("value", amount(*value))].into_iter().chain(unit))
        }
        Value::Notation { raw, notation } => object([("raw", int(*raw)), ("value", notation.text(*raw).into())]),
        Value::Enum { raw, name } => object([("raw", int(*raw)), ("name", name.as_deref().into())]),
        Value::Bits { raw, parts } => with_fields("raw", int(*raw), parts),
        Value::Packed { raw, digits } => {
            let digits = digits.iter().map(|digit| (digit.name.as_str(), int(digit.value)));
            object([("raw", int(*raw))].into_iter().chain(digits))
        }
        Value::Unverified { raw } => object([("raw", int(*raw)), ("verified", false.into())]),
        Value::Record(fields) => object(fields.iter().map(|(name, value)| (name.as_str(), to_json(value)))),
        Value::Message { name, fields } => with_fields("message", name.as_str().into(), fields),
        Value::Arm { name, fields } => with_fields("arm", name.as_str().into(), fields),
        Value::Unknown { code, body } => {
            object([("message", Json::Null), ("code", int(*code)), ("body", to_hex(body).into())])
        }
    }
}

fn object<'k>(entries: impl IntoIterator<Item = (&'k str, Json)>) -> Json {
    Json::Object(entries.into_iter().map(|(key, json)| (key.to_owned(), json)).collect())
}

/// Fields after an entry that says what they are.
fn with_fields(key: &str, first: Json, fields: &[(String, Value)]) -> Json {
    let mut object = Map::from_iter([(key.to_owned(), first)]);
    for (name, value) in fields {
        // The key is in the object already.
        let name = if name.trim_end_matches('_') == key { format!("{name}_") } else { name.clone() };
        object.insert(name, to_json(value));
    }
    Json::Object(object)
}

/// A whole number. Numbers of packets have 64 bits, with a sign or without.
fn int(code: Code) -> Json {
    i64::try_from(code).map(Json::from).or_else(|_| u64::try_from(code).map(Json::from)).unwrap_or_default()
}

fn amount(value: Amount) -> Json {
    match value {
        Amount::Int(value) => value.into(),
        Amount::F32(value) => float::to_json(Float::F32(value)),
        Amount::F64(value) => float::to_json(Float::F64(value)),
    }
}

/// The text of a piece of JSON, without blanks. All control characters are escaped: JSON asks for those of ASCII only, and
/// terminals obey those of Latin-1 too.
#[must_use]
pub fn text(json: &Json) -> String {
    let mut text = String::new();
    for character in json.to_string().chars() {
        if character.is_control() {
            text.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            text.push(character);
        }
    }
    text
}

/// The kind of a piece of JSON, in words.
fn what(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "true or false",
        Json::Number(number) if number.is_f64() => "a number with a fraction",
        Json::Number(_) => "a number",
        Json::String(_) => "text",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}

/// A whole number of JSON. The parser makes a float of `-0`, and of a number beyond 64 bits; that is taken as one that no
/// wire holds.
pub fn as_int(json: &Json) -> Option<Code> {
    let number = json.as_number()?;
    let beyond = Code::from(u64::MAX).saturating_add(1);
    number.as_i128().or_else(|| match number.as_f64()? {
        zero if zero == 0.0 && zero.is_sign_negative() => Some(0),
        high if high >= u64::MAX as f64 => Some(beyond),
        low if low <= i64::MIN as f64 => Some(beyond.saturating_neg()),
        _ => None,
    })
}
