//! The interpreter's answers, in the words in which the crate of generated code gives its own.

use std::collections::HashSet;
use std::fmt::{Debug, Display, Write as _};

use wireform_build::interpret::{self, Facts, Float, ReadError, Target, Value, WriteError, words};
use wireform_build::model::nested_hooks;
use wireform_build::model::{Arm, Code, Extent, FieldId, Item, Node, Number, Protocol, Quantity, SessionValues, Wire};
use wireform_build::names;
use wireform_build::quantity::{Amount, Arithmetic};

use super::package::Functions;
use crate::paths::{in_record, is_in, join, node};

/// What reading these bytes, and writing what was read, gives.
pub fn answer(protocol: &Protocol, target: Target, bytes: &[u8], params: &[Code], session: &SessionValues) -> String {
    let exact = match interpret::read_exact_in(protocol, target, bytes, params, &mut session.clone()) {
        Ok(_) => "whole".to_owned(),
        Err(error) => refused(&error),
    };
    match interpret::read_in(protocol, target, bytes, params, &mut session.clone()) {
        Ok(read) => {
            let consumed = bytes.len() - read.rest.len();
            let known = &mut session.clone();
            let written = match interpret::write_verified_in(protocol, target, &read.value, params, known, &Functions) {
                Ok(written) => hex(&written),
                Err(error) => unwritten_of(target, error),
            };
            let verified = verified(protocol, target, bytes, params, session);
            format!("ok {consumed} {written} {exact}{verified} ={}", leaves(protocol, &read.value))
        }
        Err(error) => format!("err {} {exact}", refused(&error)),
    }
}

/// What the program says of the numbers in these bytes, if there are any of its own.
fn verified(protocol: &Protocol, target: Target, bytes: &[u8], params: &[Code], session: &SessionValues) -> String {
    let hooks = nested_hooks(protocol);
    let none = match target {
        Target::Record(id) => hooks.record(id).is_empty(),
        Target::Family(id) | Target::Stream(id) => hooks.family(id).is_empty(),
    };
    if none {
        return String::new();
    }
    match interpret::read_verified_in(protocol, target, bytes, params, &mut session.clone(), &Functions) {
        Ok(_) => " verified".to_owned(),
        Err(error) => format!(" {}", refused(&error)),
    }
}

fn refused(error: &ReadError) -> String {
    told(&error.message, &error.path, &format!("@{} {:?}", error.offset, error.kind), &error.facts)
}

pub fn unwritten(error: &WriteError) -> String {
    told(&error.message, &error.path, &error.kind, &error.facts)
}

/// Generated code writes the messages of a stream one by one: what it refuses has the name of the message.
fn unwritten_of(target: Target, mut error: WriteError) -> String {
    let member = error.place.strip_prefix('[').and_then(|place| place.split_once("](")?.1.split_once(')'));
    if let (Target::Stream(_), Some((member, _))) = (target, member) {
        error.message = member.to_owned();
    }
    unwritten(&error)
}

/// One word of an error, and one of its facts.
fn told(message: &str, path: &str, kind: &dyn Debug, Facts { expected, found }: &Facts) -> String {
    let [expected, found] = [expected, found].map(|fact| fact.as_deref().unwrap_or_default());
    let words = [format!("{message}.{path}:{kind:?}"), format!("expected:{expected},found:{found}")];
    words.map(|word| word.replace([' ', '\\', '"'], "")).join(" ")
}

/// What a value holds, in order, as its `Debug` in Rust has it.
pub fn leaves(protocol: &Protocol, value: &Value) -> String {
    let leaves = |value: &Value| leaves(protocol, value);
    let many = |values: &mut dyn Iterator<Item = &Value>| values.map(leaves).collect::<String>();
    let one = |leaf: String| format!("{}|", leaf.replace(' ', "_"));
    match value {
        Value::Null => one("None".to_owned()),
        Value::Bool(value) => one(value.to_string()),
        Value::Int(number) | Value::Enum { raw: number, name: None } => one(number.to_string()),
        Value::Notation { raw, notation } => one(notation.shown(*raw)),
        Value::Quantity { value, unit, .. } => measured(value, unit.as_deref()),
        Value::Float(Float::F32(float)) => one(format!("{float:?}")),
        Value::Float(Float::F64(float)) => one(format!("{float:?}")),
        // The plain value does not have it.
        Value::Unverified { .. } => String::new(),
        Value::Text(text) => one(format!("{text:?}")),
        Value::Bytes(bytes) => bytes.iter().map(|byte| one(byte.to_string())).collect(),
        Value::Enum { name: Some(name), raw } if stores_code(protocol, name, *raw) => one(raw.to_string()),
        Value::Enum { name: Some(name), .. } => one(names::variant_name(name)),
        Value::List(values) => many(&mut values.iter()),
        // Only `read_lean` makes it.
        Value::Unread(_) => String::new(),
        Value::Packed { digits, .. } => {
            digits.iter().map(|digit| measured(&digit.value, digit.unit.as_deref())).collect()
        }
        Value::Bits { parts: fields, .. }
        | Value::Record(fields)
        | Value::Message { fields, .. }
        | Value::Arm { fields, .. } => many(&mut fields.iter().map(|(_, value)| value)),
        Value::Unknown { code, body } => [*code]
            .into_iter()
            .chain(body.iter().map(|byte| i128::from(*byte)))
            .map(|code| one(code.to_string()))
            .collect(),
    }
}

