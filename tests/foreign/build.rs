//! Generates the Rust of the gallery with owned values, whose JSON is that of the interpreter.

use wireform_build::Builder;

fn main() {
    println!("cargo::rerun-if-changed=../../schema/gallery");
    let entries = std::fs::read_dir("../../schema/gallery").expect("the gallery").map(|entry| entry.expect("an entry"));
    let schemas = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "wire"));
    let mut schemas: Vec<_> = schemas.collect();
    schemas.sort();
    schemas.into_iter().fold(Builder::new().owned(true).serde(true), Builder::schema).compile();
}
