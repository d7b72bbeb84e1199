//! Compiles the schema, with owned values and their JSON. A mistake in it shows in `cargo build`, at its line.

fn main() {
    wireform_build::Builder::new().schema("../../schema/quake2.wire").owned(true).serde(true).compile();
}
