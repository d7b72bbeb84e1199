//! Sources of cases.

use wireform_build::interpret::{Target, Unknown};
use wireform_build::model::{Example, ExampleKind, Protocol, Record, RecordId, Role, Schema, SessionId};

use super::case::Case;
use crate::generated::{Generated, said};
use crate::protocols::{self, TARGETS};
use crate::recording::recordings;
use crate::rng::Rng;
use crate::sauerbraten::targets::{PACKETS, named};
use crate::sauerbraten::versions::VERSIONS;
use crate::schemas::package::targets_and_elements;
use crate::schemas::questions::questions;
use crate::schemas::values::Values as Random;
use crate::schemas::{Known, written};
use crate::vectors::sauerbraten::packets;
use crate::vectors::{Which, packets_of};

/// Something that gives cases.
pub trait Source {
    /// Gives each case to the laws.
    fn cases(&self, try_on: &mut dyn FnMut(&Case<'_>));
}

/// The examples of all schemas, right and wrong ones.
pub struct Examples;

/// So many packets of the vectors, with up to three mistakes each.
pub struct Mistakes(pub usize, pub &'static [Which]);

/// So many random packets of what the tests have generated code for.
pub struct Noise(pub usize);

/// So many random values of each.
pub struct Values(pub usize);

/// So many packets of several messages of Sauerbraten, with up to two mistakes each.
pub struct Streams(pub usize);

/// Recordings of games, with as much as they hold.
pub struct Recordings(pub &'static [Which]);

/// So many rounds of questions about each target of these schemas, right ones and others.
pub struct Questions(pub Vec<(u64, Schema)>, pub usize);

impl Source for Examples {
    fn cases(&self, try_on: &mut dyn FnMut(&Case<'_>)) {
        for (protocol, targets) in protocols::all() {
            examples(protocol, &targets, try_on);
        }
        for (_, schema) in &written::all() {
            schema.protocols().for_each(|protocol| examples(protocol, &[], try_on));
        }
    }
}

fn examples(protocol: &Protocol, targets: &[Generated], try_on: &mut dyn FnMut(&Case<'_>)) {
    for (id, record) in protocol.records.iter().enumerate() {
        let target = Target::Record(RecordId(id));
        for one in &record.examples {
            let fits = |generated: &&Generated| reads(generated, target, one);
            let known = Known { params: one.params.clone(), session: one.session.clone() };
            try_on(&match targets.iter().find(fits) {
                Some(generated) => Case::of(generated, &one.bytes),
                None => Case::new(protocol, target, &one.bytes, known).with(&Unknown),
            });
        }
    }
}

/// Whether the receiver that generated code has in the tests is that of an example.
pub fn reads(generated: &Generated, target: Target, one: &Example) -> bool {
    let session = one.session.get(SessionId(0));
    let is_said = session.is_none_or(|value| Some(value) == said(generated.protocol));
    is_said && generated.target() == target && *generated.params == *one.params
}

/// How many examples are accepted, and written otherwise.
pub fn accepted() -> usize {
    let of = |record: &Record| record.examples.iter().filter(|one| matches!(one.kind, ExampleKind::Accepts)).count();
    let schemas = written::every();
    let records = schemas.iter().flat_map(|(_, schema)| schema.protocols()).flat_map(|protocol| &protocol.records);
    records.map(of).sum()
}

impl Source for Mistakes {
    fn cases(&self, try_on: &mut dyn FnMut(&Case<'_>)) {
        let packets: Vec<_> = self.1.iter().flat_map(|which| packets_of(*which)).collect();
        let mut rng = Rng::new(2);
        for _ in 0..self.0 {
            let (generated, bytes) = rng.pick(&packets);
            try_on(&Case::of(generated, &with_mistakes(bytes, 3, &mut rng)));
        }
    }
}

impl Source for Noise {
    fn cases(&self, try_on: &mut dyn FnMut(&Case<'_>)) {
        let mut rng = Rng::new(1);
        for _ in 0..self.0 {
            let generated = rng.pick(&TARGETS);
            try_on(&Case::of(generated, &noise(generated, &mut rng)));
        }
    }
}

/// Random bytes, mostly behind the right code: with a wrong one nothing happens.
fn noise(generated: &Generated, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = Vec::new();
    let codes = codes(generated);
    if !codes.is_empty() && !rng.one_in(10) {
        bytes.push(*rng.pick(&codes));
    }
    for _ in 0..rng.below(48) {
        bytes.push(match rng.below(8) {
            0 => 0x80,
            1 => 0x81,
            2 => 0,
            3 => 0xFF,
            4 => rng.byte() % 8,
            _ => rng.byte(),
        });
    }
    bytes
}

/// The codes of a message, or of the members of a family. (All are single bytes.)
fn codes(generated: &Generated) -> Vec<u8> {
    let code = |record: &Record| match record.role {
        Role::Message { code } => code.and_then(|code| u8::try_from(code.code).ok()),
        Role::Struct | Role::Element { .. } => None,
    };
    let protocol = generated.protocol;
    let members = match generated.target() {
        Target::Family(id) | Target::Stream(id) => {
            protocol.families[id.0].members.iter().map(|member| member.record).collect()
        }
        Target::Record(id) => vec![id],
    };
    members.into_iter().filter_map(|id| code(&protocol.records[id.0])).collect()
}

impl Source for Values {
    fn cases(&self, try_on: &mut dyn FnMut(&Case<'_>)) {
        let mut rng = Rng::new(3);
        TARGETS.iter().for_each(|generated| (0..self.0).for_each(|_| value(generated, &mut rng, try_on)));
    }
}

/// A random value, and the bytes that it is written as, if it is.
pub fn value(generated: &Generated, rng: &mut Rng, try_on: &mut dyn FnMut(&Case<'_>)) {
    let written = (generated.write)(rng);
    let bytes = written.bytes.as_deref().unwrap_or_default();
    try_on(&Case::of(generated, bytes).written_as(&written));
}

impl Source for Streams {
    fn cases(&self, try_on: &mut dyn FnMut(&Case<'_>)) {
        let mut rng = Rng::new(5);
        let packets = streams();
        for _ in 0..self.0 {
            let (packet, members) = rng.pick(&packets);
            try_on(&Case::of(packet, &with_mistakes(&several(members, &mut rng), 2, &mut rng)));
        }
    }
}

/// The packets of Sauerbraten, each with messages that it can hold.
pub fn streams() -> Vec<(Generated, Vec<Vec<u8>>)> {
    let messages = packets(Which::Selected);
    let all = VERSIONS.into_iter().flat_map(|version| PACKETS.map(|[name, family]| (named(version, name), family)));
    let with_members = all.map(|(packet, family)| {
        let fits = |one: &Generated| one.name == family && std::ptr::eq(one.protocol, packet.protocol);
        let members: Vec<_> = messages.iter().filter(|(one, _)| fits(one)).map(|(_, bytes)| bytes.clone()).collect();
        assert!(members.len() > 2, "there are messages of {family}");
        (packet, members)
    });
    with_members.collect()
}

/// A packet of a few messages.
pub fn several(members: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    (0..rng.below(6)).flat_map(|_| rng.pick(members).clone()).collect()
}

impl Source for Recordings {
    fn cases(&self, try_on: &mut dyn FnMut(&Case<'_>)) {
        for (demo, bytes) in self.0.iter().flat_map(|which| recordings(*which)) {
            try_on(&Case::of(&demo, &bytes));
        }
    }
}

impl Source for Questions {
    fn cases(&self, try_on: &mut dyn FnMut(&Case<'_>)) {
        let Self(schemas, rounds) = self;
        let mut rng = Rng::new(4);
        for (seed, schema) in schemas {
            for protocol in schema.protocols() {
                let mut values = Random::new(protocol, *seed);
                for target in targets_and_elements(protocol) {
                    for (bytes, known) in questions(&mut values, target, *rounds) {
                        try_on(&Case::new(protocol, target, &bytes, known.clone()));
                        for _ in 0..4 {
                            let bytes = with_mistakes(&bytes, 1, &mut rng);
                            try_on(&Case::new(protocol, target, &bytes, known.clone()));
                        }
                    }
                }
            }
        }
    }
}

/// The packet with up to so many mistakes.
pub fn with_mistakes(bytes: &[u8], most: usize, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    (0..=rng.below(most)).for_each(|_| mutate(&mut bytes, rng));
    bytes
}

/// A small mistake.
pub fn mutate(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.below(bytes.len() + 1);
    match rng.below(6) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, rng.byte()),
        2 => bytes.insert(at, *rng.pick(&[0, 0x80, 0x81, 0xFF])),
        3 if at < bytes.len() => {
            bytes.remove(at);
        }
        4 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        _ if at < bytes.len() => bytes[at] = rng.byte(),
        _ => {}
    }
}
