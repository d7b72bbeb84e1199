//! MAVLink 1 and 2. The schema has a struct for each message and framing: the first byte and a flag tell which framing it is.
//! A signature is read and not verified.

use serde_json::Value as Json;

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::Fields;
use crate::plain::ARM;

pub const ADAPTER: Adapter = Adapter {
    name: "mavlink",
    schema: "mavlink",
    packet,
    fields,
    classes: classes::SECOND,
    excluded: &[("a signature by a key", &[181, 193])],
};

/// The structs of a message: MAVLink 1, MAVLink 2, and MAVLink 2 with a signature.
fn packet(message: &str, _: &Json) -> Packet {
    let targets = match message {
        "HEARTBEAT" => ["HeartbeatV1", "HeartbeatV2", "HeartbeatSigned"],
        "SYS_STATUS" => ["SysStatusV1", "SysStatusV2", "SysStatusSigned"],
        "PARAM_VALUE" => ["ParamValueV1", "ParamValueV2", "ParamValueSigned"],
        "ATTITUDE" => ["AttitudeV1", "AttitudeV2", "AttitudeSigned"],
        "GLOBAL_POSITION_INT" => ["GlobalPositionIntV1", "GlobalPositionIntV2", "GlobalPositionIntSigned"],
        "COMMAND_LONG" => ["CommandLongV1", "CommandLongV2", "CommandLongSigned"],
        _ => ["StatustextV1", "StatustextV2", "StatustextSigned"],
    };
    Packet { targets: targets.into(), ..Packet::new("") }
}

fn fields(_: &str, mut read: Fields) -> Json {
    let magic = read.derived("magic");
    let [msgid, checksum] = ["body.msgid", "checksum"].map(|path| read.derived(path));
    let len = read.derived("body.len");
    let mut body = read.inside("body");
    read.put("version", if magic == 0xFE { 1 } else { 2 });
    read.put("magic", magic);
    read.put("msgid", msgid);
    read.put("checksum", checksum);
    if body.get("len").is_null() {
        // The size of a region in MAVLink 1.
        body.put("len", len);
    }
    let mut payload = body.inside("payload");
    for text in ["param_id", "text"] {
        // A text that a sender cut with the zeros behind it is a choice in the schema.
        if payload.get(text).is_object() {
            let mut choice = payload.inside(text);
            let is_empty = choice.take(ARM) == "Empty";
            payload.put(text, if is_empty { "".into() } else { choice.take("value") });
        }
    }
    let tail = payload.take("unknown_tail");
    if !tail.is_null() {
        read.put("unknown_tail", tail);
    }
    read.put("payload", payload.json());
    body.beside(&mut read);
    read.json()
}
