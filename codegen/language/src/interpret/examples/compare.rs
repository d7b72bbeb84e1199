//! Comparison of the values in an example with those that were read.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::trace::Step;
use super::super::value::Value;
use crate::diagnostic::Diagnostic;
use crate::model::{Code, ExampleLiteral, ExampleValue, Notation, Ratio, index_of, path_text};
use crate::quantity::Amount;

/// The diagnostic for a value of an example that differs from the one that was read.
///
/// A constant is not in the value, but in `steps` by its path.
pub(super) fn compare(given: &ExampleValue, read: &Value, steps: &HashMap<&str, &Step>) -> Option<Diagnostic> {
    let path = path_text(&given.path);
    if let Some((list, len)) = beyond(read, &given.path) {
        let s = if len == 1 { "" } else { "s" };
        let title = format!("`{}` has {len} element{s}", path_text(list));
        let wrong = Diagnostic::new(title, given.span, format!("no element for `{path}`"));
        return Some(wrong.help("the first element is `[0]`; leave out those that the bytes do not have"));
    }
    let found = follow(read, &given.path).or_else(|| {
        let step = steps.get(path.as_str())?;
        step.raw.map(|raw| match &step.value {
            // The name of a hook is not what it computes.
            Value::Text(_) => Cow::Owned(Value::Int(raw)),
            value => Cow::Borrowed(value),
        })
    });
    let found = found.unwrap_or(Cow::Owned(Value::Null));
    if same(&given.value, &found) {
        return None;
    }
    if let (ExampleLiteral::Elements(expected), Value::List(list)) = (&given.value, &*found) {
        return Some(other_number(&path, given, *expected, list.len()));
    }
    let title = format!("`{path}` has another value");
    let shown = display(&found);
    let label = format!("expected {}, read {shown}", literal(&given.value, Some(&found)));
    let wrong = Diagnostic::new(title, given.span, label);
    let has_literal = shown.len() <= 40 && !shown.contains(['{', '(']);
    let written = if given.written.is_empty() { shown } else { format!("{}: {shown}", given.written) };
    Some(if has_literal { wrong.help(format!("if the bytes are right, write `{written}`")) } else { wrong })
}

/// The diagnostic for a list in brackets that has more or fewer elements than were read.
fn other_number(path: &str, given: &ExampleValue, expected: usize, found: usize) -> Diagnostic {
    let title = format!("`{path}` has another number of elements");
    let (end, help) = match expected < found {
        true => (format!("`{path}[{expected}]` is not in the example"), "add an element: `{}` compares nothing of it"),
        false => (format!("`{path}[{found}]` is not in the bytes"), "leave out the last ones"),
    };
    let label = format!("expected {expected}, read {found}: {end}");
    Diagnostic::new(title, given.span, label).help(format!("if the bytes are right, {help}"))
}

/// The list of a path that has no element of the path's index, and its length.
fn beyond<'g>(read: &Value, path: &'g [String]) -> Option<(&'g [String], usize)> {
    path.iter().enumerate().find_map(|(at, step)| {
        let (index, (list, _)) = (index_of(step)?, path.split_at_checked(at)?);
        let len = match follow(read, list).as_deref() {
            Some(Value::List(list)) => list.len(),
            Some(Value::Bytes(bytes)) => bytes.len(),
            _ => 0,
        };
        (index >= len).then_some((list, len))
    })
}

/// The value at a path.
fn follow<'v>(value: &'v Value, path: &[String]) -> Option<Cow<'v, Value>> {
    let Some((name, rest)) = path.split_first() else { return Some(Cow::Borrowed(value)) };
    if let Some(index) = index_of(name) {
        return match value {
            Value::List(list) => follow(list.get(index)?, rest),
            Value::Bytes(bytes) => bytes.get(index).map(|byte| Cow::Owned(Value::Int(Code::from(*byte)))),
            _ => None,
        };
    }
    if let Some(inner) = value.field(name) {
        return follow(inner, rest);
    }
    let own = match value {
        Value::Packed { digits, .. } if rest.is_empty() => {
            let digit = digits.iter().find(|digit| digit.name == *name);
            digit.map(|digit| Value::Int(digit.value)).or_else(|| raw(value, name))
        }
        Value::Unknown { code, .. } if rest.is_empty() && name == "code" => Some(Value::Int(*code)),
        _ if rest.is_empty() => raw(value, name),
        _ => None,
    };
    own.map(Cow::Owned)
}

fn raw(value: &Value, name: &str) -> Option<Value> {
    (name == "raw").then(|| value.raw()).flatten().map(Value::Int)
}

