//! The time that a dissector adds to tshark: microseconds a packet, for `N_POS` of Sauerbraten.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use wireform_wireshark_tests::captures::vectors;
use wireform_wireshark_tests::dissector;
use wireform_wireshark_tests::pcap::{Capture, Peer};
use wireform_wireshark_tests::tshark::Tshark;

const PORT: u16 = 28_785;

/// The least time of so many runs counts.
const RUNS: usize = 3;

/// The ways to run tshark: the list of packets, a filter, and whole trees, of so many packets.
const WAYS: [(&str, &[&str], u32); 3] = [
    ("list", &[], 100_000),
    ("filter", &["-Y", "sauerbraten.pos.x < -1000 || udp.port == 1"], 100_000),
    ("tree", &["-V"], 10_000),
];

fn main() {
    let packets: Vec<Vec<u8>> = vectors()
        .into_iter()
        .filter(|one| one.origin.contains("sauerbraten/n_pos") && one.is_right != Some(false))
        .map(|one| one.bytes)
        .collect();
    assert!(packets.len() > 100, "the project has packets of `N_POS`");
    let script = dissector("schema/sauerbraten.wire", &["--udp", "28785", "--packet", "[Positions]"]);
    println!("{} different packets; microseconds a packet", packets.len());
    for (way, arguments, count) in WAYS {
        let mut capture = Capture::new();
        for packet in packets.iter().cycle().take(usize::try_from(count).expect("a number")) {
            capture.udp(Peer::new(1, 40_001), Peer::new(2, PORT), packet);
        }
        // A filter of a protocol that is not loaded is a mistake.
        let alone: Vec<&str> = if way == "filter" { vec!["-Y", "udp.port == 1"] } else { arguments.to_vec() };
        let (Some(without), Some(with)) = (least(&capture, None, &alone), least(&capture, Some(&script), arguments))
        else {
            return;
        };
        let each = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(count);
        println!("{way:8} tshark {:6.1}, with the dissector {:6.1}", each(without), each(with));
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/wireshark-speed")
}

/// The least time of some runs, beyond that of a capture without packets.
fn least(capture: &Capture, script: Option<&str>, arguments: &[&str]) -> Option<Duration> {
    let whole = time(capture, script, arguments)?;
    let start = time(&Capture::new(), script, arguments)?;
    Some(whole.saturating_sub(start))
}

fn time(capture: &Capture, script: Option<&str>, arguments: &[&str]) -> Option<Duration> {
    let runs = (0..RUNS).map(|_| {
        let tshark = Tshark::new(&folder(), capture)?.with(arguments);
        let tshark = match script {
            Some(text) => tshark.script("dissector.lua", text),
            None => tshark,
        };
        let begin = Instant::now();
        let _ = tshark.printed();
        Some(begin.elapsed())
    });
    runs.collect::<Option<Vec<_>>>()?.into_iter().min()
}
