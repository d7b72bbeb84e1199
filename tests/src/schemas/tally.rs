//! What came of the questions: where generated code says something else than the interpreter, and how much was asked.

use std::collections::BTreeMap;

use super::questions::{About, Question};
use super::witness::{self, Agreement};
use super::writing::WrittenTally;

/// What came of the questions.
#[derive(Default)]
pub struct Tally {
    asked: usize,
    read: usize,
    late: usize,
    apart: usize,
    written: WrittenTally,
    /// The first of each kind.
    wrong: BTreeMap<(u64, String), String>,
}

impl Tally {
    /// Compares an answer with the interpreter's.
    pub fn add(&mut self, question: &Question<'_>, found: &str) {
        let Question { seed, protocol, about, bytes, known, streams, .. } = question;
        let (name, expected, agreement) = match about {
            About::Target(target) => {
                self.asked += 1;
                let holders = witness::holders(protocol);
                let expected = witness::answer(protocol, *target, bytes, &known.params, &known.session);
                self.read += usize::from(expected.starts_with("ok"));
                let plain = |answer: &str| witness::without_empty(answer, &holders);
                let agreement = witness::compare(&plain(found), &plain(&expected), streams);
                (target.name(protocol), expected, agreement)
            }
            About::Value(target, told) => {
                let (expected, agreement) = self.written.add(protocol, *target, told, known, found);
                (target.name(protocol), expected, agreement)
            }
            About::Quantity(one) => {
                let text = String::from_utf8_lossy(bytes);
                let expected = witness::quantity(one, known.params[0], &text);
                let agreement = if found == expected { Agreement::Same } else { Agreement::None };
                (one.name.as_str(), expected, agreement)
            }
        };
        self.late += usize::from(agreement == Agreement::Late);
        self.apart += usize::from(agreement == Agreement::Apart);
        if agreement == Agreement::None {
            let bytes = witness::hex(bytes);
            let shown = format!("{name} {bytes} {known:?}\n  generated {found}\n  expected  {expected}");
            let kind = format!("{name} {}", found.split(' ').next().unwrap_or(""));
            self.wrong.entry((*seed, kind)).or_insert(shown);
        }
    }

    /// Says how much was asked, and what was wrong.
    pub fn end(&self) {
        let Self { asked, read, late, apart, written, wrong } = self;
        println!("{asked} questions, {read} of them read, {late} refused in a stream, {apart} around a stream");
        written.end(wrong.is_empty());
        assert!(wrong.is_empty(), "{} disagreements: {wrong:#?}", wrong.len());
        assert!(read * 4 > *asked, "{read} of {asked} were read");
        assert!(apart * 200 < *asked, "{apart} of {asked} can not be compared");
    }
}
