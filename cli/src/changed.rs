//! Raw numbers that no packet of a writer has: another spelling of a name, bits in reserved space. A writer makes the
//! canonical number of the same meaning, so `write` compares the numbers of its packet with those that were given.

use std::fmt;

use serde_json::Value as Json;
use wireform_build::interpret::Value;
use wireform_build::model::{Code, Protocol};

use crate::json::{as_int, tagged};

/// A raw number that was given, and the one that was written for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Its path in the packet.
    pub path: String,
    given: Code,
    written: Code,
    /// Its meaning is beside it, as `read` shows it, and is written.
    pub with_meaning: bool,
}

/// The raw numbers in `given` that are others in `written`, the value of the packet that was made from it.
pub fn changed(protocol: &Protocol, given: &Json, written: &Value) -> Vec<Changed> {
    let mut all = Vec::new();
    compare(protocol, (given, written), "", &mut all);
    all
}

fn compare(protocol: &Protocol, (given, written): (&Json, &Value), path: &str, all: &mut Vec<Changed>) {
    match (given, written) {
        (Json::Array(given), _) => {
            let written = written.list(protocol).into_iter().flat_map(|(_, written)| written);
            for (index, (given, written)) in given.iter().zip(written).enumerate() {
                compare(protocol, (given, &written), &format!("{path}[{index}]"), all);
            }
        }
        (_, Value::Message { fields, .. } | Value::Arm { fields, .. }) => {
            let Some((_, inner)) = tagged(given) else { return };
            let before = all.len();
            // A shape of a single value is that value.
            if let ([(name, only)], true) = (fields.as_slice(), matches!(written, Value::Arm { .. })) {
                compare(protocol, (inner, only), &format!("{path}.{name}"), all);
            }
            if all.len() == before {
                compare_fields(protocol, (inner, written), path, all);
            }
        }
        (Json::Object(fields), _) => {
            let raw = fields.get("raw").and_then(as_int);
            if let Some(changed) = difference(raw, written, path, fields.len() > 1) {
                all.push(changed);
                return;
            }
            compare_fields(protocol, (given, written), path, all);
        }
        // A number in place of one of these is its raw number.
        (Json::Number(_), Value::Enum { .. } | Value::Bool(_)) => {
            all.extend(difference(as_int(given), written, path, false));
        }
        _ => {}
    }
}

fn compare_fields(protocol: &Protocol, (given, written): (&Json, &Value), path: &str, all: &mut Vec<Changed>) {
    for (key, given) in given.as_object().into_iter().flatten() {
        if let Some(field) = written.field(key) {
            let dot = if path.is_empty() { "" } else { "." };
            compare(protocol, (given, field), &format!("{path}{dot}{key}"), all);
        }
    }
}

fn difference(given: Option<Code>, written: &Value, path: &str, with_meaning: bool) -> Option<Changed> {
    let (given, written) = (given?, written.raw()?);
    // Bits on a signed wire may be given without the sign.
    let unsigned = given >= 0 && written < 0 && given.abs_diff(written).is_power_of_two();
    (given != written && !unsigned).then(|| Changed { path: path.to_owned(), given, written, with_meaning })
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { given, written, .. } = self;
        write!(f, "the raw number {given} is never written; the one of the same meaning is {written}")
    }
}
