//! What a packet lacks that was cut off, worked out from the whole one: how the interpreter read that says which bytes are
//! which field. The first field that ends behind the cut is the one that is named, and what is missing of it at least is
//! what the reader asks for.
//!
//! `WIREFORM_CUTS=all` cuts each packet of the whole collections at every place, not at a dozen.

mod lack;
mod told;

use std::collections::BTreeMap;

use wireform_build::interpret::{self, Malformed, ReadError, ReadErrorKind, Step, StepKind, Target};
use wireform_build::model::{Code, End, Extent, Field, Input, Node, Presence, Protocol, SessionValues, Tag, Wire};

use crate::generated::{self, Generated, session};
use crate::laws::reading::is_refused_as;
use crate::laws::sources::{several, streams};
use crate::paths::node;
use crate::protocols;
use crate::right::{Packets, targets};
use crate::rng::Rng;
use crate::schemas::Known;
use crate::share::{is_whole, part, share};
use crate::vectors::sauerbraten::FLAGS;
use crate::vectors::{Which, packets, packets_of};
use told::Told;

/// So many packets of each message, struct and family.
const PACKETS: usize = 12;

/// What is named in each protocol, and what is not: a message that is cut off inside of bytes that go on to its end is one.
const COUNTS: [(&str, [usize; 2]); 6] = [
    ("blank v2015_10", [6291, 401]),
    ("blank v2015_11", [4169, 219]),
    ("quake2", [13440, 48]),
    ("rcce2", [6743, 810]),
    ("sauerbraten v259", [22454, 224]),
    ("sauerbraten v260", [23054, 254]),
];

/// The same of the vectors that are part of the project.
const OF_VECTORS: [(&str, [usize; 2]); 6] = [
    ("blank v2015_10", [6074, 916]),
    ("blank v2015_11", [5756, 3684]),
    ("quake2", [5135, 13]),
    ("rcce2", [1407, 50]),
    ("sauerbraten v259", [4013, 0]),
    ("sauerbraten v260", [3770, 0]),
];

/// So many bytes are added to a packet that lacks more.
const MOST_MORE: usize = 500;

/// Of longer packets of the whole collections so many beginnings are looked at, unless all are asked for.
const MOST: usize = 12;

#[test]
fn what_is_missing_of_a_vector_is_named() {
    let mut cuts = Cuts::default();
    share("packets", packets()).iter().for_each(|(generated, bytes)| cuts.of_vector(generated, bytes));
    let [named, at_the_end] = cuts.end();
    if is_whole() {
        assert_eq!(cuts.counts(), OF_VECTORS);
    }
    assert!(named > 7_000 && at_the_end > 500, "{named} are named, {at_the_end} not");
}

#[test]
fn what_is_missing_of_a_packet_of_messages_is_named() {
    let (mut cuts, mut rng) = (Cuts::default(), Rng::new(4));
    for (packet, mut members) in streams() {
        // Behind a map change to another mode the same flags have another layout.
        members.retain(|bytes| bytes[0] != FLAGS);
        (0..part(30)).for_each(|_| cuts.of_vector(&packet, &several(&members, &mut rng)));
    }
    let [named, at_the_end] = cuts.end();
    assert!(named > part(1_000) && at_the_end > part(50), "{named} are named, {at_the_end} not");
}

#[test]
#[ignore = "long"]
fn what_is_missing_of_a_vector_of_the_collections_is_named_where_they_are_there() {
    let packets = packets_of(Which::Collected);
    let most = match std::env::var("WIREFORM_CUTS") {
        Ok(all) if all == "all" => usize::MAX,
        Ok(other) => panic!("WIREFORM_CUTS={other}: nothing but `all` is known"),
        Err(_) => MOST,
    };
    println!("{} packets; of each that is longer than {most}, only as many beginnings", packets.len());
    let mut cuts = Cuts { most, ..Cuts::default() };
    packets.iter().for_each(|(generated, bytes)| cuts.of_vector(generated, bytes));
    let [named, at_the_end] = cuts.end();
    // What goes to the end of its packet is cut off there at more places than a dozen.
    let most_at_the_end = if most == MOST { named / 20 } else { named / 10 };
    assert!(
        packets.is_empty() || named > 20_000 && at_the_end < most_at_the_end,
        "{named} are named, {at_the_end} not"
    );
}

