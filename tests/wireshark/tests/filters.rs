//! A display filter for each kind of field takes exactly the right packets.

use wireform_wireshark_tests::pcap::{Capture, Peer};
use wireform_wireshark_tests::tshark::Tshark;
use wireform_wireshark_tests::{bytes_of, dissector};

use crate::folder;

const SCHEMA: &str = "tests/wireshark/schema/kinds.wire";

/// Filters, each with the packets that it takes.
const FILTERS: [(&str, &[u32]); 41] = [
    ("kinds.thing.number == 300", &[1]),
    ("kinds.thing.number < 300", &[2]),
    ("kinds.thing.signed < 0", &[1, 5]),
    ("kinds.thing.wide == 0x8000000000000001", &[1]),
    ("kinds.thing.wide < 3", &[2]),
    ("kinds.thing.color == Red", &[1]),
    ("kinds.thing.color == 2", &[2]),
    ("kinds.thing.color == 9", &[5]),
    ("kinds.thing.flag == 1", &[1, 5]),
    ("kinds.thing.flag == False", &[2]),
    ("kinds.thing.level == 5", &[1, 5]),
    ("kinds.thing.level <= 3", &[2]),
    ("kinds.thing.place > 2.4", &[1, 5]),
    ("kinds.thing.place < 0", &[2]),
    ("kinds.thing.place == 8.5", &[5]),
    ("kinds.thing.place.raw == -20", &[2]),
    ("kinds.thing.ratio == 1.5", &[1, 5]),
    ("kinds.thing.ratio > 2", &[2]),
    ("kinds.thing.name == \"abc\"", &[1]),
    ("kinds.thing.name contains \"bc\"", &[1]),
    ("kinds.thing.blob == ca:fe", &[1, 5]),
    ("kinds.thing.address == 10.0.0.0/8", &[1, 5]),
    ("kinds.thing.address == 192.168.0.1", &[2]),
    ("kinds.thing.station == ff:ff:ff:ff:ff:ff", &[2]),
    ("kinds.thing.codec == \"VP80\"", &[1, 5]),
    ("kinds.thing.list.count == 2", &[1]),
    ("kinds.thing.list == 5", &[1]),
    ("kinds.thing.shape == \"Box\"", &[1, 5]),
    ("kinds.thing.shape.box.side < 9", &[5]),
    ("kinds.thing.shape.code == 0", &[2]),
    ("kinds.thing.extra == 7", &[2, 5]),
    ("kinds.thing", &[1, 2, 5]),
    ("kinds.words", &[3, 4, 6]),
    ("kinds.words.text == \"hi\"", &[3]),
    ("kinds.sealed.sum.status == \"Good\"", &[7]),
    ("kinds.sealed.sum.status == \"Bad\"", &[8]),
    ("kinds.sealed.seal.status == \"Unverified\"", &[7, 8]),
    ("kinds.rule", &[4]),
    ("kinds.checksum", &[8]),
    ("kinds.trailing", &[6]),
    ("kinds", &[1, 2, 3, 4, 5, 6, 7, 8]),
];

/// The examples of the schema, a thing of another color, one with a byte more, and a wrong checksum.
const PACKETS: [&str; 8] = [
    "01 012c fe 8000000000000001 01 1b 0014 3fc00000 03 616263 cafe 0a000001 001a2b3c4d5e 56503830 02 0405 01 09 08",
    "01 0001 05 0000000000000002 02 06 ffec 40200000 00 0000 c0a80001 ffffffffffff 41424344 00 00",
    "02 02 6869",
    "02 05 6869686968",
    "01 0200 ff 0000000000000003 09 0b 0044 3fc00000 01 78 cafe 0a000002 001a2b3c4d5e 56503830 01 04 01 08",
    "02 02 6a6a 00",
    "03 02 686a 03 07",
    "03 02 686a 04 08",
];

fn capture() -> Capture {
    let mut capture = Capture::new();
    for packet in PACKETS {
        capture.udp(Peer::new(1, 50_000), Peer::new(2, 30_000), &bytes_of(packet));
    }
    capture
}

#[test]
fn each_kind_of_field_is_found_by_its_filter() {
    let (capture, script) = (capture(), dissector(SCHEMA, &["--udp", "30000", "--packet", "Messages"]));
    for (filter, frames) in FILTERS {
        let Some(tshark) = Tshark::new(&folder("filters"), &capture) else { return };
        let rows = tshark.script("kinds.lua", &script).filter(filter).fields(&["frame.number"]);
        let found: Vec<String> = rows.into_iter().flatten().flatten().collect();
        let wanted: Vec<String> = frames.iter().map(u32::to_string).collect();
        assert_eq!(found, wanted, "{filter}");
    }
}

#[test]
fn a_default_stands_in_brackets() {
    let script = dissector(SCHEMA, &["--udp", "30000", "--packet", "Messages"]);
    let Some(tshark) = Tshark::new(&folder("brackets"), &capture()) else { return };
    let shown = tshark.script("kinds.lua", &script).filter("frame.number <= 2").with(&["-V"]).printed().out;
    let lines: Vec<&str> =
        shown.lines().map(str::trim).filter(|line| line.contains("extra: ") && !line.contains('=')).collect();
    assert_eq!(lines, ["extra: 8", "[extra: 7 (default)]"]);
}

#[test]
fn a_program_in_lua_verifies_the_checksum_of_a_hook() {
    let script = dissector(SCHEMA, &["--udp", "30000", "--packet", "Messages"]);
    let hooks = "_G.wireform_hooks = { [\"kinds.seal\"] = function(bytes) return bytes:byte(-1) + 4 end }";
    let Some(tshark) = Tshark::new(&folder("hooks"), &capture()) else { return };
    let tshark = tshark.script("kinds.lua", &script).script("hooks.lua", hooks).filter("kinds.sealed");
    let rows = tshark.fields(&["frame.number", "kinds.sealed.sum.status", "kinds.sealed.seal.status"]);
    let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row.into_iter().flatten().collect()).collect();
    assert_eq!(rows, [["7", "1", "1"], ["8", "0", "1"]]);
}
