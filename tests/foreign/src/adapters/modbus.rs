//! Modbus over TCP and over serial lines.

use serde_json::Value as Json;

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, list_length};

pub const ADAPTER: Adapter =
    Adapter { name: "modbus", schema: "modbus", packet, fields, classes: classes::FIRST, excluded: &[] };

fn packet(message: &str, _: &Json) -> Packet {
    Packet::new(match message {
        "tcp_request" => "TcpRequest",
        "tcp_response" => "TcpResponse",
        "rtu_request" => "RtuRequest",
        _ => "RtuResponse",
    })
}

fn fields(message: &str, mut read: Fields) -> Json {
    if message.starts_with("tcp") {
        // A constant of the schema.
        read.put("protocol_id", 0);
    }
    let is_request = message.ends_with("request");
    let mut pdu = read.inside("pdu");
    let code = pdu.code();
    match code.as_i64() {
        Some(5) => pdu.change("value", |coil| (coil != 0).into()),
        Some(16) if is_request => count(&mut pdu, "quantity"),
        Some(23) if is_request => count(&mut pdu, "write_quantity"),
        // A constant of the schema.
        Some(43) => pdu.put("mei_type", 14),
        _ => {}
    }
    pdu.rename("identification", "read_device_id");
    pdu.rename("exception", "exception_code");
    if !pdu.get("bits").is_null() {
        // In a request the bits are as many as it says, without those that fill the last byte.
        let quantity = pdu.get("quantity").as_u64().map_or(usize::MAX, |count| count as usize);
        pdu.change("bits", |bytes| coils(&bytes).into_iter().take(quantity).collect());
    }
    pdu.put("function_code", code);
    read.put("pdu", pdu.json());
    read.json()
}

/// A count of registers is no value of ours, but the length of their list.
fn count(pdu: &mut Fields, name: &str) {
    let count = list_length(pdu.get("registers"));
    pdu.put(name, count);
}

/// The bits of all bytes, the lowest of each first.
fn coils(bytes: &Json) -> Vec<Json> {
    const NAMES: [&str; 8] = ["b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7"];
    let bytes = bytes.as_array().into_iter().flatten();
    bytes.flat_map(|byte| NAMES.map(|name| byte[name].clone())).collect()
}
