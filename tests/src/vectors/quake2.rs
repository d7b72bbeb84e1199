//! The vectors of Quake 2: messages by themselves, datagrams of clients and servers, and numbers.

mod changes;
mod frames;
mod invalid;
mod moves;
mod names;
mod netchan;
mod scalar;
mod valid;

use super::line::Line;
use super::tally::Tally;
use super::{Counts, Vectors, Which};
use crate::generated::Generated;
use crate::quake2::targets;

pub const VECTORS: Vectors = Vectors { protocol: "quake2", selection: SELECTION, collection: COLLECTION, check };

const SELECTION: Counts = &[
    ("clc_move", [56, 46, 46, 40, 6, 10]),
    ("clc_move_legacy_md4", [8, 8, 8, 8, 0, 0]),
    ("conversions", [34, 34, 0, 34, 0, 0]),
    ("delta_entity", [61, 61, 61, 57, 4, 0]),
    ("demo_messages", [47, 47, 47, 47, 0, 0]),
    ("invalid", [32, 0, 0, 0, 0, 32]),
    ("netchan", [13, 13, 13, 13, 0, 0]),
    ("playerinfo", [26, 26, 26, 24, 2, 0]),
    ("sound", [19, 19, 19, 17, 2, 0]),
    ("temp_entity", [56, 56, 56, 56, 0, 0]),
];

const COLLECTION: Counts = &[
    ("clc_move", [120, 104, 104, 87, 17, 16]),
    ("clc_move_legacy_md4", [16, 16, 16, 16, 0, 0]),
    ("conversions", [160, 160, 0, 160, 0, 0]),
    ("delta_entity", [80, 80, 80, 75, 5, 0]),
    ("demo_frames_test_dm2", [23, 23, 0, 23, 0, 0]),
    ("demo_messages", [249, 249, 249, 249, 0, 0]),
    ("invalid", [32, 0, 0, 0, 0, 32]),
    ("netchan", [13, 13, 13, 13, 0, 0]),
    ("playerinfo", [40, 40, 40, 37, 3, 0]),
    ("sound", [40, 40, 40, 36, 4, 0]),
    ("temp_entity", [56, 56, 56, 56, 0, 0]),
];

fn check(line: &Line, tally: &mut Tally) -> Result<(), String> {
    match reader(line) {
        None if line.message == "frame_state" => frames::check(line, tally),
        None => scalar::check(line, tally),
        Some(reader) if netchan::is_made_up(line) => netchan::check(line, &reader, tally),
        Some(reader) if moves::is_move(line) && is_valid(line) => moves::check(line, &reader, tally),
        Some(reader) if is_valid(line) => valid::check(line, &reader, tally),
        Some(reader) => invalid::check(line, &reader, tally),
    }
}

/// Whether it is right, but for the checksums of moves, which are compared by themselves.
fn is_valid(line: &Line) -> bool {
    line.json["valid"] == true || line.text("error") == "checksum_mismatch"
}

/// Who reads a line; nobody reads a number by itself, or what a whole recording comes to.
fn reader(line: &Line) -> Option<Generated> {
    let name = match line.message.as_str() {
        "angle8" | "angle16" | "coord16" | "dir" | "frame_state" => return None,
        "netchan_client_to_server" | "oob" => "FromClient",
        "netchan_server_to_client" => "FromServer",
        other => names::message(other).ours,
    };
    Some(targets::named(name))
}

/// The lines that can be read, with what reads them. What follows a made up header is none.
pub fn packets(which: Which) -> Vec<(Generated, Vec<u8>)> {
    let valid = VECTORS.lines(which).into_iter().filter(|line| is_valid(line) && !netchan::is_made_up(line));
    valid.filter_map(|line| Some((reader(&line)?, line.bytes))).collect()
}
