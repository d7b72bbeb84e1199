//! Colliding names in Rust.

use super::{complaints, right};

#[test]
fn names_that_meet() {
    insta::assert_snapshot!(complaints(&[
        "struct Pos { x: u8 }\nstruct PosView { y: u8 }",
        "struct Pos { fall: { x: u8 } }\nstruct PosFall { y: u8 }",
        "struct S { a_b: u8, a__b: u8 }",
        "struct S { on: u8 as truthy, on_on_the_wire: u8 }",
        "struct S { bits u8 { a: u8 }, bits_on_the_wire: u8 }",
        "struct S { bits u8 { a: u8 }, bits u8 { b: u8 }, b_bits: u8 as truthy }",
        "struct S { write: u8, write_: u8 }",
        "enum E: u8 { Ab = 1, AB = 2 }",
        "bits B: u8 { raw: u8 }",
        "bits B: u8 { a_b: u4, a__b: u4 }",
        "family F: u8 { message Ab = 1; message AB = 2; }",
        "family F: u8 { message A = 1; }\nstruct FStream { x: u8 }",
        "family F: u8 { message A = 1; }\nstruct FHandler { x: u8 }",
        "struct A { x: [struct Player { a: u8 }; u8] }\nstruct B { x: [struct Player { a: u8 }; u8] }",
        "struct S { k: u8, v: match k { 0 => Ab { a: u8 }, 1 => AB { b: u8 } } }",
        "struct S { v: match u8 { 0 => A { a: u8 }, 1 | 2 => B { code: u8 } } }",
        "struct S { kind: u8, v: match kind { 0 => A { a: u8 }, _ => B { kind: u8 } } }",
    ]));
}

#[test]
fn names_that_do_not_meet() {
    right(
        "family A: u8 { message Same = 1 { list: [{ x: u8 }; u8] } }
        family B: u8 { message Same = 1 { list: [{ x: u8 }; u8] } }
        struct S { type: u8, parse: u8, self: u8, option: u8 }
        struct T { bits u8 { a: u8 }, bits u8 { _: .. }, bits u8 { _: .. }, on_on_the_wire: u8, on: u8 }",
    );
}
