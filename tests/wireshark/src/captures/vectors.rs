//! Packets that other programs made: those of the project, and the collections beside it where they are there.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use wireform_build::model::Code;

use super::Sample;
use crate::beside::beside;
use crate::root;

/// How one packet is read: the target with its version, parameters and session values, and whether it is right.
struct Reading {
    version: Option<&'static str>,
    target: &'static str,
    params: Vec<(&'static str, Code)>,
    session: Vec<(&'static str, Code)>,
    is_right: Option<bool>,
}

impl Reading {
    /// A packet of which a line says that it is valid. Of others nothing is known: the line may mean another mistake.
    fn of(target: &'static str, json: &Json) -> Self {
        let is_right = (json["valid"] == true).then_some(true);
        Self { version: None, target, params: Vec::new(), session: Vec::new(), is_right }
    }

    fn in_version(self, version: &'static str) -> Self {
        Self { version: Some(version), ..self }
    }

    fn with(mut self, name: &'static str, value: Code) -> Self {
        self.params.push((name, value));
        self
    }

    /// The reading of a packet that depends on values of its neighbours.
    fn perhaps(self) -> Self {
        Self { is_right: None, ..self }
    }
}

/// For a line of a file, by the file's name: how it is read, in one way or in several. Numbers by themselves are no packets.
type Readings = fn(file: &str, message: &str, json: &Json) -> Vec<Reading>;

const SHIPPED: [(&str, Readings); 4] =
    [("blank", blank), ("quake2", quake2), ("rcce2", rcce2), ("sauerbraten", sauerbraten)];

const FOREIGN: [(&str, Readings); 12] = [
    ("a2s", a2s),
    ("dhcp", |_, _, json| vec![Reading::of("Packet", json)]),
    ("dns", |_, _, json| vec![Reading::of("Message", json)]),
    ("enet", enet),
    ("mavlink", |_, _, json| vec![Reading::of("Packet", json)]),
    ("minecraft", minecraft),
    ("modbus", modbus),
    ("mqtt", mqtt),
    ("ntp", ntp),
    ("quic", quic),
    ("rtp", |_, message, json| vec![Reading::of(if message == "rtp" { "Packet" } else { "Compound" }, json)]),
    ("stun", |_, _, json| vec![Reading::of("Message", json)]),
];

/// All of them. Those outside of the project are added where they are there.
///
/// # Panics
/// If a file is not as `tests/packets/README.md` says.
#[must_use]
pub fn vectors() -> Vec<Sample> {
    let mut all = Vec::new();
    for (protocol, readings) in SHIPPED {
        let schema = format!("schema/{protocol}.wire");
        for folder in [Some(root().join("tests/packets")), beside("vectors")].into_iter().flatten() {
            let files = files(&folder.join(protocol));
            all.extend(files.iter().flat_map(|path| samples(path, &schema, readings)));
        }
    }
    for (protocol, readings) in FOREIGN {
        if let Some(path) = beside(&format!("vectors-foreign/{protocol}.jsonl")) {
            all.extend(samples(&path, &format!("schema/gallery/{protocol}.wire"), readings));
        }
    }
    all
}

/// The files of vectors in a folder, in order; none where it is not there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    files.sort();
    files
}

fn samples(path: &Path, schema: &str, readings: Readings) -> Vec<Sample> {
    let text = std::fs::read_to_string(path).expect("a file of vectors");
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut all = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let json: Json = serde_json::from_str(line).expect("an object a line");
        let message = json["message"].as_str().expect("a message");
        let named = |all: Vec<(&str, Code)>| all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        for reading in readings(&stem, message, &json) {
            all.push(Sample {
                schema: schema.to_owned(),
                version: reading.version.map(str::to_owned),
                target: reading.target.to_owned(),
                bytes: crate::bytes_of(json["hex"].as_str().expect("bytes")),
                params: named(reading.params),
                session: named(reading.session),
                is_right: reading.is_right,
                origin: format!("{} line {} ({message})", path.display(), index + 1),
            });
        }
    }
    all
}

fn blank(file: &str, _: &str, json: &Json) -> Vec<Reading> {
    let version = if file.contains("2015_10") { "v2015_10" } else { "v2015_11" };
    vec![Reading::of("Datagram", json).in_version(version)]
}

/// The messages that the lines have, and ours.
const QUAKE2: [(&str, &str); 16] = [
    ("netchan_client_to_server", "FromClient"),
    ("netchan_server_to_client", "FromServer"),
    ("oob", "FromClient"),
    ("svc_serverdata", "ServerData"),
    ("svc_muzzleflash", "ToClient.MuzzleFlash"),
    ("svc_temp_entity", "ToClient.TempEntity"),
    ("svc_layout", "ToClient.Layout"),
    ("svc_sound", "ToClient.Sound"),
    ("svc_print", "ToClient.Print"),
    ("svc_stufftext", "ToClient.StuffText"),
    ("svc_configstring", "ToClient.ConfigString"),
    ("delta_entity", "EntityUpdate"),
    ("svc_spawnbaseline", "ToClient.SpawnBaseline"),
    ("svc_playerinfo", "ToClient.PlayerInfo"),
    ("svc_packetentities", "ToClient.PacketEntities"),
    ("svc_frame", "ToClient.Frame"),
];

