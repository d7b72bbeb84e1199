//! What came of the questions: where generated code says something else than the interpreter, and how much was asked.

use std::collections::BTreeMap;

use super::besides::{self, Besides};
use super::parts;
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
    besides: Besides,
    /// The first of each kind.
    wrong: BTreeMap<(u64, String), String>,
}

impl Tally {
    /// Compares an answer with the interpreter's.
    pub fn add(&mut self, question: &Question<'_>, found: &str) {
        let mut expected = self.expected(question);
        let (answer, besides) = besides::split(found);
        let mut agreement = self.agreement(question, answer, &expected);
        if let (About::Target(target), Agreement::Same) = (&question.about, agreement) {
            let about = (question.protocol, *target);
            if let Some(step) = self.besides.add(about, (&question.bytes, &question.known), besides) {
                (agreement, expected) = (Agreement::None, step);
            }
        }
        self.late += usize::from(agreement == Agreement::Late);
        self.apart += usize::from(agreement == Agreement::Apart);
        if agreement == Agreement::None {
            let (name, known) = (question.name(), &question.known);
            let bytes = witness::hex(&question.bytes);
            let shown = format!("{name} {bytes} {known:?}\n  generated {found}\n  expected  {expected}");
            let kind = format!("{name} {}", found.split(' ').next().unwrap_or(""));
            self.wrong.entry((question.seed, kind)).or_insert(shown);
        }
    }

    /// What the interpreter says.
    fn expected(&mut self, question: &Question<'_>) -> String {
        let Question { protocol, about, bytes, known, .. } = question;
        match about {
            About::Target(target) => {
                let expected = witness::answer(protocol, *target, bytes, &known.params, &known.session);
                self.asked += 1;
                self.read += usize::from(expected.starts_with("ok"));
                expected
            }
            About::Value(target, told) => self.written.expected(protocol, *target, told, known),
            About::Bits(one) => parts::of_bits(protocol, one, &known.params),
            About::Packed(one) => parts::of_packed(one, &known.params),
            About::Quantity(one) => witness::quantity(one, known.params[0], &String::from_utf8_lossy(bytes)),
        }
    }

    /// How what generated code says agrees with that.
    fn agreement(&mut self, question: &Question<'_>, found: &str, expected: &str) -> Agreement {
        let same = match question.about {
            About::Target(_) if found != expected => {
                let plain = |answer: &str| witness::without_empty(answer, &question.holders);
                return witness::compare(&plain(found), &plain(expected), &question.streams);
            }
            About::Value(..) => self.written.is_same(found, expected),
            About::Target(_) | About::Quantity(_) | About::Bits(_) | About::Packed(_) => found == expected,
        };
        if same { Agreement::Same } else { Agreement::None }
    }

    /// Says how much was asked, and what was wrong.
    pub fn end(&self) {
        let Self { asked, read, late, apart, written, besides, wrong } = self;
        println!("{asked} questions, {read} of them read, {late} refused in a stream, {apart} around a stream");
        written.end(wrong.is_empty());
        besides.end(*read);
        assert!(wrong.is_empty(), "{} disagreements: {wrong:#?}", wrong.len());
        assert!(read * 4 > *asked, "{read} of {asked} were read");
        assert!(apart * 64 < *asked, "{apart} of {asked} cannot be compared");
    }
}

#[cfg(test)]
mod tests {
    use super::{Agreement, Tally};
    use crate::constraints::broken::Effort;
    use crate::protocols;
    use crate::schemas::questions::all_about;
    use crate::schemas::wrong::NOWHERE;

    /// Whatever generated code were to say otherwise, a value, a length, a place or a reason: it is told.
    #[test]
    fn no_other_answer_is_taken_for_that_of_the_interpreter() {
        let (mut tally, mut spoiled) = (Tally::default(), 0);
        let named = |name: &str| protocols::features().into_iter().find(|one| one.name == name).expect("a feature");
        for protocol in ["values", "states"].map(named) {
            for question in all_about(1, 0, &protocol, Effort { packets: 1, others: 50 }).0 {
                let expected = tally.expected(&question);
                assert_eq!(tally.agreement(&question, &expected, &expected), Agreement::Same, "{expected}");
                // The facts of a number that only Rust has are not compared.
                let nowhere = expected.ends_with(&format!("found:{NOWHERE}"));
                for other in others(&expected).into_iter().filter(|_| !nowhere) {
                    let agreement = tally.agreement(&question, &other, &expected);
                    assert_eq!(agreement, Agreement::None, "{other}, but {expected}");
                    spoiled += 1;
                }
            }
        }
        assert!(spoiled > 10_000, "{spoiled}");
    }

    /// The answer with each of its digits another one, without what is at its end, and nothing.
    fn others(answer: &str) -> Vec<String> {
        let digits = answer.char_indices().filter(|(_, one)| one.is_ascii_digit());
        let with = |(at, digit): (usize, char)| {
            let other = if digit == '9' { '8' } else { '9' };
            format!("{}{other}{}", &answer[..at], &answer[at + 1..])
        };
        let cut = answer[..answer.len() - 1].to_owned();
        digits.map(with).chain([cut, String::new()]).collect()
    }
}
