//! Real bytes with their values, made by the game itself: read, compared and written by the interpreter and by
//! generated code.
//!
//! The whole collection lies outside of the project and is used where it is there; a selection of it is part of the
//! project. What is done with each line is counted, and the counts are asserted: nothing is skipped in silence.

mod invalid;
mod line;
mod scalar;
mod scope;
mod tally;
mod valid;
mod writer;

use std::path::{Path, PathBuf};

use crate::sauerbraten::targets;
use crate::sauerbraten::versions::VERSIONS;
use scope::Scope;
use tally::Tally;

/// For each file: lines, read, written back byte for byte, written otherwise, refused, out of scope.
type Counts = &'static [(&'static str, [usize; 6])];

const SELECTION: Counts = &[
    ("capture_real_server", [34, 27, 27, 0, 0, 7]),
    ("channel0_packets", [4, 4, 4, 0, 0, 0]),
    ("invalid", [55, 1, 1, 0, 52, 2]),
    ("misc_messages", [65, 57, 57, 0, 0, 8]),
    ("n_connect", [2, 2, 2, 0, 0, 0]),
    ("n_initclient", [4, 4, 4, 0, 0, 0]),
    ("n_pos", [40, 40, 24, 16, 0, 0]),
    ("n_resume_and_lists", [17, 17, 17, 0, 0, 0]),
    ("n_servinfo", [4, 4, 4, 0, 0, 0]),
    ("n_spawnstate", [2, 2, 2, 0, 0, 0]),
    ("noncanonical_messages", [13, 11, 0, 11, 0, 2]),
    ("noncanonical_scalars", [8, 8, 2, 6, 0, 0]),
    ("p259_misc_messages", [63, 55, 55, 0, 0, 8]),
    ("p259_n_connect", [3, 3, 3, 0, 0, 0]),
    ("p259_n_initclient", [5, 5, 5, 0, 0, 0]),
    ("p259_n_resume_and_lists", [17, 17, 16, 1, 0, 0]),
    ("p259_n_spawnstate", [3, 3, 3, 0, 0, 0]),
    ("p259_welcome", [6, 6, 6, 0, 0, 0]),
    ("putint", [14, 14, 14, 0, 0, 0]),
    ("putuint", [11, 11, 10, 1, 0, 0]),
    ("strings", [12, 12, 7, 5, 0, 0]),
    ("welcome", [9, 6, 6, 0, 0, 3]),
];

const COLLECTION: Counts = &[
    ("capture_real_server", [1192, 812, 812, 0, 0, 380]),
    ("channel0_packets", [20, 20, 20, 0, 0, 0]),
    ("invalid", [211, 1, 1, 0, 208, 2]),
    ("misc_messages", [448, 432, 432, 0, 0, 16]),
    ("n_connect", [31, 31, 31, 0, 0, 0]),
    ("n_initclient", [32, 32, 32, 0, 0, 0]),
    ("n_pos", [320, 320, 258, 62, 0, 0]),
    ("n_resume_and_lists", [110, 110, 104, 6, 0, 0]),
    ("n_servinfo", [31, 31, 31, 0, 0, 0]),
    ("n_spawnstate", [31, 31, 31, 0, 0, 0]),
    ("noncanonical_messages", [48, 40, 0, 40, 0, 8]),
    ("noncanonical_scalars", [58, 58, 4, 54, 0, 0]),
    ("p259_misc_messages", [336, 324, 324, 0, 0, 12]),
    ("p259_n_connect", [31, 31, 31, 0, 0, 0]),
    ("p259_n_initclient", [32, 32, 32, 0, 0, 0]),
    ("p259_n_resume_and_lists", [86, 86, 80, 6, 0, 0]),
    ("p259_n_spawnstate", [31, 31, 31, 0, 0, 0]),
    ("p259_welcome", [26, 26, 26, 0, 0, 0]),
    ("putint", [270, 270, 270, 0, 0, 0]),
    ("putuint", [130, 130, 128, 2, 0, 0]),
    ("strings", [124, 124, 104, 20, 0, 0]),
    ("welcome", [35, 28, 28, 0, 0, 7]),
];

#[test]
fn the_selection() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("packets/sauerbraten");
    run(&folder, SELECTION);
}

#[test]
fn the_whole_collection_where_it_is_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/vectors/sauerbraten");
    if folder.is_dir() {
        run(&folder, COLLECTION);
    } else {
        println!("there is no {}", folder.display());
    }
}

#[test]
fn what_the_game_was_given() {
    for (folder, positions) in [("packets/sauerbraten", 6), ("../../shared/vectors/sauerbraten", 167)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("n_pos.jsonl");
        if path.is_file() {
            let again = line::lines(&path).into_iter().filter(|line| match writer::check(line) {
                Ok(done) => done,
                Err(why) => panic!("{line}: {why}"),
            });
            assert_eq!(again.count(), positions);
        }
    }
}

/// Does with each line of each file what belongs to it.
fn run(folder: &Path, expected: Counts) {
    let files: Vec<(String, Tally)> = files(folder).iter().map(|path| (stem(path), file(path))).collect();
    for (name, tally) in &files {
        println!("{name}: {tally}");
    }
    let counts: Vec<(&str, [usize; 6])> = files.iter().map(|(name, tally)| (name.as_str(), tally.counts())).collect();
    assert_eq!(counts, expected);
}

/// The files of vectors in a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of vectors");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn file(path: &Path) -> Tally {
    let mut tally = Tally::default();
    for line in line::lines(path) {
        tally.lines += 1;
        let outcome = match scope::of(&line) {
            Scope::Out(reason) => {
                tally.out(reason);
                Ok(())
            }
            Scope::Scalar(scalar) => scalar::check(&line, &scalar, &mut tally),
            Scope::Valid(family) => valid::check(&line, &family, &mut tally),
            Scope::Invalid(family) => invalid::check(&line, &family, &mut tally),
        };
        if let Err(why) = outcome {
            panic!("{line}: {why}");
        }
    }
    tally
}

/// The bytes of all messages of the selection that can be read, with their family, for other tests.
pub fn packets() -> Vec<(crate::generated::Generated, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("packets/sauerbraten");
    let mut packets = Vec::new();
    for path in files(&folder) {
        for line in line::lines(&path) {
            if let Scope::Valid(family) = scope::of(&line) {
                let bytes: Vec<u8> = line.bytes.clone();
                let mut at = 0;
                while at < bytes.len() {
                    let read = (family.generated.read)(&bytes[at..]).expect("a valid packet");
                    at += read.bytes.len();
                    // Positions are the same in both, and given in one.
                    let versions = if family.name == "Positions" { VERSIONS.to_vec() } else { vec![family.version] };
                    packets.extend(
                        versions.into_iter().map(|version| (targets::named(version, family.name), read.bytes.clone())),
                    );
                }
            }
        }
    }
    packets
}
