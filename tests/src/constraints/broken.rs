//! From a right packet to one that breaks a single demand.
//!
//! The bytes of one place are others, and if the packet has checksums these are right again. It breaks the demand if the
//! schema refuses it for that, and nothing but that if the same schema without the demand does not refuse it: it reads it,
//! or waits for what a number that was changed lets follow. (As much of that as one can have is zero.)

use std::collections::BTreeSet;

use wireform_build::interpret::{self, Malformed, ReadError, ReadErrorKind, Step, StepKind, Target};
use wireform_build::model::Protocol;

use super::constraint::{Constraint, Place, SHORT, why};
use super::demanded::Demanded;
use super::others::others;
use crate::cuts::path;
use crate::right::Packets;
use crate::schemas::Known;

/// How long it is tried to break demands.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// So many right packets of each message, struct and family.
    pub packets: usize,
    /// So many other packets for each demand.
    pub others: usize,
}

/// One that breaks something else as well counts as so many.
const DEAR: usize = 8;

/// So many of these are enough of one packet: it may be one in which the same field is demanded the same elsewhere.
const MOST_WORSE: usize = 3;

/// More bytes are not given to a packet that needs them.
const MOST_NEEDED: usize = 300;

/// What is wrong where a checksum is another.
const CHECKSUM: &str = "checksum";

/// A packet that is refused for one reason.
#[derive(Debug)]
pub struct Broken {
    /// What its receiver knows.
    pub known: Known,
    /// The packet that it was made of.
    pub right: Vec<u8>,
    pub wrong: Vec<u8>,
    /// How it is refused.
    pub error: ReadError,
    /// Whether it is told before missing bytes.
    pub is_early: bool,
}

/// What bytes of a message, struct or family are looked at.
pub struct Search<'p> {
    protocol: &'p Protocol,
    target: Target,
    demanded: Demanded<'p>,
}

/// What is said of bytes that were to break a demand.
enum Judgement {
    /// It is right, or breaks another.
    Other,
    /// It breaks another of the same name: one of two constants without names.
    Another,
    /// It breaks more than that.
    Worse,
    Broken(Broken),
}

/// What was found, and what nothing broke.
pub struct Outcome {
    pub broken: Vec<Broken>,
    pub unbroken: Vec<Constraint>,
}

impl<'p> Search<'p> {
    pub fn new(protocol: &'p Protocol, target: Target) -> Self {
        Self { protocol, target, demanded: Demanded::by(protocol, target) }
    }

    /// Breaks what is demanded in right packets: in examples first, and then in random ones. If it is said what the receiver
    /// knows, he knows that first.
    pub fn run(self, known: Option<&Known>, effort: Effort) -> Outcome {
        // Each with how much was tried.
        let mut left: Vec<(usize, usize)> = (0..self.demanded.all.len()).map(|index| (index, 0)).collect();
        let mut broken = Vec::new();
        for one in known.map(Some).into_iter().chain([None]) {
            let mut packets = Packets::new(self.protocol, self.target, one.cloned()).several(effort.packets);
            // A packet may be long in coming.
            while !left.is_empty()
                && let Some((bytes, known)) = packets.next()
            {
                let packet = self.right(bytes, known);
                left.retain_mut(|(index, tried)| {
                    match self.breaks(&packet, &self.demanded.all[*index], (tried, effort.others)) {
                        Some(found) => {
                            broken.push(found);
                            false
                        }
                        None => true,
                    }
                });
            }
        }
        let left: BTreeSet<usize> = left.into_iter().map(|(index, _)| index).collect();
        let all = self.demanded.all.into_iter().enumerate();
        let unbroken = all.filter(|(index, _)| left.contains(index)).map(|(_, one)| one).collect();
        Outcome { broken, unbroken }
    }

    fn right(&self, bytes: Vec<u8>, known: Known) -> Packet {
        let (steps, read) = interpret::trace(self.protocol, self.target, &bytes, &known.params, &known.session);
        let len = bytes.len() - read.map_or(0, |read| read.rest.len());
        let spans = steps.iter().enumerate().filter(|(_, step)| !matches!(step.kind, StepKind::Part { .. }));
        let spans = spans.map(|(index, step)| {
            // What only holds others goes to the first behind it that does not stand in it.
            let behind = steps[index + 1..].iter().find(|other| other.depth <= step.depth);
            let end = match step.kind {
                StepKind::Record | StepKind::List => behind.map_or(len, |other| other.offset),
                _ => step.offset + step.len,
            };
            Span { path: path(&step.path), start: step.offset, end }
        });
        let spans = spans.collect();
        Packet { bytes: bytes[..len].to_vec(), known, spans }
    }