#[test]
fn what_is_missing_of_any_packet_is_named() {
    let [named, at_the_end] = cut_protocols(part(3)).end();
    assert!(named > part(10_000) && at_the_end < named / 10, "{named} are named, {at_the_end} not");
}

#[test]
#[ignore = "long"]
fn what_is_missing_of_more_packets_is_named() {
    let cuts = cut_protocols(PACKETS);
    cuts.end();
    assert_eq!(cuts.counts(), COUNTS);
}

/// A rule about several fields is checked behind the bytes that are missing, and may reject all that can follow.
#[test]
fn what_is_missing_may_turn_out_to_be_wrong() {
    let schema = "protocol p { byte_order: big }
        struct S { kind: u8, d: bytes[u8] where kind == 1 || len(it) <= 4, c: u8 }";
    let protocol = wireform_build::load_text("p", schema).expect("a schema").schema.first;
    let s = wireform_cli::target::target(&protocol, "S").expect("a struct");
    let word = |bytes: &[u8]| interpret::read(&protocol, s, bytes, &[]).map_err(|error| error.kind.word()).map(drop);
    let needed = interpret::read(&protocol, s, &[0, 0xFF], &[]).map_err(|error| error.kind).map(drop);
    assert_eq!(needed, Err(ReadErrorKind::Truncated { needed: 255 }));
    let mut packet = vec![0, 0xFF];
    packet.resize(258, 0);
    assert_eq!(word(&packet), Err("rule"));
    packet[0] = 1;
    assert_eq!(word(&packet), Ok(()));
}

/// A rule about a size counts what is in front, before the bytes are there.
#[test]
fn a_rule_about_a_size_is_broken_before_anything_is_missing() {
    let schema = "protocol p { byte_order: big }
        struct S { d: bytes[u8] where size(it) <= 4 }";
    let protocol = wireform_build::load_text("p", schema).expect("a schema").schema.first;
    let s = wireform_cli::target::target(&protocol, "S").expect("a struct");
    let word = |bytes: &[u8]| interpret::read(&protocol, s, bytes, &[]).map_err(|error| error.kind.word()).map(drop);
    assert_eq!([word(&[3]), word(&[4])], [Err("truncated"), Err("rule")]);
}

/// Cuts so many packets of everything in the shipped protocols.
fn cut_protocols(packets: usize) -> Cuts {
    let mut cuts = Cuts::default();
    for (protocol, generated) in protocols::all() {
        cuts.all_of(protocol, &generated, packets);
    }
    cuts
}

/// Generated code is asked the same, in [`schemas`](crate::schemas).
#[test]
fn what_is_missing_of_a_packet_of_a_feature_is_named() {
    let features = share("features", protocols::features());
    assert!(cut_features(&features, 2) > part(10_000));
}

#[test]
#[ignore = "long"]
fn what_is_missing_of_more_packets_of_a_feature_is_named() {
    assert!(cut_features(&protocols::features(), PACKETS) > 60_000);
}

