//! The steps of the interpreter as `lua/steps.lua` prints those of the engine.

use std::fmt::Write as _;
use std::path::Path;

use wireform_build::interpret::{Step, StepKind, Target, Value, words};
use wireform_build::model::{FamilyId, Schema};

use crate::lua::Lua;
use crate::reading::Reading;

/// A packet with what has to be found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The line that asks the engine.
    pub request: String,
    /// The steps of the interpreter, a line each.
    pub expected: String,
}

/// The engine without Wireshark, with the model of a schema and the program that answers requests.
#[must_use]
pub fn script(schema: &Schema) -> String {
    format!("{}\n{}", wireform_cli::dissector::reader(schema), include_str!("../lua/steps.lua"))
}

/// Asks a Lua, and gives the cases that it answers otherwise, with its answers.
///
/// # Panics
/// If Lua fails, or does not answer each request.
#[must_use]
pub fn differing(lua: &Lua, folder: &Path, script: &str, cases: &[Case]) -> Vec<(Case, String)> {
    let requests: String = cases.iter().map(|case| case.request.clone() + "\n").collect();
    let printed = lua.answer(folder, script, &requests);
    let answers: Vec<&str> = printed.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), cases.len(), "each request has an answer");
    let both = cases.iter().zip(answers).filter(|(case, answer)| case.expected != *answer);
    both.map(|(case, answer)| (case.clone(), answer.to_owned())).collect()
}

/// The case of a packet. `exact`: nothing may be left of it.
#[must_use]
pub fn case(reading: &Reading<'_>, bytes: &[u8], exact: bool) -> Case {
    Case { request: request(reading, bytes, exact), expected: expected(reading, bytes, exact) }
}

/// The families, and streams of their messages, that begin with the record of a reading.
#[must_use]
pub fn around<'l>(reading: &Reading<'l>) -> Vec<Reading<'l>> {
    let Target::Record(id) = reading.target else { return Vec::new() };
    let families = reading.protocol.families.iter().enumerate();
    let has_it = families.filter(|(_, family)| {
        family.carrier.is_some() && family.params.is_empty() && family.members.iter().any(|one| one.record == id)
    });
    let targets = has_it.flat_map(|(index, _)| [Target::Family(FamilyId(index)), Target::Stream(FamilyId(index))]);
    targets.map(|target| Reading { target, params: Vec::new(), ..reading.clone() }).collect()
}

fn request(reading: &Reading<'_>, bytes: &[u8], exact: bool) -> String {
    let (kind, name) = reading.subject();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let [params, session] = [reading.named_params().collect::<Vec<_>>(), reading.named_session().collect()]
        .map(|all| all.iter().map(|(name, code)| format!("{name}={code}")).collect::<Vec<_>>().join(","));
    let exact = if exact { "exact" } else { "" };
    format!("{}\t{kind}\t{name}\t{hex}\t{exact}\t{params}\t{session}", reading.version + 1)
}

fn expected(reading: &Reading<'_>, bytes: &[u8], exact: bool) -> String {
    let (steps, read) = reading.trace(bytes);
    let mut lines = String::new();
    for (step, meaning) in steps.iter().zip(words::meanings(&steps)) {
        lines.push_str(&line(step, meaning));
    }
    // Writing to a string does not fail.
    let _ = match read {
        Ok(rest) if exact && rest > 0 => {
            let name = reading.target.name(reading.protocol);
            write!(lines, "error {name}.rest at byte {}: bytes left over: found {rest}", bytes.len() - rest)
        }
        Ok(rest) => write!(lines, "read, rest {rest}"),
        Err(error) if exact => write!(lines, "error {}", error.at_the_end()),
        Err(error) => write!(lines, "error {error}"),
    };
    lines
}

/// The digits of a packed number that is a part of bits, with their names.
fn digits(step: &Step) -> Option<String> {
    let (StepKind::Part { .. }, Value::Packed { digits, .. }) = (step.kind, &step.value) else { return None };
    let digits = digits.iter().map(|one| format!("{} {}", one.name, words::with_unit(&one.value, one.unit.as_deref())));
    Some(digits.collect::<Vec<_>>().join(", "))
}

fn line(step: &Step, meaning: String) -> String {
    let meaning = digits(step).unwrap_or(meaning);
    let is_bits =
        || matches!(step.value, Value::Bits { .. }) && (meaning.starts_with("0b") || meaning.starts_with("0x"));
    let meaning = match step.kind {
        // The engine has no words for what the bytes of a constant are.
        StepKind::Constant if step.raw.is_none() => "constant".to_owned(),
        StepKind::Reserved => "reserved".to_owned(),
        // The parts follow.
        StepKind::List | StepKind::Bits => String::new(),
        StepKind::Record if meaning.starts_with('{') => String::new(),
        StepKind::Inherited if matches!(step.value, Value::List(_) | Value::Record(_)) => "inherited".to_owned(),
        _ if step.raw.is_some() && is_bits() => String::new(),
        _ => meaning,
    };
    // How many bytes a refused field would have had is not told.
    let is_rejected = step.kind == StepKind::Rejected;
    let length = if is_rejected { "*".to_owned() } else { step.len.to_string() };
    let raw = step.raw.filter(|_| !is_rejected).map_or_else(|| "-".to_owned(), |raw| raw.to_string());
    let Step { depth, offset, path, name, .. } = step;
    format!("{depth}\t{offset}\t{length}\t{path}\t{name}\t{}\t{raw}\t{meaning}\n", word(step.kind))
}

fn word(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Record => "record",
        StepKind::List => "list",
        StepKind::Code => "code",
        StepKind::Field => "field",
        StepKind::Derived => "derived",
        StepKind::Hook => "hook",
        StepKind::Part { .. } => "part",
        StepKind::Bits => "bits",
        StepKind::Constant => "constant",
        StepKind::Reserved => "reserved",
        StepKind::Terminator => "terminator",
        StepKind::Inherited => "inherited",
        StepKind::Rejected => "rejected",
    }
}
