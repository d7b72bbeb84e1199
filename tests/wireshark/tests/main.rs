//! Dissectors in Wireshark, and in every Lua that it may have.

mod captures;
mod lua;
mod pcap;
mod proof;
mod tree;

use std::path::{Path, PathBuf};

/// A folder for one test.
fn folder(test: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("wireshark").join(test)
}
