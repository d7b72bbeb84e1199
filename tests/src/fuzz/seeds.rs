//! What libFuzzer begins with: the packets of the vectors, right packets of whatever can be read by itself, halves of them,
//! nothing at all, and random values. `.ci/fuzz` says where they go; else they go into a folder for a moment, and are tried from there.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::PathBuf;

use super::ALL;
use crate::changes::CHANGES;
use crate::generated::{Generated, session};
use crate::laws::sources::{several, streams};
use crate::laws::survives;
use crate::protocols::TARGETS;
use crate::right::Packets;
use crate::rng::Rng;
use crate::schemas::Known;
use crate::vectors::{Which, packets_of};

/// So many right packets of each reader, and so many random values: to keep, and to try.
const EACH: [usize; 2] = [8, 2];

/// What has no bytes, not even a code, so that none can be missing.
const EMPTY: [&str; 4] = ["payload::Ping", "payload::Part", "payload::Ping", "payload::Part"];

/// So many random values are looked at for one that can be written.
const ATTEMPTS: u64 = 1000;

/// An input: what it is called, what it chooses, and what is left for that.
type Seed = (String, usize, Vec<u8>);

#[test]
fn they_are_read_and_refused_and_written() {
    // To keep, with all that there is; or to try.
    let kept = env::var_os("WIREFORM_SEEDS").map(PathBuf::from);
    let vectors: &[Which] = if kept.is_some() { &[Which::Selected, Which::Collected] } else { &[Which::Selected] };
    let each = EACH[usize::from(kept.is_none())];
    let root = kept.clone().unwrap_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("seeds"));
    if kept.is_none() {
        // The seeds of another run go, if there are any. Windows does not remove a file that another program has open, a
        // virus scanner for example. Where such a file is one too many, the count of files below notices.
        let _ = fs::remove_dir_all(&root);
    }
    let (bytes, values, changes) = (bytes(vectors, each), values(each), changes(each));
    for (target, run) in ALL {
        let seeds = match target {
            "values" => &values,
            "changes" => &changes,
            _ => &bytes,
        };
        let folder = root.join(format!("fuzz__{target}/corpus"));
        fs::create_dir_all(&folder).expect("the folder can be made");
        // How many were taken and refused of what each chooses.
        let mut tries: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
        for (name, index, rest) in seeds {
            let which = u16::try_from(*index).expect("there are fewer").to_le_bytes();
            let file = folder.join(name);
            fs::write(&file, [&which, rest.as_slice()].concat()).expect("the seed can be written");
            let input = fs::read(&file).expect("it was written");
            let taken = run(&input).expect("it chooses something");
            assert!(taken || may_be_refused(name), "{target} {name}: {input:02x?}");
            tries.entry(*index).or_default()[usize::from(!taken)] += 1;
        }
        let [taken, refused] = [0, 1].map(|at| tries.values().map(|counts| counts[at]).sum::<usize>());
        println!("{target}: {} seeds, {taken} taken, {refused} refused", seeds.len());
        let files = fs::read_dir(&folder).expect("it was made").count();
        assert!(files == seeds.len() || kept.is_some(), "{files} files of {} seeds", seeds.len());
        enough(target, &tries);
    }
}

/// Whether it is none of the packets that are right.
fn may_be_refused(name: &str) -> bool {
    !name.starts_with("vector") && !name.starts_with("right")
}

/// That whatever can be chosen was taken and refused, but for what is known not to be.
fn enough(target: &str, tries: &BTreeMap<usize, [usize; 2]>) {
    let names: Vec<String> = match target {
        "changes" => CHANGES.iter().map(|one| one.generated().name.to_owned()).collect(),
        _ => TARGETS.iter().map(|one| one.name.to_owned()).collect(),
    };
    assert!(tries.keys().copied().eq(0..names.len()), "{target}: each is tried");
    let without = |at: usize| {
        let mut without: Vec<&str> = names
            .iter()
            .zip(tries.values())
            .filter(|(_, counts)| counts[at] == 0)
            .map(|(name, _)| name.as_str())
            .collect();
        without.dedup();
        without
    };
    assert_eq!(without(0), [""; 0], "{target}: nothing is read or written");
    // Of many types each value can be written.
    if target != "values" {
        let unrefused = if target == "changes" { &[][..] } else { &EMPTY };
        assert_eq!(without(1), unrefused, "{target}: nothing is refused");
    }
}

/// For whatever reads bytes: the vectors, packets of a few messages with and without their last byte, and right packets of
/// each reader, whole and in part.
fn bytes(vectors: &[Which], each: usize) -> Vec<Seed> {
    let index = |generated: &Generated| {
        let same = |target: &Generated| {
            target.name == generated.name
                && std::ptr::eq(target.protocol, generated.protocol)
                && target.params == generated.params
        };
        TARGETS.iter().position(same).expect("it is one of the targets")
    };
    let vectors = vectors.iter().copied().flat_map(packets_of).enumerate();
    let mut seeds: Vec<Seed> =
        vectors.map(|(number, (generated, packet))| (format!("vector-{number}"), index(&generated), packet)).collect();
    let mut rng = Rng::new(8);
    for (packet, members) in streams() {
        let index = index(&packet);
        for number in 0..each * 8 {
            let whole = several(&members, &mut rng);
            seeds.push((format!("cut-{index}-{number}"), index, whole[..whole.len().saturating_sub(1)].to_vec()));
            seeds.push((format!("several-{index}-{number}"), index, whole));
        }
    }
    for (index, generated) in TARGETS.iter().enumerate() {
        seeds.push((format!("nothing-{index}"), index, Vec::new()));
        for (number, packet) in right(generated, each).enumerate() {
            seeds.push((format!("half-{index}-{number}"), index, packet[..packet.len() / 2].to_vec()));
            seeds.push((format!("right-{index}-{number}"), index, packet));
        }
    }
    seeds
}

/// Some right packets of what knows what the tests do.
fn right(generated: &Generated, each: usize) -> impl Iterator<Item = Vec<u8>> {
    let known = Known { params: generated.params.to_vec(), session: session(generated.protocol) };
    let packets = Packets::new(generated.protocol, generated.target(), Some(known)).several(each);
    packets.map(|(packet, _)| packet)
}

/// Random values of each, one at least that can be written.
fn values(each: usize) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (index, generated) in TARGETS.iter().enumerate() {
        let written = |number: &u64| survives(generated, &mut Rng::new(*number));
        let first = (0..ATTEMPTS).find(written).expect("some value can be written");
        for number in (0..each as u64 - 1).chain([first]) {
            seeds.push((format!("value-{index}-{number}"), index, number.to_le_bytes().to_vec()));
        }
    }
    seeds.dedup();
    seeds
}

/// A seed for the new value, and a packet to change.
fn changes(each: usize) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (index, change) in CHANGES.iter().enumerate() {
        seeds.push((format!("nothing-{index}"), index, vec![0; 8]));
        for (number, packet) in right(change.generated(), each).enumerate() {
            let seed = (number as u64).to_le_bytes();
            seeds.push((format!("half-{index}-{number}"), index, [&seed, &packet[..packet.len() / 2]].concat()));
            seeds.push((format!("right-{index}-{number}"), index, [&seed, packet.as_slice()].concat()));
        }
    }
    seeds
}