fn quake2(_: &str, message: &str, json: &Json) -> Vec<Reading> {
    let reading = match message {
        "angle8" | "angle16" | "coord16" | "dir" | "frame_state" => return Vec::new(),
        message if message.starts_with("clc_move") => {
            let sequence = json["sequence"].as_i64().map_or(0, Code::from);
            Reading::of("ToServer.Move", json).with("sequence", sequence)
        }
        _ => {
            let (_, target) = QUAKE2.into_iter().find(|(name, _)| *name == message).expect("a known message");
            Reading::of(target, json)
        }
    };
    // The payload after a made up header is none of this protocol.
    let reading = if message.starts_with("netchan") { reading.perhaps() } else { reading };
    vec![Reading { session: vec![("protocol", 34)], ..reading }]
}

fn rcce2(_: &str, message: &str, json: &Json) -> Vec<Reading> {
    if message == "P_StandardUpdate_c2s" {
        return vec![Reading::of("ToServer", json)];
    }
    let known = [("is_self", "is_self"), ("has_energy", "energy_stat_defined"), ("flies", "environment_fly")];
    let reading = Reading::of("ToClient", json);
    let known = known.map(|(ours, theirs)| (ours, Code::from(json["context"][theirs] == true)));
    vec![known.into_iter().fold(reading, |reading, (name, value)| reading.with(name, value))]
}

fn sauerbraten(_: &str, message: &str, json: &Json) -> Vec<Reading> {
    if matches!(message, "putint" | "getint" | "putuint" | "getuint" | "sendstring" | "getstring") {
        return Vec::new();
    }
    let target = match (json["channel"].as_str(), json["direction"].as_str()) {
        (Some("0"), _) => "PositionPacket",
        (_, Some("c2s")) => "ClientPacket",
        _ => "ServerPacket",
    };
    let version = if json["protocol"] == 260 { "v260" } else { "v259" };
    let reading = Reading { is_right: (json["invalid"] != true).then_some(true), ..Reading::of(target, json) };
    vec![reading.in_version(version)]
}

fn a2s(_: &str, message: &str, json: &Json) -> Vec<Reading> {
    let target = match message {
        "split_packet" => "Split",
        "goldsrc_split_packet" => "GoldSrcSplit",
        _ => "Packet",
    };
    vec![Reading::of(target, json)]
}

fn enet(_: &str, message: &str, json: &Json) -> Vec<Reading> {
    if message == "datagram" {
        return vec![Reading::of("Datagram", json)];
    }
    let connection = json["context"]["connect_id"].as_u64().map_or(0, Code::from);
    vec![Reading::of("DatagramCrc32", json).with("connect_id", connection)]
}

fn minecraft(_: &str, message: &str, json: &Json) -> Vec<Reading> {
    let context = &json["context"];
    let state = match context["state"].as_str() {
        Some("handshaking") => 0,
        Some("status") => 1,
        _ => 2,
    };
    let threshold = context["compression_threshold"].as_i64().map_or(-1, Code::from);
    let frame = if context["direction"] == "serverbound" { "ToServer" } else { "ToClient" };
    // Two packets are those of older versions, without properties or without a flag.
    let version = match message {
        "LoginSuccess" => "v758",
        "EncryptionRequest" => "v765",
        _ => "v767",
    };
    vec![Reading::of(frame, json).in_version(version).with("state", state).with("threshold", threshold)]
}

fn modbus(_: &str, message: &str, json: &Json) -> Vec<Reading> {
    let target = match message {
        "tcp_request" => "TcpRequest",
        "tcp_response" => "TcpResponse",
        "rtu_request" => "RtuRequest",
        _ => "RtuResponse",
    };
    vec![Reading::of(target, json)]
}

fn mqtt(_: &str, message: &str, json: &Json) -> Vec<Reading> {
    vec![Reading::of("Packet", json).in_version(if message.starts_with("v5.") { "v5" } else { "v4" })]
}

/// Only the receiver knows whether a key is in use.
fn ntp(_: &str, _: &str, json: &Json) -> Vec<Reading> {
    [0, 1].map(|known| Reading::of("Packet", json).perhaps().with("authenticated", known)).into()
}

fn quic(_: &str, message: &str, json: &Json) -> Vec<Reading> {
    let length = json["context"]["short_header_dcid_length"].as_u64().map_or(0, Code::from);
    match message {
        "datagram" => vec![Reading::of("Datagram", json).with("short_header_dcid_length", length)],
        "frames" => vec![Reading::of("Payload", json)],
        // The packet tells which.
        _ => vec![
            Reading::of("LongHeader", json).perhaps(),
            Reading::of("ShortHeader", json).perhaps().with("short_header_dcid_length", length),
        ],
    }
}
