//! Captures of the harness, read by Wireshark.

use wireform_wireshark_tests::pcap::{Capture, LARGEST, Peer, Side};
use wireform_wireshark_tests::tree::Node;
use wireform_wireshark_tests::tshark::Tshark;

use crate::folder;

const CLIENT: Peer = Peer::new(1, 40_000);
const SERVER: Peer = Peer::new(2, 7);

/// Wireshark verifies no checksums unless somebody asks for it.
fn verified(tshark: Tshark) -> Tshark {
    let layers = ["ip", "udp", "tcp"].map(|layer| format!("{layer}.check_checksum"));
    layers.iter().fold(tshark, |tshark, preference| tshark.preference(preference, "TRUE"))
}

#[test]
fn datagrams_are_right() {
    let mut capture = Capture::new();
    for payload in [&[][..], &[1], &[0xFF; 3], &[0; LARGEST]] {
        capture.udp(CLIENT, SERVER, payload);
        capture.udp(SERVER, CLIENT, payload);
    }
    // The sum of these words is such that zero would stand for no checksum.
    assert_eq!(capture.udp(CLIENT, SERVER, &[0, 0]), 9);
    let Some(tshark) = Tshark::new(&folder("udp"), &capture) else { return };
    let rows = verified(tshark).fields(&["udp.checksum.status", "ip.checksum.status", "udp.length", "_ws.expert"]);
    let expected = [0, 0, 1, 1, 3, 3, LARGEST, LARGEST, 2].map(|len| (len + 8).to_string());
    assert_eq!(rows.len(), 9);
    for (row, length) in rows.iter().zip(expected) {
        assert_eq!(row[..3], [vec!["1".to_owned()], vec!["1".to_owned()], vec![length]]);
        assert_eq!(row.get(3).map_or(0, Vec::len), 0, "{row:?}");
    }
}

#[test]
fn a_stream_is_right_in_segments_of_any_size() {
    let mut capture = Capture::new();
    let sent: Vec<u8> = (0..=255).collect();
    for segment in [1, 7, 256] {
        let mut stream = capture.tcp(Peer { port: CLIENT.port + segment, ..CLIENT }, SERVER);
        stream.send(&mut capture, Side::Client, &sent, segment.into());
        stream.send(&mut capture, Side::Server, &sent, segment.into());
        stream.close(&mut capture);
    }
    let Some(tshark) = Tshark::new(&folder("tcp"), &capture) else { return };
    let names =
        ["tcp.checksum.status", "ip.checksum.status", "tcp.stream", "tcp.srcport", "tcp.payload", "tcp.analysis.flags"];
    let rows = verified(tshark).fields(&names);
    assert_eq!(rows.len(), capture.frames() as usize);
    let mut streams = vec![[String::new(), String::new()]; 3];
    for row in &rows {
        assert_eq!(row[..2], [["1"], ["1"]]);
        assert_eq!(row.get(5).map_or(0, Vec::len), 0, "no segment is lost or sent again: {row:?}");
        let stream: usize = row[2][0].parse().expect("a number");
        streams[stream][usize::from(row[3][0] == "7")] += row[4].first().map_or("", String::as_str);
    }
    let hex: String = sent.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(streams.iter().flatten().all(|side| *side == hex));
}

#[test]
fn trees_have_bytes_and_every_key() {
    let mut capture = Capture::new();
    capture.udp(CLIENT, SERVER, &[1, 2, 3]);
    let Some(tshark) = Tshark::new(&folder("packets"), &capture) else { return };
    let packets = tshark.two_passes().filter("udp").packets();
    let [packet] = packets.as_slice() else { panic!("one packet") };
    let udp = packet.get("udp").expect("its layer");
    assert_eq!(udp.get("udp.dstport").and_then(Node::text), Some("7"));
    let raw = udp.get("udp.dstport_raw").expect("its bytes");
    assert_eq!(raw.elements().first().and_then(Node::text), Some("0007"));
    // Both ports have this name.
    assert_eq!(udp.all("udp.port").count(), 2);
}

#[test]
fn an_error_in_lua_is_a_failure() {
    let mut capture = Capture::new();
    capture.udp(CLIENT, SERVER, &[1, 2, 3]);
    let late = "local p = Proto('late', 'Late')\nfunction p.dissector() error('a mistake') end\nDissectorTable.get('udp.port'):add(7, p)";
    for (name, script) in [("early.lua", "error('a mistake')"), ("wrong.lua", "local = 1"), ("late.lua", late)] {
        let Some(tshark) = Tshark::new(&folder(name), &capture) else { return };
        let tshark = tshark.script(name, script);
        let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| tshark.packets()));
        assert!(failed.is_err(), "{name}");
    }
}

#[test]
fn scripts_preferences_and_rules_are_given_to_it() {
    let mut capture = Capture::new();
    capture.udp(CLIENT, Peer::new(2, 1000), &[9]);
    let script = "
        local p = Proto('tiny', 'Tiny')
        p.fields.one = ProtoField.uint8('tiny.one')
        p.prefs.more = Pref.uint('more', 0)
        function p.dissector(buffer, _, tree) tree:add(p.fields.one, buffer(0, 1), buffer(0, 1):uint() + p.prefs.more) end
        DissectorTable.get('udp.port'):add(1, p)";
    let run = |test: &str| Some(Tshark::new(&folder(test), &capture)?.script("tiny.lua", script));
    let Some(plain) = run("plain") else { return };
    assert_eq!(plain.fields(&["tiny.one"]), [[Vec::<String>::new()]]);
    let chosen = run("chosen").expect("tshark is there").decode_as("udp.port==1000,tiny").preference("tiny.more", "5");
    assert_eq!(chosen.fields(&["tiny.one"]), [[["14"]]]);
}
