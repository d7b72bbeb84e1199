//! The packets of one side: its own examples, and those of the messages in it, each in the place of a message in a packet
//! that is an example.

use wireform_build::interpret::{ReadError, ReadErrorKind, Target, Value, read_exact_in, read_in, write_in};
use wireform_build::model::{Code, Example, ExampleKind, RecordId, SessionValues};

use super::slots::{Slot, messages, names, slots};
use super::written::with_message;
use super::{Before, LARGEST, Packet, Reason, Role, Start};
use crate::target::full_name;

/// All examples of one side.
pub struct Pool<'s> {
    start: Start<'s>,
    role: Role,
    /// The parameters of each packet, if all are known.
    params: Option<Vec<Code>>,
    cases: Vec<Case<'s>>,
    slots: Vec<Slot>,
    /// The values of packets that are examples, for other messages in them.
    outer: Vec<Value>,
}

/// The record of an example, and its index there.
pub type Id = (RecordId, usize);

/// An example.
struct Case<'s> {
    id: Id,
    record: RecordId,
    example: &'s Example,
    /// How a reader reads it by itself.
    own: Result<Value, ReadError>,
    /// Its packet, or the reason why it has none.
    made: Result<Made, Reason>,
}

/// An example that has become a packet.
struct Made {
    packet: Packet,
    /// The packet before it.
    before: Option<Packet>,
}

impl<'s> Pool<'s> {
    /// The examples of a side, without packets.
    pub fn new(start: Start<'s>, role: Role) -> Self {
        let (protocol, target) = (start.protocol, role.target);
        let direct = if let Target::Record(id) = target { Some(id) } else { None };
        let records = direct.into_iter().chain(messages(protocol, target));
        let examples = records.flat_map(|id| {
            let examples = protocol.records.get(id.0).map(|record| record.examples.as_slice()).unwrap_or_default();
            examples.iter().enumerate().map(move |(index, example)| ((id, index), example))
        });
        let params = start.params(target);
        let cases = examples.map(|(id, example)| {
            let record = id.0;
            let mut session = example.session.clone();
            let own = read_exact_in(protocol, Target::Record(record), &example.bytes, &example.params, &mut session);
            let is_in_packets = params.is_some() && direct.is_some_and(|direct| direct != record);
            let is_outer = is_in_packets && example.session == SessionValues::default();
            let made = Err(if is_outer { Reason::Outer } else { Reason::Needs });
            Case { id, record, example, own, made }
        });
        let slots = match target {
            Target::Record(_) => Vec::new(),
            Target::Family(family) | Target::Stream(family) => vec![Slot::whole(family)],
        };
        let cases = cases.collect();
        Self { start, role, params, cases, slots, outer: Vec::new() }
    }

    /// Makes packets of the examples without one, as far as they can be after that.
    pub fn fill(&mut self, before: &Before) {
        let Some(params) = self.params.clone() else { return };
        loop {
            let mut is_done = true;
            for index in 0..self.cases.len() {
                let Some(case) = self.cases.get(index).filter(|case| case.made.is_err()) else { continue };
                let made = self.packet(case, &params, &before.session);
                is_done &= made.is_err();
                let outer = made.as_ref().ok().filter(|_| case.example.kind == ExampleKind::Example);
                let outer = outer.map(|packet| packet.bytes.clone());
                if let Some(case) = self.cases.get_mut(index) {
                    case.made = made.map(|packet| Made { packet, before: before.packet.clone() });
                }
                if let Some(bytes) = outer {
                    self.add_outer(&bytes, &params, &before.session);
                }
            }
            // A new packet may have room for others.
            if is_done {
                return;
            }
        }
    }

    /// Other messages may stand in this packet.
    fn add_outer(&mut self, bytes: &[u8], params: &[Code], session: &SessionValues) {
        let (protocol, target) = (self.start.protocol, self.role.target);
        let known = self.slots.len();
        for slot in slots(protocol, target, bytes, params, session) {
            if !self.slots.contains(&slot) {
                self.slots.push(slot);
            }
        }
        // A packet without a place of its own has room for nothing that others have none for.
        if self.slots.len() > known {
            self.outer.extend(read_exact_in(protocol, target, bytes, params, &mut session.clone()));
        }
    }

    /// The packet of an example: its bytes, those of another one up to a place for it and then its own, or what a writer
    /// writes of another one with it.
    fn packet(&self, case: &Case<'_>, params: &[Code], session: &SessionValues) -> Result<Packet, Reason> {
        let mut why = case.made.as_ref().err().copied().unwrap_or(Reason::Needs);
        if self.role.target == Target::Record(case.record) {
            return if case.example.params == params {
                self.made(case, case.example.bytes.clone(), 0, params, session)
            } else {
                Err(why)
            };
        }
        let fitting = self.slots.iter().filter(|slot| slot.takes(self.start.protocol, case.record));
        for slot in fitting {
            let bytes = [slot.front.as_slice(), &case.example.bytes].concat();
            match self.made(case, bytes, slot.front.len(), params, session) {
                Err(Reason::Needs) => {}
                Err(other) => why = other,
                made => return made,
            }
        }
        let mut written = self.written(case, params, session).into_iter();
        written.find_map(|bytes| self.made(case, bytes, 0, params, session).ok()).ok_or(why)
    }

