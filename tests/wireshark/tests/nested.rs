//! Nested parts: filters by their structs, and packets as deep as may be.

use wireform_wireshark_tests::dissector;
use wireform_wireshark_tests::pcap::{Capture, Peer};
use wireform_wireshark_tests::tshark::Tshark;

use crate::folder;

const SCHEMA: &str = "tests/schema/features/nested.wire";

/// The depth that the schema states.
const DEPTH: usize = 500;

/// A tag of lists in each other, with a byte in the innermost: so many nested parts.
fn tag(depth: usize) -> Vec<u8> {
    let mut bytes = b"\x09\0\x01a".to_vec();
    for _ in 2..depth {
        bytes.extend(b"\x09\0\0\0\x01");
    }
    bytes.extend(b"\x01\0\0\0\x01\x07");
    bytes
}

fn capture(packets: &[Vec<u8>]) -> Capture {
    let mut capture = Capture::new();
    for packet in packets {
        capture.udp(Peer::new(1, 50_000), Peer::new(2, 30_000), packet);
    }
    capture
}

#[test]
fn filters_find_what_is_nested_at_every_level() {
    let script = dissector(SCHEMA, &["--udp", "30000", "--packet", "Tag"]);
    let packets = [tag(2), tag(3), tag(DEPTH), tag(DEPTH + 1)];
    let filters: [(&str, &[&str]); 5] = [
        ("nested.payload.value == \"Byte\"", &["1", "2", "3"]),
        ("nested.payload.value.byte == 7", &["1", "2", "3"]),
        ("nested.payload.value.list.inner == 9", &["2", "3", "4"]),
        ("nested.tag.payload", &["1", "2", "3", "4"]),
        ("nested.depth", &["4"]),
    ];
    for (filter, frames) in filters {
        let Some(tshark) = Tshark::new(&folder("nested-filters"), &capture(&packets)) else { return };
        let rows = tshark.script("nested.lua", &script).filter(filter).fields(&["frame.number"]);
        let found: Vec<String> = rows.into_iter().flatten().flatten().collect();
        assert_eq!(found, frames, "{filter}");
    }
}

#[test]
fn a_tree_shows_the_outermost_levels() {
    let script = dissector(SCHEMA, &["--udp", "30000", "--packet", "Tag"]);
    let packets = [tag(9), tag(DEPTH), tag(DEPTH + 1)];
    let Some(tshark) = Tshark::new(&folder("nested-tree"), &capture(&packets)) else { return };
    let shown = tshark.script("nested.lua", &script).with(&["-V"]).printed();
    assert!(!shown.err.contains("Lua"), "{}", shown.err);
    let packets: Vec<&str> = shown.out.split("\nFrame ").collect();
    let [flat, deep, deeper] = packets.as_slice() else { panic!("three packets: {}", packets.len()) };
    assert!(flat.contains("value: Byte, value 7") && !flat.contains("deeper levels"), "{flat}");
    assert!(deep.contains("deeper levels are not shown") && !deep.contains("value 7"), "{deep}");
    let refused = "nested deeper than the protocol allows: expected at most 500";
    assert!(deeper.contains(refused) && !deep.contains(refused), "{deeper}");
}
