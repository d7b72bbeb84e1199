//! A capture of a schema's examples, with which a person tries the dissector.
//!
//! Each example is a conversation of its own. One that depends on what an earlier packet says has that packet before it, if
//! it is an example itself. `pool` makes the packets of one direction. For messages that are no packets by themselves, `slots`
//! finds places in packets, and `written` packets with another message.

mod pool;
mod slots;
mod written;

use std::collections::BTreeMap;

use wireform_build::interpret::Target;
use wireform_build::model::{Code, Protocol, SessionId, SessionValues};

use super::options::Options;
use super::pcap::{Capture, LARGEST, Peer, Side};
use super::ports::listed;
use super::roots::Packets;
use crate::stop::Stop;
use pool::{Id, Pool};

/// The examples of a schema as packets.
#[derive(Debug, Clone)]
pub struct Examples {
    /// The file.
    pub capture: Capture,
    /// Its packets, in order.
    pub packets: Vec<Packet>,
    /// How many examples are in no packet, by the reason.
    pub left_out: Vec<(Reason, usize)>,
}

/// A packet of the capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packet {
    /// The message or struct, and the example's title: `ToClient.Sound: a shot`.
    pub title: String,
    /// The side that sends it.
    pub side: Side,
    /// The packet.
    pub bytes: Vec<u8>,
    /// The word of the reason for which it is refused, if it is: `rule`.
    pub refusal: Option<&'static str>,
    /// The number of its frame, or of its last one.
    pub frame: u32,
}

/// Why an example is in no packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The conversation would not have its parameters or session values.
    Needs,
    /// It is one of a message in packets, and none of their examples has room for it.
    Outer,
    /// It is refused because it ends too early or too late, and a stream has no such end.
    End,
    /// No packet is empty.
    Empty,
    /// No datagram is so large.
    Large,
}

impl Examples {
    /// One line about the packets, and about the examples that are in none.
    #[must_use]
    pub fn words(&self) -> String {
        let packets = self.packets.len();
        let packets = format!("{packets} packet{} of examples", if packets == 1 { "" } else { "s" });
        let left_out = self.left_out.iter().map(|(reason, count)| reason.words(*count));
        std::iter::once(packets).chain(left_out).collect::<Vec<_>>().join("; ")
    }
}

impl Reason {
    fn words(self, count: usize) -> String {
        let (one, several) = match self {
            Self::Needs => (
                "needs parameters or session values that --with does not give",
                "need parameters or session values that --with does not give",
            ),
            Self::Outer => {
                ("is of a message for which no packet has room", "are of messages for which no packet has room")
            }
            Self::End => (
                "ends too early or too late, and a stream does not end",
                "end too early or too late, and a stream does not end",
            ),
            Self::Empty => ("has no bytes", "have no bytes"),
            Self::Large => ("is larger than a datagram", "are larger than a datagram"),
        };
        if count == 1 { format!("1 example {one}") } else { format!("{count} examples {several}") }
    }
}

/// The beginning of a conversation.
#[derive(Clone, Copy)]
struct Start<'s> {
    protocol: &'s Protocol,
    /// Numbers by the names of parameters and session values.
    with: &'s [(String, Code)],
    /// Whether packets follow each other without an end, as in TCP.
    is_stream: bool,
}

/// A side, and its packets.
#[derive(Clone, Copy)]
struct Role {
    side: Side,
    target: Target,
}

/// The state of a conversation before a packet, and the packet that made it so.
struct Before {
    session: SessionValues,
    packet: Option<Packet>,
}

