//! What an answer says besides: what getters of what is in no value gave, and how many fields were set in place.

use std::collections::BTreeMap;

use wireform_build::interpret::{self, StepKind, Target};
use wireform_build::model::Protocol;

use super::Known;
use super::witness::leaves;

/// Of so many packets that were read each count is looked at.
const MANY: usize = 20_000;

/// An answer without it, and its words.
pub fn split(found: &str) -> (&str, impl Iterator<Item = &str>) {
    let (answer, besides) = found.split_once(" besides").unwrap_or((found, ""));
    (answer, besides.split_whitespace())
}

/// How much was said.
#[derive(Debug, Default)]
pub struct Besides {
    /// Carriers of bits, numbers that mean `true`, values that a rule repairs, and tags.
    numbers: usize,
    values: usize,
    absent: usize,
    /// What came of setting a field in place: `set`, `resized`, `refused`, and how often.
    changes: BTreeMap<String, usize>,
}

impl Besides {
    /// Compares what was said of some bytes with the interpreter's steps; what it found instead.
    pub fn add<'a>(
        &mut self,
        (protocol, target): (&Protocol, Target),
        (bytes, known): (&[u8], &Known),
        words: impl Iterator<Item = &'a str>,
    ) -> Option<String> {
        let mut words = words.peekable();
        words.peek()?;
        let (steps, _) = interpret::trace(protocol, target, bytes, &known.params, &known.session);
        for word in words {
            // A four-character code may have any character.
            if let Some((outcome, count)) = word.split_once('!').filter(|_| !word.contains('=')) {
                *self.changes.entry(outcome.to_owned()).or_default() += count.parse::<usize>().expect("a count");
                continue;
            }
            let (path, said) = word.split_at(word.find([':', '=']).expect("something is said of a path"));
            let is_it = |kind| matches!(kind, StepKind::Bits | StepKind::Field | StepKind::Derived);
            let step = steps.iter().find(|step| step.path.replace(' ', "_") == path && is_it(step.kind));
            let expected = match step {
                None => ":-".to_owned(),
                Some(step) if said.starts_with('=') => format!("={}", leaves(protocol, &step.value)),
                Some(step) => step.raw.map_or_else(String::new, |raw| format!(":{raw}")),
            };
            if said != expected {
                return Some(format!("{path}{expected}, not {said}"));
            }
            *match said.as_bytes() {
                b":-" => &mut self.absent,
                [b':', ..] => &mut self.numbers,
                _ => &mut self.values,
            } += 1;
        }
        None
    }

    /// Says how much it was.
    pub fn end(&self, read: usize) {
        let Self { numbers, values, absent, changes } = self;
        println!(
            "{numbers} numbers and {values} values as they stand on the wire, {absent} not there; fields {changes:?}"
        );
        if read < MANY {
            return;
        }
        assert!(numbers * 20 > read, "only {numbers} numbers in {read} packets");
        for outcome in ["set", "resized", "refused"] {
            let met = changes.get(outcome).copied().unwrap_or_default();
            assert!(met >= 100, "only {met} fields are {outcome}");
        }
    }
}