/// Cuts so many packets of everything in these features; how many fields that lack bytes were named.
fn cut_features(features: &[Protocol], packets: usize) -> usize {
    let mut cuts = Cuts::default();
    features.iter().for_each(|protocol| cuts.all_of(protocol, &[], packets));
    let [named, at_the_end] = cuts.end();
    assert!(at_the_end < named / 20, "{named} are named, {at_the_end} not");
    named
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
#[derive(Debug)]
pub struct Cuts {
    /// So many beginnings of each packet are looked at.
    most: usize,
    /// For each protocol, those that are refused at the first field that does not fit, and those that are whole without what
    /// was cut off, or, told by what is left, wrong.
    counts: BTreeMap<String, [usize; 2]>,
    /// Errors that would be wrong: those that were told apart from right ones, and those that were not.
    lies: [usize; 2],
    /// What is said of the others.
    wrong: Vec<String>,
}

impl Default for Cuts {
    fn default() -> Self {
        Self { most: usize::MAX, counts: BTreeMap::new(), lies: [0; 2], wrong: Vec::new() }
    }
}

impl Cuts {
    /// For each protocol, how many were named and how many were not.
    fn counts(&self) -> Vec<(&str, [usize; 2])> {
        self.counts.iter().map(|(name, counts)| (name.as_str(), *counts)).collect()
    }

    /// Every beginning of a packet of the vectors, as its receiver knows it.
    fn of_vector(&mut self, generated: &Generated, bytes: &[u8]) {
        let whole = Whole {
            protocol: generated.protocol,
            target: generated.target(),
            params: generated.params,
            session: &session(generated.protocol),
            bytes,
        };
        self.of(&whole, Some(generated));
    }

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
        for len in (0..all).step_by(all.div_ceil(self.most).max(1)) {
            let read = whole.read(&bytes[..len]);
            if let Some(generated) = generated {
                let ours = (generated.read)(&bytes[..len]);
                let same = match (&ours, &read) {
                    (Ok(ours), Ok(read)) => ours.bytes.len() == *read,
                    (_, Err(theirs)) => is_refused_as(generated, &ours, theirs),
                    (Err(_), Ok(_)) => false,
                };
                assert!(same, "{bytes:02x?} at {len}: {ours:?}, but {read:?}");
            }
            let named = match &read {
                Err(error @ ReadError { kind: ReadErrorKind::Truncated { needed }, .. }) => {
                    let told = Told { whole, steps: &steps, leaves: &leaves, len };
                    self.lies(&told, error, *needed);
                    if !by_left {
                        fewer_never_suffice(whole, generated, len, *needed);
                    }
                    told.lacks(&error.path, error.offset, *needed).map(|()| true)
                }
                _ if by_left || goes_on && is_complete(&read, len, bytes[len]) => Ok(false),
                // Nothing but the rest is missing: of that there may be demanded more.
                Err(error) if goes_on && is_about_the_rest(error) => Ok(false),
                _ => Err("is no part of the whole".to_owned()),
            };
            match named {
                Ok(named) => {
                    self.counts.entry(protocols::named(protocol)).or_default()[usize::from(!named)] += 1;
                }
                Err(why) => {
                    let said = read.map_or_else(|error| error.to_string(), |read| format!("{read} bytes are read"));
                    let name = target.name(protocol);
                    let packet = format!("{} {name} {bytes:02x?} {params:?}", protocol.name);
                    self.wrong.push(format!("{packet} at {len}: {said}; {why}"));
                }
            }
        }
    }

    /// An error that names another field, or asks for a byte more or less, would be noticed.
    fn lies(&mut self, told: &Told<'_>, error: &ReadError, needed: usize) {
        let path = format!("{}.other", error.path);
        let others = [(path.as_str(), needed), (&error.path, needed + 1), (&error.path, needed - 1)];
        for (path, needed) in others {
            let missed = told.lacks(path, error.offset, needed).is_ok();
            self.lies[usize::from(missed)] += 1;
        }
    }

    /// How many cuts of all protocols were named, and how many were at the end, if nothing was wrong.
    pub fn end(&self) -> [usize; 2] {
        let Self { wrong, lies: [noticed, missed], .. } = self;
        let counts = [0, 1].map(|at| self.counts.values().map(|counts| counts[at]).sum());
        println!("{} cuts named, {} at the end; {missed} of {noticed} lies were missed", counts[0], counts[1]);
        println!("{:?}", self.counts);
        assert!(wrong.is_empty(), "{} cuts: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
        assert!(missed * 100 <= *noticed, "{missed} lies were missed");
        counts
    }
}

/// What `truncated` promises: whatever follows, a packet with fewer bytes than are asked for is refused.
fn fewer_never_suffice(whole: &Whole<'_>, generated: Option<&Generated>, len: usize, needed: usize) {
    for (byte, fewer) in [(0, needed - 1), (0xFF, needed - 1), (1, needed / 2)] {
        let mut more = whole.bytes[..len].to_vec();
        more.resize(len + fewer.min(MOST_MORE), byte);
        let Err(theirs) = whole.read(&more) else {
            panic!("{more:02x?} is read, of which {needed} bytes were missing at {len}");
        };
        if let Some(generated) = generated {
            let ours = (generated.read)(&more);
            assert!(is_refused_as(generated, &ours, &theirs), "{more:02x?}, cut at {len}: {ours:?}, but {theirs}");
        }
    }
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
        Wire::Padding { space, .. } => space.extent().is_some_and(asks),
        Wire::Octets { extent, .. } | Wire::List { extent, .. } => asks(extent),
        _ => asks_left(field),
    }
}

