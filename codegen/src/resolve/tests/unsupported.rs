//! What the grammar has and the compiler does not support yet.

use super::complaints;

#[test]
fn what_comes_later() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { f, _: .. }, g: if f delta G { x: u8 } }",
        "delta D { bits u8 { a, b, _: .. }, x: u8 if a else base.x, g: { y: u8 if b else base.g.y } }",
        "struct S { x: u8 if left() > 0 }",
        "struct S { x: match left() { 1 => u8, 2 => u16 } }",
        "struct S { x: bytes[left() - 1], y: u8 }",
        "struct S { x: [u8; until left() <= 2] }",
        "struct S { mask: u8, x: [u8 if mask; 8] }",
    ]));
}
