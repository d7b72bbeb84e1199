//! What is generated does not depend on the features that the compiler was built with: cargo adds up what all crates of a
//! build ask for. The build script of these tests has the compiler without the feature `tidy`, they themselves have it with.

use std::fs;
use std::path::Path;

use wireform_build::{Options, rust};

use crate::protocols::schemas;

#[test]
fn code_is_the_same_with_and_without_features() {
    let mut compared = 0;
    for path in ["../schema", "schema/features"].into_iter().flat_map(schemas) {
        let compiled = wireform_build::load(&path).expect("the schema compiled when the tests were built");
        let file = Path::new(env!("OUT_DIR")).join(format!("{}.rs", compiled.schema.name()));
        // A file without a protocol is there to be imported.
        let Ok(without) = fs::read_to_string(file) else { continue };
        let (_, without) = without.split_once("\n\n").expect("a line that says where it comes from");
        assert!(without == rust(&compiled.schema, &Options::default()), "{}", path.display());
        compared += 1;
    }
    assert!(compared > 30, "only {compared} schemas were compared");
}
