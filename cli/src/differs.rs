//! Packets that would be written otherwise than they came: what `read` says of that, beside the fields.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use wireform_build::interpret::words::bits;
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

/// Finds the line of each difference: that of the field of its path, or of its bytes; of what holds others under that path,
/// such as a list whose terminator is missing; else of the field that begins last in front of it.
pub struct Places<'d> {
    differences: &'d [Difference],
    by_path: HashMap<&'d str, Vec<usize>>,
    by_offset: Vec<usize>,
    /// The best line of each difference so far.
    found: Vec<Option<(Fit, Place)>>,
    /// For each offset the last field that begins there, or between it and the one before it.
    last: Vec<Option<Place>>,
    lines: usize,
}

/// How a line fits a difference, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Field,
    Bytes,
    Holds,
}

/// A line, and the offset of its bytes. A part has the bytes of its number.
type Place = (usize, Option<usize>);

impl<'d> Places<'d> {
    pub fn new(differences: &'d [Difference]) -> Self {
        let mut by_path: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, one) in differences.iter().enumerate() {
            by_path.entry(&one.path).or_default().push(at);
        }
        let mut by_offset: Vec<usize> = (0..differences.len()).collect();
        by_offset.sort_by_key(|at| differences.get(*at).map(|one| one.offset));
        let (found, last) = (vec![None; differences.len()], vec![None; differences.len()]);
        Self { differences, by_path, by_offset, found, last, lines: 0 }
    }

    /// The next line shows this step.
    pub fn step(&mut self, step: &Step) {
        let place = (self.lines, Some(step.offset).filter(|_| bits(step.kind).is_none()));
        self.lines = self.lines.saturating_add(1);
        let is_field = !matches!(step.kind, StepKind::Record | StepKind::List);
        let mut fits = |at: usize, fit| {
            if let Some(found) = self.found.get_mut(at).filter(|found| found.is_none_or(|(best, _)| fit < best)) {
                *found = Some((fit, place));
            }
        };
        let same_path = self.by_path.get(without_names(&step.path).as_str());
        same_path.into_iter().flatten().for_each(|at| fits(*at, if is_field { Fit::Field } else { Fit::Holds }));
        if is_field {
            let one = |at: &usize| self.differences.get(*at);
            let first = self.by_offset.partition_point(|at| one(at).is_some_and(|one| one.offset < step.offset));
            self.last.get_mut(first).into_iter().for_each(|last| *last = Some(place));
            let end = step.offset.saturating_add(step.len);
            let covered =
                self.by_offset.iter().skip(first).take_while(|at| one(at).is_some_and(|one| one.offset < end));
            let covered = covered.filter(|at| one(at).is_some_and(|one| !one.given.is_empty()));
            covered.for_each(|at| fits(*at, Fit::Bytes));
        }
    }

    /// The remarks of each line.
    pub fn marks(self) -> HashMap<usize, Vec<Mark>> {
        let mut places: Vec<_> = self.found.iter().map(|found| found.map(|(_, place)| place)).collect();
        let mut before = None;
        for (at, last) in self.by_offset.iter().zip(self.last) {
            before = before.max(last);
            places.get_mut(*at).into_iter().for_each(|place| *place = place.or(before));
        }
        let mut marks: HashMap<usize, Vec<Mark>> = HashMap::new();
        for (one, place) in self.differences.iter().zip(places) {
            if let Some((line, offset)) = place {
                marks.entry(line).or_default().push(Mark::new(one, offset));
            }
        }
        marks
    }
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
