//! Mutated packets in Wireshark: no error in Lua, and no dissector that failed.

use wireform_wireshark_tests::captures::{Sample, examples, schemas, vectors};
use wireform_wireshark_tests::groups::{groups, script};
use wireform_wireshark_tests::mutants::mutant;
use wireform_wireshark_tests::pcap::Capture;
use wireform_wireshark_tests::random::Random;
use wireform_wireshark_tests::tshark::Tshark;

use crate::{folder, packets_of};

/// The most vectors of a schema, and the least packets of all schemas.
const VECTORS: usize = 50;
const SHORT: usize = 3_000;
const LONG: usize = 100_000;

/// Shows at least so many packets, of each schema as many as of the others. `None`: there is no tshark.
fn show(test: &str, least: usize, seed: u64) -> Option<usize> {
    let (all, vectors) = (schemas(), vectors());
    let (mut random, mut shown) = (Random(seed), 0);
    for loaded in &all {
        let own = vectors.iter().filter(|one| one.schema == loaded.path).take(VECTORS);
        let samples: Vec<Sample> = examples(loaded).into_iter().chain(own.cloned()).collect();
        let groups = groups(&all, &samples);
        let mut capture = Capture::new();
        let senders: Vec<_> =
            groups.iter().flat_map(|group| group.samples.iter().map(move |sample| (group, sample))).collect();
        for index in 0..least.div_ceil(all.len()) {
            // All groups have their turns in a short test, too.
            let (group, sample) = senders[(index * 31 + random.below(31)) % senders.len()];
            group.send(&mut capture, &mutant(&sample.bytes, &mut random));
        }
        let script = script(&loaded.path, packets_of(&loaded.path), &groups);
        let tshark = Tshark::new(&folder(test), &capture)?.script("dissector.lua", &script);
        // Trees are made of all packets, and only those that failed are printed.
        let failed: Vec<String> = groups.iter().map(|group| format!("{}.internal", group.name)).collect();
        let printed = tshark.filter(&failed.join(" or ")).with(&["-V"]).printed();
        assert!(printed.out.is_empty(), "{}: {}", loaded.path, printed.out);
        shown += capture.frames() as usize;
    }
    Some(shown)
}

#[test]
fn mutated_packets_are_shown_without_an_error() {
    if let Some(shown) = show("mutated", SHORT, 5) {
        assert!(shown >= SHORT, "{shown}");
    }
}

#[test]
#[ignore = "long"]
fn more_mutated_packets_are_shown_without_an_error() {
    if let Some(shown) = show("mutated-long", LONG, 7) {
        assert!(shown >= LONG, "{shown}");
    }
}
