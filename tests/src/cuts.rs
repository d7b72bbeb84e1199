//! What a packet lacks that was cut off, worked out from the whole one: how the interpreter read that says which bytes are
//! which field. The first field that ends behind the cut is the one that is named, and what is missing of it at least is
//! what the reader asks for.

mod lack;

use wireform_build::interpret::{self, Malformed, ReadError, ReadErrorKind, Step, StepKind, Target};
use wireform_build::model::{Code, End, Extent, Field, Node, Protocol, SessionValues, Wire};

use crate::generated::{self, Generated, session};
use crate::paths::node;
use crate::prefixes::{asks, asks_left, is_complete};
use crate::protocols;
use crate::right::{Packets, targets};
use crate::schemas::Known;
use crate::vectors::packets;
use lack::Cut;

/// So many packets of each message, struct and family.
const PACKETS: usize = 12;

#[test]
fn what_is_missing_of_a_vector_is_named() {
    let mut cuts = Cuts::default();
    for (generated, bytes) in packets() {
        let whole = Whole {
            protocol: generated.protocol,
            target: generated.target(),
            params: generated.params,
            session: &session(generated.protocol),
            bytes: &bytes,
        };
        cuts.of(&whole, Some(&generated));
    }
    cuts.end(3_000);
}

#[test]
fn what_is_missing_of_any_packet_is_named() {
    let mut cuts = Cuts::default();
    for (protocol, generated) in protocols::all() {
        cuts.all_of(protocol, &generated, PACKETS);
    }
    cuts.end(30_000);
}

/// Generated code is asked the same, in [`schemas`](crate::schemas).
#[test]
fn what_is_missing_of_a_packet_of_a_feature_is_named() {
    let mut cuts = Cuts::default();
    for protocol in protocols::features() {
        cuts.all_of(&protocol, &[], PACKETS);
    }
    cuts.end(10_000);
}

/// A right packet, and what its receiver knows.
struct Whole<'w> {
    protocol: &'w Protocol,
    target: Target,
    params: &'w [Code],
    session: &'w SessionValues,
    bytes: &'w [u8],
}

impl Whole<'_> {
    /// How many bytes are read.
    fn read(&self, bytes: &[u8]) -> Result<usize, ReadError> {
        let mut session = self.session.clone();
        let read = interpret::read_in(self.protocol, self.target, bytes, self.params, &mut session)?;
        Ok(bytes.len() - read.rest.len())
    }

    /// Whether some field of it is such a one.
    fn has(&self, of: &dyn Fn(&Field) -> bool) -> bool {
        has(self.protocol, node(self.target), of)
    }

    /// Whether it goes to the end of its packet, or some of it does.
    fn goes_on(&self) -> bool {
        matches!(self.target, Target::Stream(_)) || self.has(&asks_the_end) || is_open(self.protocol, node(self.target))
    }
}

/// How many cuts were looked at.
#[derive(Debug, Default)]
pub struct Cuts {
    /// Those that are refused at the first field that does not fit.
    named: usize,
    /// Those that are told by what is left, or are whole without what was cut off.
    at_the_end: usize,
    /// What is said of the others.
    wrong: Vec<String>,
}

impl Cuts {
    /// Examples and random packets, so many, of whatever a protocol has; where generated code knows what their receivers
    /// do, it says the same.
    pub fn all_of(&mut self, protocol: &Protocol, generated: &[Generated], count: usize) {
        for target in targets(protocol) {
            for (bytes, Known { params, session }) in Packets::new(protocol, target, None).several(count) {
                let knows = |one: &&Generated| {
                    one.target() == target && *one.params == *params && session == generated::session(protocol)
                };
                let whole = Whole { protocol, target, params: &params, session: &session, bytes: &bytes };
                self.of(&whole, generated.iter().find(knows));
            }
        }
    }

    fn of(&mut self, whole: &Whole<'_>, generated: Option<&Generated>) {
        let Whole { protocol, target, params, session, bytes } = whole;
        let (goes_on, by_left) = (whole.goes_on(), whole.has(&counts_from_the_end));
        let (steps, read) = interpret::trace(protocol, *target, bytes, params, session);
        let all = bytes.len() - read.expect("a right packet").rest.len();
        let leaves: Vec<&Step> = steps.iter().filter(|step| is_leaf(step)).collect();
        for len in 0..all {
            let read = whole.read(&bytes[..len]);
            if let Some(generated) = generated {
                let ours = (generated.read)(&bytes[..len]).map(|read| read.bytes.len());
                assert_eq!(ours, read, "{bytes:02x?} at {len}");
            }
            let named = match &read {
                Err(ReadError { kind: ReadErrorKind::Truncated { .. }, .. }) if by_left => Ok(false),
                Err(error @ ReadError { kind: ReadErrorKind::Truncated { needed }, .. }) => {
                    lacks(whole, &steps, &leaves, len, (error, *needed)).map(|()| true)
                }
                _ if by_left || goes_on && is_complete(&read, len, bytes[len]) => Ok(false),
                // Nothing but the rest is missing: of that there may be demanded more.
                Err(error) if goes_on && is_about_the_rest(error) => Ok(false),
                _ => Err("is no part of the whole".to_owned()),
            };
            match named {
                Ok(true) => self.named += 1,
                Ok(false) => self.at_the_end += 1,
                Err(why) => {
                    let said = read.map_or_else(|error| error.to_string(), |read| format!("{read} bytes are read"));
                    let name = target.name(protocol);
                    let packet = format!("{} {name} {bytes:02x?} {params:?}", protocol.name);
                    self.wrong.push(format!("{packet} at {len}: {said}; {why}"));
                }
            }
        }
    }

