//! Frames.

use serde_json::Value as Json;

use crate::fields::{Fields, bytes_length, list_length, text_length};

/// The names that the sheet has for types of frames.
const NAMES: [(i64, &str); 33] = [
    (0x00, "PADDING"),
    (0x01, "PING"),
    (0x02, "ACK"),
    (0x03, "ACK_ECN"),
    (0x04, "RESET_STREAM"),
    (0x05, "STOP_SENDING"),
    (0x06, "CRYPTO"),
    (0x07, "NEW_TOKEN"),
    (0x08, "STREAM"),
    (0x09, "STREAM"),
    (0x0A, "STREAM"),
    (0x0B, "STREAM"),
    (0x0C, "STREAM"),
    (0x0D, "STREAM"),
    (0x0E, "STREAM"),
    (0x0F, "STREAM"),
    (0x10, "MAX_DATA"),
    (0x11, "MAX_STREAM_DATA"),
    (0x12, "MAX_STREAMS_BIDI"),
    (0x13, "MAX_STREAMS_UNI"),
    (0x14, "DATA_BLOCKED"),
    (0x15, "STREAM_DATA_BLOCKED"),
    (0x16, "STREAMS_BLOCKED_BIDI"),
    (0x17, "STREAMS_BLOCKED_UNI"),
    (0x18, "NEW_CONNECTION_ID"),
    (0x19, "RETIRE_CONNECTION_ID"),
    (0x1A, "PATH_CHALLENGE"),
    (0x1B, "PATH_RESPONSE"),
    (0x1C, "CONNECTION_CLOSE"),
    (0x1D, "CONNECTION_CLOSE_APP"),
    (0x1E, "HANDSHAKE_DONE"),
    (0x30, "DATAGRAM"),
    (0x31, "DATAGRAM_LEN"),
];

/// All frames of a packet. The sheet counts a run of padding, which the schema has one by one.
pub fn all(mut read: Fields) -> Json {
    let mut frames: Vec<Fields> = Vec::new();
    let list = read.take("frames");
    for read in list.as_array().into_iter().flatten() {
        let frame = one(Fields::of(read.clone()));
        match frames.last_mut() {
            Some(run) if [&*run, &frame].map(|one| one.get("type")) == [0; 2] => {
                let count = run.number("count");
                run.put("count", count + 1);
            }
            _ => frames.push(frame),
        }
    }
    read.put("frames", frames.into_iter().map(Fields::json).collect::<Vec<_>>());
    read.json()
}

fn one(mut frame: Fields) -> Fields {
    let code = frame.code();
    let kind = code.as_i64().unwrap_or_default();
    let name = NAMES.iter().find(|(known, _)| *known == kind).map(|(_, name)| *name);
    frame.put("type", code);
    frame.put("name", name);
    match name {
        Some("PADDING") => frame.put("count", 1),
        Some("ACK" | "ACK_ECN") => {
            frame.spread("ack", &[]);
            let count = list_length(frame.get("ranges"));
            frame.put("ack_range_count", count);
        }
        Some("STREAM") => {
            for (bit, flag) in [(4, "off"), (2, "len"), (1, "fin")] {
                frame.put(flag, kind & bit != 0);
            }
            if kind & 2 != 0 {
                length(&mut frame, "data", "length");
            }
        }
        Some("CRYPTO" | "DATAGRAM_LEN") => length(&mut frame, "data", "length"),
        Some("NEW_TOKEN") => length(&mut frame, "token", "token_length"),
        Some("NEW_CONNECTION_ID") => length(&mut frame, "connection_id", "length"),
        Some("CONNECTION_CLOSE" | "CONNECTION_CLOSE_APP") => {
            let length = text_length(frame.get("reason"));
            frame.put("reason_length", length);
        }
        _ => {}
    }
    frame
}

/// A length is no value of ours, but that of its bytes.
fn length(frame: &mut Fields, bytes: &str, name: &str) {
    let length = bytes_length(frame.get(bytes));
    frame.put(name, length);
}
