//! Valve's server queries.

use serde_json::Value as Json;

use crate::adapter::{Adapter, Packet};
use crate::classes;
use crate::fields::{Fields, character, from_hex};

pub const ADAPTER: Adapter =
    Adapter { name: "a2s", schema: "a2s", packet, fields, classes: classes::FIRST, excluded: &[] };

/// The bits that announce what an `info_response` has besides, each with a field that is there by it.
const EXTRAS: [(i64, &str); 5] =
    [(0x80, "port"), (0x10, "steam_id"), (0x40, "sourcetv_port"), (0x20, "keywords"), (1, "game_id")];

fn packet(message: &str, _: &Json) -> Packet {
    Packet::new(match message {
        "split_packet" => "Split",
        "goldsrc_split_packet" => "GoldSrcSplit",
        _ => "Packet",
    })
}

fn fields(message: &str, mut read: Fields) -> Json {
    match message {
        "split_packet" => {
            read.put("header", -2);
            // The sheet counts the top bit as part of the id, too.
            let id = read.number("id") | i64::from(*read.get("compressed") == 1) << 31;
            read.put("id", id);
            read.spread("unpacked", &[("size", "decompressed_size"), ("crc32", "crc32")]);
            read.change("crc32", from_hex);
            read.json()
        }
        "goldsrc_split_packet" => {
            read.put("header", -2);
            read.json()
        }
        _ => whole(message, read.inside("message")),
    }
}

fn whole(message: &str, mut packet: Fields) -> Json {
    let code = packet.code();
    packet.put("type", code);
    packet.put("header", -1);
    match message {
        // A constant of the schema.
        "info_request" => {
            packet.put("query", "Source Engine Query");
            packet.change("challenge", from_hex);
        }
        "player_request" | "rules_request" | "challenge_response" => packet.change("challenge", from_hex),
        "info_response" => {
            information(&mut packet);
            extras(&mut packet);
        }
        "goldsrc_info_response" => {
            information(&mut packet);
            let mut modification = packet.inside("mod");
            if !modification.is_empty() {
                modification.rename("download", "download_link");
                modification.rename("own_library", "own_dll");
                packet.put("mod", modification.json());
            } else {
                packet.put("mod", Json::Null);
            }
        }
        _ => {}
    }
    packet.json()
}

fn information(packet: &mut Fields) {
    packet.change("server_type", character);
    packet.change("environment", character);
    packet.rename("private", "visibility");
}

/// The sheet has the fields of the extras beside the others, and all announcing bits as one number.
fn extras(packet: &mut Fields) {
    let mut extra = packet.inside("extra");
    let is_there = !extra.is_empty();
    extra.spread("spectators", &[("port", "sourcetv_port"), ("name", "sourcetv_name")]);
    // Bits 1 to 3 add nothing.
    let edf: i64 = (extra.number("other_flags") << 1)
        + EXTRAS.iter().filter(|(_, name)| !extra.get(name).is_null()).map(|(bit, _)| bit).sum::<i64>();
    packet.put("edf", is_there.then_some(edf));
    for name in ["port", "steam_id", "sourcetv_port", "sourcetv_name", "keywords", "game_id"] {
        packet.put(name, extra.take(name));
    }
}
