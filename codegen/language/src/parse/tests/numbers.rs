//! Errors in varints, quantities, packed numbers, expressions and patterns.

use super::complaints;
use insta::assert_snapshot;

#[test]
fn varints() {
    assert_snapshot!(complaints(&[
        "varint Int: i32;",
        "varint Int: Big { .. => i8 }",
        "varint Int: i32 { .. -> i8 }",
        "varint Int: i32 { ..: i8 }",
        "varint Int: i32 { .. i8 }",
        "varint Int: i32 { .. => 0x80 }",
        "varint Int: i32 { 0..=5 => i8 .. => i16 }",
        "varint Int: i32 cannonical { .. => i8 }",
        "varint Int: i0 = leb128;",
        "varint Int: i65 = leb128;",
        "varint Int: u99999999999 = leb128;",
        "varint Int: i32 = groups(7, 7;",
    ]));
}

#[test]
fn quantities() {
    assert_snapshot!(complaints(&[
        "quantity A: u8;",
        "quantity A = raw / 8;",
        "quantity A: u8 = raw / 8 in 5;",
        "quantity A: u8 = raw / 8 clmap;",
        "quantity A: u8 = raw / 8 clamp in units;",
        "quantity A: u8 = raw / 8 range -1 in units;",
        "quantity A: u8 as u16 = raw;",
        "quantity A: u8 = raw from value * 8;",
        "quantity A: u8 = raw from truncate(value * 8);",
        "quantity A: u8 = raw == 8;",
        "packed A: u16 { yaw: 0..360 in degrees warp }",
        "packed A: u16 { yaw = 0..360 }",
        "packed A: u16 { yaw: 0..360, pitch: }",
    ]));
}

#[test]
fn expressions() {
    assert_snapshot!(complaints(
        &[
            "const A = 1 +;",
            "const A = (1 + 2;",
            "const A = 1 + 2);",
            "const A = ();",
            "const A = (1 2);",
            "const A = [1, 2;",
            "const A = f(1,, 2);",
            "const A = if B { 1 };",
            "const A = if B 1 else { 2 };",
            "const A = a.;",
            "const A = a.B;",
            "const A = a = b;",
            "const A = _;",
            "const A = 1 in;",
            "const A = b in true;",
            "const A = b in 0..MAX;",
            "const A = b in ..=;",
        ][..17]
    ));
}

#[test]
fn what_is_too_deep() {
    let nested = |open: &str, close: &str| format!("const A = {}1{};", open.repeat(300), close.repeat(300));
    let deep = [
        nested("(", ")"),
        nested("[", "]"),
        nested("f(", ")"),
        nested("-", ""),
        nested("!", ""),
        nested("1 + ", ""),
        nested("1 * (2 + ", ")"),
        format!("struct A {{ x: {} }}", "bits ".repeat(300)),
        format!("struct A {{ {} x: u8 {} }}", "x: { ".repeat(300), "}".repeat(300)),
        format!("const A = 1 in {}1{};", "(".repeat(300), ")".repeat(300)),
    ];
    for case in deep {
        let (_, diagnostics) = super::parsed(&case);
        let titles: Vec<&str> = diagnostics.iter().map(|d| d.title.as_str()).collect();
        assert!(matches!(titles[..], ["nested too deeply" | "this expression is too long"]), "{titles:?}");
    }
    assert_snapshot!(complaints(&[&format!("const A = {}1{};", "(".repeat(65), ")".repeat(65))]));
}
