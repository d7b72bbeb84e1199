//! DHCP for IPv4.

mod names;

use std::net::Ipv4Addr;

use serde_json::{Value as Json, json};
use wireform_build::model::Code;

use crate::adapter::{Adapter, Named, Packet};
use crate::classes;
use crate::fields::{Fields, bytes_length, each, list_length, text_length};
use crate::plain::ARM;

pub const ADAPTER: Adapter =
    Adapter { name: "dhcp", schema: "dhcp", packet, fields, classes: classes::SECOND, excluded: &[] };

/// The parameters.
const FILE: &str = "file_is_options";
const SNAME: &str = "sname_is_options";

/// The arms of the schema that are of one code each; the others keep theirs.
const ONLY: [(&str, u8); 13] = [
    ("Pad", 0),
    ("Offset", 2),
    ("Flag", 19),
    ("Plateaus", 25),
    ("Overload", 52),
    ("Type", 53),
    ("Parameters", 55),
    ("ClientId", 61),
    ("RapidCommit", 80),
    ("Fqdn", 81),
    ("Agent", 82),
    ("Routes", 121),
    ("End", 255),
];

/// An option at the end says whether two fields at the beginning are options.
fn packet(_: &str, _: &Json) -> Packet {
    let params = (0..4).map(|overload| vec![(FILE, overload & 1), (SNAME, overload >> 1)]).collect();
    Packet { targets: vec!["Packet"], params, agree }
}

fn agree(params: &Named, read: &Fields) -> bool {
    let options = read.get("options").as_array().into_iter().flatten();
    let overload = options.filter_map(|option| option["value"]["overload"].as_i64()).next().unwrap_or_default();
    let overload = Code::from(overload);
    params.iter().all(|(name, value)| *value == if *name == FILE { overload & 1 } else { overload >> 1 })
}

fn fields(_: &str, mut read: Fields) -> Json {
    let hlen = bytes_length(read.get("chaddr"));
    read.put("hlen", hlen);
    // The sheet leaves out the bytes behind the address, and the schema reads the reserved flags as if they were 0.
    read.take("rest");
    let broadcast = read.take("broadcast");
    read.put("flags", json!({ "broadcast": broadcast, "reserved": 0 }));
    // A constant of the schema.
    read.put("magic_cookie", 0x6382_5363);
    for name in ["sname", "file"] {
        let mut field = read.inside(name);
        let is_options = field.take(ARM) == "Options";
        read.put(name, field.take("value"));
        if is_options {
            // Zeros fill the field behind the last option.
            read.put(&format!("{name}_options"), options(field.take("options")).0);
        }
    }
    let (options, padding) = options(read.take("options"));
    read.put("options", options);
    if padding > 0 {
        read.put("padding_after_end", padding);
    }
    read.json()
}

/// The options up to the end, and the number of those behind it.
fn options(list: Json) -> (Vec<Json>, usize) {
    let Json::Array(mut list) = each(list, option) else { return Default::default() };
    let end = list.iter().position(|option| option["name"] == "end").map_or(list.len(), |end| end + 1);
    let padding = list.split_off(end).len();
    (list, padding)
}

fn option(read: Json) -> Json {
    let mut content = Fields::of(read).inside("value");
    let arm = content.take(ARM);
    let arm = arm.as_str().unwrap_or_default();
    let code = match ONLY.iter().find(|(name, _)| *name == arm) {
        Some((_, code)) => (*code).into(),
        None => content.take("code"),
    };
    let mut option = Fields::default();
    option.put("name", names::of(&names::OPTIONS, &code));
    option.put("code", code);
    if !matches!(arm, "Pad" | "End") {
        let (length, value) = measured(arm, content);
        option.put("length", length);
        option.put("value", value);
    }
    option.json()
}

/// The value of an option, with the number of its bytes.
fn measured(arm: &str, mut content: Fields) -> (usize, Json) {
    match arm {
        "RapidCommit" => (0, Json::Null),
        "ClientId" => (1 + bytes_length(content.get("id")), content.json()),
        "Fqdn" => (3 + text_length(content.get("name")), content.json()),
        "Agent" => all(content.take("options"), agent_option),
        "Routes" => all(content.take("routes"), route),
        "Pairs" => {
            let pairs = each(content.take("pairs"), |pair| json!([pair["a"], pair["b"]]));
            (8 * list_length(&pairs), pairs)
        }
        _ => {
            let value = content.only();
            let length = match arm {
                "Text" => text_length(&value),
                "Bytes" => bytes_length(&value),
                "Addresses" => 4 * list_length(&value),
                "Plateaus" => 2 * list_length(&value),
                "Parameters" => list_length(&value),
                "Address" | "Seconds" | "Offset" => 4,
                "Short" => 2,
                _ => 1,
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

fn agent_option(read: Json) -> (usize, Json) {
    let mut content = Fields::of(read).inside("value");
    let arm = content.take(ARM);
    let arm = arm.as_str().unwrap_or_default();
    let code = if arm == "Text" { 6.into() } else { content.take("code") };
    let (length, value) = measured(arm, content);
    (2 + length, json!({ "name": names::of(&names::AGENT, &code), "code": code, "value": value }))
}

/// On the wire a destination has as many bytes as its prefix needs.
fn route(mut read: Json) -> (usize, Json) {
    let size = read["prefix_length"].as_u64().map_or(0, |bits| bits.div_ceil(8) as usize);
    let number = read["destination"].as_u64().unwrap_or_default() << (32 - 8 * size);
    read["destination"] = Ipv4Addr::from(number as u32).to_string().into();
    (1 + size + 4, read)
}
