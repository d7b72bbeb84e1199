//! Compiles the schema of the gallery.

fn main() {
    // With owned types: a packet is kept longer than the bytes that it was read from.
    wireform_build::Builder::new().schema("../../schema/gallery/minecraft.wire").owned(true).compile();
}
