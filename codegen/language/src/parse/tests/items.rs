//! Errors in declarations.

use super::{complaints, several};
use insta::assert_snapshot;

#[test]
fn the_header() {
    assert_snapshot!(complaints(&[
        "protocol { byte_order: little }",
        "protocol Quake2 { byte_order: little }",
        "protocol quake2;",
        "protocol quake2 { byte_order = little }",
        "protocol quake2 { byte_order little }",
        "protocol quake2 { little }",
        "const A = 1;\nprotocol quake2 {}",
        "protocol quake2 {}\nprotocol quake3 {}",
    ]));
}

#[test]
fn words_that_begin_nothing() {
    assert_snapshot!(complaints(&[
        "mesage Ping = 1 { x: u8 }",
        "record A { x: u8 }\nstruct B { x: u8 }",
        "Struct A { x: u8 }",
        "{ x: u8 }",
        "x: u8,\ny: u16,\nstruct B { x: u8 }",
        "5;",
        "}",
        "struct A { x: u8 };",
        "const A = 1;;",
    ]));
}

#[test]
fn case_tells_the_class() {
    assert_snapshot!(complaints(&[
        "struct hit { x: u8 }",
        "struct HIT_POINT { x: u8 }",
        "struct Hit_point { x: u8 }",
        "const shift = 3;",
        "const Shift = 3;",
        "struct A { healthPoints: u8 }",
        "struct A { Health: u8 }",
        "struct A { _health: u8 }",
        "enum A: u8 { one = 1 }",
        "enum A: u8 { ONE_TWO = 1 }",
        "bits A: u8 { Low: u4, _: u4 }",
        "hook Sum(data: bytes) -> u8;",
        "family A(isSelf: bool): u8 {}",
    ]));
}

#[test]
fn short_declarations() {
    assert_snapshot!(complaints(&[
        "use numbers;",
        "use \"numbers.wire\"\nconst A = 1;",
        "use \"numbers.wire\", const A = 1;",
        "const A: 5;",
        "const A == 5;",
        "const A 5;",
        "const = 5;",
        "const A = ;",
        "const A = 5\nconst B = 6;",
        "const A = 5 6;",
        "type A: u8;",
        "type A = u8 wehre 1..=7;",
        "session mode = MapChange;",
        "session mode = MapChange.Mode;",
        "hook sum(data: bytes) => u8;",
        "hook sum(data: bytes) -> A;",
        "hook sum(data: bytes);",
    ]));
}

#[test]
fn enums_and_bits() {
    assert_snapshot!(complaints(&[
        "enum A { One = 1 }",
        "enum A: u8;",
        "enum A: u8 { One: 1, Two = 2 }",
        "enum A: u8 { One, Two = 2 }",
        "enum A: u8 { One = 1 Two = 2 }",
        "enum A: u8 { One = 1; Two = 2 }",
        "enum A: u8 { One = one }",
        "enum A: u8 { .., One = 1, .. }",
        "enum A: u8 { .., One = 1 }",
        "enum A: u8 { 1 = One }",
        "bits A: u8 { low = u4, _: u4 }",
        "bits A: u8 { low: u4 high: u4 }",
        "bits A: u8 { low: u4 as bool, _: .. }",
        "bits A: u8 { low: , _: .. }",
        "bits A: u8 hgh_first { high: u4, _: .. }",
        "bits A: u8 msb_first { high: u4, _: .. }",
    ]));
}

#[test]
fn messages_and_families() {
    assert_snapshot!(complaints(&[
        "message Ping { x: u8 }",
        "message Ping;",
        "message Ping: 1 { x: u8 }",
        "message Ping = 1",
        "message Ping = 1 x: u8",
        "message Ping = { x: u8 }",
        "message Ping = 1, { x: u8 }",
        "message Ping = 1 | 2 { x: u8 }",
        "message Ping = 'a'..='z';",
        "family A: u8 { message Ping = 1, message Pong = 2; }",
        "family A: u8 { message Ping = 1 { x: u8 }, message Pong = 2; }",
        "family A: u8 { mesage Ping = 1 { x: u8 } message Pong = 2; }",
        "family A: u8 { Ping Pong, Other }",
        "family A: u8 { Ping; Pong }",
        "family A: u8 { ping }",
        "family A: u8 { .. .. }",
        "family A(x) {}",
        "family A u8 { Ping }",
        "struct A = 1 { x: u8 }",
        "struct A;",
        "struct { x: u8 }",
    ]));
}

#[test]
fn several_mistakes_are_told_in_one_run() {
    assert_snapshot!(several(
        "protocol test { byte_order: little }
const A = ;
struct B { x: , y: u8, z: u99 }
enum C: u8 { One = , Two = 2, three = 3 }
family D: u8 {
    message E = { x: u8 }
    message F = 1 { bits u8 { a, b c, _: } }
    5,
    message G = 2;
}
quantity H: u8 = raw in units range 5 6;
",
        10
    ));
}
