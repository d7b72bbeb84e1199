//! MQTT 3.1.1 and 5.0.

use serde_json::{Value as Json, json};

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, each};

pub const ADAPTER: Adapter =
    Adapter { name: "mqtt", schema: "mqtt", packet, fields, classes: classes::FIRST, excluded: &[] };

/// The names that the sheet has for properties, by their ids.
const PROPERTIES: [(i64, &str); 27] = [
    (1, "payload_format_indicator"),
    (2, "message_expiry_interval"),
    (3, "content_type"),
    (8, "response_topic"),
    (9, "correlation_data"),
    (11, "subscription_identifier"),
    (17, "session_expiry_interval"),
    (18, "assigned_client_identifier"),
    (19, "server_keep_alive"),
    (21, "authentication_method"),
    (22, "authentication_data"),
    (23, "request_problem_information"),
    (24, "will_delay_interval"),
    (25, "request_response_information"),
    (26, "response_information"),
    (28, "server_reference"),
    (31, "reason_string"),
    (33, "receive_maximum"),
    (34, "topic_alias_maximum"),
    (35, "topic_alias"),
    (36, "maximum_qos"),
    (37, "retain_available"),
    (38, "user_property"),
    (39, "maximum_packet_size"),
    (40, "wildcard_subscription_available"),
    (41, "subscription_identifier_available"),
    (42, "shared_subscription_available"),
];

fn packet(message: &str, _: &Json) -> Packet {
    Packet::new(if message.starts_with("v5.") { "v5::Packet" } else { "v4::Packet" })
}

fn fields(message: &str, mut read: Fields) -> Json {
    let (version, kind) = message.split_once('.').unwrap_or_default();
    let is_5 = version == "v5";
    let mut body = read.inside("body");
    if name(&body.code()) != kind {
        return Json::Null;
    }
    if !body.get("properties").is_null() {
        body.change("properties", properties);
    }
    match kind {
        "publish" => ["dup", "qos", "retain"].into_iter().for_each(|flag| body.put(flag, read.take(flag))),
        "connect" => connect(&mut body, is_5),
        "connack" => body.rename("code", if is_5 { "reason_code" } else { "return_code" }),
        "subscribe" => body.change("topics", |topics| each(topics, topic)),
        "suback" | "unsuback" => body.rename("codes", if is_5 { "reason_codes" } else { "return_codes" }),
        "puback" | "pubrec" | "pubrel" | "pubcomp" | "disconnect" | "auth" => reason(&mut body, is_5),
        _ => {}
    }
    body.json()
}

/// The name of a packet's type.
fn name(code: &Json) -> &'static str {
    const NAMES: [&str; 15] = [
        "connect",
        "connack",
        "publish",
        "puback",
        "pubrec",
        "pubrel",
        "pubcomp",
        "subscribe",
        "suback",
        "unsubscribe",
        "unsuback",
        "pingreq",
        "pingresp",
        "disconnect",
        "auth",
    ];
    let index = code.as_u64().and_then(|code| usize::try_from(code).ok()?.checked_sub(1));
    index.and_then(|index| NAMES.get(index)).copied().unwrap_or_default()
}

fn connect(body: &mut Fields, is_5: bool) {
    // Constants of the schema.
    body.put("protocol_name", "MQTT");
    body.put("protocol_level", if is_5 { 5 } else { 4 });
    if !is_5 {
        body.rename("clean_start", "clean_session");
    }
    // The flags of a will stand outside of it on the wire, also where there is none.
    let [qos, retain] = ["will_qos", "will_retain"].map(|flag| body.take(flag));
    if !body.get("will").is_null() {
        let mut will = body.inside("will");
        will.rename("payload", "message");
        will.put("qos", qos);
        will.put("retain", retain);
        if is_5 {
            will.change("properties", properties);
        }
        body.put("will", will.json());
    }
}

/// A reason and its properties, which may be missing from the end of a packet: no error, and none.
fn reason(body: &mut Fields, is_5: bool) {
    if !is_5 {
        return;
    }
    let mut reason = body.inside("reason");
    body.put("reason_code", reason.number("code"));
    body.put("properties", properties(reason.take("properties")));
}

fn topic(topic: Json) -> Json {
    let mut topic = Fields::of(topic);
    topic.spread("options", &[]);
    topic.json()
}

/// `[{"id": 31, "name": "reason_string", "value": "full"}]`
fn properties(read: Json) -> Json {
    match Fields::of(read).take("list") {
        Json::Null => json!([]),
        list => each(list, property),
    }
}

fn property(read: Json) -> Json {
    let mut read = Fields::of(read);
    let id = read.code();
    let name = PROPERTIES.iter().find(|(known, _)| id == *known).map(|(_, name)| *name);
    let value = read.take("value");
    let value = match read.take("name") {
        Json::Null => value,
        name => json!([name, value]),
    };
    json!({ "id": id, "name": name, "value": value })
}