fn counts_from_the_end(field: &Field) -> bool {
    let from_the_end = |extent: &Extent| matches!(extent, Extent::AllBut(_) | Extent::Until { end: End::Left(_), .. });
    match &field.wire {
        Wire::Octets { extent, .. } | Wire::List { extent, .. } | Wire::Within { extent, .. } => {
            from_the_end(extent) || asks_left(field)
        }
        Wire::Padding { space, .. } => space.extent().is_some_and(from_the_end) || asks_left(field),
        _ => asks_left(field),
    }
}

/// Whether it stands for bytes of its own.
fn is_leaf(step: &Step) -> bool {
    match step.kind {
        StepKind::Record | StepKind::List | StepKind::Part { .. } | StepKind::Rejected => false,
        StepKind::Code
        | StepKind::Field
        | StepKind::Derived
        | StepKind::Hook
        | StepKind::Bits
        | StepKind::Constant
        | StepKind::Reserved
        | StepKind::Terminator
        | StepKind::Inherited => step.len > 0,
    }
}

/// The path of a step as errors have it: without indices, and without the names of messages.
pub fn path(path: &str) -> String {
    let names = path.split('.').map(|name| name.split([' ', '[']).next().unwrap_or(""));
    names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(".")
}

/// Whether a beginning of something that goes on to the end of its packet is such a thing itself. It is none where it
/// ends inside of a character of UTF-16, or of UTF-8, for the byte that would follow goes on with it.
fn is_complete(read: &Result<usize, ReadError>, len: usize, next: u8) -> bool {
    match read {
        Ok(read) => *read == len,
        Err(error) => {
            let is_cut = next & 0xC0 == 0x80 || error.to_string().contains("UTF-16");
            error.kind == ReadErrorKind::Malformed(Malformed::Text) && is_cut
        }
    }
}

/// Whether an extent goes to the end of its region, or counts from there.
pub fn asks(extent: &Extent) -> bool {
    match extent {
        Extent::Rest
        | Extent::AllBut(_)
        | Extent::Fixed { or_end: true, .. }
        | Extent::Until { or_end: true, .. }
        | Extent::Until { end: End::Left(_), .. } => true,
        Extent::Fixed { .. } | Extent::Until { .. } => false,
        Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } => false,
    }
}

/// Whether a field is told by how much is left.
pub fn asks_left(field: &Field) -> bool {
    matches!(field.presence, Presence::Left { .. })
        || match &field.wire {
            Wire::Match { tag, .. } => *tag == Tag::Input(Input::Left),
            Wire::Chosen { tags, .. } => tags.contains(&Input::Left),
            _ => false,
        }
}