fn same(literal: &ExampleLiteral, value: &Value) -> bool {
    match (literal, value) {
        (ExampleLiteral::Absent, Value::Null) => true,
        (ExampleLiteral::Fields, found) => *found != Value::Null,
        (ExampleLiteral::Elements(expected), Value::List(found)) => *expected == found.len(),
        (ExampleLiteral::Bool(expected), Value::Bool(found)) => expected == found,
        (ExampleLiteral::Int(expected), Value::Quantity { value, .. }) => same_amount(Ratio::whole(*expected), *value),
        (ExampleLiteral::Ratio(expected), Value::Quantity { value, .. }) => same_amount(*expected, *value),
        (ExampleLiteral::Int(expected), Value::Float(found)) => Ratio::whole(*expected).to_f64() == found.to_f64(),
        (ExampleLiteral::Ratio(expected), Value::Float(super::super::value::Float::F32(found))) => {
            expected.to_f32() == *found
        }
        (ExampleLiteral::Ratio(expected), Value::Float(found)) => expected.to_f64() == found.to_f64(),
        (ExampleLiteral::Int(expected), found) => found.raw() == Some(*expected),
        (ExampleLiteral::Name(expected), Value::Enum { name, .. }) => name.as_ref() == Some(expected),
        (ExampleLiteral::Name(expected), Value::Arm { name, .. } | Value::Message { name, .. }) => name == expected,
        (ExampleLiteral::Text(expected), Value::Text(found)) => expected == found,
        (ExampleLiteral::List(expected), Value::List(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(literal, value)| same(literal, value))
        }
        (ExampleLiteral::List(expected), Value::Bytes(found)) => {
            let byte = |literal: &ExampleLiteral, byte: &u8| *literal == ExampleLiteral::Int(i128::from(*byte));
            expected.len() == found.len() && expected.iter().zip(found).all(|(literal, found)| byte(literal, found))
        }
        _ => false,
    }
}

/// Whether a number in an example, rounded to the type of a value, is that value.
fn same_amount(expected: Ratio, found: Amount) -> bool {
    match found {
        Amount::Int(found) => expected.as_whole() == Some(i128::from(found)),
        Amount::F32(found) => expected.to_f32() == found,
        Amount::F64(found) => expected.to_f64() == found,
    }
}

/// A literal as text, in the notation of the value that was read.
fn literal(literal: &ExampleLiteral, like: Option<&Value>) -> String {
    match (literal, like) {
        (ExampleLiteral::Int(code), Some(Value::Notation { notation, .. })) => notation.literal(*code),
        (ExampleLiteral::Int(code), Some(Value::Bytes(_))) if *code >= 0 => Notation::Hex.literal(*code),
        (ExampleLiteral::Int(code), _) => code.to_string(),
        (ExampleLiteral::Ratio(ratio), _) => ratio.to_f64().to_string(),
        (ExampleLiteral::Name(name), _) => name.clone(),
        (ExampleLiteral::Bool(yes), _) => yes.to_string(),
        (ExampleLiteral::Text(text), _) => format!("{text:?}"),
        (ExampleLiteral::List(list), like) => {
            // Elements have the notation of the first that was read.
            let like = if let Some(Value::List(found)) = like { found.first() } else { like };
            listed(list.iter().map(|element| self::literal(element, like)))
        }
        (ExampleLiteral::Elements(1), _) => "1 element".to_owned(),
        (ExampleLiteral::Elements(count), _) => format!("{count} elements"),
        (ExampleLiteral::Fields, _) => "a group of fields".to_owned(),
        (ExampleLiteral::Absent, _) => "none".to_owned(),
    }
}

fn listed(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(", "))
}

/// A value as text, for a label.
fn display(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(yes) => yes.to_string(),
        Value::Int(code) | Value::Unverified { raw: code } => code.to_string(),
        Value::Notation { raw, notation } => notation.literal(*raw),
        Value::Float(float) => float.to_f64().to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Bytes(bytes) => listed(bytes.iter().map(|byte| Notation::Hex.literal(Code::from(*byte)))),
        Value::List(list) => listed(list.iter().map(display)),
        Value::Quantity { raw, value, unit } => {
            let unit = unit.as_ref().map_or(String::new(), |unit| format!(" {unit}"));
            format!("{value}{unit} (raw {raw})")
        }
        Value::Enum { raw, name: None } => format!("{raw}, which has no name"),
        Value::Enum { name: Some(name), .. } => name.clone(),
        Value::Arm { name, .. } | Value::Message { name, .. } => name.clone(),
        Value::Unknown { code, .. } => format!("a message with the code {code}"),
        Value::Bits { raw, .. } | Value::Packed { raw, .. } => format!("raw {raw}"),
        Value::Unread(_) => "a long list".to_owned(),
        Value::Record(_) => "a group of fields".to_owned(),
    }
}
