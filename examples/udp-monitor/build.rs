//! Compiles both schemas. A mistake in one shows in `cargo build`, at its line.

fn main() {
    wireform_build::Builder::new()
        .schema("schema/telemetry.wire")
        .schema("../../schema/quake2.wire")
        .patch(true)
        .derive("Hash")
        .compile();
}
