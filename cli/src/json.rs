//! Plain values as JSON and back. The model decides what a piece of JSON means, field by field. Generated code has the same
//! form (`Builder::serde`).
//!
//! A quantity is `{"raw":..,"value":..,"unit":..}`, bits and packed numbers are an object of `raw` and their parts, an enum
//! is its name or a code without one, `{"name":..,"raw":..}` if the name has several, a number in a notation is its text
//! `"0x12c"`, a checksum of the program `{"raw":..,"verified":false}`, an absent field is null, a member of a family is
//! `{"NAME":{..fields}}`, and so is a shape, but for one of a single value, `{"NAME":value}`, and one of nothing, `"NAME"`.
//! Bytes are hex.

mod advice;
mod float;
mod from;
mod keys;
mod nearly;
mod notes;
mod number;
mod plain;
#[cfg(test)]
mod tests;
mod to;

use serde_json::Value as Json;
use wireform_build::model::Code;

pub use from::{from_json, from_json_noted};
pub use keys::parse;
pub use notes::Outside;
pub use number::{number, to_json as number_to_json};
pub use plain::text;
use plain::{write, write_text};
pub use to::{to_json, write_json};

/// The name of a message whose code is not in the schema.
const UNKNOWN: &str = "Unknown";

/// The only key of an object, with what it leads to: the name of a message or a shape.
pub fn tagged(json: &Json) -> Option<(&str, &Json)> {
    let mut all = json.as_object()?.iter();
    all.next().filter(|_| all.next().is_none()).map(|(name, inner)| (name.as_str(), inner))
}

fn object<'k>(entries: impl IntoIterator<Item = (&'k str, Json)>) -> Json {
    Json::Object(entries.into_iter().map(|(key, json)| (key.to_owned(), json)).collect())
}

/// A whole number. Numbers of packets have 64 bits, with a sign or without.
pub(crate) fn int(code: Code) -> Json {
    i64::try_from(code).map(Json::from).or_else(|_| u64::try_from(code).map(Json::from)).unwrap_or_default()
}

/// The kind of a piece of JSON, in words.
fn what(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "true or false",
        Json::Number(number) if number.is_f64() => "a float",
        Json::Number(_) => "a number",
        Json::String(_) => "text",
        Json::Array(_) => "an array",
        Json::Object(fields) if fields.is_empty() => "an empty object",
        Json::Object(fields) if fields.len() > 1 => "an object of several keys",
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
