//! Forms and kinds of variable-width integers.

use super::{HEADER, compiled, complaints, right};
use crate::diagnostic::Edit;
use crate::interpret::{Target, Value, write};
use crate::model::{Interval, RecordId, VarintShape};

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
