//! Text of steps, for explanations by the command and in the documents.

use super::trace::{Step, StepKind};
use super::value::{Float, Value};
use crate::model::{Run, runs};
use crate::quantity::unit;

/// The steps of an explanation: a group that has only inline bits becomes a single step with its parts.
#[must_use]
pub fn shown(steps: &[Step]) -> Vec<Step> {
    let mut shown: Vec<Step> = Vec::new();
    let mut group: Option<&Step> = None;
    for (index, step) in steps.iter().enumerate() {
        if group.is_some_and(|group| step.depth <= group.depth) {
            group = None;
        }
        let following = steps.get(index.saturating_add(1)..).unwrap_or_default();
        if step.depth > 0 && step.kind == StepKind::Record && step.value == Value::Null && is_only_bits(step, following)
        {
            group = Some(step);
            continue;
        }
        let mut step = step.clone();
        if let Some(group) = group {
            step.depth = step.depth.saturating_sub(1);
            if step.kind == StepKind::Bits {
                step.name.clone_from(&group.name);
                step.path.clone_from(&group.path);
                step.doc = group.doc.clone().or(step.doc);
            }
        }
        shown.push(step);
    }
    shown
}

/// Whether a step contains only inline bits and their parts.
fn is_only_bits(step: &Step, following: &[Step]) -> bool {
    let mut inside = following.iter().take_while(|inner| inner.depth > step.depth);
    let below = step.depth.saturating_add(1);
    inside.next().is_some_and(|first| first.kind == StepKind::Bits && first.depth == below)
        && inside.all(|inner| inner.depth > below)
}

/// The meaning of each step's number; empty if the following steps give it part by part.
#[must_use]
pub fn meanings(steps: &[Step]) -> Vec<String> {
    let following = steps.iter().skip(1).map(Some).chain([None]);
    let has_parts = |step: &Step, next: Option<&Step>| next.is_some_and(|next| next.depth > step.depth);
    let meaning = |(step, next)| {
        let meaning = meaning(step, has_parts(step, next));
        let more = match &step.read_as {
            Some(value) => format!("read as {}", amount(value)),
            None if step.kind == StepKind::Inherited => "inherited".to_owned(),
            None => return meaning,
        };
        if meaning.is_empty() { more } else { format!("{meaning}, {more}") }
    };
    steps.iter().zip(following).map(meaning).collect()
}

/// The bits of a carrier that a step is about, if it is a part: `bit 3`, `bits 4-5`, `bits 0-15, 21-23`.
#[must_use]
pub fn bits(kind: StepKind) -> Option<String> {
    let StepKind::Part { mask } = kind else { return None };
    let runs: Vec<String> = runs(mask)
        .map(|Run { low, width }| match width {
            1 => low.to_string(),
            _ => format!("{low}-{}", low.saturating_add(width).saturating_sub(1)),
        })
        .collect();
    Some(format!("{} {}", if mask.is_power_of_two() { "bit" } else { "bits" }, runs.join(", ")))
}

/// The meaning of a step's number, unless the following steps give it part by part (`has_parts`).
fn meaning(step: &Step, has_parts: bool) -> String {
    match (step.kind, &step.value) {
        (StepKind::Constant, value) => format!("constant {}", constant(value)).trim_end().to_owned(),
        (StepKind::Reserved, _) => "reserved".to_owned(),
        (StepKind::Terminator, Value::Text(field)) => format!("end, by {field}"),
        (StepKind::Terminator, _) => "end".to_owned(),
        (StepKind::Rejected, _) => "rejected".to_owned(),
        // The name of a message or an arm.
        (StepKind::Code | StepKind::Derived, Value::Text(name)) => name.clone(),
        (StepKind::Hook, Value::Text(name)) => format!("not verified: {name}"),
        (StepKind::Bits, _) => binary(step),
        (_, Value::Bits { .. }) if has_parts => binary(step),
        (_, Value::Packed { .. }) if has_parts => String::new(),
        // The name of a digit is that of its line.
        (_, Value::Packed { digits, .. }) if step.len == 0 => {
            let digits = digits.iter().map(|digit| with_unit(&digit.value, digit.unit.as_deref()));
            digits.collect::<Vec<_>>().join(", ")
        }
        (
            StepKind::Record
            | StepKind::List
            | StepKind::Code
            | StepKind::Field
            | StepKind::Derived
            | StepKind::Hook
            | StepKind::Part { .. }
            | StepKind::Inherited,
            value,
        ) => self::value(value),
    }
}

/// The value of a constant as a schema writes it: `"RIFF"`, `"\xff\xfe."`. That of a number is its raw number.
fn constant(value: &Value) -> String {
    match value {
        Value::Bytes(bytes) => format!("\"{}\"", bytes.escape_ascii().to_string().replace("\\'", "'")),
        value => self::value(value),
    }
}

/// A value as it reads, also if that is its raw number.
fn amount(value: &Value) -> String {
    match (self::value(value), value.raw()) {
        (meaning, Some(raw)) if meaning.is_empty() => raw.to_string(),
        (meaning, _) => meaning,
    }
}

/// The most bytes that are displayed in binary.
const BINARY: usize = 4;

/// A raw number in binary, as wide as its bytes: `0b00010001`; in hexadecimal if it has many.
fn binary(step: &Step) -> String {
    match step.raw {
        Some(raw) if raw >= 0 && step.len > BINARY => format!("0x{raw:0digits$x}", digits = step.len.saturating_mul(2)),
        Some(raw) if raw >= 0 => format!("0b{raw:0digits$b}", digits = step.len.saturating_mul(8)),
        _ => String::new(),
    }
}

/// The meaning of a value besides its raw number.
fn value(value: &Value) -> String {
    match value {
        Value::Null | Value::Int(_) | Value::Record(_) => String::new(),
        Value::Notation { raw, notation } => notation.shown(*raw),
        Value::Unverified { .. } => "not verified".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Float(Float::F32(value)) => value.to_string(),
        Value::Float(Float::F64(value)) => value.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Bytes(bytes) => counted(bytes.len(), "byte"),
        Value::List(elements) => counted(elements.len(), "element"),
        Value::Unread(unread) => counted(unread.len, "element"),
        Value::Quantity { value, unit, .. } => with_unit(value, unit.as_deref()),
        Value::Enum { name: Some(name), .. } | Value::Message { name, .. } | Value::Arm { name, .. } => name.clone(),
        Value::Enum { name: None, .. } => "(no name)".to_owned(),
        Value::Bits { parts, .. } => {
            let parts = parts.iter().map(|(name, part)| match self::value(part) {
                meaning if meaning.is_empty() => format!("{name} {}", part.raw().unwrap_or_default()),
                meaning => format!("{name} {meaning}"),
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        Value::Packed { digits, .. } => {
            let digits =
                digits.iter().map(|digit| format!("{} {}", digit.name, with_unit(&digit.value, digit.unit.as_deref())));
            digits.collect::<Vec<_>>().join(", ")
        }
        Value::Unknown { body, .. } => format!("unknown, {}", counted(body.len(), "byte")),
    }
}

/// A value and its unit, in the singular or the plural: `1 cube`, `624.6875 cubes`.
#[must_use]
pub fn with_unit(value: &dyn std::fmt::Display, unit: Option<&str>) -> String {
    let value = value.to_string();
    match unit {
        Some(one) if matches!(value.as_str(), "1" | "-1") => format!("{value} {}", unit::one(one)),
        Some(many) => format!("{value} {}", unit::many(many)),
        None => value,
    }
}

fn counted(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}
