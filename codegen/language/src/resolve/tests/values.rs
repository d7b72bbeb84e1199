//! Permitted value types of numbers.

use super::complaints;

/// The errors of `as X`, tested on parts, which allow every value type.
#[test]
fn meanings() {
    insta::assert_snapshot!(complaints(&[
        "enum E: u8 { A = 0, B = 200 }\nbits B: u8 { a: u7 as E, _: .. }",
        "enum E: u4 { A = 0, .. }\nbits B: u8 { a: u7 as E, _: .. }",
        "bits I: u3 { x, y, z }\nbits B: u8 { a: u7 as I, _: .. }",
        "quantity Q: u4 = raw + 1;\nbits B: u8 { a: u7 as Q, _: .. }",
        "packed P: u4 { a: 0..16 }\nbits B: u8 { a: u7 as P, _: .. }",
        "varint V: u8 = leb128;\nbits B: u8 { a: u7 as V, _: .. }",
        "type T = u8;\nbits B: u8 { a: u7 as T, _: .. }",
        "const C = 8;\nbits B: u8 { a: u7 as C, _: .. }",
        "bits B: u8 { a: u7 as Unheard, _: .. }",
        "enum E: u7 { A = 0, B = 100 }\nbits B: u8 { a: E as E, _: .. }",
    ]));
}