    /// That nothing was wrong, and at least so many fields were named.
    pub fn end(&self, named: usize) {
        let Self { wrong, at_the_end, .. } = self;
        println!("{} cuts named, {at_the_end} at the end", self.named);
        assert!(wrong.is_empty(), "{} cuts: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
        assert!(self.named > named && *at_the_end < self.named / 4, "{self:?}");
    }
}

/// Whether the first field that ends behind the cut is named, and as many bytes are asked for as are certainly missing.
fn lacks(
    whole: &Whole<'_>,
    steps: &[Step],
    leaves: &[&Step],
    len: usize,
    (error, needed): (&ReadError, usize),
) -> Result<(), String> {
    let Some(step) = leaves.iter().find(|step| step.offset + step.len > len) else {
        return Err("nothing ends behind it".to_owned());
    };
    let inside = path(&step.path) != error.path || step.offset != error.offset;
    if error.path.ends_with("within") && inside {
        // All bytes of a region are taken at once: it is a field that holds others, and goes to the end of one.
        let ends = leaves.iter().any(|step| step.offset + step.len == len + needed);
        return if error.offset <= len && ends { Ok(()) } else { Err("no region ends there".to_owned()) };
    }
    // The code of a message that nobody knows stands in nothing.
    let unknown = step.kind == StepKind::Code && ["", "code"].contains(&step.path.as_str());
    let unknown = unknown && (error.path == "code" || error.path.ends_with(".code"));
    let named = if unknown { error.path.clone() } else { path(&step.path) };
    let around = named.rsplit_once('.').map_or("", |(around, _)| around);
    let ends = step.kind == StepKind::Terminator;
    let same = error.path == named || error.path == around || ends;
    // Of what ends a list the fields are read one by one.
    let within = step.offset..=if ends { len } else { step.offset };
    if !same || !within.contains(&error.offset) {
        return Err(format!("it is {named} at {}", step.offset));
    }
    let bytes = &whole.bytes[error.offset..step.offset + step.len];
    let have = &bytes[..len.saturating_sub(error.offset)];
    let cut = Cut { protocol: whole.protocol, steps, step, whole: bytes, have };
    let could = cut.could_need(node(whole.target), &error.path);
    if could.contains(&needed) { Ok(()) } else { Err(format!("{could:?} are missing of {step:?}")) }
}

/// What may be wrong with something that goes to the end of its packet when that is elsewhere.
fn is_about_the_rest(error: &ReadError) -> bool {
    // A checksum in front may cover it.
    matches!(&error.kind, ReadErrorKind::Malformed(Malformed::Rule(_) | Malformed::Checksum))
}

/// Whether some field of a record or family is such a one, or of what it holds.
fn has(protocol: &Protocol, node: Node, of: &dyn Fn(&Field) -> bool) -> bool {
    match node {
        Node::Record(id) => {
            let mut fields = protocol.records[id.0].fields.iter();
            fields.any(|field| of(field) || field.wire.holds().is_some_and(|node| has(protocol, node, of)))
        }
        Node::Family(id) => {
            protocol.families[id.0].members.iter().any(|member| has(protocol, Node::Record(member.record), of))
        }
    }
}

/// Whether messages stand in it that nobody knows: they go to the end.
fn is_open(protocol: &Protocol, node: Node) -> bool {
    match node {
        Node::Record(id) => {
            let mut held = protocol.records[id.0].fields.iter().filter_map(|field| field.wire.holds());
            held.any(|node| is_open(protocol, node))
        }
        Node::Family(id) => {
            let family = &protocol.families[id.0];
            family.open || family.members.iter().any(|member| is_open(protocol, Node::Record(member.record)))
        }
    }
}

fn asks_the_end(field: &Field) -> bool {
    match &field.wire {
        Wire::Bytes(extent) | Wire::Text { extent, .. } | Wire::List { extent, .. } => asks(extent),
        _ => asks_left(field),
    }
}

fn counts_from_the_end(field: &Field) -> bool {
    let from_the_end = |extent: &Extent| matches!(extent, Extent::AllBut(_) | Extent::Until { end: End::Left(_), .. });
    match &field.wire {
        Wire::Bytes(extent) | Wire::Text { extent, .. } | Wire::List { extent, .. } | Wire::Within { extent, .. } => {
            from_the_end(extent) || asks_left(field)
        }
        _ => asks_left(field),
    }
}

/// Whether it stands for bytes of its own.
fn is_leaf(step: &Step) -> bool {
    match step.kind {
        StepKind::Record | StepKind::List | StepKind::Part { .. } => false,
        StepKind::Code
        | StepKind::Field
        | StepKind::Derived
        | StepKind::Hook
        | StepKind::Bits
        | StepKind::Constant
        | StepKind::Reserved
        | StepKind::Terminator => step.len > 0,
    }
}

/// The path of a step as errors have it: without indices, and without the names of messages.
pub fn path(path: &str) -> String {
    let names = path.split('.').map(|name| name.split([' ', '[']).next().unwrap_or(""));
    names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(".")
}
