//! Forms and kinds of variable-width integers.

use super::{complaints, right};
use crate::model::{Interval, VarintShape};

#[test]
fn forms() {
    insta::assert_snapshot!(complaints(&[
        "varint V: i32 { -128..=127 => i8, .. => 0x80 i32 }",
        "varint V: i32 { -127..=127 => i8, .. => 0x80 i16 }",
        "varint V: i32 { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x80 i32 }",
        "varint V: u8 { 0..=99 => u8, 100.. => u8 }",
        "varint V: u16 { 0..=250 => u8, 251.. => u16 }",
        "varint V: u16 { 0..=250 => u8, 251.. => 300 u16 }",
        "varint V: u16 { 0..=250 => u8, 260.. => 255 u16 }",
        "varint V: u16 { 0..=99 => u8 }",
        "varint V: u16 { 0..=254 => u8, .. => 255 u24 }",
        "varint V: i8 { -126..=127 => i8, .. => 0x80 i16, .. => 0x81 i32 }",
        "varint V: u16 { .. => 1 u16, 0..=254 => 2 u8 }",
        "varint V: u16 { 0 | 5 => u8, .. => 255 u16 }",
        "varint V: u16 { 0..=254 => u8, .. => 255 u12 }",
        "varint V: u16 { 0..=254 => u8, .. => 255 f32 }",
        "varint V: u16 { }",
        "varint V: u16be { .. => 255 u16 }",
        "varint V: f32 { .. => 255 u16 }",
        "varint V: u12 wrap { 0..=99 => 1 u16 }",
    ]));
}

#[test]
fn kinds() {
    insta::assert_snapshot!(complaints(&[
        "varint V: u29 = groups(7, 7, 7, 7);",
        "varint V: u29 = groups(8, 7, 7, 7);",
        "varint V: u29 = groups(7, 7, 7, 9);",
        "varint V: u29 = groups;",
        "varint V: u32 = lab128;",
        "varint V: u32 = vlq;",
        "varint V: u32 = 3;",
        "varint V: u32 = leb128(7);",
        "varint V: u32 = zigzag(leb128);",
        "varint V: i32 = zigzag(groups);",
        "varint V: u64 = quic;",
        "varint V: u32 wrap = leb128;",
    ]));
}

#[test]
fn shapes() {
    let protocol = right(
        "varint Int: i32 { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32 }
         varint Char: i8 wrap { -126..=127 => i8, .. => 0x80 i16, .. => 0x81 i32 }
         varint Small: u16 canonical { 0..=254 => u8, 255.. => 255 u16be }
         varint Groups: i29 = groups(7, 7, 7, 8);
         varint Leb: u64 = leb128;
         varint Zig: i64 = zigzag(leb128);
         varint Zag: i17 = zigzag;
         varint Quic: u62 = quic;",
    );
    let varint = |name: &str| protocol.varints.iter().find(|varint| varint.name == name).unwrap();
    assert_eq!(varint("Int").interval, Interval::of_bits(32, true));
    assert!(varint("Char").wrap && varint("Small").canonical);
    let VarintShape::Forms(forms) = &varint("Char").shape else { panic!() };
    assert_eq!((forms.len(), forms[2].marker, forms[2].bytes), (3, Some(0x81), 4));
    assert_eq!(varint("Groups").shape, VarintShape::Groups(vec![7, 7, 7, 8]));
    assert_eq!(varint("Zag").shape, VarintShape::Leb128 { zigzag: true });
    assert_eq!((varint("Zag").bits, varint("Quic").bits), (17, 62));
}