    /// The other packets with the message of an example, as a writer writes them; only those with the example's bytes.
    fn written(&self, case: &Case<'_>, params: &[Code], session: &SessionValues) -> Vec<Vec<u8>> {
        let (protocol, target) = (self.start.protocol, self.role.target);
        let Ok(Value::Record(fields)) = &case.own else { return Vec::new() };
        let has_bytes = |bytes: &Vec<u8>| {
            let own = &case.example.bytes;
            own.is_empty() || bytes.windows(own.len()).any(|some| some == own)
        };
        let messages =
            names(protocol, case.record).map(|name| Value::Message { name: name.to_owned(), fields: fields.clone() });
        let values = messages.flat_map(|message| {
            self.outer.iter().flat_map(move |outer| with_message(outer, &message)).collect::<Vec<_>>()
        });
        let written = values.filter_map(|value| write_in(protocol, target, &value, params, &mut session.clone()).ok());
        written.filter(has_bytes).collect()
    }

    /// The packet of an example after so many bytes, if a reader of packets reads it there as it is by itself.
    fn made(
        &self,
        case: &Case<'_>,
        bytes: Vec<u8>,
        before: usize,
        params: &[Code],
        session: &SessionValues,
    ) -> Result<Packet, Reason> {
        let (protocol, target) = (self.start.protocol, self.role.target);
        if bytes.is_empty() {
            return Err(Reason::Empty);
        }
        if !self.start.is_stream && bytes.len() > LARGEST {
            return Err(Reason::Large);
        }
        let found = read_exact_in(protocol, target, &bytes, params, &mut session.clone());
        let refusal = match (&case.own, &found) {
            (Ok(own), Ok(found)) if self.shows(case.record, own, found) => None,
            (Err(own), Err(found)) if is_same_refusal(own, found, before) => Some(found.kind.word()),
            _ => return Err(Reason::Needs),
        };
        if self.start.is_stream && !self.has_end(&bytes, params, session) {
            return Err(Reason::End);
        }
        let title = format!("{}: {}", full_name(protocol, case.record), case.example.title);
        Ok(Packet { title, side: self.role.side, bytes, refusal, frame: 0 })
    }

    /// Whether a packet has the value of an example: as a whole, or as a message in it.
    fn shows(&self, record: RecordId, own: &Value, packet: &Value) -> bool {
        let Value::Record(fields) = own else { return false };
        match packet {
            Value::Record(all) if self.role.target == Target::Record(record) => is_same(all, fields),
            _ => {
                let names: Vec<&str> = names(self.start.protocol, record).collect();
                holds(packet, &names, fields)
            }
        }
    }

    /// Whether a reader of a stream knows where a packet ends, or that it is wrong, by its bytes alone.
    fn has_end(&self, bytes: &[u8], params: &[Code], session: &SessionValues) -> bool {
        match read_in(self.start.protocol, self.role.target, bytes, params, &mut session.clone()) {
            Ok(read) => read.rest.is_empty(),
            Err(error) => !matches!(error.kind, ReadErrorKind::Truncated { .. }),
        }
    }

    /// The packets at the beginning of a conversation after which the session has other values, with these.
    pub fn sessions(&self, before: &SessionValues) -> Vec<(Packet, SessionValues)> {
        let made = self.cases.iter().filter_map(|case| case.made.as_ref().ok());
        let first = made.filter(|made| made.before.is_none() && made.packet.refusal.is_none());
        let after = first.filter_map(|made| {
            let (mut session, params) = (before.clone(), self.params.as_ref()?);
            read_exact_in(self.start.protocol, self.role.target, &made.packet.bytes, params, &mut session).ok()?;
            (session != *before).then(|| (made.packet.clone(), session))
        });
        after.collect()
    }

    /// The packets of each conversation.
    pub fn conversations(&self) -> impl Iterator<Item = Vec<Packet>> {
        let made = self.cases.iter().filter_map(|case| case.made.as_ref().ok());
        made.map(|made| made.before.iter().chain([&made.packet]).cloned().collect())
    }

    /// Each example, and why it has no packet, if it has none.
    pub fn all(&self) -> impl Iterator<Item = (Id, Option<Reason>)> {
        self.cases.iter().map(|case| (case.id, case.made.as_ref().err().copied()))
    }
}

/// Whether bytes that stand after others are refused as they are by themselves.
fn is_same_refusal(own: &ReadError, found: &ReadError, before: usize) -> bool {
    own.kind.word() == found.kind.word() && found.offset.checked_sub(before) == Some(own.offset)
}

/// Whether a value has a message with one of these names and these fields.
fn holds(value: &Value, names: &[&str], fields: &[(String, Value)]) -> bool {
    let in_fields = |all: &[(String, Value)]| all.iter().any(|(_, value)| holds(value, names, fields));
    match value {
        Value::Message { name, fields: own } if names.contains(&name.as_str()) && is_same(own, fields) => true,
        Value::Message { fields: own, .. } | Value::Arm { fields: own, .. } | Value::Record(own) => in_fields(own),
        Value::List(all) => all.iter().any(|value| holds(value, names, fields)),
        _ => false,
    }
}

/// Whether fields are the same. Floats that are no numbers are not equal, so it compares what is shown of them.
fn is_same(one: &[(String, Value)], other: &[(String, Value)]) -> bool {
    format!("{one:?}") == format!("{other:?}")
}
