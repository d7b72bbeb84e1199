//! QUIC, version 1: datagrams, headers before protection, and frames.

mod frames;

use serde_json::Value as Json;
use wireform_build::model::Code;

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, bytes_length};
use crate::plain::ARM;

pub const ADAPTER: Adapter = Adapter {
    name: "quic",
    schema: "quic",
    packet,
    fields,
    classes: classes::SECOND,
    excluded: &[("a tag by a key", &[190])],
};

/// More frames than any line has.
const FRAMES: Code = 16;

/// The number of frames follows from the frames. The length of a connection id is known to its receiver.
fn packet(message: &str, context: &Json) -> Packet {
    let target = match message {
        "datagram" => "Packet1",
        "frames" => {
            let params = (0..FRAMES).map(|count| vec![("count", count)]).collect();
            return Packet { params, ..Packet::new("Frames") };
        }
        _ => "Header",
    };
    let length = context["short_header_dcid_length"].as_u64().map_or(0, Code::from);
    Packet::with(target, vec![("short_header_dcid_length", length)])
}

fn fields(message: &str, read: Fields) -> Json {
    match message {
        "datagram" => packets(read),
        "frames" => frames::all(read),
        _ => header(read),
    }
}

/// The packets of a datagram, each of which the schema has inside of the one before.
fn packets(first: Fields) -> Json {
    let mut packets = Vec::new();
    let mut next = Some(first);
    while let Some(read) = next {
        let (packet, inner) = one(read);
        packets.push(packet.json());
        next = inner;
    }
    let mut all = Fields::default();
    all.put("packets", packets);
    all.json()
}

/// A packet and the one behind it. The schema divides the first byte into the parts of long headers.
fn one(mut packet: Fields) -> (Fields, Option<Fields>) {
    let [low, kind] = ["low", "type"].map(|part| packet.number(part));
    let mut body = packet.inside("body");
    if body.take(ARM) == "Short" {
        packet.put("header_form", 0);
        packet.put("spin_bit", kind >> 1);
        packet.put("protected_bits", (kind & 1) << 4 | low);
        body.beside(&mut packet);
        return (packet, None);
    }
    packet.put("header_form", 1);
    let mut rest = body.inside("body");
    body.beside(&mut packet);
    if rest.take(ARM) == "VersionNegotiation" {
        let fixed_bit = packet.number("fixed_bit");
        packet.put("unused", fixed_bit << 6 | kind << 4 | low);
        // The version that the schema chooses by.
        packet.put("version", 0);
        rest.beside(&mut packet);
        return (packet, None);
    }
    packet.put("version", rest.take("version"));
    packet.put("type_specific_bits", low);
    let mut value = rest.inside("value");
    let next = typed(&mut value);
    value.beside(&mut packet);
    (packet, next)
}

/// The rest of a packet of version 1 by its type, and the packet behind it.
fn typed(value: &mut Fields) -> Option<Fields> {
    let kind = kind(&value.take(ARM));
    value.put("packet_type", kind);
    if kind == "retry" {
        return None;
    }
    token(value);
    let length = bytes_length(value.get("payload"));
    value.put("length", length);
    let next = value.take("next");
    if next.as_str().is_some_and(|bytes| !bytes.is_empty()) {
        // The schema reads three packets; these bytes are a fourth one.
        value.put("next", next);
        return None;
    }
    let mut next = Fields::of(next);
    (next.take(ARM) == "Packet").then(|| next.inside("value"))
}

/// The name of a type.
fn kind(arm: &Json) -> &'static str {
    match arm.as_str() {
        Some("Initial") => "initial",
        Some("ZeroRtt") => "0rtt",
        Some("Handshake") => "handshake",
        _ => "retry",
    }
}

/// The length of the token, if there is one.
fn token(packet: &mut Fields) {
    if !packet.get("token").is_null() {
        let length = bytes_length(packet.get("token"));
        packet.put("token_length", length);
    }
}

/// A header before protection. Its first byte means different things by its form, so the schema has it as bits.
fn header(mut read: Fields) -> Json {
    // A constant of the schema.
    read.put("fixed_bit", 1);
    let length = read.number("packet_number_length");
    read.put("packet_number_length", length + 1);
    let [b2, b3, b4, b5] = ["b2", "b3", "b4", "b5"].map(|bit| read.number(bit));
    let mut body = read.inside("body");
    if body.take(ARM) == "Short" {
        read.put("header_form", 0);
        read.put("spin_bit", b5);
        read.put("reserved_bits", b4 << 1 | b3);
        read.put("key_phase", b2);
    } else {
        read.put("header_form", 1);
        read.put("reserved_bits", b3 << 1 | b2);
        let mut early = body.inside("body");
        early.take(ARM);
        let mut value = early.inside("value");
        let kind = kind(&value.take(ARM));
        value.put("packet_type", kind);
        token(&mut value);
        value.beside(&mut read);
    }
    body.beside(&mut read);
    read.json()
}
