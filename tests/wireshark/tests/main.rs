//! Dissectors in Wireshark, and in every Lua that it may have.

mod captures;
mod conversation;
mod examples;
mod filters;
mod hand;
mod loaded;
mod lua;
mod mutated;
mod nested;
mod passes;
mod pcap;
mod proof;
mod shown;
mod steps;
mod stub;
mod tcp;
mod tree;
mod variants;

use std::path::{Path, PathBuf};

/// A folder for one test.
fn folder(test: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("wireshark").join(test)
}

/// Options that say what packets of a schema are, where the command leaves the choice to its user.
fn packets_of(path: &str) -> &'static [&'static str] {
    match path.rsplit('/').next() {
        Some("a2s.wire" | "dhcp.wire" | "rtp.wire" | "teeworlds.wire") => &["--packet", "Packet"],
        Some("coap.wire") => &["--packet", "Message"],
        Some("enet.wire" | "quic.wire") => &["--packet", "Datagram"],
        Some("modbus.wire") => &["--tcp", "502"],
        _ => &["--udp", "1000"],
    }
}
