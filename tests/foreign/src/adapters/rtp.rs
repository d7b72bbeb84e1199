//! RTP and RTCP. The number of bytes of padding is behind these, so the schema cannot part them from the data in front; the
//! adapter leaves them together.

use serde_json::{Value as Json, json};

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, bytes_length, each};
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
    if !read.get("extension").is_null() {
        read.change("extension", extension);
    }
    tail(&mut read, "payload");
    read.json()
}

/// The last field of a packet, with the number of bytes of its padding.
fn tail(packet: &mut Fields, name: &str) {
    packet.take("has_padding");
    let mut data = packet.inside(name).inside("data");
    let is_padded = data.take(ARM) == "Padded";
    packet.put("padding", data.number("padding"));
    packet.put(name, data.take(if is_padded { "data_and_padding" } else { "value" }));
}

/// The sheet has the bytes of an extension as well as its elements, in which it leaves out those that fill.
fn extension(read: Json) -> Json {
    let mut body = Fields::of(read).inside("body");
    let arm = body.take(ARM);
    let (profile, elements) = match arm.as_str() {
        Some("OneByte") => (0xBEDE.into(), body.take("elements")),
        Some("TwoBytes") => (body.take("profile"), body.take("elements")),
        _ => return json!({ "profile": body.take("profile"), "data": body.take("value"), "elements": null }),
    };
    let mut data = String::new();
    let mut known = Vec::new();
    for read in elements.as_array().into_iter().flatten() {
        let mut element = Fields::of(read["body"].clone());
        if element.take(ARM) == "Padding" {
            // One that fills is a byte of zero, up to a length that has no data.
            data += &hex(read["length"].as_u64().unwrap_or_default());
            continue;
        }
        let id = element.get("id").as_u64().unwrap_or_default();
        let length = bytes_length(element.get("data")) as u64;
        // In one byte both are 4 bits, and the length is one less.
        data += &if arm == "OneByte" { hex(id << 4 | (length - 1)) } else { hex(id) + &hex(length) };
        data += element.get("data").as_str().unwrap_or_default();
        known.push(element.json());
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
    report.beside(&mut packet);
    match kind {
        "SDES" => {
            packet.change("chunks", |list| each(list, chunk));
            // The chunks are counted, so here the padding is by itself. The sheet leaves its bytes out.
            let size = packet.inside("padding").number("size");
            packet.put("padding", size);
        }
        "BYE" => bye(&mut packet),
        "APP" => {
            packet.rename("count", "subtype");
            tail(&mut packet, "data");
        }
        "RTPFB" | "PSFB" => {
            packet.rename("count", "fmt");
            tail(&mut packet, "fci");
        }
        "other" => packet.put("padding", 0),
        _ => tail(&mut packet, "profile_extension"),
    }
    if matches!(kind, "SR" | "RR" | "SDES" | "BYE") {
        // The length of a list.
        packet.take("count");
    }
    packet.take("has_padding");
    packet.json()
}

/// The schema reads no reason where there is padding.
fn bye(packet: &mut Fields) {
    let mut rest = packet.inside("rest");
    if rest.take(ARM) == "Padded" {
        packet.put("reason", rest.take("value"));
        tail(packet, "reason");
    } else {
        let reason = rest.inside("reason").take("text");
        packet.put("reason", reason);
        packet.put("padding", 0);
    }
}

/// The items of a chunk, each of which the schema has inside of the one before.
fn chunk(read: Json) -> Json {
    let mut chunk = Fields::of(read);
    let mut items = Vec::new();
    let mut rest = chunk.clone();
    for index in 1.. {
        rest = rest.inside(&format!("item{index}"));
        if rest.is_empty() {
            break;
        }
        let mut item = rest.inside("body");
        // The shape of a private item says its type; all others keep theirs.
        let kind = match item.take(ARM) == "Private" {
            true => json!(8),
            false => item.take(&format!("type{index}")),
        };
        item.rename("value", "text");
        item.put("type", kind);
        items.push(item.json());
    }
    json!({ "ssrc": chunk.take("ssrc"), "items": items })
}
