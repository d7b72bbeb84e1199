//! What generated code and the interpreter are both asked: bytes that are right, cut off, changed, wrong in one place, or
//! any, each with what the receiver knows.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::rc::Rc;

use wireform_build::interpret::{self, Target};
use wireform_build::model::{Bits, Interval, Packed, Protocol, Quantity, SessionId, SessionValues};

use super::dice::Dice;
use super::package::{self, Functions};
use super::values::Values;
use super::writing::{self, Told};
use super::{Known, parts, witness};
use crate::constraints::broken::{Effort, Search};
use crate::right::Packets;

/// Questions of each kind about each target.
const QUESTIONS: usize = 40;
/// Of each target so many packets are cut off at every place, if they are no longer than that.
const CUT: usize = 1;
const LONGEST_CUT: usize = 60;

/// A question, of which what is asked for has a number in its version of its schema.
pub struct Question<'p> {
    pub seed: u64,
    pub version: usize,
    pub index: usize,
    pub protocol: &'p Protocol,
    pub about: About<'p>,
    pub bytes: Vec<u8>,
    pub known: Known,
    /// The paths of the streams in what is asked for.
    pub streams: Rc<[String]>,
    /// The names of what only holds others, in the protocol.
    pub holders: Rc<HashSet<String>>,
}

impl Question<'_> {
    /// What is asked for.
    pub fn name(&self) -> &str {
        match &self.about {
            About::Target(target) | About::Value(target, _) => target.name(self.protocol),
            About::Quantity(one) => &one.name,
            About::Bits(one) => &one.name,
            About::Packed(one) => &one.name,
        }
    }

    /// As the program reads it.
    pub fn line(&self) -> String {
        let Self { seed, version, index, .. } = self;
        let mut line = format!("{seed} {version} {index} {}", witness::hex(&self.bytes));
        self.known.params.iter().for_each(|param| write!(line, " {param}").unwrap());
        for id in 0..self.protocol.sessions.len() {
            match self.known.session.get(SessionId(id)) {
                Some(code) => write!(line, " {code}").unwrap(),
                None => line.push_str(" -"),
            }
        }
        line
    }
}

