//! What each kind of value type looks like in Rust.

use crate::emit::rust::{Layout, Options, rust};
use crate::load::load_text;

/// The Rust of a schema that has nothing but these items.
fn emitted(items: &str) -> String {
    emitted_with(items, &Options::default())
}

fn emitted_with(items: &str, options: &Options) -> String {
    let schema = format!("protocol p {{ byte_order: little }}\n{items}");
    match load_text("p.wire", schema) {
        Ok(compiled) => rust(&compiled.schema, &Options { layout: Layout::Tidy, ..options.clone() }),
        Err(failure) => panic!("{:#?}", failure.diagnostics),
    }
}

#[test]
fn an_enum_that_covers_its_wire() {
    insta::assert_snapshot!(emitted(
        "/// Which way; 2 is read as 3.\nenum Move: u2 { None = 0,\n/// On and on.\nForward = 1, Backward = 3 | 2 }"
    ));
}

#[test]
fn an_enum_with_gaps() {
    insta::assert_snapshot!(emitted("enum Side: i8 { Left = -1, Self = 5 | 7..=9 }"));
}

#[test]
fn an_open_enum() {
    insta::assert_snapshot!(emitted("enum Gun: u16 { Fist = 0, Rifle = 4, .. } enum Any: u8 { .. }"));
}

#[test]
fn an_enum_with_ranges() {
    insta::assert_snapshot!(emitted(
        "enum Gun: u16 { Fist = 0, Rifle = 4 | 5, Special = 16..=31, Odd = 9 | 40..=42, .. }
        enum Slot: u3 { Empty = 0, Hand = 1..=3, Belt = 4..=7 }
        enum Near: i8 { Far = 9, Near = -2..=2 }
        enum Key: u8 { Key = .. }
        enum Sole: u8 { Off = 0, On = 1..=1 | 2 }
        bits Held: u24 { slot: Slot, gun: u6 as Slot, near: i8 as Near, seven: i7 as Near }"
    ));
}

#[test]
fn a_layout_of_bits() {
    insta::assert_snapshot!(emitted(
        "enum Side: u2 { Left = 1, Right = 2 }
        quantity Tenths: u4 = raw / 10;
        bits State: u16 { side: Side,\n/// Whether it moves.\nmoves, tenths: Tenths, left: i3, _: u2 = 3, _: .. }"
    ));
}

#[test]
fn a_part_that_is_always_the_same_is_nobodys() {
    let code = emitted("bits Stamp: u8 { kind: u3 = 5, level: u5 }");
    let has = |what: &str| code.contains(what);
    assert!(has("fn level(") && has("fn with_level(") && !has("fn kind(") && !has("fn with_kind("), "{code}");
}

#[test]
fn a_quantity_that_truncates() {
    insta::assert_snapshot!(emitted("/// Sixteenths of a cube.\nquantity Cubes: i24 = raw / 16 in cubes trunc;"));
}

#[test]
fn a_quantity_of_whole_numbers_that_clamps() {
    insta::assert_snapshot!(emitted("quantity Roll: u8 = raw - 90 in degrees range -90..=90 clamp;"));
}

#[test]
fn quantities_that_wrap() {
    insta::assert_snapshot!(emitted(
        "quantity Angle: i16 = raw * 360 / 65536 in degrees wrap trunc;
        quantity Tenths: u16 = raw / 10 range 0..360 wrap;
        quantity Down: u8 = 300 - raw range 100..=199 wrap;"
    ));
}

#[test]
fn a_quantity_narrower_than_its_type() {
    insta::assert_snapshot!(emitted(
        "bits B: u24 { small: Small, _: .. } quantity Small: u20 = (raw - 524287) / 524287;"
    ));
}

#[test]
fn a_packed_number() {
    insta::assert_snapshot!(emitted(
        "packed Look: u16 { /// Round and round.\nyaw: 0..360 in degrees wrap, pitch: -90..=90 in degrees clamp }
        packed Pair: u8 { low: 0..16, high: -8..8 }"
    ));
}

#[test]
fn varints_by_forms() {
    insta::assert_snapshot!(emitted(
        "varint Int: i32 { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32 }
        varint Char: i8 wrap { -126..=127 => i8, .. => 0x80 i16, .. => 0x81 i32 }
        varint Marked: u32 canonical { 0..=0xFF => 0x01 u8, 0x100..=0xFF_FFFF => 0x03 u24be, .. => 0x04 u32be }"
    ));
}

#[test]
fn a_varint_that_text_is_made_of() {
    let text = emitted("varint Char: i8 = groups(8); struct S { text: [Char; until 0] as latin1 }");
    assert!(text.contains("impl ::wireform::TextUnit for Char {"), "{text}");
}

#[test]
fn varints_by_groups() {
    insta::assert_snapshot!(emitted("varint Uint: i29 = groups(7, 7, 7, 8); varint Odd: u9 canonical = groups(5, 4);"));
}

#[test]
fn groups_of_a_byte_are_shifted_as_a_whole() {
    let code = emitted("varint Short: u8 = groups(7, 1);");
    assert!(code.contains("bits | ((byte & 0x01) << 7)"), "{code}");
}

#[test]
fn varints_that_are_well_known() {
    insta::assert_snapshot!(emitted(
        "varint Leb: u32 = leb128; varint Signed: i64 canonical = leb128; varint Zig: i12 = zigzag(leb128);
        varint Quic: u62 = quic;"
    ));
}

#[test]
fn further_derives_and_serde() {
    let options = Options {
        derives: vec!["Hash".to_owned(), "::bytemuck::Zeroable".to_owned()],
        serde: true,
        ..Options::default()
    };
    insta::assert_snapshot!(emitted_with(
        "enum A: u8 { B = 0 } bits C: u8 { d, _: .. } quantity E: u8 = raw + 1;",
        &options
    ));
}
