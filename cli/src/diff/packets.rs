//! Packets that a writer makes: of the schema's examples, changed here and there, and of random values. Where numbers differ
//! between the two schemas, those are preferred.

mod chance;
mod goal;
mod hints;
mod random;

use std::collections::HashMap;

use wireform_build::interpret::{Target, Value, read_exact_in, write_in};
use wireform_build::model::{
    Code, ExampleKind, Param, ParamKind, Protocol, RecordId, SessionId, SessionValues, session_params,
};

use super::proof::At;
use crate::target::full_name;
use goal::Goal;
use random::ROOM;

pub use chance::Chance;
pub use hints::Hints;
pub use random::Maker;

/// A packet with what its receiver knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Packet {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Parameters and session values, by their names.
    pub with: Vec<(String, Code)>,
    /// The value, as a reader of the writer's own schema reads it.
    pub value: Value,
}

/// Values of records in the examples of a schema.
pub type Seeds = HashMap<RecordId, Vec<Value>>;

/// The values in the examples of a schema, and in those of the other, whose fields have the same names.
#[must_use]
pub fn seeds(protocol: &Protocol, other: &Protocol) -> Seeds {
    let ids = |protocol: &Protocol| (0..protocol.records.len()).map(RecordId);
    let names = |protocol: &Protocol| ids(protocol).map(|id| (full_name(protocol, id), id)).collect::<HashMap<_, _>>();
    let others = names(other);
    let of = |id: RecordId| {
        let same = others.get(&full_name(protocol, id));
        let theirs = same.map(|same| examples(other, *same)).unwrap_or_default();
        examples(protocol, id).into_iter().chain(theirs).collect()
    };
    ids(protocol).map(|id| (id, of(id))).collect()
}

/// The values in the examples of a record.
fn examples(protocol: &Protocol, id: RecordId) -> Vec<Value> {
    let all = protocol.records.get(id.0).map(|record| record.examples.as_slice()).unwrap_or_default();
    let right = all.iter().filter(|one| !matches!(one.kind, ExampleKind::Refuses { .. }));
    let read = right.filter_map(|one| {
        read_exact_in(protocol, Target::Record(id), &one.bytes, &one.params, &mut one.session.clone()).ok()
    });
    read.collect()
}

/// Makes packets of one target.
pub struct Packets<'p> {
    writer: &'p Protocol,
    reader: &'p Protocol,
    target: Target,
    other: Target,
    maker: Maker<'p>,
    /// The session values that the target needs.
    sessions: Vec<SessionId>,
    /// Session values that the other target needs and this one does not, by the kinds of the reader.
    only_read: Vec<(String, ParamKind)>,
}

/// The most attempts at a packet: a random value may break a rule.
const ATTEMPTS: usize = 60;
/// How often the values of attempts become smaller.
const EFFORTS: usize = 3;

