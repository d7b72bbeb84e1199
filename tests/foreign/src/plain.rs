//! Values that were read, in the form of the sheets: numbers without names, those in a notation as its text, bits as
//! their parts, bytes in hexadecimal.

use serde_json::{Map, Value as Json};
use wireform_build::interpret::Value;
use wireform_build::model::{Code, Protocol};

/// The key of a message's code, which is no name of a field.
pub const CODE: &str = "(code)";
/// The key of the name of an arm.
pub const ARM: &str = "(arm)";

/// The value as JSON.
pub fn plain(protocol: &Protocol, value: &Value) -> Json {
    let fields = |all: &[(String, Value)]| -> Map<String, Json> {
        all.iter().map(|(name, value)| (name.clone(), plain(protocol, value))).collect()
    };
    let with = |key: &str, first: Json, all: &[(String, Value)]| {
        let mut fields = fields(all);
        fields.insert(key.to_owned(), first);
        Json::Object(fields)
    };
    match value {
        // A long list, which only `read_lean` makes.
        Value::Null | Value::Unread(_) => Json::Null,
        Value::Float(number) => float(number.to_f64()),
        Value::Notation { raw, notation } => notation.text(*raw).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Bytes(bytes) => hex(bytes).into(),
        Value::List(list) => list.iter().map(|one| plain(protocol, one)).collect(),
        Value::Record(all) | Value::Bits { parts: all, .. } => fields(all).into(),
        Value::Message { name, fields } => with(CODE, code(protocol, name).map_or(Json::Null, int), fields),
        Value::Arm { name, fields } => with(ARM, name.as_str().into(), fields),
        Value::Unknown { code, body } => with(CODE, int(*code), &[("body".to_owned(), Value::Bytes(body.clone()))]),
        Value::Bool(_)
        | Value::Int(_)
        | Value::Quantity { .. }
        | Value::Enum { .. }
        | Value::Packed { .. }
        | Value::Unverified { .. } => value.raw().map_or(Json::Null, int),
    }
}

/// The code of a message, if all families agree about it.
fn code(protocol: &Protocol, name: &str) -> Option<Code> {
    let members = protocol.families.iter().flat_map(|family| &family.members);
    let mut codes = members.filter(|member| member.name == name).map(|member| member.code);
    let first = codes.next()?;
    codes.all(|code| code == first).then_some(first)
}

/// Numbers that JSON lacks are text.
fn float(number: f64) -> Json {
    match number {
        _ if number.is_nan() => "NaN".into(),
        f64::INFINITY => "Infinity".into(),
        f64::NEG_INFINITY => "-Infinity".into(),
        _ => number.into(),
    }
}

/// A number as JSON.
pub fn int(code: Code) -> Json {
    i64::try_from(code).map(Json::from).or_else(|_| u64::try_from(code).map(Json::from)).unwrap_or_default()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
