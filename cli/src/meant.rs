//! Wrong bytes that are something else, as far as reading them so shows it: another message, a message without its code, decimal
//! numbers.

use std::sync::Arc;

use wireform_build::interpret::{Malformed, ReadError, ReadErrorKind, Step, StepKind, Target, Told, Value, read_lean};
use wireform_build::model::{Code, Content, End, Extent, Family, FamilyId, RecordId, Role, Wire};

use crate::bytes::{from_dec, from_hex};
use crate::packet::Packet;
use crate::target::{full_name, target};
use crate::with::Known;

/// The help for an error of these bytes, to add to it. `text`: as they were given.
pub fn meant(subject: &Packet, bytes: &[u8], error: &ReadError, known: &Known, text: Option<&str>) -> String {
    let decimal = || {
        let bytes = text.map(from_dec)?.ok()?;
        reads(subject, &bytes, known).then(|| "; as decimal numbers, with `--dec`, these bytes are right".to_owned())
    };
    let is_code = error.kind == ReadErrorKind::Malformed(Malformed::Code) && error.path == "code";
    let code = || is_code.then(|| code(subject, bytes, error, known)).flatten();
    decimal().or_else(code).or_else(|| end(subject, error)).unwrap_or_default()
}

/// The error with the byte of a code that is shown as a decimal number.
pub fn with_byte(mut error: ReadError, bytes: &[u8]) -> ReadError {
    let is_code = error.kind == ReadErrorKind::Malformed(Malformed::Code);
    if let (Some(found), Some(byte), true) = (&mut error.facts.found, bytes.get(error.offset), is_code)
        && [byte.to_string(), byte.cast_signed().to_string()].contains(found)
    {
        found.push_str(&format!(" (byte {byte:02x})"));
    }
    error
}

/// The help for a text without its terminator.
fn end(subject: &Packet, error: &ReadError) -> Option<String> {
    let ReadErrorKind::Truncated { needed: 1 } = error.kind else { return None };
    let record = subject.protocol.records.iter().find(|record| record.name == error.message)?;
    let field = record.fields.iter().find(|field| field.name.as_ref() == Some(&error.path))?;
    match &field.wire {
        Wire::Octets {
            extent: Extent::Until { end: End::Value { written: 0, .. }, .. },
            content: Content::Text(_),
        } => Some("; a zero has to end the text".to_owned()),
        _ => None,
    }
}

/// Whether these bytes are a whole packet.
fn reads(subject: &Packet, bytes: &[u8], known: &Known) -> bool {
    let (packet, known) = (Arc::from(bytes), (&*known.params, &known.session));
    let read = read_lean(&subject.protocol, subject.target, &packet, known, None);
    read.is_ok_and(|read| read.rest.is_empty())
}

/// The help for a code that is wrong: the message that has it, or the code that is missing before the bytes.
fn code(subject: &Packet, bytes: &[u8], error: &ReadError, known: &Known) -> Option<String> {
    let given = bytes.get(error.offset..)?;
    // The code of the schema is decimal, and the byte was not.
    let expected =
        error.facts.expected.as_ref().filter(|expected| given.starts_with(&from_hex(expected).unwrap_or_default()));
    if let Some(byte) = expected.and_then(|expected| expected.parse::<u8>().ok()) {
        return Some(format!("; the code {byte} is the byte {byte:02x}"));
    }
    let other = other(subject, given);
    let missing = missing(subject, bytes, known);
    match (other, missing) {
        (Some(other), Some(byte)) => Some(format!("; {other}; if their code is missing, put {byte:02x} before them")),
        (Some(other), None) => Some(format!("; {other}")),
        (None, missing) => missing.map(|byte| format!("; the code is missing: put {byte:02x} before these bytes")),
    }
}

/// The code of the message, if these bytes are right after it.
fn missing(subject: &Packet, bytes: &[u8], known: &Known) -> Option<u8> {
    let Target::Record(id) = subject.target else { return None };
    let Role::Message { code: Some(code) } = subject.protocol.records.get(id.0)?.role else { return None };
    let byte = u8::try_from(code.code).ok().filter(u8::is_ascii)?;
    reads(subject, &[&[byte], bytes].concat(), known).then_some(byte)
}

/// The message whose code is at the start of the bytes.
fn other(subject: &Packet, bytes: &[u8]) -> Option<String> {
    let families = subject.protocol.families.iter().enumerate().map(|(index, family)| (FamilyId(index), family));
    // The families of the message first.
    let (own, others): (Vec<_>, Vec<_>) = families.partition(|(_, family)| match subject.target {
        Target::Record(id) => family.members.iter().any(|member| member.record == id),
        Target::Family(_) | Target::Stream(_) => false,
    });
    let (id, code) = own.into_iter().chain(others).find_map(|(id, family)| begins_like(subject, id, family, bytes))?;
    let (full, name) = (full_name(&subject.protocol, id), &subject.protocol.records.get(id.0)?.name);
    let name = if target(&subject.protocol, name) == Ok(Target::Record(id)) { name } else { &full };
    Some(format!("these bytes begin like `{name}` (code {code})"))
}

/// The message of a family whose code is at the start of the bytes.
fn begins_like(subject: &Packet, id: FamilyId, family: &Family, bytes: &[u8]) -> Option<(RecordId, Code)> {
    family.carrier?;
    let mut code: Option<Step> = None;
    let mut told = |told| match told {
        Told::Step(step) if code.is_none() && step.kind == StepKind::Code => code = Some(step),
        Told::Step(_) | Told::ReadAs(..) => {}
    };
    let known = (&[][..], &Default::default());
    let _ = read_lean(&subject.protocol, Target::Family(id), &Arc::from(bytes), known, Some(&mut told));
    let code = code?;
    let Value::Text(name) = code.value else { return None };
    let member = family.members.iter().find(|member| member.name == name)?;
    Some((member.record, code.raw?))
}