/// A value and its unit, word by word.
fn measured(value: &dyn Display, unit: Option<&str>) -> String {
    let ends = |letter: char| !letter.is_alphanumeric() && !"_.-+".contains(letter);
    let text = words::with_unit(value, unit);
    text.split(ends).filter(|word| !word.is_empty()).map(|word| format!("{word}|")).collect()
}

/// Whether a value of this name stores its code, which then stands in it.
pub fn stores_code(protocol: &Protocol, name: &str, code: Code) -> bool {
    let names = protocol.enums.iter().filter_map(|one| one.name_of(code));
    names.into_iter().any(|one| one.name == name && one.stores_code())
}

/// An answer without names of what holds nothing: such a record, message or shape is all that `Debug` says of it, but
/// no value.
pub fn without_empty(answer: &str, empty: &HashSet<String>) -> String {
    let Some((before, leaves)) = answer.split_once(" =") else { return answer.to_owned() };
    let (leaves, behind) = leaves.split_once(" late ").map_or((leaves, None), |(leaves, late)| (leaves, Some(late)));
    let kept: Vec<&str> = leaves.split('|').filter(|leaf| !empty.contains(*leaf)).collect();
    let late = behind.map(|late| format!(" late {late}")).unwrap_or_default();
    format!("{before} ={}{late}", kept.join("|"))
}

/// The names of records, messages, shapes and layouts of bits; those of words of Rust with and without their `_`, which
/// `Debug` has only where it is derived.
pub fn holders(protocol: &Protocol) -> HashSet<String> {
    let records = protocol.records.iter().map(|record| names::type_name(&record.name));
    let members = protocol.families.iter().flat_map(|family| &family.members).map(|one| names::variant_name(&one.name));
    let nested = protocol.records.iter().flat_map(|record| &record.fields).flat_map(|field| match &field.wire {
        Wire::Group { name, .. } => vec![names::type_name(name)],
        Wire::Match { name, arms, .. } => {
            let both = |arm: &Arm| [names::variant_name(&arm.name), names::nested_name(name, &arm.name)];
            arms.iter().flat_map(both).collect()
        }
        _ => Vec::new(),
    });
    let bits = protocol.bits.iter().map(|bits| names::type_name(&bits.name));
    let all = records.chain(members).chain(nested).chain(bits);
    all.flat_map(|name| [name.trim_end_matches('_').to_owned(), name]).collect()
}

/// What a quantity makes of a raw number, and of a value that is written as text.
pub fn quantity(one: &Quantity, raw: Code, text: &str) -> String {
    let arithmetic = Arithmetic::new(one);
    let back = |value| match arithmetic.raw(value) {
        Ok(raw) => format!("={raw}|"),
        Err(_) => "=OutOfRange|".to_owned(),
    };
    let value = one.raw.contains(raw).then(|| arithmetic.value(raw));
    let shown = value.map(|value| match value {
        Amount::Int(value) => format!("{value:?}"),
        Amount::F32(value) => format!("{value:?}"),
        Amount::F64(value) => format!("{value:?}"),
    });
    let other = match one.number {
        Number::I32 => text.parse::<i32>().ok().map(|value| Amount::Int(value.into())),
        Number::I64 => text.parse().ok().map(Amount::Int),
        Number::F32 => text.parse().ok().map(Amount::F32),
        Number::F64 => text.parse().ok().map(Amount::F64),
    };
    let other = other.map_or_else(|| "=?|".to_owned(), back);
    format!("{} {} {other}", shown.unwrap_or_default(), value.map(back).unwrap_or_default())
}

/// How an answer of generated code agrees with the interpreter's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    Same,
    /// The interpreter reads a stream at once, generated code when it is walked; the refusal is the same.
    Late,
    /// Both refuse, and what generated code tells is a rule, or stands behind a stream: it comes to these without walking
    /// the stream.
    Apart,
    None,
}

