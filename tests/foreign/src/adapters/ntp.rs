//! NTP, versions 1 to 4. The vectors' keys belong to no schema: a digest is read and not verified.

use serde_json::{Value as Json, json};

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, bytes_length, each, from_hex, list_length};
use crate::plain::ARM;

pub const ADAPTER: Adapter = Adapter {
    name: "ntp",
    schema: "ntp",
    packet,
    fields,
    classes: classes::SECOND,
    excluded: &[("a digest by a key", &[179, 194])],
};

/// Whether a packet ends in a MAC is no number of it. A reader that does not know it first tries a MAC.
fn packet(_: &str, _: &Json) -> Packet {
    let params = [1, 0].map(|authenticated| vec![("authenticated", authenticated)]).into();
    Packet { targets: vec!["Packet"], params, agree: |_, _| true }
}

fn fields(_: &str, mut read: Fields) -> Json {
    let mut body = read.inside("body");
    let arm = body.take(ARM);
    let rest = body.inside("value");
    body.beside(&mut read);
    match arm.as_str() {
        Some("Time") => time(&mut read, rest),
        Some("Control") => control(&mut read, rest),
        _ => private(&mut read, rest),
    }
    read.json()
}

fn time(read: &mut Fields, mut body: Fields) {
    body.change("root_delay", seconds);
    body.change("root_dispersion", seconds);
    let mut reference = body.inside("reference_id");
    // The arms of one stratum do not store it.
    let (stratum, kind) = match reference.take(ARM).as_str() {
        Some("Kiss") => (0.into(), "text"),
        Some("Clock") => (1.into(), "text"),
        _ => (reference.take("stratum"), "ipv4"),
    };
    body.put("stratum", stratum);
    body.put("reference_id", json!({ kind: reference.take("value") }));
    let mut trailer = body.inside("trailer");
    body.put("extensions", each(trailer.take("extensions"), extension));
    body.put("mac", mac(trailer));
    body.beside(read);
}

/// A number of 65536ths.
fn seconds(raw: Json) -> Json {
    let seconds = raw.as_i64().map(|raw| raw as f64 / 65536.0);
    json!({ "raw": raw, "seconds": seconds })
}

fn extension(read: Json) -> Json {
    let mut extension = Fields::of(read);
    extension.rename("type", "field_type");
    // The type and the length are 4 bytes.
    extension.put("length", 4 + bytes_length(extension.get("value")));
    extension.json()
}

/// The key and the digest at the end of a packet; one without a digest has the key 0, a constant of the schema.
fn mac(mut trailer: Fields) -> Json {
    match trailer.take(ARM).as_str() {
        Some("Authenticated") => {
            json!({ "key_id": trailer.take("key_id"), "digest": trailer.inside("digest").take("value") })
        }
        Some("Md5" | "Sha1") => json!({ "key_id": trailer.take("key_id"), "digest": trailer.take("digest") }),
        Some("Open") if !trailer.take("crypto_nak").is_null() => json!({ "key_id": 0, "digest": "" }),
        _ => Json::Null,
    }
}

fn control(read: &mut Fields, mut body: Fields) {
    read.put("mode", 6);
    let is_system = body.get("association_id") == 0;
    let status = status(body.inside("status"), is_system);
    body.put("status", status);
    let mut trailer = body.inside("trailer");
    let padding = trailer.take("padding");
    body.put("padding", if padding.is_null() { "".into() } else { padding });
    body.put("mac", mac(trailer));
    let mut data = body.inside("data");
    let is_list = data.take(ARM) == "Associations";
    let data = each(data.take("value"), association);
    // An association is 4 bytes, a character one.
    let count = if is_list { 4 * list_length(&data) } else { data.as_str().unwrap_or_default().chars().count() };
    body.put("count", count);
    body.put("data", data);
    body.beside(read);
}

fn status(mut status: Fields, is_system: bool) -> Json {
    let arm = status.take(ARM);
    let kind = match arm.as_str() {
        Some("Request") => "unused",
        Some("Trap") => "raw",
        Some("Error") => "error",
        Some("Clock") => "clock",
        _ if is_system => "system",
        _ => "peer",
    };
    status.rename("value", "raw");
    if kind == "clock" {
        status.rename("event", "code");
        status.rename("state", "status");
    }
    if matches!(kind, "system" | "peer") {
        return word(kind, from_hex(status.take("word")).as_i64().unwrap_or_default());
    }
    status.put("kind", kind);
    status.json()
}

/// The parts of a status: the schema reads it as a number, because the identifier that chooses its form is after it.
fn word(kind: &str, word: i64) -> Json {
    let part = |lowest: u32, bits: u32| word >> lowest & ((1 << bits) - 1);
    let mut status = Fields::of(match kind {
        "system" => json!({ "leap": part(14, 2), "source": part(8, 6) }),
        _ => json!({
            "configured": part(15, 1), "auth_enabled": part(14, 1), "authentic": part(13, 1),
            "reachable": part(12, 1), "reserved": part(11, 1), "selection": part(8, 3),
        }),
    });
    status.put("kind", kind);
    status.put("event_count", part(4, 4));
    status.put("event_code", part(0, 4));
    status.json()
}

fn association(read: Json) -> Json {
    let mut association = Fields::of(read);
    let mut status = association.inside("status");
    status.rename("broadcast", "reserved");
    status.put("kind", "peer");
    association.put("status", status.json());
    association.json()
}

fn private(read: &mut Fields, mut body: Fields) {
    read.put("mode", 7);
    // Two bits that other modes have for leap seconds.
    let leap = read.number("leap");
    read.put("response", leap >> 1);
    read.put("more", leap & 1);
    body.put("item_count", list_length(body.get("items")));
    body.beside(read);
}
