//! Generates the code of the shipped protocols, as any crate would.

use wireform_build::Builder;

fn main() {
    let all = || Builder::new().patch(true).owned(true).serde(true);
    // Every vector of these is JSON, too.
    let with_floats = ["blank", "rcce2", "sauerbraten"].map(|name| format!("../../schema/{name}.wire"));
    with_floats.into_iter().fold(all(), Builder::schema).compile();
    // One without floats, so that its values have a hash.
    all().derive("Eq").derive("Hash").schema("../../schema/quake2.wire").compile();
}
