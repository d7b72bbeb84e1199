//! Plain values as JSON and back. What a piece of JSON stands for is decided by the model, field by field.
//!
//! A quantity is `{"raw":..,"value":..,"unit":..}`, bits and packed numbers are an object of `raw` and their parts, an
//! enum is `{"raw":..,"name":..}`, a checksum of the program `{"raw":..,"verified":false}`, what is absent is null, a member of a family is `{"message":NAME, ..fields}`, a shape
//! `{"arm":NAME, ..fields}` or, of one value, `{"arm":NAME,"value":..}`, bytes are hex. Where a
//! field is itself called `message` or `arm`, its key is followed by `_`.

mod float;
mod from;
mod number;

use std::fmt;

use super::value::{Float, Value};
use crate::model::Code;
use crate::quantity::Amount;

pub use from::from_json;

/// A piece of JSON.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A whole number.
    Int(Code),
    /// A number with a fraction or an exponent. One that JSON has no number for is text: `"NaN"`, `"inf"`, `"-inf"`; a
    /// NaN that says more than that with its bits, `"NaN(7fc00001)"`.
    Float(Float),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, in this order.
    Object(Vec<(String, Json)>),
}

/// The JSON of a value.
#[must_use]
pub fn to_json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(yes) => Json::Bool(*yes),
        Value::Int(code) => Json::Int(*code),
        Value::Float(float) => Json::Float(*float),
        Value::Text(text) => Json::Text(text.clone()),
        Value::Bytes(bytes) => Json::Text(hex(bytes)),
        Value::List(list) => Json::List(list.iter().map(to_json).collect()),
        Value::Quantity { raw, value, unit } => {
            let mut fields = vec![raw_field(*raw), ("value".to_owned(), amount(*value))];
            fields.extend(unit.iter().map(|unit| ("unit".to_owned(), Json::Text(unit.clone()))));
            Json::Object(fields)
        }
        Value::Enum { raw, name } => {
            let name = name.clone().map_or(Json::Null, Json::Text);
            Json::Object(vec![raw_field(*raw), ("name".to_owned(), name)])
        }
        Value::Bits { raw, parts } => Json::Object(with_fields(raw_field(*raw), parts)),
        Value::Packed { raw, digits } => {
            let digits = digits.iter().map(|digit| (digit.name.clone(), Json::Int(digit.value)));
            Json::Object(std::iter::once(raw_field(*raw)).chain(digits).collect())
        }
        Value::Unverified { raw } => Json::Object(vec![raw_field(*raw), ("verified".to_owned(), Json::Bool(false))]),
        Value::Record(fields) => {
            Json::Object(fields.iter().map(|(name, value)| (name.clone(), to_json(value))).collect())
        }
        Value::Message { name, fields } => {
            Json::Object(with_fields(("message".to_owned(), Json::Text(name.clone())), fields))
        }
        Value::Arm { name, fields } => Json::Object(with_fields(("arm".to_owned(), Json::Text(name.clone())), fields)),
        Value::Unknown { code, body } => Json::Object(vec![
            ("message".to_owned(), Json::Null),
            ("code".to_owned(), Json::Int(*code)),
            ("body".to_owned(), Json::Text(hex(body))),
        ]),
    }
}

fn raw_field(raw: Code) -> (String, Json) {
    ("raw".to_owned(), Json::Int(raw))
}

/// Fields behind one that says what they are.
fn with_fields(first: (String, Json), fields: &[(String, Value)]) -> Vec<(String, Json)> {
    let taken = first.0.clone();
    let fields = fields.iter().map(|(name, value)| (key(name, &taken), to_json(value)));
    std::iter::once(first).chain(fields).collect()
}

/// The key of a field in an object that has another of this name already.
fn key(name: &str, taken: &str) -> String {
    if name.trim_end_matches('_') == taken { format!("{name}_") } else { name.to_owned() }
}

fn amount(value: Amount) -> Json {
    match value {
        Amount::Int(value) => Json::Int(Code::from(value)),
        Amount::F32(value) => Json::Float(Float::F32(value)),
        Amount::F64(value) => Json::Float(Float::F64(value)),
    }
}

/// Bytes as pairs of hex digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;

    bytes.iter().fold(String::with_capacity(bytes.len().saturating_mul(2)), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl Json {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Self::Object(fields) => fields.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// What it is, in words.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Int(_) => "a number",
            Self::Float(_) => "a number with a fraction",
            Self::Text(_) => "text",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

impl fmt::Display for Json {
    /// As text, without blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(yes) => yes.fmt(f),
            Self::Int(code) => code.fmt(f),
            Self::Float(number) => float::show(*number, f),
            Self::Text(text) => string(text, f),
            Self::List(list) => {
                f.write_str("[")?;
                for (index, value) in list.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    value.fmt(f)?;
                }
                f.write_str("]")
            }
            Self::Object(fields) => {
                f.write_str("{")?;
                for (index, (name, value)) in fields.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    string(name, f)?;
                    f.write_str(":")?;
                    value.fmt(f)?;
                }
                f.write_str("}")
            }
        }
    }
}

fn string(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use fmt::Write as _;

    f.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            // Those of Latin-1 too, which terminals obey.
            control if control.is_control() => write!(f, "\\u{:04x}", u32::from(control))?,
            other => f.write_char(other)?,
        }
    }
    f.write_char('"')
}