    /// A packet that breaks a demand, made of this one; `tried` says how much was looked at for it, of how much at most.
    fn breaks(&self, packet: &Packet, constraint: &Constraint, (tried, most): (&mut usize, usize)) -> Option<Broken> {
        let end = Span { path: String::new(), start: packet.bytes.len(), end: packet.bytes.len() };
        let spans = packet.spans.iter().filter(|span| constraint.places.iter().any(|place| place.is(&span.path)));
        let mut worse = 0;
        for span in spans.chain(constraint.places.contains(&Place::End).then_some(&end)) {
            let (before, behind) = (&packet.bytes[..span.start], &packet.bytes[span.end..]);
            let mut another = 0;
            for other in others(&packet.bytes[span.start..span.end], &constraint.numbers) {
                let wrong = self.filled(packet, [before, &other, behind].concat());
                if constraint.why == SHORT && !self.is_right_with(packet, span, &other, &wrong.bytes) {
                    continue;
                }
                let sealed = self.sealed(packet, constraint, &wrong);
                for wrong in [wrong].into_iter().chain(sealed) {
                    match self.judged(packet, constraint, wrong) {
                        Judgement::Broken(found) => return Some(found),
                        Judgement::Another => another += 1,
                        Judgement::Worse => worse += 1,
                        Judgement::Other => {}
                    }
                    *tried += 1;
                }
                // These are not the bytes.
                if another > MOST_WORSE {
                    break;
                }
                if *tried + worse * DEAR > most || worse > MOST_WORSE {
                    *tried += worse * DEAR;
                    return None;
                }
            }
        }
        None
    }

    /// Whether these bytes break this demand, and nothing else.
    fn judged(&self, packet: &Packet, constraint: &Constraint, wrong: Wrong) -> Judgement {
        let (protocol, target, known) = (self.protocol, self.target, &packet.known);
        let Wrong { bytes: wrong, error: Some(error) } = wrong else { return Judgement::Other };
        self.was_demanded(&error);
        if !constraint.is(&error) {
            return Judgement::Other;
        }
        let lifted = constraint.lifted(protocol);
        match self.read(lifted, &wrong, known) {
            Err(error) if constraint.lets_wait(&error.kind) => {}
            Err(same) if same == error => return Judgement::Another,
            Err(_) => return Judgement::Worse,
            Ok(()) => {}
        }
        let trace = |protocol| interpret::trace(protocol, target, &wrong, &known.params, &known.session).0;
        assert_eq!(error.message, target.name(protocol), "{error}");
        let begins = packet.begins(&trace(protocol), &trace(lifted), &error);
        assert!(begins, "{}: {error} of {wrong:02x?}", protocol.name);
        let is_early = constraint.is_early;
        Judgement::Broken(Broken { known: known.clone(), right: packet.bytes.clone(), wrong, error, is_early })
    }

    /// Whether a packet of which a region is too short is right with the size that the region had: then nothing but this
    /// size is wrong. (Without its size it would be no region, so that cannot be asked of the schema without the demand.)
    fn is_right_with(&self, packet: &Packet, span: &Span, other: &[u8], wrong: &[u8]) -> bool {
        let size = &packet.bytes[span.start..span.end];
        let right = [&wrong[..span.start], size, &wrong[span.start + other.len()..]].concat();
        self.read(self.protocol, &right, &packet.known).is_ok()
    }

    /// The same packet with as many more bytes as it needs.
    fn filled(&self, packet: &Packet, wrong: Vec<u8>) -> Wrong {
        let mut wrong = self.looked_at(packet, wrong);
        match wrong.error {
            Some(ReadError { kind: ReadErrorKind::Truncated { needed }, .. }) if needed <= MOST_NEEDED => {
                wrong.bytes.resize(wrong.bytes.len() + needed, 0);
                self.looked_at(packet, wrong.bytes)
            }
            _ => wrong,
        }
    }

    fn looked_at(&self, packet: &Packet, bytes: Vec<u8>) -> Wrong {
        let error = self.read(self.protocol, &bytes, &packet.known).err();
        Wrong { bytes, error }
    }

    fn read(&self, protocol: &Protocol, bytes: &[u8], known: &Known) -> Result<(), ReadError> {
        interpret::read_in(protocol, self.target, bytes, &known.params, &mut known.session.clone()).map(drop)
    }

