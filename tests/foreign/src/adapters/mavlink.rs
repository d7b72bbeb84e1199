//! MAVLink 1 and 2. A signature is read and not verified.

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

/// The fields of messages that MAVLink 1 lacks.
const EXTENSIONS: [&str; 5] = [
    "onboard_control_sensors_present_extended",
    "onboard_control_sensors_enabled_extended",
    "onboard_control_sensors_health_extended",
    "id",
    "chunk_seq",
];

/// The flags of a mode, the highest bit first.
const MODE: [&str; 8] = ["armed", "manual_input", "hil", "stabilize", "guided", "auto", "test", "custom"];

fn packet(_: &str, _: &Json) -> Packet {
    Packet::new("Packet")
}

fn fields(_: &str, mut read: Fields) -> Json {
    let [msgid, checksum] = ["msgid", "checksum"].map(|path| read.derived(path));
    let magic = read.code();
    let is_first = magic == 0xFE;
    let mut message = read.inside("payload").inside("message");
    message.code();
    if !message.get("base_mode").is_null() {
        message.change("base_mode", |mode| number(&mode).into());
    }
    for text in ["param_id", "text"] {
        // A text that a sender may have cut is a choice in the schema.
        if !message.get(text).is_null() {
            let mut choice = message.inside(text);
            let is_empty = choice.take(ARM) == "Empty";
            message.put(text, if is_empty { "".into() } else { choice.take("value") });
        }
    }
    let tail = message.take("unknown_tail");
    if !tail.is_null() {
        read.put("unknown_tail", tail);
    }
    if is_first {
        // Absent fields are zero in the schema, and not there in the sheet.
        for name in EXTENSIONS {
            if *message.get(name) == 0 {
                message.take(name);
            }
        }
    } else {
        // The flag is there with the signature. The sheet has no signature that is absent.
        let mut signature = read.inside("signature");
        read.put("incompat_flags", i32::from(!signature.is_empty()));
        if !signature.is_empty() {
            signature.rename("digest", "signature");
            read.put("signature", signature.json());
        }
    }
    read.put("version", if is_first { 1 } else { 2 });
    read.put("magic", magic);
    read.put("msgid", msgid);
    read.put("checksum", checksum);
    read.put("payload", message.json());
    read.json()
}

/// The number of the flags.
fn number(mode: &Json) -> i64 {
    MODE.iter().fold(0, |number, flag| number * 2 + mode[*flag].as_i64().unwrap_or_default())
}
