//! Every dissector is loaded by Wireshark without an error.

use wireform_wireshark_tests::captures::schemas;
use wireform_wireshark_tests::dissector;
use wireform_wireshark_tests::pcap::{Capture, Peer};
use wireform_wireshark_tests::tshark::Tshark;

use crate::{folder, packets_of};

#[test]
fn each_dissector_is_loaded() {
    let mut capture = Capture::new();
    capture.udp(Peer::new(1, 40_000), Peer::new(2, 1000), &[1, 2, 3]);
    for loaded in schemas() {
        // Wireshark has some of these protocols itself.
        let name = format!("wire_{}", loaded.schema.name());
        let options = [packets_of(&loaded.path), &["--name", &name]].concat();
        let Some(tshark) = Tshark::new(&folder("loaded"), &capture) else { return };
        let printed = tshark.script("dissector.lua", &dissector(&loaded.path, &options)).printed();
        assert_eq!(printed.out.lines().count(), 1, "{}", printed.out);
    }
}

/// Each word of a filter, and each letter: Wireshark ends at a protocol that has one of these names.
#[test]
fn a_protocol_of_any_name_is_loaded() {
    let letters = ('a'..='z').map(String::from);
    let words = "eq ne all_eq any_eq all_ne any_ne gt ge lt le bitand bitwise_and contains matches not and or xor in any \
        all true false nan inf infinity ip udp data frame a1 e1";
    let mut capture = Capture::new();
    capture.udp(Peer::new(1, 40_000), Peer::new(2, 1000), &[1]);
    let folder = folder("names");
    let Some(mut tshark) = Tshark::new(&folder, &capture) else { return };
    for (port, name) in (2000..).zip(letters.chain(words.split_whitespace().map(str::to_owned))) {
        let schema = folder.join(format!("{name}.wire"));
        let text = format!("protocol {name} {{ byte_order: big }}\nstruct Packet {{ byte: u8 }}\n");
        std::fs::write(&schema, text).expect("the folder is there");
        let (path, port) = (schema.display().to_string(), port.to_string());
        let made = wireform_cli::dissector::made(&[path.as_str(), "--udp", &port]).expect("a schema");
        tshark = tshark.script(&format!("{name}.lua"), &made);
    }
    assert_eq!(tshark.printed().out.lines().count(), 1);
}
