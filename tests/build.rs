//! Generates the code that the tests run, as any crate would.

fn main() {
    wireform_build::compile("../schema/sauerbraten.wire");
    wireform_build::compile("schema/scalars.wire");
}
