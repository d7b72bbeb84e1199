//! Syntax of the grammar that the compiler does not support yet.

use super::complaints;

#[test]
fn what_comes_later() {
    insta::assert_snapshot!(complaints(&[
        "quantity Speed: f32 = raw * 2 in metres;",
        "quantity Step: u8 = zigzag(raw) in steps;",
    ]));
}
