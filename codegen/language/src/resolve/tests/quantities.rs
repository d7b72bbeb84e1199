//! Quantities and packed numbers, and their loss.

use super::complaints;

#[test]
fn arithmetic() {
    insta::assert_snapshot!(complaints(&[
        "quantity Q: u8 = 3;",
        "quantity Q: u8 = raw * raw;",
        "quantity Q: u8 = 1 / raw;",
        "quantity Q: u8 = raw * 0;",
        "quantity Q: u8 = raw / (1 - 1);",
        "quantity Q: u8 = sqrt(raw);",
        "quantity Q: u8 = zigzag(raw) / 2;",
        "quantity Q: u8 = raw + rate;",
        "quantity Q: u8 = raw + value;",
        "quantity Q: f32 = raw in metres;",
        "enum E: u8 { A = 0 }\nquantity Q: E = raw + 1;",
        "quantity Q: u64 = raw in bytes;",
        "quantity Q: u64 = raw / 4294967296 in seconds;",
        "quantity Q: u8 as f32 = raw / 2 from trunc(value * 2) trunc;",
        "quantity Q: u8 = raw / 2 round trunc;",
        "quantity Q: u8 = raw / 2 wrap clamp;",
        "quantity Q: u8 = raw * 170141183460469231731687303715884105727 * 4;",
    ]));
}

#[test]
fn losses() {
    insta::assert_snapshot!(complaints(&[
        "quantity Q: u8 = raw / 50 clamp trunc;",
        "quantity Q: u8 = raw / 50 clamp lossy;",
        "quantity Q: i16 as f32 = raw * 4.793836e-5 from trunc(value * 20860.12) in radians;",
        "quantity Q: u24 as f32 = raw / 16777215;",
        "quantity Q: u32 = raw / 100 trunc;",
        "quantity Q: i32 = raw / 16 trunc lossy;",
        "quantity Q: u32 = raw / 3 from round(value * 3);",
        "quantity Q: u8 = raw + 1 from trunc(value - 2);",
    ]));
}

#[test]
fn ranges() {
    insta::assert_snapshot!(complaints(&[
        "quantity Q: u8 = raw - 90 range 90..=-90;",
        "quantity Q: u8 = raw / 2 range 5..5;",
        "quantity Q: u8 = raw / 2 range 3;",
        "quantity Q: u8 = raw / 2 range 0..3 | 5..7;",
        "quantity Q: u8 = raw / 2 range 200..300;",
        "quantity Q: u8 = raw / 2 range 0.1..0.2;",
        "quantity Q: u16 = raw / 7 range 0..360.1 wrap;",
        "quantity Q: u16 = raw / 100 range 0..=360 wrap;",
        "quantity Q: u8 = raw * 360 / 256 range 0..720 wrap;",
        "quantity Q: u8 = raw range 0.. wrap;",
        "quantity Q: u8 = raw range 1e-30..1 clamp;",
    ]));
}

#[test]
fn packed() {
    insta::assert_snapshot!(complaints(&[
        "packed P: u16 { yaw: 0..360 wrap, pitch: -90..=90 }",
        "packed P: u16 { yaw: 0..360 wrap, pitch: -90..=90 wrap }",
        "packed P: u8 { a: 0..16, b: 0..17 clamp }",
        "packed P: u8 { a: 0..16, a: 0..16 }",
        "packed P: u8 { a: 0..16, b: 3..=3, c: 0..16 }",
        "packed P: u8 { a: 0.., b: 0..2 }",
        "packed P: u8 { a: 7, b: 0..2 }",
        "packed P: u8 { a: 0..16 round, b: 0..16 }",
        "packed P: u8 { a: 0..16 range 0..3, b: 0..16 }",
        "packed P: u8 { a: 0.5..16, b: 0..16 }",
        "packed P: i8 { a: 0..16, b: 0..16 }",
        "packed P: u8 { }",
    ]));
}
