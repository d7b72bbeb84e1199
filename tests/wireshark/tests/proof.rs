//! The bytes by which a dissector tells its packets from others stand in every packet.

use std::collections::BTreeMap;

use wireform_wireshark_tests::captures::{Sample, examples, schemas, vectors};
use wireform_wireshark_tests::{bytes_of, dissector};

/// The targets of which at least four bytes are.
const PROVEN: [&str; 10] = [
    "schema/blank.wire Datagram",
    "schema/gallery/a2s.wire GoldSrcSplit",
    "schema/gallery/a2s.wire Packet",
    "schema/gallery/a2s.wire Split",
    "schema/gallery/bgp.wire Message",
    "schema/gallery/dhcp.wire Packet",
    "schema/gallery/mumble.wire InfoRequest",
    "schema/gallery/stun.wire Message",
    "schema/gallery/teeworlds.wire ConnectionlessPacket",
    "schema/sauerbraten.wire Demo",
];

/// The fixed bytes of a target: offsets with bytes.
fn fixed(schema: &str, target: &str) -> Vec<(usize, Vec<u8>)> {
    let text = dissector(schema, &["--packet", target]);
    let (_, rest) = text.split_once("\nlocal options = {\n").expect("the options");
    let (options, _) = rest.split_once("\n}\n").expect("their end");
    let Some((_, fixed)) = options.split_once("  fixed = {") else { return Vec::new() };
    let runs = fixed.split("offset = ").skip(1).map(|run| {
        let (offset, rest) = run.split_once(',').expect("an offset");
        let hex = rest.split('"').nth(1).expect("the bytes");
        (offset.parse().expect("a number"), bytes_of(hex))
    });
    runs.collect()
}

#[test]
fn every_packet_has_the_bytes_that_are_proven_of_all() {
    let all: Vec<Sample> = schemas().iter().flat_map(examples).chain(vectors()).collect();
    let mut targets: BTreeMap<(&str, &str), Vec<&Sample>> = BTreeMap::new();
    // The messages of families are no packets by themselves.
    for sample in all.iter().filter(|one| one.is_right == Some(true) && !one.target.contains('.')) {
        targets.entry((&sample.schema, &sample.target)).or_default().push(sample);
    }
    let mut proven = Vec::new();
    for ((schema, target), samples) in targets {
        let fixed = fixed(schema, target);
        if !fixed.is_empty() {
            proven.push(format!("{schema} {target}"));
        }
        for sample in samples {
            for (offset, bytes) in &fixed {
                let found = sample.bytes.get(*offset..offset + bytes.len());
                assert_eq!(found, Some(bytes.as_slice()), "{} at {offset}", sample.origin);
            }
        }
    }
    assert_eq!(proven, PROVEN);
}
