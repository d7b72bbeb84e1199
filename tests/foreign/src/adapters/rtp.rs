//! RTP and RTCP.

use serde_json::{Value as Json, json};

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, bytes_length, each, from_hex};
use crate::plain::ARM;

pub const ADAPTER: Adapter =
    Adapter { name: "rtp", schema: "rtp", packet, fields, classes: classes::FIRST, excluded: &[] };

/// The names that the sheet has for types of RTCP; other types have none.
const KINDS: [(u8, &str); 7] =
    [(200, "SR"), (201, "RR"), (202, "SDES"), (203, "BYE"), (204, "APP"), (205, "RTPFB"), (206, "PSFB")];

fn packet(message: &str, _: &Json) -> Packet {
    Packet::new(if message == "rtp" { "Packet" } else { "Compound" })
}

fn fields(message: &str, mut read: Fields) -> Json {
    if message == "rtcp" {
        read.change("packets", |list| each(list, control));
        return read.json();
    }
    // A constant of the schema.
    read.put("version", 2);
    source(&mut read, "ssrc");
    read.change("csrc", |list| each(list, from_hex));
    let header = read.take("header_extension");
    read.put("extension", if header.is_null() { Json::Null } else { extension(header) });
    padding(&mut read);
    read.json()
}

/// The sheet has the number of bytes of padding.
fn padding(fields: &mut Fields) {
    let size = fields.inside("padding").number("size");
    fields.put("padding", size);
}

/// A source is in hexadecimal.
fn source(fields: &mut Fields, name: &str) {
    if !fields.get(name).is_null() {
        fields.change(name, from_hex);
    }
}

/// The sheet has the bytes of an extension as well as its elements, in which it leaves out those that fill.
fn extension(header: Json) -> Json {
    let mut content = Fields::of(header).inside("content");
    let arm = content.take(ARM);
    let profile = from_hex(content.take("profile"));
    let (profile, elements) = match arm.as_str() {
        Some("OneByte") => (0xBEDE.into(), content.take("elements")),
        Some("TwoByte") => (profile, content.take("elements")),
        _ => return json!({ "profile": profile, "data": content.take("value"), "elements": null }),
    };
    let mut data = String::new();
    let mut known = Vec::new();
    for read in elements.as_array().into_iter().flatten() {
        let mut element = Fields::of(read["element"].clone());
        let shape = element.take(ARM);
        // In one byte the number and the length are 4 bits each, in two bytes the length is that of the data.
        let number = |name: &str| read[name].as_u64().unwrap_or_default();
        if arm == "OneByte" {
            element.put("id", number("id"));
            data += &hex(number("id") << 4 | number("length"));
        } else if shape == "Padding" {
            data += &hex(0);
        } else {
            data += &hex(element.get("id").as_u64().unwrap_or_default());
            data += &hex(bytes_length(element.get("data")) as u64);
        }
        let bytes = element.get(if shape == "Stop" { "ignored" } else { "data" });
        data += bytes.as_str().unwrap_or_default();
        if shape == "Element" {
            known.push(element.json());
        }
    }
    json!({ "profile": profile, "data": data, "elements": known })
}

/// A byte.
fn hex(byte: u64) -> String {
    format!("{byte:02x}")
}

fn control(read: Json) -> Json {
    let mut packet = Fields::of(read);
    let mut report = packet.inside("report");
    let code = report.code();
    let kind = KINDS.iter().find(|(known, _)| code == *known).map_or("other", |(_, kind)| kind);
    packet.put("kind", kind);
    packet.put("packet_type", code);
    padding(&mut packet);
    report.beside(&mut packet);
    for name in ["ssrc", "sender_ssrc", "media_ssrc"] {
        source(&mut packet, name);
    }
    match kind {
        "SDES" => packet.change("chunks", |list| each(list, chunk)),
        "BYE" => bye(&mut packet),
        "APP" => packet.rename("count", "subtype"),
        "RTPFB" | "PSFB" => feedback(&mut packet),
        "other" => {}
        _ => {
            packet.spread("ntp_time", &[("seconds", "ntp_seconds"), ("fraction", "ntp_fraction")]);
            if kind == "RR" {
                packet.take("ntp_seconds");
                packet.take("ntp_fraction");
            }
            packet.change("reports", |list| each(list, block));
        }
    }
    if matches!(kind, "SR" | "RR" | "SDES" | "BYE") {
        // The length of a list.
        packet.take("count");
    }
    packet.json()
}

fn block(read: Json) -> Json {
    let mut block = Fields::of(read);
    source(&mut block, "ssrc");
    block.json()
}

fn bye(packet: &mut Fields) {
    packet.rename("sources", "ssrcs");
    packet.change("ssrcs", |list| each(list, from_hex));
    let reason = packet.inside("reason").take("text");
    packet.put("reason", reason);
}

/// The sheet has all feedback as bytes.
fn feedback(packet: &mut Fields) {
    packet.rename("count", "fmt");
    let mut information = packet.inside("information");
    let word = match information.take(ARM).as_str() {
        Some("Nack") => nack,
        Some("SliceLoss") => slice_loss,
        _ => return packet.put("fci", information.take("value")),
    };
    let list = information.take("value");
    let words = list.as_array().into_iter().flatten().map(|one| format!("{:08x}", word(Fields::of(one.clone()))));
    packet.put("fci", words.collect::<String>());
}

fn nack(mut one: Fields) -> i64 {
    let following = from_hex(one.take("following_lost"));
    one.number("packet_id") << 16 | following.as_i64().unwrap_or_default()
}

fn slice_loss(mut one: Fields) -> i64 {
    one.number("first") << 19 | one.number("number") << 6 | one.number("picture_id")
}

fn chunk(read: Json) -> Json {
    let mut chunk = Fields::of(read);
    source(&mut chunk, "ssrc");
    chunk.change("items", |list| each(list, item));
    chunk.json()
}

fn item(read: Json) -> Json {
    let mut item = Fields::of(read).inside("item");
    // The shape of a private item says its type; that of all others stores it.
    if item.take(ARM) == "Private" {
        item.put("type", 8);
    }
    item.rename("value", "text");
    item.json()
}
