//! NTP, versions 1 to 4. The vectors' keys belong to no schema: a digest is read and not verified.

use serde_json::{Value as Json, json};
use wireform_build::model::Code;

use crate::adapter::{Adapter, Named, Packet};
use crate::classes;
use crate::fields::{Fields, bytes_length, each, list_length};
use crate::plain::ARM;

pub const ADAPTER: Adapter = Adapter {
    name: "ntp",
    schema: "ntp",
    packet,
    fields,
    classes: classes::SECOND,
    excluded: &[("a digest by a key", &[179, 194])],
};

/// More bytes of extensions than any line has.
const EXTENSIONS: Code = 512;

/// How many bytes are extensions follows from their own lengths, and the form of a status from an identifier behind it.
fn packet(_: &str, _: &Json) -> Packet {
    let sizes = (0..EXTENSIONS).step_by(4);
    let params = sizes.flat_map(|size| [0, 1].map(|peer| vec![("extensions_size", size), ("peer", peer)])).collect();
    Packet { targets: vec!["Packet"], params, agree }
}

fn agree(params: &Named, read: &Fields) -> bool {
    let id = fields("", read.clone())["association_id"].as_u64();
    id.is_none_or(|id| params.contains(&("peer", Code::from(id != 0))))
}

fn fields(_: &str, mut read: Fields) -> Json {
    let mut body = read.inside("body");
    let arm = body.take(ARM);
    match arm.as_str() {
        Some("Time") => time(&mut read, body),
        Some("Control") => control(&mut read, body),
        _ => private(&mut read, body),
    }
    read.json()
}

fn time(read: &mut Fields, mut body: Fields) {
    body.change("root_delay", seconds);
    body.change("root_dispersion", seconds);
    let mut reference = body.inside("reference_id");
    body.put("stratum", reference.take("stratum"));
    let kind = if reference.take(ARM) == "Text" { "text" } else { "ipv4" };
    body.put("reference_id", json!({ kind: reference.take("value") }));
    body.change("extensions", |list| each(list, extension));
    let end = body.inside("mac");
    body.put("mac", mac(end));
    body.beside(read);
}

/// A number of 65536ths.
fn seconds(raw: Json) -> Json {
    let seconds = raw.as_i64().map(|raw| raw as f64 / 65536.0);
    json!({ "raw": raw, "seconds": seconds })
}

fn extension(mut read: Json) -> Json {
    // The type and the length are 4 bytes.
    read["length"] = (4 + bytes_length(&read["value"])).into();
    read
}

/// The key and the digest behind a packet; one without a digest has the key 0, a constant of the schema.
fn mac(mut end: Fields) -> Json {
    match end.take(ARM).as_str() {
        Some("Md5" | "Sha1") => json!({ "key_id": end.take("key_id"), "digest": end.take("digest") }),
        Some("CryptoNak") => json!({ "key_id": 0, "digest": "" }),
        _ => Json::Null,
    }
}

fn control(read: &mut Fields, mut body: Fields) {
    let mut rest = body.inside("body");
    let mut kind = rest.take(ARM);
    read.put("mode", 6);
    read.put("response", kind == "Response");
    // The schema distinguishes responses, and then those without an error.
    while kind == "Response" || kind == "Fine" {
        rest = rest.inside("value");
        kind = rest.take(ARM);
    }
    read.put("status", status(kind.as_str().unwrap_or_default(), &mut rest));
    text(read, rest.inside("text"));
    body.beside(read);
}

fn status(kind: &str, rest: &mut Fields) -> Json {
    match kind {
        "Request" => json!({ "kind": "unused", "raw": rest.take("unused") }),
        "Raw" => json!({ "kind": "raw", "raw": rest.take("raw_status") }),
        // The schema reads the reserved byte as if it were 0.
        "Error" => json!({ "kind": "error", "code": rest.inside("status").take("code"), "reserved": 0 }),
        "Clock" => named("clock", rest.inside("status")),
        _ => {
            let mut of = rest.inside("status").inside("of");
            let kind = if of.take(ARM) == "Peer" { "peer" } else { "system" };
            named(kind, of.inside("value"))
        }
    }
}

fn named(kind: &str, mut status: Fields) -> Json {
    status.put("kind", kind);
    status.json()
}

/// The data of a control message, and what is behind it.
fn text(read: &mut Fields, mut text: Fields) {
    let mut end = text.inside("end").inside("end");
    let padding = match end.get(ARM).as_str() {
        Some("Padding") => {
            let first = end.number("first");
            format!("{first:02x}{}", end.take("more").as_str().unwrap_or_default()).into()
        }
        Some("Nothing") => "".into(),
        _ => end.take("padding"),
    };
    text.put("padding", padding);
    text.put("mac", mac(end));
    match text.take("data") {
        Json::Object(data) => associations(&mut text, Fields::of(data.into())),
        data => {
            // One byte is one character.
            text.put("count", data.as_str().map(|data| data.chars().count()));
            text.put("data", data);
        }
    }
    text.beside(read);
}

/// A list of associations, or text: by whether the message is about one.
fn associations(text: &mut Fields, mut data: Fields) {
    let is_list = data.take(ARM) == "Associations";
    let id = if is_list { 0.into() } else { data.take("association_id") };
    let association = |mut one: Json| {
        one["status"]["kind"] = "peer".into();
        one
    };
    text.put("association_id", id);
    text.put("data", each(data.take("data"), association));
}

fn private(read: &mut Fields, mut body: Fields) {
    read.put("mode", 7);
    // Two bits that other modes have for leap seconds.
    let leap = read.number("leap");
    read.put("response", leap >> 1);
    read.put("more", leap & 1);
    // The schema reads the reserved bits as if they were 0.
    read.put("mbz", 0);
    let items = each(body.take("items"), |item| {
        let bytes = item.as_array().into_iter().flatten().filter_map(Json::as_u64);
        bytes.map(|byte| format!("{byte:02x}")).collect::<String>().into()
    });
    read.put("item_count", list_length(&items));
    read.put("items", items);
    body.beside(read);
}