    /// The same packet with the checksums that it should have, if it has any. What is refused for another reason still is.
    fn sealed(&self, packet: &Packet, constraint: &Constraint, wrong: &Wrong) -> Option<Wrong> {
        if self.protocol.records.iter().all(|record| record.checksums.is_empty()) {
            return None;
        }
        if let Some(error) = &wrong.error
            && error.kind.word() != CHECKSUM
            && !constraint.is(error)
        {
            return None;
        }
        let (lifted, unsealed) = (constraint.lifted(self.protocol), constraint.unsealed(self.protocol));
        let (target, known) = (self.target, &packet.known);
        let read =
            interpret::read_in(unsealed, target, &wrong.bytes, &known.params, &mut known.session.clone()).ok()?;
        let sealed =
            interpret::write_in(lifted, target, &read.value, &known.params, &mut known.session.clone()).ok()?;
        Some(self.looked_at(packet, sealed))
    }

    /// Whatever is refused, somebody demanded otherwise.
    fn was_demanded(&self, error: &ReadError) {
        // What goes by the length of its packet lacks bytes as a packet does that is cut off.
        let ReadErrorKind::Malformed(malformed) = &error.kind else { return };
        if let Malformed::Short { .. } = malformed {
            return;
        }
        let by_message = |path: &String| {
            let field = error.path.strip_prefix(path.as_str());
            field.is_some_and(|field| if path.is_empty() { field != "code" } else { field.starts_with('.') })
        };
        let why = why(&error.kind);
        let demanded = self.demanded.messages.iter().any(by_message)
            || self.demanded.all.iter().any(|one| one.is(error))
            || (why == "value" && self.demanded.given.contains(&error.path))
            || (why == "depth" && self.demanded.messages.contains(&error.path));
        let protocol = &self.protocol.name;
        assert!(demanded, "nobody in {protocol} demands it: {error} ({why})");
    }
}

/// A packet that is right no more, perhaps.
struct Wrong {
    bytes: Vec<u8>,
    /// How it is refused, if it is.
    error: Option<ReadError>,
}

/// A right packet.
struct Packet {
    bytes: Vec<u8>,
    known: Known,
    spans: Vec<Span>,
}

/// Bytes of it.
struct Span {
    path: String,
    start: usize,
    end: usize,
}

impl Packet {
    /// Whether what is refused begins where that is said to be: in the right packet, or in the wrong one, as it is read
    /// without the demand. What was never read, and what is left over, begins behind all that was read until then.
    fn begins(&self, until: &[Step], without: &[Step], error: &ReadError) -> bool {
        let read =
            without.iter().map(|step| Span { path: path(&step.path), start: step.offset, end: step.offset + step.len });
        let read: Vec<Span> = read.collect();
        // (A field may be called `code`, as that of a message is that nobody knows, which stands in the whole.)
        let was_read = |span: &Span| !span.path.is_empty() && is_in(&span.path, &error.path);
        // Where a count means nothing, what it counts is not read, though in another element it may be.
        let nowhere = matches!(error.kind.word(), "trailing" | "count");
        let unread = nowhere || !read.iter().any(was_read);
        // A long constant is refused at its first other byte.
        let is_at = |span: &Span| match error.kind.word() {
            "constant" => (span.start..span.end).contains(&error.offset),
            _ => span.start == error.offset,
        };
        // A constant part of bits is told by its name, at the place of the bits.
        let around = |path: &str| path.rsplit_once('.').map(|(around, _)| around.to_owned());
        let is_part = |span: &Span| error.kind.word() == "constant" && around(&span.path) == around(&error.path);
        let here = |span: &Span| is_at(span) && (is_in(&span.path, &error.path) || is_part(span));
        let behind = || until.iter().map(|step| step.offset + step.len).max() == Some(error.offset);
        // What does not fit into its region may be anything in it.
        error.kind.word() == SHORT || self.spans.iter().chain(&read).any(here) || unread && behind()
    }
}

/// Whether it is a field, or the first thing in it. (A code that stands elsewhere begins where its message does.)
fn is_in(path: &str, field: &str) -> bool {
    if field == "code" && path.is_empty() {
        // That of a message that nobody knows stands in nothing.
        return true;
    }
    let field = field.strip_suffix(".code").unwrap_or(field);
    // A region has no bytes but those in it.
    if field.ends_with("within") {
        return true;
    }
    // The element that ends a list is told as one thing, though it has fields.
    if path.strip_suffix("end").is_some_and(|list| list.ends_with('.') && field.starts_with(list)) {
        return true;
    }
    path.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
