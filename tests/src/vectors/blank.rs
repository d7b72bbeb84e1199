//! The vectors of blank: datagrams, each with one payload.

mod invalid;
mod valid;

use super::line::Line;
use super::tally::Tally;
use super::{Counts, Vectors, Which};
use crate::blank::targets;
use crate::blank::versions::Version;
use crate::generated::Generated;

pub const VECTORS: Vectors = Vectors { protocol: "blank", selection: SELECTION, collection: COLLECTION, check };

const SELECTION: Counts = &[("blank_2015_10", [84, 47, 47, 29, 18, 37]), ("blank_2015_11", [91, 51, 51, 32, 19, 40])];

const COLLECTION: Counts =
    &[("blank_2015_10", [240, 136, 136, 114, 22, 104]), ("blank_2015_11", [208, 118, 118, 95, 23, 90])];

fn check(line: &Line, tally: &mut Tally) -> Result<(), String> {
    if is_valid(line) { valid::check(line, tally) } else { invalid::check(line, tally) }
}

/// Whether it is right by the protocol's document.
fn is_valid(line: &Line) -> bool {
    line.json["valid"] == true
}

fn version(line: &Line) -> Version {
    if line.file().contains("2015_10") { Version::October } else { Version::November }
}

fn datagram(line: &Line) -> Generated {
    targets::named(version(line), "Datagram")
}

/// The datagrams that can be read, and their payloads.
pub fn packets(which: Which) -> Vec<(Generated, Vec<u8>)> {
    let mut packets = Vec::new();
    for line in VECTORS.lines(which).into_iter().filter(is_valid) {
        let payload = format!("payload::{}", line.message);
        packets.push((targets::named(version(&line), &payload), line.bytes[16..].to_vec()));
        packets.push((datagram(&line), line.bytes));
    }
    packets
}
