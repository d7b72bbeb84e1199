//! Generates the code that the tests run, as any crate would, and handlers for all families in it.

#[path = "build/handlers.rs"]
mod handlers;

use std::path::{Path, PathBuf};

use wireform_build::Builder;

/// Schemas without floats, whose values have a hash: lists, text, choices, families and quantities among them.
const HASHED: [&str; 5] = ["by", "choices", "counting", "families", "text"];

fn main() {
    println!("cargo::rerun-if-changed=schema/features");
    let shipped = ["blank", "rcce2", "sauerbraten"].map(shipped_schema);
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
    hash().schema(shipped_schema("quake2")).serde(true).compile();
    write_handlers();
}

fn shipped_schema(name: &str) -> PathBuf {
    PathBuf::from(format!("../schema/{name}.wire"))
}

/// Writes `handlers.rs`, for all schemas that compile: the errors of others are those of the build.
fn write_handlers() {
    let shipped = ["blank", "quake2", "rcce2", "sauerbraten"].map(|name| ("", shipped_schema(name)));
    let all = shipped.into_iter().chain(features().into_iter().map(|path| ("features::", path)));
    let schemas: Vec<_> = all
        .filter_map(|(within, path)| {
            let schema = wireform_build::load(&path).ok()?.schema;
            Some((format!("wireform_tests::{within}{}", schema.name()), schema))
        })
        .collect();
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&folder).join("handlers.rs"), handlers::handlers(&schemas)).expect("a file of the build");
}

/// All schemas of the folder, in the order of their names. Other files are the system's: macOS leaves `.DS_Store`.
fn features() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("schema/features").expect("the folder of features");
    let paths = entries.map(|entry| entry.expect("a schema of a feature").path());
    let mut all: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "wire")).collect();
    all.sort();
    all
}
