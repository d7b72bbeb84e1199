//! DHCP for IPv4.

mod names;

use std::net::Ipv4Addr;

use serde_json::{Value as Json, json};

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, bytes_length, each, from_hex, list_length, text_length};
use crate::plain::ARM;

pub const ADAPTER: Adapter = Adapter {
    name: "dhcp",
    schema: "dhcp",
    packet,
    fields,
    classes: classes::SECOND,
    excluded: &[("a second pass, by an option at the end that makes two fields at the beginning options", OVERLOADED)],
};

/// Valid packets with the option `Overload`.
const OVERLOADED: &[u16] = &[5, 18, 31, 54, 57, 91, 108, 135, 141];

/// The bits of a full name's flags.
const FQDN: [(i64, &str); 4] = [(1, "server_updates"), (2, "overridden"), (4, "encoded"), (8, "no_updates")];

fn packet(_: &str, _: &Json) -> Packet {
    Packet::new("Packet")
}

fn fields(_: &str, mut read: Fields) -> Json {
    let hlen = bytes_length(read.get("chaddr"));
    read.put("hlen", hlen);
    read.change("xid", from_hex);
    let [broadcast, reserved] = ["broadcast", "reserved"].map(|flag| read.take(flag));
    read.put("flags", json!({ "broadcast": broadcast, "reserved": reserved }));
    // A constant of the schema.
    read.put("magic_cookie", 0x6382_5363);
    let Json::Array(options) = read.take("options") else { return read.json() };
    let mut options: Vec<Json> = options.into_iter().map(option).collect();
    // The end is no element of ours.
    if !read.derived("options.end").is_null() {
        options.push(json!({ "code": 255, "name": "end" }));
    }
    read.put("options", options);
    let padding = read.derived("reserved");
    if padding.as_i64().is_some_and(|length| length > 0) {
        read.put("padding_after_end", padding);
    }
    read.json()
}

fn option(read: Json) -> Json {
    let (code, name, arm, content) = named(read, &names::OPTIONS);
    let mut option = Fields::default();
    option.put("name", name);
    option.put("code", code);
    if arm != "Pad" {
        let (length, value) = measured(&arm, content);
        option.put("length", length);
        option.put("value", value);
    }
    option.json()
}

/// The code and the name of an option, which are those of its arm; the arm, and its content.
fn named(read: Json, names: &[(u8, &'static str)]) -> (Json, &'static str, String, Fields) {
    let mut content = Fields::of(read).inside("value");
    let arm = content.take(ARM).as_str().unwrap_or_default().to_owned();
    let code = match names.iter().find(|(_, name)| camel(name) == arm) {
        Some((code, _)) => (*code).into(),
        None => content.take("code"),
    };
    (code.clone(), names::of(names, &code), arm, content)
}

/// `SubnetMask` of `subnet_mask`.
fn camel(name: &str) -> String {
    let words = name.split('_').map(|word| word.chars().enumerate());
    let upper = |(index, letter): (usize, char)| if index == 0 { letter.to_ascii_uppercase() } else { letter };
    words.flat_map(|letters| letters.map(upper)).collect()
}

/// The value of an option, with the number of its bytes.
fn measured(arm: &str, mut content: Fields) -> (usize, Json) {
    match arm {
        "RapidCommit" => (0, Json::Null),
        "ClientIdentifier" => (1 + bytes_length(content.get("id")), content.json()),
        "ClientFqdn" => {
            let mut flags = content.inside("flags");
            let named: i64 = FQDN.iter().map(|(bit, name)| bit * flags.number(name)).sum();
            content.put("flags", named + (flags.number("other") << 4));
            (3 + text_length(content.get("name")), content.json())
        }
        "RelayAgentInformation" => all(content.take("notes"), note),
        "ClasslessStaticRoute" => all(content.take("routes"), route),
        "PolicyFilter" | "StaticRoute" => {
            let pairs = each(content.inside("value").take("list"), |pair| json!([pair["destination"], pair["second"]]));
            (8 * list_length(&pairs), pairs)
        }
        _ => {
            // One value: of the arm, or of the struct in it.
            let value = content.only();
            let value = if value.is_object() { Fields::of(value).only() } else { value };
            let length = match arm {
                "HostName"
                | "DomainName"
                | "RootPath"
                | "Message"
                | "VendorClassIdentifier"
                | "TftpServerName"
                | "BootfileName"
                | "SubscriberId" => text_length(&value),
                "Other" | "CircuitId" | "RemoteId" => bytes_length(&value),
                "PathMtuPlateauTable" => 2 * list_length(&value),
                "ParameterRequestList" => list_length(&value),
                "BootFileSize" | "InterfaceMtu" | "MaxMessageSize" => 2,
                "IpForwarding" | "DefaultTtl" | "NetbiosNodeType" | "Overload" | "MessageType" | "AutoConfigure" => 1,
                _ if value.is_array() => 4 * list_length(&value),
                _ => 4,
            };
            (length, value)
        }
    }
}

/// The elements of a list, with the number of all their bytes.
fn all(list: Json, measured: impl Fn(Json) -> (usize, Json)) -> (usize, Json) {
    let mut size = 0;
    let list = each(list, |one| {
        let (length, one) = measured(one);
        size += length;
        one
    });
    (size, list)
}

fn note(read: Json) -> (usize, Json) {
    let (code, name, arm, content) = named(read, &names::AGENT);
    let (length, value) = measured(&arm, content);
    (2 + length, json!({ "name": name, "code": code, "value": value }))
}

/// On the wire a destination has as many bytes as its prefix needs.
fn route(mut read: Json) -> (usize, Json) {
    let size = bytes_length(&read["destination"]);
    let number = read["destination"].as_str().and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or_default();
    let number = u64::from(number) << (32 - 8 * size);
    read["destination"] = Ipv4Addr::from(number as u32).to_string().into();
    (1 + size + 4, read)
}
