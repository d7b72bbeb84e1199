//! What tests that write crates of their own share: their files, and the paths of what is generated.

use std::fs;
use std::path::Path;

use wireform_build::model::{Protocol, Record};
use wireform_build::names;

/// Writes a file unless it says so already: a second run is quick then.
pub fn put(file: &Path, text: &str) {
    if fs::read_to_string(file).is_ok_and(|there| there == text) {
        return;
    }
    fs::write(file, text).expect("a file of the crate");
}

/// A name as Rust takes it.
pub fn ident(name: &str) -> String {
    if names::is_keyword(name) { format!("r#{name}") } else { name.to_owned() }
}

/// Where a record's types stand, in the code of its protocol.
pub fn module(protocol: &Protocol, path: &str, record: &Record) -> String {
    match record.module {
        Some(id) => format!("{path}::{}", ident(&names::module_name(&protocol.families[id.0].name))),
        None => path.to_owned(),
    }
}
