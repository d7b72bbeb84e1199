//! The means of the tests of dissectors: packets, captures of them, and the programs that read these.
//!
//! * [`beside`]: the collections beside the project, if they exist;
//! * [`captures`]: the examples of all schemas, and the packets of the project, as [`Sample`](captures::Sample)s;
//! * [`written`]: the schemas that are written for tests;
//! * [`reading`]: how the interpreter reads a sample, and [`steps`]: how an engine in Lua has to read it;
//! * [`groups`]: samples that one dissector reads;
//! * [`mutants`]: packets with mistakes, by [`random`] numbers;
//! * [`pcap`]: a file of UDP datagrams and TCP segments;
//! * [`tshark`]: runs Wireshark's command with a dissector, and gives the trees of packets;
//! * [`wanted`]: the fields that it has to show of a packet, and [`shown`]: those that it shows; [`compare`] has both;
//! * [`lua`]: runs a script in Lua 5.2, 5.3 and 5.4;
//! * [`dissector`]: the text of a dissector, as `wireform dissector` writes it.
//!
//! Programs may be missing: then tests say `skipped` and pass, unless [`REQUIRED`] says that they fail.

#[path = "../../../codegen/tests/support/beside.rs"]
pub mod beside;
pub mod captures;
pub mod compare;
pub mod groups;
pub mod lua;
pub mod mutants;
#[expect(clippy::should_implement_trait, reason = "random numbers do not end")]
#[path = "../../../codegen/tests/support/random.rs"]
pub mod random;
pub mod reading;
pub mod shown;
pub mod steps;
pub mod tree;
pub mod tshark;
pub mod wanted;
pub mod written;

use std::path::{Path, PathBuf};

pub use wireform_cli::dissector::pcap;

/// The environment variable with which a missing program is a failure: it is `required`.
pub const REQUIRED: &str = "WIREFORM_WIRESHARK";

/// The folder of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The dissector that `wireform dissector` writes for a schema of the repository, such as `schema/quake2.wire`.
///
/// # Panics
/// If the command refuses it.
#[must_use]
pub fn dissector(schema: &str, options: &[&str]) -> String {
    let path = root().join(schema).display().to_string();
    let made = wireform_cli::dissector::made(&[&[path.as_str()], options].concat());
    made.unwrap_or_else(|why| panic!("{schema} {options:?}: {why}"))
}

/// The bytes of hexadecimal digits, between which blanks may stand.
///
/// # Panics
/// If another character is among them.
#[must_use]
pub fn bytes_of(hex: &str) -> Vec<u8> {
    let digits = hex.chars().filter(|digit| *digit != ' ').map(|digit| digit.to_digit(16).expect("a hex digit"));
    let digits: Vec<u32> = digits.collect();
    let pairs = digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]);
    pairs.map(|byte| u8::try_from(byte).expect("two digits are a byte")).collect()
}

/// A program of the search path. If it is missing, this says so.
///
/// # Panics
/// If it is missing and [`REQUIRED`] says that it has to be there.
fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_none() {
        assert!(std::env::var(REQUIRED).as_deref() != Ok("required"), "there is no {name}, and {REQUIRED} is required");
        println!("skipped: no {name}");
    }
    found
}

/// An empty folder for files of a run.
fn emptied(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).expect("a folder for the run");
}
