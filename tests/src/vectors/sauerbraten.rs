//! The vectors of Sauerbraten: numbers and texts by themselves, messages, and packets of them.

mod invalid;
mod scalar;
mod scope;
mod valid;
mod writer;

use super::line::{self, Line};
use super::tally::Tally;
use super::{Counts, Vectors, Which};
use crate::generated::Generated;
use crate::sauerbraten::targets;
use crate::sauerbraten::versions::VERSIONS;
use scope::Scope;

/// The code of `InitFlags` in 260.
pub const FLAGS: u8 = 86;

pub const VECTORS: Vectors = Vectors { protocol: "sauerbraten", selection: SELECTION, collection: COLLECTION, check };

const SELECTION: Counts = &[
    ("capture_real_server", [34, 34, 34, 34, 0, 0]),
    ("channel0_packets", [4, 4, 4, 4, 0, 0]),
    ("invalid", [55, 1, 1, 1, 0, 54]),
    ("misc_messages", [65, 65, 65, 65, 0, 0]),
    ("n_connect", [2, 2, 2, 2, 0, 0]),
    ("n_initclient", [4, 4, 4, 4, 0, 0]),
    ("n_pos", [40, 40, 40, 24, 16, 0]),
    ("n_resume_and_lists", [17, 17, 17, 17, 0, 0]),
    ("n_servinfo", [4, 4, 4, 4, 0, 0]),
    ("n_spawnstate", [2, 2, 2, 2, 0, 0]),
    ("noncanonical_messages", [13, 13, 13, 0, 13, 0]),
    ("noncanonical_scalars", [8, 8, 8, 2, 6, 0]),
    ("p259_misc_messages", [63, 63, 63, 63, 0, 0]),
    ("p259_n_connect", [3, 3, 3, 3, 0, 0]),
    ("p259_n_initclient", [5, 5, 5, 5, 0, 0]),
    ("p259_n_resume_and_lists", [17, 17, 17, 16, 1, 0]),
    ("p259_n_spawnstate", [3, 3, 3, 3, 0, 0]),
    ("p259_welcome", [6, 6, 6, 6, 0, 0]),
    ("putint", [14, 14, 14, 14, 0, 0]),
    ("putuint", [11, 11, 11, 10, 1, 0]),
    ("strings", [12, 12, 12, 7, 5, 0]),
    ("welcome", [9, 9, 9, 9, 0, 0]),
];

const COLLECTION: Counts = &[
    ("capture_real_server", [1192, 1192, 1192, 1192, 0, 0]),
    ("channel0_packets", [20, 20, 20, 20, 0, 0]),
    ("invalid", [211, 1, 1, 1, 0, 210]),
    ("misc_messages", [448, 448, 448, 448, 0, 0]),
    ("n_connect", [31, 31, 31, 31, 0, 0]),
    ("n_initclient", [32, 32, 32, 32, 0, 0]),
    ("n_pos", [320, 320, 320, 258, 62, 0]),
    ("n_resume_and_lists", [110, 110, 110, 104, 6, 0]),
    ("n_servinfo", [31, 31, 31, 31, 0, 0]),
    ("n_spawnstate", [31, 31, 31, 31, 0, 0]),
    ("noncanonical_messages", [48, 48, 48, 0, 48, 0]),
    ("noncanonical_scalars", [58, 58, 58, 4, 54, 0]),
    ("p259_misc_messages", [336, 336, 336, 336, 0, 0]),
    ("p259_n_connect", [31, 31, 31, 31, 0, 0]),
    ("p259_n_initclient", [32, 32, 32, 32, 0, 0]),
    ("p259_n_resume_and_lists", [86, 86, 86, 80, 6, 0]),
    ("p259_n_spawnstate", [31, 31, 31, 31, 0, 0]),
    ("p259_welcome", [26, 26, 26, 26, 0, 0]),
    ("putint", [270, 270, 270, 270, 0, 0]),
    ("putuint", [130, 130, 130, 128, 2, 0]),
    ("strings", [124, 124, 124, 104, 20, 0]),
    ("welcome", [35, 35, 35, 35, 0, 0]),
];

#[test]
fn what_the_game_was_given() {
    for (folder, positions) in [(Some(VECTORS.selected()), 6), (VECTORS.collected(), 167)] {
        let Some(folder) = folder else { continue };
        let again = line::lines(&folder.join("n_pos.jsonl")).into_iter().filter(|line| match writer::check(line) {
            Ok(done) => done,
            Err(why) => panic!("{line}: {why}"),
        });
        assert_eq!(again.count(), positions);
    }
}

fn check(line: &Line, tally: &mut Tally) -> Result<(), String> {
    match scope::of(line) {
        Scope::Scalar(scalar) => scalar::check(line, &scalar, tally),
        Scope::Valid(family) => valid::check(line, &family, tally),
        Scope::Invalid(family) => invalid::check(line, &family, tally),
    }
}

/// The bytes of all messages that can be read.
pub fn packets(which: Which) -> Vec<(Generated, Vec<u8>)> {
    let mut packets = Vec::new();
    for line in VECTORS.lines(which) {
        if let Scope::Valid(family) = scope::of(&line) {
            for bytes in family.pieces(&line.bytes) {
                // Positions are the same in both, and given in one.
                let versions = if family.name == "Positions" { VERSIONS.to_vec() } else { vec![family.version] };
                packets
                    .extend(versions.into_iter().map(|version| (targets::named(version, family.name), bytes.to_vec())));
            }
        }
    }
    // Alone, flags are read in the mode that is known to the tests; what was said in another has another layout.
    packets.retain(|(generated, bytes)| {
        let alone = (generated.read)(bytes).is_ok_and(|read| read.bytes == *bytes);
        assert!(alone || bytes[0] == FLAGS, "{bytes:02x?}");
        alone
    });
    packets
}
