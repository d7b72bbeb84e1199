//! Compiles the schema. A mistake in it shows in `cargo build`, at its line.

fn main() {
    // A proxy changes packets in place.
    wireform_build::Builder::new().schema("../../schema/sauerbraten.wire").patch(true).compile();
}
