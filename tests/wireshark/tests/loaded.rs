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
