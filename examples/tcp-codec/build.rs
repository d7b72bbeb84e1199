//! Compiles the schema. A mistake in it shows in `cargo build`, at its line.

fn main() {
    wireform_build::compile("schema/chat.wire");
}
