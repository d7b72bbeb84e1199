//! Generates the code that the tests run, as any crate would.

use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=schema/features");
    for feature in features() {
        wireform_build::compile(feature);
    }
}

/// All schemas of the folder, in the order of their names. Other files are the system's: macOS leaves `.DS_Store`.
fn features() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("schema/features").expect("the folder of features");
    let paths = entries.map(|entry| entry.expect("a schema of a feature").path());
    let mut all: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "wire")).collect();
    all.sort();
    all
}
