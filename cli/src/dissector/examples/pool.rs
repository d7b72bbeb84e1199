//! The packets of one side: its own examples, and those of the messages in it, each in front of which stands the beginning
//! of a packet that is an example.

use wireform_build::interpret::{ReadError, ReadErrorKind, Target, Value, read_exact_in, read_in};
use wireform_build::model::{Code, Example, ExampleKind, RecordId, SessionValues};

use super::slots::{Slot, messages, names, slots};
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
    /// What became of it.
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
        Self { start, role, params, cases, slots }
    }

    /// Makes packets of the examples without one, as far as they can be after that.
    pub fn fill(&mut self, before: &Before) {
        let Some(params) = self.params.clone() else { return };
        loop {
            let mut is_done = true;
            for index in 0..self.cases.len() {
                let Some(case) = self.cases.get(index).filter(|case| case.made.is_err()) else { continue };
                let made = self.packet(case, &params, &before.session);
                let slots = match &made {
                    Ok(packet) if case.example.kind == ExampleKind::Example => {
                        let (protocol, target) = (self.start.protocol, self.role.target);
                        slots(protocol, target, &packet.bytes, &params, &before.session)
                    }
                    _ => Vec::new(),
                };
                for slot in slots {
                    if !self.slots.contains(&slot) {
                        self.slots.push(slot);
                    }
                }
                is_done &= made.is_err();
                if let Some(case) = self.cases.get_mut(index) {
                    case.made = made.map(|packet| Made { packet, before: before.packet.clone() });
                }
            }
            // A new packet may have room for others.
            if is_done {
                return;
            }
        }
    }

    /// The packet of an example: its bytes, or those of another one up to a place for it and then its own.
    fn packet(&self, case: &Case<'_>, params: &[Code], session: &SessionValues) -> Result<Packet, Reason> {
        let mut why = case.made.as_ref().err().copied().unwrap_or(Reason::Needs);
        if self.role.target == Target::Record(case.record) {
            return if case.example.params == params { self.at(case, &[], params, session) } else { Err(why) };
        }
        let fitting = self.slots.iter().filter(|slot| slot.takes(self.start.protocol, case.record));
        for slot in fitting {
            match self.at(case, &slot.front, params, session) {
                Err(Reason::Needs) => {}
                Err(other) => why = other,
                made => return made,
            }
        }
        Err(why)
    }

    /// The packet of an example after these bytes, if a reader of packets reads it there as it is by itself.
    fn at(&self, case: &Case<'_>, front: &[u8], params: &[Code], session: &SessionValues) -> Result<Packet, Reason> {
        let (protocol, target) = (self.start.protocol, self.role.target);
        let bytes = [front, &case.example.bytes].concat();
        if bytes.is_empty() {
            return Err(Reason::Empty);
        }
        if !self.start.is_stream && bytes.len() > LARGEST {
            return Err(Reason::Large);
        }
        let found = read_exact_in(protocol, target, &bytes, params, &mut session.clone());
        let refusal = match (&case.own, &found) {
            (Ok(own), Ok(found)) if self.shows(case.record, own, found) => None,
            (Err(own), Err(found)) if is_same_refusal(own, found, front.len()) => Some(found.kind.word()),
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
    pub fn conversations(&mut self) -> impl Iterator<Item = Vec<Packet>> {
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
