//! Examples for random schemas: what the interpreter says of bytes, put into the text as what they mean. When that is
//! compiled again it must say the same.

use std::fmt::Write as _;

use wireform_build::interpret::{self, ReadError, Target, Value};
use wireform_build::model::{Code, ParamKind, Protocol, Record, RecordId, Role, Schema};

use super::super::questions::questions;
use super::super::values::Values;
use super::super::{Known, witness};

/// What stands where the examples of a struct are to go, in front of its name.
pub(super) const MARK: &str = "// examples of ";

/// The text with examples in it.
pub fn exemplified(text: &str, seed: u64, schema: &Schema) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match line.strip_prefix(MARK) {
            None => out.push_str(line),
            Some(name) => schema.protocols().for_each(|protocol| out.push_str(&examples(protocol, seed, name))),
        }
        out.push('\n');
    }
    out
}

/// Some examples of a record, in the version that the protocol is.
fn examples(protocol: &Protocol, seed: u64, name: &str) -> String {
    let is_it = |record: &&Record| record.name == name && record.role == Role::Struct;
    let Some((at, record)) = protocol.records.iter().enumerate().find(|(_, record)| is_it(record)) else {
        return String::new();
    };
    let mut values = Values::new(protocol, seed ^ 0xE6);
    let target = Target::Record(RecordId(at));
    let mut text = String::new();
    for (index, (bytes, known)) in questions(&mut values, target, 2).into_iter().enumerate().skip(1) {
        let read = interpret::read_in(protocol, target, &bytes, &known.params, &mut known.session.clone());
        let (word, said) = match read {
            Ok(read) if read.rest.is_empty() => {
                let session = &mut known.session.clone();
                let written = interpret::write_in(protocol, target, &read.value, &known.params, session);
                let word = match written {
                    Ok(written) if written == bytes => "example",
                    Ok(_) => "accepts",
                    Err(_) => continue,
                };
                let mut said = Vec::new();
                tell(&read.value, "", &mut said);
                (word, said.join(", "))
            }
            Ok(_) => ("refuses", format!("{name}: trailing")),
            Err(error) => match refusal(record, &error) {
                Some(said) => ("refuses", said),
                None => continue,
            },
        };
        let bytes = match index % 3 {
            0 => format!("dec \"{}\"", bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")),
            _ => format!("hex \"{}\"", &witness::hex(&bytes)[1..]),
        };
        let params = params(protocol, record, &known);
        write!(text, "/// What *these* say.\n{word} \"{index}\" ({params}) = {bytes} {{ {said} }}\n").unwrap();
    }
    text
}

/// What is refused in a field that has a name, at the top.
fn refusal(record: &Record, error: &ReadError) -> Option<String> {
    let fields = record.scope(&record.body);
    let known = fields.iter().any(|id| record.fields[id.0].name.as_deref() == Some(error.path.as_str()));
    known.then(|| format!("{}: {}", error.path, error.kind.word()))
}

/// `version: 260, flag: true, mode: Hold`
fn params(protocol: &Protocol, record: &Record, known: &Known) -> String {
    let version = protocol.version.as_ref().map(|version| format!("version: {}", version.written()));
    let value = |kind: ParamKind, code: Code| match kind {
        ParamKind::Bool => (code != 0).to_string(),
        ParamKind::Int(_) => code.to_string(),
        ParamKind::Enum(id) => {
            let codes = &protocol.enums[id.0].codes;
            let name = codes.iter().find(|one| one.written == code).map(|one| one.name.clone());
            name.unwrap_or_else(|| code.to_string())
        }
    };
    let own = record.params.iter().zip(&known.params);
    let own = own.map(|(param, code)| format!("{}: {}", param.name, value(param.kind, *code)));
    let sessions = protocol.sessions.iter().enumerate().filter_map(|(id, one)| {
        let code = known.session.get(wireform_build::model::SessionId(id))?;
        Some(format!("{}: {}", one.name, value(one.kind, code)))
    });
    version.into_iter().chain(own).chain(sessions).collect::<Vec<_>>().join(", ")
}

/// What a value holds, by paths.
fn tell(value: &Value, path: &str, said: &mut Vec<String>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Record(fields) | Value::Bits { parts: fields, .. } => {
            fields.iter().for_each(|(name, value)| tell(value, &below(name), said));
        }
        Value::Arm { name, fields } | Value::Message { name, fields } => {
            said.push(format!("{path}: {}", named(name, fields)));
        }
        Value::Quantity { raw, .. } => said.push(format!("{path}.raw: {raw}")),
        Value::Packed { digits, .. } => {
            said.extend(digits.iter().map(|digit| format!("{path}.{}: {}", digit.name, digit.value)));
        }
        // All elements in brackets, or some by their indices.
        Value::List(list) if literal(value).is_none() => match element(value).filter(|_| list.len() % 2 == 0) {
            Some(all) => said.push(format!("{path}: {all}")),
            None => {
                list.iter().enumerate().for_each(|(index, value)| tell(value, &format!("{path}[{index}]"), said));
            }
        },
        other => said.extend(literal(other).map(|literal| format!("{path}: {literal}"))),
    }
}

/// An element of a list: its fields in braces, its name, or its value.
fn element(value: &Value) -> Option<String> {
    match value {
        Value::Record(fields) => Some(in_braces(fields)),
        Value::Arm { name, fields } | Value::Message { name, fields } => Some(named(name, fields)),
        Value::List(list) => {
            let all: Option<Vec<String>> = list.iter().map(element).collect();
            Some(format!("[{}]", all?.join(", ")))
        }
        other => literal(other),
    }
}

/// A shape or message, every other one with its fields.
fn named(name: &str, fields: &[(String, Value)]) -> String {
    if fields.len().is_multiple_of(2) { name.to_owned() } else { format!("{name} {}", in_braces(fields)) }
}

fn in_braces(fields: &[(String, Value)]) -> String {
    let mut said = Vec::new();
    fields.iter().for_each(|(name, value)| tell(value, name, &mut said));
    format!("{{ {} }}", said.join(", "))
}

fn literal(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => "none".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(raw) | Value::Unverified { raw } | Value::Enum { raw, name: None } => raw.to_string(),
        Value::Enum { name: Some(name), .. } => name.clone(),
        Value::Float(float) if float.to_f64().is_finite() && float.to_f64().abs() < 1e6 => {
            // Such a fraction is exact.
            Some(float.to_f64()).filter(|number| (number * 1024.).fract() == 0.).map(|number| format!("{number:?}"))?
        }
        Value::Text(text) if text.chars().all(|letter| letter.is_ascii_alphanumeric()) => format!("{text:?}"),
        Value::Bytes(bytes) => format!("{bytes:?}"),
        Value::List(values) => {
            let all: Option<Vec<String>> = values.iter().map(literal).collect();
            format!("[{}]", all?.join(", "))
        }
        _ => return None,
    })
}
