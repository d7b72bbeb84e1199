//! Forms and kinds of variable-width integers.

use super::{HEADER, compiled, complaints, right};
use crate::diagnostic::Edit;
use crate::interpret::{Target, Value, write};
use crate::model::{Groups, Interval, RecordId, VarintShape};

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
        "varint V: i32 = leb128;",
        "varint V: i8 = leb128;",
        "varint V: i64 canonical = leb128;",
        "varint V: u32 = sleb128;",
        "varint V: i32 = sleb128(7);",
        "varint V: u32 = zigzag(leb128);",
        "varint V: i32 = zigzag(groups);",
        "varint V: u64 = quic;",
        "varint V: u32 wrap = leb128;",
    ]));
}

#[test]
fn forms_of_bits() {
    insta::assert_snapshot!(complaints(&[
        "varint V: u16 { ..=0x7F => 0b0 u7, .. => 0b01 u14 }",
        "varint V: u16 { ..=0x7F => 0b0 u7, .. => 0b10 u15 }",
        "varint V: u16 { ..=0x7F => 0b0 u7, ..=0x3FFF => u14 0b10 }",
        "varint V: u16 { ..=0x7F => u7 0b1, .. => u16 }",
        "varint V: u16 { ..=0x7F => 0b0 u7, .. => 0b1 u15le }",
        "varint V: u16 { ..=0x7F => 0b0 u7, .. => 0b10000001 _7 u16le 0b1 }",
        "varint V: u16 { ..=0x7F => 0b0 u7, .. => 0b1 u7 i8 }",
        "varint V: u16 { ..=0x7F => 0b0 u7, .. => 0b1 u3 0b1 u3 }",
        "varint V: u16 { ..=0x7F => 0b0 u7, .. => 0b1 u7 0b1 u64 0b0000000 }",
        "varint V: i16 { 0..=0x3F => 0b00 u6, .. => 0b01 !i6 u8 }",
        "varint V: u16 { ..=0x3F => 0b00 u6, 0x41.. => 0b01 u14 + 0x41 }",
        "varint V: u16 { ..=0x3F => 0b00 u6, .. => 0b01 u14 + }",
        "varint V: u16 { ..=0x3F => 0b00 u6 .. => 0b01 u14 }",
        "varint V: u16 { ..=0x3F => 0b00 u6, .. => 0b10000000 }",
        "varint V: i16 { 0..=0x3F => 0b00 u6, -64..=-1 => 0b01 !u6 + 3 }",
        "varint V: i16 { 0..=0x3F => 0b00 u6, .. => 0b01 _6 !Other }\nvarint Other: i16 = sleb128;",
        "varint V: i16 { 0..=0x3F => 0b00 u6, .. => 0b01 _6 !Other u8 }\nvarint Other: u16 = leb128;",
        "varint V: i16 { 0..=0x3F => 0b00 u6, .. => 0b01 _6 !Other }\ntype Other = u16;",
        "varint V: i16 { 0..=0x3F => 0b00 u6, .. => 0b01 _6 V }",
        "varint V: i16 { 0..=0x3F => 0b00 u6, .. => 0b01 _6 Other }",
    ]));
}

#[test]
fn kinds_of_groups() {
    insta::assert_snapshot!(complaints(&[
        "varint V: u28 = groups(sign 6, 7, 7, 7);",
        "varint V: i28 = groups(sign 7, 7, 7, 6);",
        "varint V: i28 = groups(7, sign 7, 7, 7);",
        "varint V: i28 = groups(7, 7, 7, 7) high_first;",
        "varint V: i28 = groups(sign 6, 7, 7, 7) high_first;",
        "varint V: u29 = groups(7, 7, 7, 8) high_first;",
        "varint V: u25 = groups(7, 7, 7, 4) high_first;",
        "varint V: u29 = groups(8, 7, 7, 7) high_first;",
        "varint V: u29 = groups(7, 7, 7, 8) low_first;",
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
    let last = forms[2].whole_bytes().expect("a marker and an integer");
    assert_eq!((forms.len(), last.marker, last.bytes), (3, Some(0x81), 4));
    let groups = Groups { widths: vec![7, 7, 7, 8], high_first: false, sign: false };
    assert_eq!(varint("Groups").shape, VarintShape::Groups(groups));
    assert_eq!(varint("Zag").shape, VarintShape::Leb128 { zigzag: true });
    assert_eq!((varint("Zag").bits, varint("Quic").bits), (17, 62));
}

/// Each help about a signed `leb128` compiles, and -1 has the bytes that it names.
#[test]
fn the_meanings_of_a_signed_leb128_are_as_their_helps_say() {
    for bits in 1..=64 {
        let text = format!("{HEADER}varint V: i{bits} = leb128;\nstruct S {{ v: V }}\n");
        let (_, _, diagnostics) = compiled(&[&text]);
        let [diagnostic] = diagnostics.as_slice() else { panic!("i{bits}: {diagnostics:?}") };
        assert_eq!(diagnostic.help.len(), 2, "i{bits}");
        for help in &diagnostic.help {
            let mended = Edit::applied(&text, &help.edits).expect("edits apart");
            let protocol = compiled(&[&mended]).0.unwrap_or_else(|| panic!("{mended}"));
            let value = Value::Record(vec![("v".to_owned(), Value::Int(-1))]);
            let bytes = write(&protocol, Target::Record(RecordId(0)), &value, &[]).expect("a number");
            let bytes: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            assert!(help.text.ends_with(&format!("-1 is `{bytes}`")), "i{bits}: {}, and is {bytes}", help.text);
        }
    }
}
