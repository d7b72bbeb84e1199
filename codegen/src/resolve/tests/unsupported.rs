//! What the grammar has and the compiler does not support yet.

use super::complaints;

#[test]
fn what_comes_later() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { f, _: .. }, g: if f delta G { x: u8 } }",
        "delta D { bits u8 { a, b, _: .. }, x: u8 if a else base.x, g: { y: u8 if b else base.g.y } }",
    ]));
}
