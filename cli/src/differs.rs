//! Packets that would be written otherwise than they came: what `read` says of that, beside the fields.

use serde_json::{Map, Value, json};
use wireform_build::interpret::{Step, StepKind};

use crate::bytes::to_hex;
use crate::differences::{Difference, Kind};

/// The key of the differences, beside that of the fields.
const KEY: &str = "differs";
/// The keys of each of them.
const KEYS: [&str; 4] = ["path", "offset", "kind", "written"];

/// The remark of one line of an explained packet about a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The word of its kind.
    pub kind: &'static str,
    /// Where it begins, if that is inside of the bytes of the line.
    pub at: Option<usize>,
    /// The bytes that would be written.
    pub written: Vec<u8>,
}

impl Mark {
    /// The remark of the line that begins at `offset`.
    pub fn new(one: &Difference, offset: Option<usize>) -> Self {
        let at = offset.filter(|offset| *offset != one.offset).map(|_| one.offset);
        Self { kind: word(one), at, written: one.written.clone() }
    }
}

/// The word of the reference. A difference without one is a mistake of the compiler.
fn word(one: &Difference) -> &'static str {
    one.kind.map_or("unexplained", Kind::word)
}

/// The step that a difference belongs to: the field of that path, or of its bytes; what holds others under that path, such as
/// a list whose terminator is missing; else the field that begins last in front of it.
pub fn step_of(steps: &[Step], one: &Difference) -> Option<usize> {
    let is_field = |step: &Step| !matches!(step.kind, StepKind::Record | StepKind::List);
    let is_there = |step: &Step| without_names(&step.path) == one.path;
    let covers = |step: &Step| {
        !one.given.is_empty() && step.offset <= one.offset && one.offset < step.offset.saturating_add(step.len)
    };
    let first = |is_it: &dyn Fn(&Step) -> bool| steps.iter().position(is_it);
    first(&|step| is_field(step) && is_there(step))
        .or_else(|| first(&|step| is_field(step) && covers(step)))
        .or_else(|| first(&is_there))
        .or_else(|| steps.iter().rposition(|step| is_field(step) && step.offset <= one.offset))
}

/// The path as the fields are called, `messages[0].millis` for a step's `messages[0] Ping.millis`.
pub fn without_names(path: &str) -> String {
    let names = path.split('.').map(|name| name.split_once(' ').map_or(name, |(name, _)| name));
    names.collect::<Vec<_>>().join(".")
}

/// The differences as JSON.
pub fn to_json(differences: &[Difference]) -> Value {
    let one = |one: &Difference| {
        let values = [json!(one.path), json!(one.offset), json!(word(one)), json!(to_hex(&one.written))];
        Value::Object(KEYS.map(str::to_owned).into_iter().zip(values).collect())
    };
    differences.iter().map(one).collect()
}

/// Whether a request has the differences of its fields, as an answer of `read --lines` does.
pub fn has_differences(request: &Map<String, Value>) -> bool {
    request.get(KEY).is_some_and(are_differences)
}

fn are_differences(value: &Value) -> bool {
    let is_one = |one: &Value| KEYS.iter().all(|key| one.get(key).is_some());
    value.as_array().is_some_and(|all| !all.is_empty() && all.iter().all(is_one))
}

/// A difference in words: `[0].cn at byte 1: form -> 05`.
pub fn line(one: &Difference) -> String {
    format!("{} at byte {}: {} -> {}", one.path, one.offset, word(one), shown(&to_hex(&one.written)))
}

/// Bytes that are written, or that there are none.
pub fn shown(bytes: &str) -> &str {
    if bytes.is_empty() { "nothing" } else { bytes }
}
