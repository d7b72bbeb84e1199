//! Values that generated code and the interpreter are both asked to write: right ones, and ones that are wrong in one
//! place. Both write the same bytes, or refuse the value at the same field and for the same reason.

use std::collections::BTreeMap;

use wireform_build::interpret::{self, Target, Value, WriteError};
use wireform_build::model::Protocol;

use super::Known;
use super::package::Functions;
use super::told::told;
use super::values::Values;
use super::witness::{hex, is_same, unwritten};
use super::wrong::{self, Break, NOWHERE};

/// So many random values of each target, right or wrong as it comes.
const RANDOM: usize = 16;
/// Of so many of those that are right others are made that are wrong in one place; so many of each.
const RIGHT: usize = 4;
const WRONG: usize = 16;
/// Of so many values each of the reasons to refuse one was met, and so often.
const MANY: usize = 50_000;
const EACH: usize = 20;
const REASONS: [&str; 10] =
    ["count", "counts", "limit", "multiple", "presence", "range", "rule", "sentinel", "session", "text"];
/// The words of Rust where nothing is nested.
const NOTHING: &str = ":Presence expected:anestedpart,found:";
/// Longer ones say no more: the value in words.
const LONGEST: usize = 20_000;

/// A value that is told to generated code, as the interpreter has it.
pub struct Told {
    pub value: Value,
    /// How it came to be wrong, if it was made so.
    pub by: Option<Break>,
}

/// Values in words, and what is known.
pub fn questions(values: &mut Values<'_>, target: Target) -> Vec<(Told, (Vec<u8>, Known))> {
    let (protocol, mut all, mut right) = (values.protocol, Vec::new(), 0);
    if let Target::Stream(_) = target {
        return all;
    }
    let mut ask = |words: &Value, value: Value, by: Option<Break>, known: &Known| {
        let words = told(protocol, target, words).unwrap_or_else(|| panic!("{words:?} is of another kind"));
        if words.len() <= LONGEST {
            all.push((Told { value, by }, (words.into_bytes(), known.clone())));
        }
    };
    for _ in 0..RANDOM {
        let known = values.known(target.params(protocol));
        let value = values.of(target, &known.params);
        let is_right = written(protocol, target, &value, &known).is_ok();
        if is_right && right < RIGHT {
            right += 1;
            for one in wrong::of(values, target, &value, &known.params, WRONG) {
                ask(&one.told, one.asked, Some(one.by), &known);
            }
        }
        ask(&value.clone(), value, None, &known);
    }
    all
}

fn written(protocol: &Protocol, target: Target, value: &Value, known: &Known) -> Result<Vec<u8>, WriteError> {
    let session = &mut known.session.clone();
    interpret::write_verified_in(protocol, target, value, &known.params, session, &Functions)
}

/// What came of them.
#[derive(Default)]
pub struct WrittenTally {
    /// Written; refused, by reason; and not to be had in Rust at all.
    written: usize,
    refused: BTreeMap<&'static str, usize>,
    unmade: usize,
    /// How many were wrong by which difference.
    wrong: BTreeMap<Break, usize>,
}

impl WrittenTally {
    /// What the interpreter says of a value.
    pub fn expected(&mut self, protocol: &Protocol, target: Target, told: &Told, known: &Known) -> String {
        match written(protocol, target, &told.value, known) {
            Ok(bytes) => {
                self.written += 1;
                format!("ok {}", hex(&bytes))
            }
            Err(error) => {
                *self.refused.entry(error.kind.word()).or_default() += 1;
                told.by.iter().for_each(|by| *self.wrong.entry(*by).or_default() += 1);
                format!("err {}", unwritten(&error))
            }
        }
    }

    /// Whether generated code says the same. What Rust has no value for is refused, or the interpreter takes what nobody can
    /// write. A number that only Rust has is nowhere for the interpreter, so the facts differ. Where nothing is nested, the
    /// interpreter misses a field, and Rust a part.
    pub fn is_same(&mut self, found: &str, expected: &str) -> bool {
        let unmade = found == "unmade";
        self.unmade += usize::from(unmade);
        let same =
            match expected.strip_suffix(&format!("found:{NOWHERE}")).and_then(|error| error.split_once(" expected:")) {
                Some((error, _)) => found.split_once(" expected:").is_some_and(|(found, _)| is_same(found, error)),
                None => is_same(found, expected) || misses_the_same(found, expected),
            };
        same || unmade && expected.starts_with("err ")
    }

    /// Says how much was written.
    pub fn end(&self, all_agree: bool) {
        let Self { written, refused, unmade, wrong } = self;
        let wrong_ones: usize = refused.values().sum();
        println!("{written} values written, {wrong_ones} refused, {unmade} not to be had in Rust");
        println!("refused for {refused:?}, by {wrong:?}");
        if !all_agree {
            return;
        }
        assert!(unmade * 20 < written + wrong_ones, "{unmade} cannot be had");
        if written + wrong_ones < MANY {
            return;
        }
        for reason in REASONS {
            let met = refused.get(reason).copied().unwrap_or_default();
            assert!(met >= EACH, "only {met} values are refused for {reason}");
        }
        let kinds = Break::Far as usize + 1;
        assert_eq!(wrong.len(), kinds, "nothing is refused for some kind of difference: {wrong:?}");
    }
}

/// Whether both say that nothing is nested in the same field, which has no name in a path if it is an element by itself.
fn misses_the_same(found: &str, expected: &str) -> bool {
    let Some((around, named)) = expected.split_once(":Missing{names:`") else { return false };
    let (Some((name, _)), Some(path)) = (named.split_once('`'), found.strip_suffix(NOTHING)) else { return false };
    is_same(path, around) || is_same(path, &format!("{around}.{name}"))
}
