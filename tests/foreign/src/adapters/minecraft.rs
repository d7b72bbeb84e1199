//! Minecraft: handshaking, status and login. A schema does not say what is in a zlib stream.

use serde_json::Value as Json;
use wireform_build::model::Code;

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, each};
use crate::plain::ARM;

pub const ADAPTER: Adapter = Adapter {
    name: "minecraft",
    schema: "minecraft",
    packet,
    fields,
    classes: classes::SECOND,
    excluded: &[("inflation", INFLATED)],
};

/// Frames with a zlib stream.
const INFLATED: &[u16] = &[
    107, 108, 111, 112, 113, 114, 118, 119, 122, 123, 124, 125, 126, 127, 129, 130, 132, 133, 134, 135, 137, 138, 141,
    142, 151, 156, 169, 170, 179, 180, 194, 195,
];

/// One for each direction, in the version whose packet it is; the state of the connection and its framing are parameters.
fn packet(message: &str, context: &Json) -> Packet {
    let [state, direction] = ["state", "direction"].map(|key| context[key].as_str().unwrap_or_default());
    let state = match state {
        "handshaking" => 0,
        "status" => 1,
        _ => 2,
    };
    let threshold = context["compression_threshold"].as_i64().map_or(-1, Code::from);
    let name = match (direction, message) {
        ("serverbound", _) => "v767::ToServer",
        // Two packets are those of older versions, without properties or without a flag.
        (_, "LoginSuccess") => "v758::ToClient",
        (_, "EncryptionRequest") => "v765::ToClient",
        _ => "v767::ToClient",
    };
    Packet::with(name, vec![("state", state), ("threshold", threshold)])
}

fn fields(message: &str, mut read: Fields) -> Json {
    let length = read.derived("within");
    let mut content = read.inside("content");
    if content.take(ARM) == "Sized" {
        let data_length = read.derived("content.data_length");
        read.put("data_length", data_length);
        content = content.inside("content");
        content.take(ARM);
    }
    let mut shape = content.inside("value").inside("packet");
    shape.take(ARM);
    let mut packet = Fields::of(shape.only());
    read.put("length", length);
    read.put("packet_id", packet.code());
    for uuid in ["uuid", "player_uuid"] {
        if !packet.get(uuid).is_null() {
            packet.change(uuid, hyphenated);
        }
    }
    match message {
        // Data that are absent are null, which says as much as the flag.
        "LoginPluginResponse" => drop(packet.take("present")),
        "LoginSuccess_767" => packet.change("properties", |list| each(list, property)),
        _ => {}
    }
    read.put("data", packet.json());
    read.json()
}

/// The same holds for an absent signature.
fn property(read: Json) -> Json {
    let mut property = Fields::of(read);
    property.take("is_signed");
    property.json()
}

/// A UUID in its notation.
fn hyphenated(hex: Json) -> Json {
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| hex.as_str().and_then(|hex| hex.get(group)));
    groups.into_iter().flatten().collect::<Vec<_>>().join("-").into()
}
