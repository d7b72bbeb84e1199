//! The documentation of a field says its width, rule and default.

use crate::load::load_text;
use crate::{Options, rust};

/// The documentation of the fields of a struct, each in one line.
fn said(fields: &str) -> Vec<String> {
    let text = format!("protocol p {{ byte_order: big }} enum Kind: u8 {{ No = 0, Yes = 1 }}\nstruct S {{ {fields} }}");
    let compiled = load_text("p.wire", &text).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let code = rust(&compiled.schema, &Options::default());
    let (_, body) = code.split_once("pub struct S ").expect("the struct");
    let (body, _) = body.split_once("}\n").expect("its end");
    body.lines().filter_map(|line| line.trim().strip_prefix("/// ").map(str::to_owned)).collect()
}

#[test]
fn a_field_has_its_width_range_rule_and_default() {
    let lines = said(
        "/// How many
            a: u8 where ..=100,
            bits u8 { has_b, has_c, number: u3, _: .. },
            b: u16 if has_b else 7,
            kind: Kind if has_c else Yes,
            /// Name.
            ///
            /// More.
            name: utf8[u8],
            d: i32 where it > a,
            float: f32,
            /// - One.
            e: u24 if a == 3,
            size: u8 where ..=9,
            rest: bytes[size],",
    );
    let expected = [
        "How many. `u8`, 0 to 100.",
        "3 bits.",
        "`u16`; 7 if absent.",
        "`u8`; `Yes` if absent.",
        "Name. Length at most 255.",
        "More.",
        "`i32`, rule `it > a`.",
        "`u24`; present exactly if `a == 3`.",
        "- One.",
        "Length at most 9 (`size`).",
    ];
    assert_eq!(lines, expected);
}
