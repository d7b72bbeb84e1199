//! DNS. The schema reads pointers of names as numbers; they are followed here, as a program would.

use std::net::Ipv6Addr;

use serde_json::{Value as Json, json};

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, each, from_hex};
use crate::plain::ARM;

pub const ADAPTER: Adapter = Adapter {
    name: "dns",
    schema: "dns",
    packet,
    fields,
    classes: classes::FIRST,
    excluded: &[("a pointer that leads nowhere", POINTERS)],
};

/// Invalid packets of the class `pointer`.
const POINTERS: &[u16] = &[171, 172, 173, 174, 175];

fn packet(_: &str, _: &Json) -> Packet {
    Packet::new("Message")
}

fn fields(_: &str, mut read: Fields) -> Json {
    let packet = read.packet().to_vec();
    read.change("id", from_hex);
    read.change("questions", |list| each(list, |question| question_of(question, &packet)));
    for section in ["answers", "authority", "additional"] {
        read.change(section, |list| each(list, |one| record(one, &packet)));
    }
    read.json()
}

fn question_of(read: Json, packet: &[u8]) -> Json {
    let mut question = Fields::of(read);
    question.change("name", |labels| name(&labels, packet));
    question.json()
}

/// The texts of all labels, also of those that a pointer leads to.
fn name(labels: &Json, packet: &[u8]) -> Json {
    let mut texts = Vec::new();
    for label in labels.as_array().into_iter().flatten().map(|label| &label["label"]) {
        if label[ARM] == "Text" {
            texts.push(label["value"].clone());
        } else if let (Some(len), Some(low)) = (label["len"].as_u64(), label["low"].as_u64()) {
            follow(packet, (len as usize & 0x3F) << 8 | low as usize, &mut texts);
        }
    }
    texts.into()
}

/// The texts of labels from an offset on. Each pointer leads further back.
fn follow(packet: &[u8], start: usize, texts: &mut Vec<Json>) {
    let mut at = start;
    while let Some((len, rest)) = packet.get(at..).and_then(|rest| rest.split_first()) {
        match (usize::from(*len), rest) {
            (0, _) => return,
            (len @ 1..=63, rest) if len <= rest.len() => {
                texts.push(rest[..len].iter().map(|byte| char::from(*byte)).collect::<String>().into());
                at += 1 + len;
            }
            (high @ 0xC0.., [low, ..]) => match (high & 0x3F) << 8 | usize::from(*low) {
                back if back < start => return follow(packet, back, texts),
                _ => break,
            },
            _ => break,
        }
    }
    texts.push(json!("a pointer that leads nowhere"));
}

/// A record. Fields of OPT stand in place of others.
fn record(read: Json, packet: &[u8]) -> Json {
    let mut record = Fields::of(read);
    record.change("name", |labels| name(&labels, packet));
    let mut body = record.inside("body");
    if body.take(ARM) == "Options" {
        body.rename("dnssec_ok", "do");
        body.change("options", |list| each(list, option));
    } else {
        // The arm of the class; another class than 1 is in its own.
        let mut rdata = body.inside("rdata");
        let class = rdata.take("class");
        body.put("class", if class.is_null() { 1.into() } else { class });
        body.put("rdata", data(rdata, packet));
    }
    body.beside(&mut record);
    record.json()
}

/// An option of OPT. One without a structure of its own is bytes.
fn option(read: Json) -> Json {
    let mut option = Fields::of(read).inside("data");
    let code = match option.take(ARM).as_str() {
        Some("ClientSubnet") => 8.into(),
        Some("Cookie") => 10.into(),
        Some("ExtendedError") => 15.into(),
        _ => option.take("code"),
    };
    option.put("code", code);
    option.rename("value", "data");
    option.json()
}

/// The data of a record. A choice of one value has no name for it in the schema.
fn data(mut data: Fields, packet: &[u8]) -> Json {
    let mut arm = data.take(ARM);
    if arm == "Internet" {
        data = data.inside("data");
        arm = data.take(ARM);
    }
    let change = |data: &mut Fields, field: &str| data.change(field, |labels| name(&labels, packet));
    match arm.as_str() {
        Some("A") => data.rename("value", "address"),
        Some("Aaaa") => {
            data.change("value", address);
            data.rename("value", "address");
        }
        Some("Ns" | "Cname" | "Ptr") => {
            change(&mut data, "value");
            data.rename("value", "target");
        }
        Some("Soa") => ["mname", "rname"].into_iter().for_each(|field| change(&mut data, field)),
        Some("Mx") => change(&mut data, "exchange"),
        Some("Srv") => change(&mut data, "target"),
        Some("Txt" | "Caa") => {}
        _ => data.rename("value", "data"),
    }
    data.json()
}

fn address(hex: Json) -> Json {
    let number = hex.as_str().and_then(|hex| u128::from_str_radix(hex, 16).ok());
    number.map_or(hex, |number| Ipv6Addr::from(number).to_string().into())
}
