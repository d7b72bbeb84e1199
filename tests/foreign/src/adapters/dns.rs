//! DNS. Packets with compressed names are excluded, since a program has to follow their pointers. The schema cannot even read
//! a pointer, because a list ends at one value alone: invalid packets are rejected at their first pointer.

use std::net::Ipv6Addr;

use serde_json::Value as Json;

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, each};
use crate::plain::ARM;

pub const ADAPTER: Adapter = Adapter {
    name: "dns",
    // `dns` reads pointers, by names of 127 structs in each other; the compiler takes at most 100.
    schema: "dns_list",
    packet,
    fields,
    classes: classes::FIRST,
    excluded: &[("a followed pointer", POINTERS)],
};

/// Valid packets with compressed names, and those of the class `pointer`.
const POINTERS: &[u16] = &[
    27, 31, 34, 36, 39, 41, 43, 45, 51, 57, 61, 64, 76, 77, 78, 79, 80, 83, 85, 89, 91, 93, 95, 97, 99, 101, 103, 105,
    107, 109, 111, 113, 115, 117, 119, 121, 123, 125, 127, 129, 131, 134, 136, 138, 140, 142, 144, 146, 148, 150, 152,
    154, 156, 158, 160, 162, 164, 166, 170, 171, 172, 173, 174, 175,
];

fn packet(_: &str, _: &Json) -> Packet {
    Packet::new("Message")
}

fn fields(_: &str, mut read: Fields) -> Json {
    read.change("questions", |list| each(list, question));
    for section in ["answers", "authority", "additional"] {
        read.change(section, |list| each(list, record));
    }
    read.json()
}

fn question(read: Json) -> Json {
    let mut question = Fields::of(read);
    question.change("name", name);
    question.json()
}

/// The texts of the labels.
fn name(read: Json) -> Json {
    each(Fields::of(read).take("labels"), |label| Fields::of(label).take("text"))
}

fn record(read: Json) -> Json {
    let mut record = Fields::of(read);
    record.change("name", name);
    let mut body = record.inside("rest").inside("body");
    if body.take(ARM) == "Opt" {
        body.rename("dnssec_ok", "do");
        body.change("options", |list| each(list, option));
    } else {
        body.change("rdata", data);
    }
    body.beside(&mut record);
    record.json()
}

/// An option of OPT. One without a structure of its own is bytes.
fn option(read: Json) -> Json {
    let mut option = Fields::of(read).inside("data");
    let code = match option.take(ARM).as_str() {
        Some("Subnet") => 8.into(),
        Some("Cookie") => 10.into(),
        Some("ExtendedError") => 15.into(),
        _ => option.take("code"),
    };
    option.put("code", code);
    option.rename("value", "data");
    option.json()
}

/// The data of a record. A choice of one value has no name for it in the schema.
fn data(read: Json) -> Json {
    let mut data = Fields::of(read).inside("data");
    let mut arm = data.take(ARM);
    if arm == "Internet" {
        data = data.inside("value");
        arm = data.take(ARM);
    }
    match arm.as_str() {
        Some("A") => data.rename("value", "address"),
        Some("Aaaa") => {
            data.change("value", address);
            data.rename("value", "address");
        }
        Some("Ns" | "Cname" | "Ptr") => {
            data.change("value", name);
            data.rename("value", "target");
        }
        Some("Soa") => ["mname", "rname"].into_iter().for_each(|field| data.change(field, name)),
        Some("Mx") => data.change("exchange", name),
        Some("Srv") => data.change("target", name),
        Some("Txt" | "Caa") => {}
        _ => data.rename("value", "data"),
    }
    data.json()
}

fn address(hex: Json) -> Json {
    let number = hex.as_str().and_then(|hex| u128::from_str_radix(hex, 16).ok());
    number.map_or(hex, |number| Ipv6Addr::from(number).to_string().into())
}