/// The examples that a dissector with these options shows.
pub(super) fn examples(options: &Options<'_>) -> Result<Examples, Stop> {
    let ranges: Vec<_> = [&options.udp, &options.tcp].into_iter().flatten().flat_map(|ports| listed(ports)).collect();
    let Some(server) = ranges.first().map(|range| *range.start()) else {
        return Err(Stop::Usage("`--examples` needs a port: give one with --udp or with --tcp".to_owned()));
    };
    let start = Start { protocol: options.protocol, with: &options.with, is_stream: options.udp.is_none() };
    let mut pools: Vec<Pool<'_>> = roles(options).into_iter().map(|role| Pool::new(start, role)).collect();
    fill(start, &mut pools);

    let is_free = |port: &u16| !ranges.iter().any(|range| range.contains(port));
    let mut free: Vec<u16> = DYNAMIC.filter(is_free).collect();
    if free.is_empty() {
        free = DYNAMIC.collect();
    }
    let peers =
        (0..=u8::MAX).flat_map(|block| free.iter().map(move |port| Peer { address: [10, 0, block, 1], port: *port }));
    let (mut capture, mut packets) = (Capture::new(), Vec::new());
    let conversations = pools.iter().flat_map(Pool::conversations);
    for (client, mut conversation) in peers.zip(conversations) {
        send(&mut capture, start, [client, Peer::new(2, server)], &mut conversation);
        packets.extend(conversation);
    }
    Ok(Examples { capture, packets, left_out: left_out(&pools) })
}

/// Ports that belong to no protocol, so that Wireshark does not take a client's for one.
const DYNAMIC: std::ops::RangeInclusive<u16> = 49_152..=u16::MAX;

/// The sides that send packets. If both send the same, the client sends all.
fn roles(options: &Options<'_>) -> Vec<Role> {
    let sides = match options.packets {
        Packets::Same(one) => vec![(Side::Client, one)],
        Packets::Directed([to, from]) => vec![(Side::Client, to), (Side::Server, from)],
    };
    let role = |(side, subject): &(Side, super::subject::Subject<'_>)| {
        Some(Role { side: *side, target: subject.within(options.protocol)?.target })
    };
    sides.iter().filter_map(role).collect()
}

/// The number of examples that no side has, by the reason.
fn left_out(pools: &[Pool<'_>]) -> Vec<(Reason, usize)> {
    let mut all: BTreeMap<Id, Option<Reason>> = BTreeMap::new();
    for (id, reason) in pools.iter().flat_map(Pool::all) {
        // A message may go in both directions.
        let known = all.entry(id).or_insert(reason);
        *known = known.and(reason);
    }
    let mut reasons: Vec<Reason> = all.into_values().flatten().collect();
    reasons.sort();
    reasons.chunk_by(PartialEq::eq).filter_map(|same| Some((*same.first()?, same.len()))).collect()
}

/// Makes packets of all examples that can be: of those that begin a conversation first, then of those after them.
fn fill(start: Start<'_>, pools: &mut [Pool<'_>]) {
    let session = start.session();
    pools.iter_mut().for_each(|pool| pool.fill(&Before { session: session.clone(), packet: None }));
    let mut known = vec![session.clone()];
    for (packet, after) in pools.iter().flat_map(|pool| pool.sessions(&session)).collect::<Vec<_>>() {
        if !known.contains(&after) {
            known.push(after.clone());
            let before = Before { session: after, packet: Some(packet) };
            pools.iter_mut().for_each(|pool| pool.fill(&before));
        }
    }
}

/// Adds a conversation to a capture, and says the frames of its packets.
fn send(capture: &mut Capture, start: Start<'_>, [client, server]: [Peer; 2], packets: &mut [Packet]) {
    if start.is_stream {
        let mut stream = capture.tcp(client, server);
        for packet in packets {
            packet.frame = stream.send(capture, packet.side, &packet.bytes, LARGEST);
        }
        stream.close(capture);
        return;
    }
    for packet in packets {
        let (from, to) = match packet.side {
            Side::Client => (client, server),
            Side::Server => (server, client),
        };
        packet.frame = capture.udp(from, to, &packet.bytes);
    }
}

impl Start<'_> {
    fn code(&self, name: &str) -> Option<Code> {
        self.with.iter().find(|(known, _)| known == name).map(|(_, code)| *code)
    }

    /// The known values of the session.
    fn session(&self) -> SessionValues {
        let mut values = SessionValues::default();
        for (id, session) in self.protocol.sessions.iter().enumerate() {
            values.set(SessionId(id), self.code(&session.name));
        }
        values
    }

    /// The parameters of a target, if all are known.
    fn params(&self, target: Target) -> Option<Vec<Code>> {
        target.params(self.protocol).iter().map(|param| self.code(&param.name)).collect()
    }
}
