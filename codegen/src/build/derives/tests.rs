//! The warning about derives that values with floats do not get.

use super::missing;
use crate::load::load_text;
use wireform_rust::Options;

#[test]
fn what_holds_a_float_gets_no_hash() {
    let text = "protocol p { byte_order: big } struct At { x: f32 } struct Name { of: At, name: utf8[u8] } struct Id { id: u8 }";
    let compiled = load_text("p.wire", text).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let told = |derives: &[&str]| {
        let derives = derives.iter().map(|&one| one.to_owned()).collect();
        missing(&compiled.schema, &Options { derives, ..Options::default() })
    };
    let text = "p: `Eq`, `::core::hash::Hash` is not derived where there are floats: `At`, `Name`";
    assert_eq!(told(&["Eq", "::core::hash::Hash", "my::Show"]).as_deref(), Some(text));
    assert_eq!(told(&["my::Show"]), None);
}
