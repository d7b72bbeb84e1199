//! STUN, with the attributes of ICE and TURN.

use std::net::{Ipv4Addr, Ipv6Addr};

use serde_json::Value as Json;

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, each, from_hex};
use crate::plain::ARM;

pub const ADAPTER: Adapter = Adapter {
    name: "stun",
    schema: "stun",
    packet,
    fields,
    classes: classes::FIRST,
    excluded: &[("a digest by a key", &[174, 175])],
};

/// The arms of the schema, each with the type and the name of the attribute in the sheet, and the key of its value there.
const ATTRIBUTES: [(&str, u16, &str, &str); 19] = [
    ("MappedAddress", 0x0001, "MAPPED-ADDRESS", ""),
    ("Username", 0x0006, "USERNAME", "text"),
    ("MessageIntegrity", 0x0008, "MESSAGE-INTEGRITY", "hmac_sha1"),
    ("ErrorCode", 0x0009, "ERROR-CODE", ""),
    ("UnknownAttributes", 0x000A, "UNKNOWN-ATTRIBUTES", "types"),
    ("Lifetime", 0x000D, "LIFETIME", "value"),
    ("XorPeerAddress", 0x0012, "XOR-PEER-ADDRESS", ""),
    ("Data", 0x0013, "DATA", "value"),
    ("Realm", 0x0014, "REALM", "text"),
    ("Nonce", 0x0015, "NONCE", "text"),
    ("XorRelayedAddress", 0x0016, "XOR-RELAYED-ADDRESS", ""),
    ("XorMappedAddress", 0x0020, "XOR-MAPPED-ADDRESS", ""),
    ("Priority", 0x0024, "PRIORITY", "value"),
    ("UseCandidate", 0x0025, "USE-CANDIDATE", ""),
    ("Software", 0x8022, "SOFTWARE", "text"),
    ("AlternateServer", 0x8023, "ALTERNATE-SERVER", ""),
    ("Fingerprint", 0x8028, "FINGERPRINT", "crc32_xor"),
    ("IceControlled", 0x8029, "ICE-CONTROLLED", "value"),
    ("IceControlling", 0x802A, "ICE-CONTROLLING", "value"),
];

/// The first bytes of what addresses are combined with; the others are the transaction's.
const COOKIE: u32 = 0x2112_A442;

fn packet(_: &str, _: &Json) -> Packet {
    Packet::new("Message")
}

fn fields(_: &str, mut read: Fields) -> Json {
    let class = read.number("class");
    read.put("class", ["request", "indication", "success", "error"].get(class as usize).copied());
    let transaction = number(read.get("transaction_id"));
    read.change("attributes", |list| each(list, |one| attribute(one, transaction)));
    read.json()
}

fn attribute(read: Json, transaction: u128) -> Json {
    let mut value = Fields::of(read).inside("value");
    let arm = value.take(ARM);
    let known = ATTRIBUTES.iter().find(|(name, ..)| arm == *name);
    let Some((arm, code, name, key)) = known else {
        // The type is the value's, and the sheet has no name for it.
        value.change("type", from_hex);
        value.put("name", Json::Null);
        return value.json();
    };
    match *arm {
        "MappedAddress" | "AlternateServer" => address(&mut value, 0),
        "XorMappedAddress" | "XorPeerAddress" | "XorRelayedAddress" => {
            address(&mut value, u128::from(COOKIE) << 96 | transaction);
        }
        "Fingerprint" | "IceControlled" | "IceControlling" => {
            let number = from_hex(value.take("value"));
            value.put(key, number);
        }
        "ErrorCode" => {
            let mut number = value.inside("code");
            value.put("code", number.number("class") * 100 + number.number("number"));
        }
        "Username" => value.rename("name", key),
        _ => value.rename("value", key),
    }
    value.put("type", *code);
    value.put("name", *name);
    value.json()
}

/// An address and its port, which are combined with the first bytes of a mask. Those of a mask of zeros are in the notation
/// of addresses, others in hexadecimal.
fn address(attribute: &mut Fields, mask: u128) {
    attribute.spread("value", &[]);
    let port = from_hex(attribute.take("port")).as_i64().unwrap_or_default();
    attribute.put("port", port ^ (mask >> 112) as i64);
    let mut address = attribute.inside("address");
    let is_4 = address.take(ARM) == "V4";
    let value = from_hex(address.take("value"));
    let text = match value.as_u64() {
        Some(raw) => Ipv4Addr::from(raw as u32 ^ (mask >> 96) as u32).to_string(),
        None if is_4 => value.as_str().unwrap_or_default().to_owned(),
        None => Ipv6Addr::from(number(&value) ^ mask).to_string(),
    };
    attribute.put("family", if is_4 { 1 } else { 2 });
    attribute.put("address", text);
}

/// Bytes as one number.
fn number(hex: &Json) -> u128 {
    hex.as_str().and_then(|hex| u128::from_str_radix(hex, 16).ok()).unwrap_or_default()
}