/// Compares two answers; `streams` are the paths of those in the target. The interpreter reads them at once, so that only
/// what it refuses in one of them may be told otherwise.
pub fn compare(found: &str, expected: &str, streams: &[String]) -> Agreement {
    if is_same(found, expected) {
        return Agreement::Same;
    }
    let refusal = |answer: &str| answer.strip_prefix("err ").and_then(|rest| rest.split(' ').next().map(str::to_owned));
    let inside = |refused: &String| streams.iter().any(|stream| is_in(path(refused), stream));
    let Some(expected) = refusal(expected).filter(inside) else { return Agreement::None };
    match (found.split_once(" late "), refusal(found)) {
        (Some((read, late)), _) => {
            let late = late.split(" late ").next().unwrap_or(late);
            // The stream does not know in which field it stands; a message without a known code has no path at all.
            let same = expected.ends_with(late)
                || late.strip_prefix('.').is_some_and(|late| late.starts_with(':') && expected.ends_with(late));
            // A stream that cannot be read to its end is not written; what is before that may be what is told.
            let inside = |named: &str| streams.iter().any(|stream| is_in(path(named), stream));
            let refused = read.split(' ').nth(2).and_then(|said| said.rsplit_once(':'));
            // Without it a region around it may not be full.
            let around = |named: &str, why: &str| why == "Count" && named.ends_with(".within");
            let unwritten =
                read.starts_with("err ") || refused.is_some_and(|(named, why)| inside(named) || around(named, why));
            if same && unwritten { Agreement::Late } else { Agreement::None }
        }
        (None, Some(refused)) => {
            let by_rule = ["Malformed(Rule(", "Malformed(Checksum"].iter().any(|kind| refused.contains(kind));
            // What follows a region begins where the stream in it ends.
            let behind = !inside(&refused) && offset(&refused) == offset(&expected);
            if by_rule || behind || offset(&refused) > offset(&expected) { Agreement::Apart } else { Agreement::None }
        }
        (None, None) => Agreement::None,
    }
}

/// Whether two answers are the same, but for names that generated code leaves out of long paths: `value...item.value`.
pub fn is_same(found: &str, expected: &str) -> bool {
    let Some((start, end)) = found.split_once("...") else { return found == expected };
    // Indexes may be left out, too, and are not compared.
    if expected.strip_prefix(start).is_some_and(|rest| is_same(end, rest)) {
        return true;
    }
    let rest = expected.strip_prefix(start).filter(|rest| rest.starts_with('.')).unwrap_or_default();
    let mut ends = rest.match_indices('.').map(|(dot, _)| &rest[dot + 1..]);
    ends.any(|rest| is_same(end, rest))
}

/// The path of what is refused: `messages.x` of `Datagram.messages.x:@7Malformed(..)`.
fn path(refusal: &str) -> &str {
    let named = refusal.split_once(":@").map_or(refusal, |(named, _)| named);
    named.split_once('.').map_or("", |(_, path)| path)
}

/// Where a refusal stands in the bytes.
fn offset(refusal: &str) -> Option<usize> {
    let (_, behind) = refusal.split_once(":@")?;
    behind.split(|digit: char| !digit.is_ascii_digit()).next()?.parse().ok()
}

/// Bytes as one word.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(1 + 2 * bytes.len());
    text.push('x');
    bytes.iter().for_each(|byte| write!(text, "{byte:02x}").unwrap());
    text
}

/// The paths of the streams in a target: lists of messages that generated code checks when they are walked.
pub fn streams(protocol: &Protocol, target: Target) -> Vec<String> {
    let mut found = Vec::new();
    streams_in(protocol, node(target), "", &mut found);
    found
}

fn streams_in(protocol: &Protocol, node: Node, around: &str, found: &mut Vec<String>) {
    match node {
        Node::Family(id) => {
            let members = protocol.families[id.0].members.iter();
            members.for_each(|one| streams_in(protocol, Node::Record(one.record), around, found));
        }
        Node::Record(id) => {
            let record = &protocol.records[id.0];
            for (at, field) in record.fields.iter().enumerate() {
                let path = join(around, &in_record(record, FieldId(at)));
                match (&field.wire, field.wire.holds()) {
                    (Wire::List { item: Item::Family { .. }, extent: Extent::Rest }, _) => found.push(path),
                    (_, Some(node)) => streams_in(protocol, node, &path, found),
                    (_, None) => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Agreement, compare};

    #[test]
    fn only_what_is_refused_in_a_stream_may_be_told_otherwise() {
        let streams = ["all.messages".to_owned()];
        let agreement = |found: &str, expected: &str| compare(found, expected, &streams);
        let (inside, behind) = ("err A.all.messages.x:@3Malformed(Code) whole", "err A.more:@9Malformed(Code) whole");
        let rule = "err A.sum:@0Malformed(Rule(sum)) whole";
        assert_eq!(agreement(behind, inside), Agreement::Apart);
        assert_eq!(agreement(&behind.replace("@9", "@3"), inside), Agreement::Apart);
        assert_eq!(agreement(&behind.replace("@9", "@2"), inside), Agreement::None);
        assert_eq!(agreement(rule, inside), Agreement::Apart);
        assert_eq!(agreement(inside, behind), Agreement::None);
        assert_eq!(agreement(rule, "err A.all.messages_x:@3Malformed(Code) whole"), Agreement::None);
        assert_eq!(agreement(rule, "err A.all:@3Malformed(Code) whole"), Agreement::None);
        let late = "ok 9 A.all.messages:Raw whole =1| late .x:@3Malformed(Code)";
        assert_eq!(agreement(late, inside), Agreement::Late);
        assert_eq!(agreement(late, "err A.x:@3Malformed(Code) whole"), Agreement::None);
        assert_eq!(agreement(&late.replace("messages:Raw", "messages.y:Sentinel"), inside), Agreement::Late);
        assert_eq!(agreement(&late.replace("A.all.messages:Raw", "A.y:Sentinel"), inside), Agreement::None);
    }
}
