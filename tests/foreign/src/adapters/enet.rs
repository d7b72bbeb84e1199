//! ENet 1.3. The context says whether both hosts use the checksum, and the identifier of the connection, which it covers.

use serde_json::Value as Json;
use wireform_build::model::Code;

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, bytes_length, each};

pub const ADAPTER: Adapter =
    Adapter { name: "enet", schema: "enet", packet, fields, classes: classes::SECOND, excluded: &[] };

/// The names that the sheet has for commands, by their numbers; there is none of number 0.
const COMMANDS: [&str; 13] = [
    "",
    "ACKNOWLEDGE",
    "CONNECT",
    "VERIFY_CONNECT",
    "DISCONNECT",
    "PING",
    "SEND_RELIABLE",
    "SEND_UNRELIABLE",
    "SEND_FRAGMENT",
    "SEND_UNSEQUENCED",
    "BANDWIDTH_LIMIT",
    "THROTTLE_CONFIGURE",
    "SEND_UNRELIABLE_FRAGMENT",
];

fn packet(message: &str, context: &Json) -> Packet {
    if message == "datagram" {
        return Packet::new("Datagram");
    }
    let connect_id = context["connect_id"].as_u64().map_or(0, Code::from);
    Packet::with("DatagramCrc32", vec![("connect_id", connect_id)])
}

fn fields(message: &str, mut read: Fields) -> Json {
    let mut all = Fields::default();
    if message == "datagram_crc32" {
        all.put("checksum", read.derived("checksum"));
    }
    all.put("commands", each(read.take("commands"), command));
    // A constant of the schema.
    read.put("compressed", 0);
    // The time is there by its flag, which is no value of ours. The sheet has no time that is absent.
    let sent_time = read.take("sent_time");
    read.put("has_sent_time", !sent_time.is_null());
    if !sent_time.is_null() {
        read.put("sent_time", sent_time);
    }
    all.put("header", read.json());
    all.json()
}

fn command(read: Json) -> Json {
    let mut command = Fields::of(read);
    let mut body = command.inside("body");
    let number = body.code().as_u64().and_then(|number| usize::try_from(number).ok());
    command.put("command", number.and_then(|number| COMMANDS.get(number)).copied());
    for group in ["connection", "fragment"] {
        body.spread(group, &[]);
    }
    if !body.get("payload").is_null() {
        let length = bytes_length(body.get("payload"));
        body.put("data_length", length);
    }
    command.put("body", body.json());
    command.spread("body", &[]);
    command.json()
}
