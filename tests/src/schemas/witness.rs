//! The interpreter's answers, in the words in which the crate of generated code gives its own.

use std::fmt::Debug;

use wireform_build::interpret::{self, ReadError, Target, WriteError};
use wireform_build::model::{Code, Item, Protocol, Wire};

/// What reading these bytes, and writing what was read, gives.
pub fn answer(protocol: &Protocol, target: Target, bytes: &[u8], params: &[Code]) -> String {
    let exact = match interpret::read_exact(protocol, target, bytes, params) {
        Ok(_) => "whole".to_owned(),
        Err(error) => refused(&error),
    };
    match interpret::read(protocol, target, bytes, params) {
        Ok(read) => {
            let consumed = bytes.len() - read.rest.len();
            let written = match interpret::write(protocol, target, &read.value, params) {
                Ok(written) => hex(&written),
                Err(error) => unwritten(&error),
            };
            format!("ok {consumed} {written} {exact}")
        }
        Err(error) => format!("err {} {exact}", refused(&error)),
    }
}

fn refused(error: &ReadError) -> String {
    told(&error.message, &error.path, &format!("@{} {:?}", error.offset, error.kind))
}

fn unwritten(error: &WriteError) -> String {
    told(&error.message, &error.path, &error.kind)
}

/// One word of an error.
fn told(message: &str, path: &str, kind: &dyn Debug) -> String {
    format!("{message}.{path}:{kind:?}").replace([' ', '\\', '"'], "")
}

/// How an answer of generated code agrees with the interpreter's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    Same,
    /// The interpreter reads a stream at once, generated code when it is walked; the refusal is the same.
    Late,
    /// Both refuse, and what generated code tells is a rule, which it checks without walking a stream before it.
    Apart,
    None,
}

/// Compares two answers; `lazy` where there are streams inside of the target.
pub fn compare(found: &str, expected: &str, lazy: bool) -> Agreement {
    if found == expected {
        return Agreement::Same;
    }
    let refusal = |answer: &str| answer.strip_prefix("err ").and_then(|rest| rest.split(' ').next().map(str::to_owned));
    let Some(expected) = refusal(expected).filter(|_| lazy) else { return Agreement::None };
    match (found.split_once(" late "), refusal(found)) {
        (Some((read, late)), _) => {
            // The stream does not know in which field it stands; a message without a known code has no path at all.
            let same = expected.ends_with(late)
                || late.strip_prefix('.').is_some_and(|late| late.starts_with(':') && expected.ends_with(late));
            if same && read.contains(":Raw") { Agreement::Late } else { Agreement::None }
        }
        (None, Some(refused)) if refused.contains("Malformed(Rule(") => Agreement::Apart,
        (None, _) => Agreement::None,
    }
}

/// Bytes as one word.
pub fn hex(bytes: &[u8]) -> String {
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("x{text}")
}

/// Whether something of the target is a lazy stream: the interpreter reads all of it at once.
pub fn is_lazy(protocol: &Protocol, target: Target) -> bool {
    let record = |id: usize| lazy_record(protocol, id);
    match target {
        Target::Record(id) => record(id.0),
        Target::Family(id) | Target::Stream(id) => {
            protocol.families[id.0].members.iter().any(|one| record(one.record.0))
        }
    }
}

fn lazy_record(protocol: &Protocol, id: usize) -> bool {
    let family = |id: usize| protocol.families[id].members.iter().any(|one| lazy_record(protocol, one.record.0));
    protocol.records[id].fields.iter().any(|field| match &field.wire {
        Wire::List { item: Item::Family { .. }, extent: wireform_build::model::Extent::Rest } => true,
        Wire::List { item: Item::Record { record, .. }, .. } | Wire::Record { record, .. } => {
            lazy_record(protocol, record.0)
        }
        Wire::List { item: Item::Family { family: id, .. }, .. } | Wire::Family { family: id, .. } => family(id.0),
        _ => false,
    })
}
