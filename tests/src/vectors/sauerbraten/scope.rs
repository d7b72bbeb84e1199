//! What a line is about: a scalar, or messages of a family of one version.

use serde_json::Value as Json;
use wireform_build::interpret::{self, Target};
use wireform_build::model::{Protocol, SessionValues};

use super::super::line::Line;
use super::scalar::Scalar;
use crate::generated::Generated;
use crate::sauerbraten::targets::{self, PACKETS};
use crate::sauerbraten::versions::Version;

/// What to do with a line.
pub enum Scope {
    /// Read, compare, write.
    Valid(Family),
    /// Read, and be refused.
    Invalid(Family),
    /// A number or a text by itself.
    Scalar(Scalar),
}

/// A family, both ways.
pub struct Family {
    pub name: &'static str,
    pub version: Version,
    /// A packet of its messages.
    pub packet: Generated,
    /// Messages of it one after the other.
    pub stream: Target,
    /// One message of it.
    pub one: Target,
}

impl Family {
    fn new(version: Version, name: &'static str) -> Self {
        let one = wireform_cli::target::target(version.protocol(), name).expect("a family of the schema");
        let stream = wireform_cli::target::target(version.protocol(), &format!("[{name}]")).expect("messages of it");
        let [packet, _] = *PACKETS.iter().find(|[_, family]| *family == name).expect("a packet of the family");
        let packet = targets::named(version, packet);
        Self { name, version, packet, stream, one }
    }

    pub fn protocol(&self) -> &'static Protocol {
        self.version.protocol()
    }

    /// The bytes of each message of a packet.
    pub fn pieces<'b>(&self, mut bytes: &'b [u8]) -> Vec<&'b [u8]> {
        let (mut pieces, mut session) = (Vec::new(), SessionValues::default());
        while !bytes.is_empty()
            && let Ok(read) = interpret::read_in(self.protocol(), self.one, bytes, &[], &mut session)
        {
            pieces.push(&bytes[..bytes.len() - read.rest.len()]);
            bytes = read.rest;
        }
        pieces
    }
}

/// What to do with a line.
pub fn of(line: &Line) -> Scope {
    match line.message.as_str() {
        "putint" | "getint" => return Scope::Scalar(Scalar::int()),
        "putuint" | "getuint" => return Scope::Scalar(Scalar::uint()),
        "sendstring" | "getstring" => return Scope::Scalar(Scalar::text()),
        _ => {}
    }
    let version = if is_260(line) { Version::V260 } else { Version::V259 };
    let family = Family::new(
        version,
        match (line.text("channel"), line.text("direction")) {
            ("0", _) => "Positions",
            (_, "c2s") => "ToServer",
            _ => "ToClient",
        },
    );
    if line.json["invalid"] == true { Scope::Invalid(family) } else { Scope::Valid(family) }
}

/// Whether the version of the protocol is the later one, with other codes.
fn is_260(line: &Line) -> bool {
    line.json["protocol"] == 260
}

/// The messages of a packet, each with its name, in wire order.
pub fn messages(line: &Line) -> Vec<(&str, &Json)> {
    let fields = &line.json["fields"];
    match fields["messages"].as_array() {
        Some(messages) => messages.iter().map(|one| (one["type"].as_str().unwrap_or_default(), one)).collect(),
        None if fields.is_null() => Vec::new(),
        None => vec![(&line.message, fields)],
    }
}