/// What is asked for.
#[derive(Clone)]
pub enum About<'p> {
    Target(Target),
    /// A value to be written, told in `bytes`.
    Value(Target, Rc<Told>),
    /// A raw number stands in `known`, a value as text in `bytes`.
    Quantity(&'p Quantity),
    /// A number and others for its parts, or for its digits, stand in `known`.
    Bits(&'p Bits),
    Packed(&'p Packed),
}

/// All questions about a protocol, one version of a schema; and how many demands are broken in them.
pub fn all_about(seed: u64, version: usize, protocol: &Protocol, effort: Effort) -> (Vec<Question<'_>>, usize) {
    let (mut all, mut demands) = (Vec::new(), 0);
    let holders = Rc::new(witness::holders(protocol));
    let mut ask = |index, about, streams: &Rc<[String]>, (bytes, known)| {
        let (streams, holders) = (Rc::clone(streams), Rc::clone(&holders));
        all.push(Question { seed, version, index, protocol, about, bytes, known, streams, holders });
    };
    let mut values = Values::new(protocol, seed);
    let targets = package::targets_and_elements(protocol);
    for (index, target) in targets.iter().copied().enumerate() {
        let broken = Search::new(protocol, target).run(None, effort).broken;
        demands += broken.len();
        let broken = broken.into_iter().flat_map(|one| [(one.right, one.known.clone()), (one.wrong, one.known)]);
        let streams = witness::streams(protocol, target).into();
        let all = examples(protocol, target).chain(broken).chain(cut(protocol, target));
        let all = all.chain(questions(&mut values, target, QUESTIONS));
        all.for_each(|one| ask(index, About::Target(target), &streams, one));
        let (index, none) = (targets.len() + protocol.quantities.len() + index, Rc::default());
        for (told, question) in writing::questions(&mut values, target) {
            ask(index, About::Value(target, Rc::new(told)), &none, question);
        }
    }
    for (index, quantity) in protocol.quantities.iter().enumerate() {
        let all = amounts(&mut values.dice, quantity);
        let none = Rc::default();
        all.into_iter().for_each(|one| ask(targets.len() + index, About::Quantity(quantity), &none, one));
    }
    let (none, behind) = (Rc::default(), 2 * targets.len() + protocol.quantities.len());
    for (index, bits) in protocol.bits.iter().enumerate() {
        let all = parts::about_bits(&mut values.dice, bits);
        all.for_each(|known| ask(behind + index, About::Bits(bits), &none, (Vec::new(), known)));
    }
    for (index, packed) in protocol.packed.iter().enumerate() {
        let all = parts::about_packed(&mut values.dice, packed);
        let index = behind + protocol.bits.len() + index;
        all.for_each(|known| ask(index, About::Packed(packed), &none, (Vec::new(), known)));
    }
    (all, demands)
}

/// Right packets, cut off at every place. What is to be said of these, [`cuts`](crate::cuts) asks the interpreter.
fn cut(protocol: &Protocol, target: Target) -> impl Iterator<Item = (Vec<u8>, Known)> {
    let packets = Packets::new(protocol, target, None).several(CUT).filter(|(bytes, _)| bytes.len() <= LONGEST_CUT);
    packets.flat_map(|(bytes, known)| (0..bytes.len()).map(move |len| (bytes[..len].to_vec(), known.clone())))
}

/// Raw numbers and values of a quantity.
fn amounts(dice: &mut Dice, one: &Quantity) -> Vec<(Vec<u8>, Known)> {
    let all = (0..QUESTIONS).map(|_| {
        let Interval { min, max } = one.raw;
        let raw = match dice.below(3) {
            0 => *dice.pick(&[min, max, 0, min - 1, max + 1]),
            _ => dice.between(min, max),
        };
        let value = match dice.below(4) {
            0 => dice.between(-400, 400).to_string(),
            1 => format!("{:?}", dice.between(-4000, 4000) as f64 / 64.),
            2 => format!("{:?}", f64::from_bits(dice.next())),
            _ => format!("{:?}", dice.between(min, max) as f64),
        };
        (value.into_bytes(), Known { params: vec![raw], session: SessionValues::default() })
    });
    all.collect()
}

/// The examples of a target, whatever is to come of them.
fn examples(protocol: &Protocol, target: Target) -> impl Iterator<Item = (Vec<u8>, Known)> {
    let record = match target {
        Target::Record(id) => protocol.records.get(id.0),
        Target::Family(_) | Target::Stream(_) => None,
    };
    record.into_iter().flat_map(|record| &record.examples).map(|example| {
        (example.bytes.clone(), Known { params: example.params.clone(), session: example.session.clone() })
    })
}

/// Bytes of which some are right, and what the receiver knows; up to four in each round.
pub fn questions(values: &mut Values<'_>, target: Target, rounds: usize) -> Vec<(Vec<u8>, Known)> {
    let mut all = Vec::new();
    let protocol = values.protocol;
    for _ in 0..rounds {
        let known = values.known(target.params(protocol));
        let len = values.dice.below(60);
        all.push((if values.dice.percent(70) { values.dice.small_bytes(len) } else { values.dice.bytes(len) }, known));
        let known = values.known(target.params(protocol));
        let value = values.of(target, &known.params);
        let session = &mut known.session.clone();
        let written = interpret::write_verified_in(protocol, target, &value, &known.params, session, &Functions);
        let Ok(mut bytes) = written else { continue };
        all.push((bytes.clone(), known.clone()));
        let len = values.dice.below(bytes.len() + 1);
        all.push((bytes[..len].to_vec(), known.clone()));
        for _ in 0..values.dice.below(3) + 1 {
            if !bytes.is_empty() {
                let at = values.dice.below(bytes.len());
                bytes[at] = if values.dice.percent(50) { values.dice.below(6) as u8 } else { values.dice.next() as u8 };
            }
        }
        let tail = values.dice.below(4);
        bytes.extend(values.dice.bytes(tail));
        all.push((bytes, known));
    }
    all
}
