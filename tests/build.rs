//! Generates the code that the tests run, as any crate would.

use std::path::PathBuf;

fn main() {
    for protocol in ["blank", "quake2", "rcce2", "sauerbraten"] {
        wireform_build::compile(format!("../schema/{protocol}.wire"));
    }
    println!("cargo::rerun-if-changed=schema/features");
    for feature in features() {
        wireform_build::compile(feature);
    }
}

/// All schemas of the folder, in the order of their names.
fn features() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("schema/features").expect("the folder of features");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("a schema of a feature").path()).collect();
    all.sort();
    all
}
