//! The Rust of a schema does not depend on the features of the compiler: cargo adds up what all crates of a build ask for.
//! These tests have the compiler with all its features; its example `rust`, built by itself, has none.

use std::path::Path;
use std::process::Command;

use wireform_build::{Options, rust};

use crate::protocols::schemas;

#[test]
#[ignore = "long"]
fn code_is_the_same_with_and_without_features() {
    let mut without = Command::new(env!("CARGO"));
    without.args(["run", "--offline", "--quiet", "--color=never", "-p", "wireform-build", "--example", "rust", "--"]);
    without.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).env_remove("RUSTFLAGS");
    without.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("lean"));
    let mut with = String::new();
    let all: Vec<_> = ["../schema", "schema/features"].into_iter().flat_map(schemas).collect();
    for path in &all {
        with += &rust(&wireform_build::load(path).expect("the schema compiles").schema, &Options::default());
        without.arg(path);
    }
    assert!(all.len() > 30, "only {} schemas are compared", all.len());
    let output = without.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout) == with, "the code depends on a feature");
}
