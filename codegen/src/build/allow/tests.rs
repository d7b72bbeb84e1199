//! Attributes of generated files and of included modules agree.

use super::attribute;

#[test]
fn included_modules_have_the_attribute_of_files() {
    let runtime = concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime/src/lib.rs");
    let runtime = std::fs::read_to_string(runtime).expect("the runtime is beside the compiler");
    let (_, included) = runtime.split_once("#[allow(").expect("the macro has an attribute");
    let (included, _) = included.split_once(")]").expect("its end");
    let file = attribute();
    let file = file.trim_end().trim_start_matches("#![allow(").trim_end_matches(")]");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(included), words(file));
}
