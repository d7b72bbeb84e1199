//! Generates the code that the tests run, as any crate would.

use std::path::PathBuf;

use wireform_build::Builder;

/// Schemas without floats, whose values have a hash: lists, text, choices, families and quantities among them.
const HASHED: [&str; 5] = ["by", "choices", "counting", "families", "text"];

fn main() {
    println!("cargo::rerun-if-changed=schema/features");
    let shipped = ["blank", "rcce2", "sauerbraten"].map(|name| PathBuf::from(format!("../schema/{name}.wire")));
    let all = features().into_iter().chain(shipped);
    let is_hashed = |path: &PathBuf| HASHED.iter().any(|name| path.ends_with(format!("{name}.wire")));
    let (hashed, others): (Vec<_>, Vec<_>) = all.partition(is_hashed);
    others.into_iter().fold(Builder::new().patch(true).owned(true), Builder::schema).compile();
    let hash = || Builder::new().patch(true).owned(true).derive("Eq").derive("Hash");
    hashed.into_iter().fold(hash(), Builder::schema).compile();
    // Options for programs that use values.
    let attributes =
        [("Tag", "#[repr(align(16))]"), ("Order.amount", "#[doc(alias = \"count\")]"), ("Side", "#[must_use]")];
    let shop = ["Eq", "PartialOrd", "Ord"].into_iter().fold(Builder::new().examples(true), Builder::derive);
    let shop = attributes.into_iter().fold(shop, |shop, (name, text)| shop.attribute(name, text));
    shop.schema("schema/shop.wire").compile();
    // The guide serialises its values.
    hash().schema("../schema/quake2.wire").serde(true).compile();
}

/// All schemas of the folder, in the order of their names. Other files are the system's: macOS leaves `.DS_Store`.
fn features() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("schema/features").expect("the folder of features");
    let paths = entries.map(|entry| entry.expect("a schema of a feature").path());
    let mut all: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "wire")).collect();
    all.sort();
    all
}
