//! QUIC, version 1: datagrams, headers before protection, and frames.

mod frames;

use serde_json::Value as Json;
use wireform_build::model::Code;

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, bytes_length, each};
use crate::plain::ARM;

pub const ADAPTER: Adapter = Adapter {
    name: "quic",
    schema: "quic",
    packet,
    fields,
    classes: classes::SECOND,
    excluded: &[("a tag by a key", &[190])],
};

/// The length of a connection identifier is known to its receiver. Which form a header has, it says itself.
fn packet(message: &str, context: &Json) -> Packet {
    let length = context["short_header_dcid_length"].as_u64().map_or(0, Code::from);
    let known = vec![("short_header_dcid_length", length)];
    match message {
        "datagram" => Packet::with("Datagram", known),
        "frames" => Packet::new("Payload"),
        _ => Packet { targets: vec!["LongHeader", "ShortHeader"], ..Packet::with("LongHeader", known) },
    }
}

fn fields(message: &str, read: Fields) -> Json {
    match message {
        "datagram" => datagram(read),
        "frames" => frames::all(read),
        _ => header(read),
    }
}

fn datagram(mut read: Fields) -> Json {
    read.change("packets", |packets| each(packets, |packet| one(Fields::of(packet)).json()));
    read.json()
}

/// A packet. The schema divides the first byte into the parts of long headers.
fn one(mut packet: Fields) -> Fields {
    let [fixed_bit, kind, low] = ["fixed_bit", "type", "low"].map(|part| packet.number(part));
    let mut body = packet.inside("body");
    packet.put("fixed_bit", fixed_bit);
    if body.take(ARM) == "Short" {
        packet.put("header_form", 0);
        packet.put("spin_bit", kind >> 1);
        packet.put("protected_bits", (kind & 1) << 4 | low);
        body.beside(&mut packet);
        return packet;
    }
    packet.put("header_form", 1);
    let mut rest = body.inside("rest");
    body.beside(&mut packet);
    if rest.take(ARM) == "VersionNegotiation" {
        packet.take("fixed_bit");
        packet.put("unused", fixed_bit << 6 | kind << 4 | low);
        packet.put("version", 0);
        rest.beside(&mut packet);
        return packet;
    }
    packet.put("version", 1);
    packet.put("type_specific_bits", low);
    let mut shape = rest.inside("packet");
    let kind = self::kind(&shape.take(ARM));
    packet.put("packet_type", kind);
    let mut value = shape.inside("value");
    if kind != "retry" {
        token(&mut value);
        let length = bytes_length(value.get("payload"));
        value.put("length", length);
    }
    value.beside(&mut packet);
    packet
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

/// A header before protection. Constants of the schema are no values.
fn header(mut read: Fields) -> Json {
    read.put("fixed_bit", 1);
    read.put("reserved_bits", 0);
    let length = read.number("packet_number_length");
    read.put("packet_number_length", length + 1);
    read.put("header_form", u8::from(!read.get("rest").is_null()));
    if !read.get("rest").is_null() {
        read.put("version", 1);
        read.take("type");
        let mut shape = read.inside("rest").inside("packet");
        read.put("packet_type", kind(&shape.take(ARM)));
        let mut value = shape.inside("value");
        token(&mut value);
        value.beside(&mut read);
    }
    read.json()
}
