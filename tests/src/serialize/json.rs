//! What JSON says, without the names of what it is said of.

use wireform_build::interpret::{Float, Value};
use wireform_build::model::{Notation, Protocol};
use wireform_build::names;

use crate::schemas::witness::stores_code;

/// What serde is to make of a value: its numbers, texts and names, in order.
pub fn expected(protocol: &Protocol, value: &Value) -> Vec<String> {
    let expected = |value: &Value| expected(protocol, value);
    let many = |values: &mut dyn Iterator<Item = &Value>| values.flat_map(expected).collect();
    match value {
        Value::Null => vec!["null".to_owned()],
        Value::Bool(yes) => vec![yes.to_string()],
        Value::Int(raw)
        | Value::Quantity { raw, .. }
        | Value::Bits { raw, .. }
        | Value::Packed { raw, .. }
        | Value::Enum { raw, name: None } => vec![raw.to_string()],
        Value::Enum { name: Some(name), raw } if stores_code(protocol, name, *raw) => vec![raw.to_string()],
        Value::Enum { name: Some(name), .. } => vec![text(&names::variant_name(name))],
        Value::Float(Float::F32(float)) => vec![serde_json::to_string(float).expect("a number")],
        Value::Float(Float::F64(float)) => vec![serde_json::to_string(float).expect("a number")],
        Value::Notation { raw, notation: Notation::Hex } => vec![raw.to_string()],
        Value::Notation { raw, notation } => vec![text(&notation.text(*raw))],
        Value::Text(said) => vec![text(said)],
        Value::Bytes(bytes) => bytes.iter().map(u8::to_string).collect(),
        Value::List(values) => many(&mut values.iter()),
        Value::Record(fields) | Value::Message { fields, .. } | Value::Arm { fields, .. } => {
            many(&mut fields.iter().map(|(_, value)| value))
        }
        Value::Unknown { code, body } => {
            std::iter::once(code.to_string()).chain(body.iter().map(u8::to_string)).collect()
        }
        // The program's own numbers are no part of a plain value.
        Value::Unverified { .. } => Vec::new(),
    }
}

fn text(said: &str) -> String {
    serde_json::to_string(said).expect("text")
}

/// The same of JSON: all that stands in it, but the keys.
pub fn leaves(json: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), json);
    loop {
        rest = rest.trim_start_matches(['{', '}', '[', ']', ',']);
        if rest.is_empty() {
            return found;
        }
        let (leaf, behind) = rest.split_at(end(rest));
        // What a colon stands behind is a key.
        match behind.strip_prefix(':') {
            Some(behind) => rest = behind,
            None => {
                found.push(leaf.to_owned());
                rest = behind;
            }
        }
    }
}

/// Where a text, or another leaf, ends.
fn end(json: &str) -> usize {
    let mut escaped = false;
    let mut quotes = json.bytes().enumerate().filter(|(_, byte)| {
        let is_quote = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        is_quote
    });
    match quotes.next() {
        Some((0, _)) => quotes.next().expect("text ends").0 + 1,
        _ => json.find([',', '}', ']']).unwrap_or(json.len()),
    }
}

#[test]
fn keys_are_left_out() {
    assert_eq!(leaves(r#"{"a":[1,null],"b\"":"x\\","c":{"d":"e,\"f"}}"#), ["1", "null", r#""x\\""#, r#""e,\"f""#]);
    assert_eq!(leaves("-3"), ["-3"]);
    assert_eq!(leaves("{}"), Vec::<String>::new());
}
