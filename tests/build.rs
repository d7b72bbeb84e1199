//! Generates the code that the tests run, as any crate would, and handlers for all families in it.

#[path = "build/handlers.rs"]
mod handlers;
#[path = "build/nests.rs"]
mod nests;

use std::path::{Path, PathBuf};

use wireform_build::Builder;

/// Schemas without floats, whose values have a hash: lists, text, choices, families and quantities among them.
const HASHED: [&str; 5] = ["by", "choices", "counting", "families", "text"];

/// Other schemas whose owned values and changes in place the tests use. Both are there for every construct in the crates
/// that the long tests of `schemas` compile.
const WHOLE: [&str; 7] = ["bounds", "hooks", "lists", "names", "nested", "patches", "versions"];

fn main() {
    println!("cargo::rerun-if-changed=schema/features");
    let is_one_of = |names: &[&str], path: &PathBuf| names.iter().any(|name| path.ends_with(format!("{name}.wire")));
    let (hashed, others): (Vec<_>, Vec<_>) = features().into_iter().partition(|path| is_one_of(&HASHED, path));
    let (whole, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|path| is_one_of(&WHOLE, path));
    let owned = || Builder::new().patch(true).owned(true);
    let hash = || owned().derive("Eq").derive("Hash");
    others.into_iter().fold(Builder::new(), Builder::schema).compile();
    whole.into_iter().fold(owned(), Builder::schema).compile();
    hashed.into_iter().fold(hash(), Builder::schema).compile();
    // Options for programs that use values.
    let attributes =
        [("Tag", "#[repr(align(16))]"), ("Order.amount", "#[doc(alias = \"count\")]"), ("Side", "#[must_use]")];
    let shop = ["Eq", "PartialOrd", "Ord"].into_iter().fold(Builder::new().examples(true), Builder::derive);
    let shop = attributes.into_iter().fold(shop, |shop, (name, text)| shop.attribute(name, text));
    shop.schema("schema/shop.wire").compile();
    // They import a file, so its types are one.
    owned().schema("sharing/walk.wire").schema("sharing/look.wire").compile();
    write_handlers();
    write_nests();
}

/// Compiles structs that nest, and writes `nests_values.rs`, which makes their values.
fn write_nests() {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let schema = folder.join("nests.wire");
    std::fs::write(&schema, nests::schema(6)).expect("a file of the build");
    Builder::new().owned(true).schema(&schema).compile();
    std::fs::write(folder.join("nests_values.rs"), nests::values(&[3, 6])).expect("a file of the build");
}

/// Writes `handlers.rs`, for all schemas that compile: the errors of others are those of the build.
fn write_handlers() {
    let shipped = ["blank", "quake2", "rcce2", "sauerbraten"].map(|name| ("", format!("../schema/{name}.wire").into()));
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
