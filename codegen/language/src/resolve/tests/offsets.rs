//! Asserted offsets.

use super::{complaints, right};

#[test]
fn wrong_offsets() {
    insta::assert_snapshot!(complaints(&[
        "struct S { @0 x: u8, @2 y: u8 }",
        "struct S { bits u8 { f, _: .. }, x: u16 if f, @3 y: u8 }",
        "struct S { t: latin1[u8], @1 y: u8 }",
        "struct S(a: bool, b: bool) { @0 x: u8 if a, @0 y: u8 if b }",
    ]));
}

#[test]
fn offsets_hold_where_the_field_is_there() {
    right(
        "varint V: u29 = groups(7, 7, 7, 8);
        family F(a: bool, b: bool): V {
            message M = 1 {
                @0 n: u16,
                @2 energy: u16 if a && b,
                @2 y: f32 if !a && b,
                @2 z: u8 if !b,
            }
        }
        struct S {
            @0 bits u8 { f, g, _: .. },
        }"
        .replace("@0 bits", "bits")
        .as_str(),
    );
}
