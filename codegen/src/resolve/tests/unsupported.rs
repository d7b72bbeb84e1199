//! What the grammar has and the compiler does not support yet.

use super::complaints;

#[test]
fn what_comes_later() {
    insta::assert_snapshot!(complaints(&[
        "delta E { bits u8 { a, _: .. }, x: u8 if a else base.x }\ndelta D { bits u8 { a, _: .. }, x: u8 if a else base.x, e: E from base.e }",
        "struct P { x: u8 }\ndelta D { bits u8 { a, _: .. }, p: P, x: u8 if a else base.p.x }",
    ]));
}
