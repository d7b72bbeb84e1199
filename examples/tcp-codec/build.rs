//! Compiles the schema. A mistake in it shows in `cargo build`, at its line.

use wireform_build::Builder;

fn main() {
    // With a module of owned types, since messages are kept longer than the bytes that they were read from.
    Builder::new().schema("schema/chat.wire").owned(true).compile();
}
