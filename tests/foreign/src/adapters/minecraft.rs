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

/// One for each direction and framing, in the version whose packet it is; the state of the connection is a parameter.
fn packet(message: &str, context: &Json) -> Packet {
    let [state, direction] = ["state", "direction"].map(|key| context[key].as_str().unwrap_or_default());
    let state = match state {
        "handshaking" => 0,
        "status" => 1,
        _ => 2,
    };
    let threshold = context["compression_threshold"].as_u64().map(Code::from);
    match (direction, threshold) {
        ("serverbound", None) => Packet::with("v767::ToServer", vec![("state", state)]),
        ("serverbound", Some(least)) => {
            Packet::with("v767::CompressedToServer", vec![("state", state), ("threshold", least)])
        }
        (_, threshold) => Packet::with(to_client(message, threshold.is_some()), vec![("state", state)]),
    }
}

/// Two packets are those of older versions, without properties or without a flag.
fn to_client(message: &str, is_compressed: bool) -> &'static str {
    match (message, is_compressed) {
        ("LoginSuccess", false) => "v758::ToClient",
        ("LoginSuccess", true) => "v758::CompressedToClient",
        ("EncryptionRequest", false) => "v765::ToClient",
        ("EncryptionRequest", true) => "v765::CompressedToClient",
        (_, false) => "v767::ToClient",
        (_, true) => "v767::CompressedToClient",
    }
}

fn fields(message: &str, mut read: Fields) -> Json {
    let length = read.derived("within");
    let mut shape = if read.get("content").is_null() {
        read.inside("packet")
    } else {
        let data_length = read.derived("data_length");
        read.put("data_length", data_length);
        let mut content = read.inside("content");
        content.take(ARM);
        content.inside("packet")
    };
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
