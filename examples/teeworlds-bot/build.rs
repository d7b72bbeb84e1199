//! Compiles the schema of the gallery.

fn main() {
    // With owned types: chunks are kept until the server acknowledges them.
    wireform_build::Builder::new().schema("../../schema/gallery/teeworlds.wire").owned(true).compile();
}