impl<'p> Packets<'p> {
    /// Packets of the writer's target for the reader's.
    pub fn new(
        (writer, target): (&'p Protocol, Target),
        (reader, other): (&'p Protocol, Target),
        (seeds, hints): (&'p Seeds, &'p Hints),
        at: Option<&At>,
    ) -> Self {
        let sessions = needed_sessions(writer, target);
        let is_needed =
            |name: &str| sessions.iter().filter_map(|id| writer.sessions.get(id.0)).any(|needed| needed.name == name);
        let others = needed_sessions(reader, other).into_iter().filter_map(|id| reader.sessions.get(id.0));
        let only_read = others.filter(|one| !is_needed(&one.name)).map(|one| (one.name.clone(), one.kind)).collect();
        let goal = at.map(|at| Goal::new(writer, at));
        let maker = Maker::new((writer, reader), seeds, hints, goal, Chance::new(7));
        Self { writer, reader, target, other, maker, sessions, only_read }
    }

    /// From now on packets need not have the place at which the proof ends.
    pub fn anywhere(&mut self) {
        self.maker.goal = None;
    }

    /// The next packet; none if no attempt succeeds.
    pub fn next_packet(&mut self) -> Option<Packet> {
        (0..ATTEMPTS).find_map(|attempt| {
            // Small values break fewer rules.
            self.maker.effort = attempt.checked_div(ATTEMPTS / EFFORTS).unwrap_or(0);
            self.attempt()
        })
    }

    fn attempt(&mut self) -> Option<Packet> {
        let mut with: Vec<(String, Code)> = Vec::new();
        let own: Vec<Param> = self.target.params(self.writer).to_vec();
        let theirs: Vec<Param> = self.other.params(self.reader).to_vec();
        let mut params = Vec::new();
        for param in &own {
            let code = self.maker.of_kind(self.writer, param.kind);
            // Both have to be able to know it.
            let other = theirs.iter().find(|other| other.name == param.name);
            if other.is_some_and(|other| !can_be(self.reader, other.kind, code)) {
                return None;
            }
            params.push(code);
            with.push((param.name.clone(), code));
        }
        for param in theirs.iter().filter(|other| !own.iter().any(|param| param.name == other.name)) {
            let code = self.maker.of_kind(self.reader, param.kind);
            with.push((param.name.clone(), code));
        }
        let mut session = SessionValues::default();
        for id in self.sessions.clone() {
            let Some(one) = self.writer.sessions.get(id.0) else { continue };
            let code = self.maker.of_kind(self.writer, one.kind);
            let other = self.reader.sessions.iter().find(|other| other.name == one.name);
            if other.is_some_and(|other| !can_be(self.reader, other.kind, code)) {
                return None;
            }
            session.set(id, Some(code));
            with.push((one.name.clone(), code));
        }
        for (name, kind) in &self.only_read {
            let code = self.maker.of_kind(self.reader, *kind);
            // The writer may have it for other messages.
            let own = self.writer.sessions.iter().find(|own| own.name == *name);
            if own.is_some_and(|own| !can_be(self.writer, own.kind, code)) {
                return None;
            }
            with.push((name.clone(), code));
        }
        self.maker.session = session.clone();
        self.maker.room = ROOM;
        let value = self.maker.target(self.target, &params);
        let bytes = write_in(self.writer, self.target, &value, &params, &mut session.clone()).ok()?;
        let value = read_exact_in(self.writer, self.target, &bytes, &params, &mut session.clone()).ok()?;
        Some(Packet { bytes, with, value })
    }
}

/// The session values that a target needs.
fn needed_sessions(protocol: &Protocol, target: Target) -> Vec<SessionId> {
    let needed = session_params(protocol);
    let needed = match target {
        Target::Record(id) => needed.record(id),
        Target::Family(id) | Target::Stream(id) => needed.family(id),
    };
    needed.iter().copied().collect()
}

/// Reads a packet as a target, with the parameters and session values of these names.
///
/// # Errors
/// As [`read_exact_in`].
pub fn read(
    protocol: &Protocol,
    target: Target,
    packet: &Packet,
) -> Result<Value, wireform_build::interpret::ReadError> {
    let known = |name: &str| packet.with.iter().find(|(known, _)| known == name).map(|(_, code)| *code);
    let params: Vec<Code> = target.params(protocol).iter().map(|param| known(&param.name).unwrap_or(0)).collect();
    let mut session = SessionValues::default();
    for (id, one) in protocol.sessions.iter().enumerate() {
        session.set(SessionId(id), known(&one.name));
    }
    read_exact_in(protocol, target, &packet.bytes, &params, &mut session)
}

/// Whether a parameter can have this number.
fn can_be(protocol: &Protocol, kind: ParamKind, code: Code) -> bool {
    match kind {
        ParamKind::Bool => matches!(code, 0 | 1),
        ParamKind::Int(interval) => interval.contains(code),
        ParamKind::Enum(id) => protocol
            .enums
            .get(id.0)
            .is_some_and(|one| one.interval.contains(code) && (one.open || one.name_of(code).is_some())),
    }
}
