//! Structs that nest, each kind of region and of measured field in itself: their schema, and Rust that makes their values.

use std::fmt::Write as _;

/// A kind: its name, the fields of a struct, where `#` is the struct within, and the fields of its value. `x` is the value
/// within.
pub const KINDS: [(&str, &str, &str); 37] = [
    ("Leb", "within (Leb) { x: # }", "x"),
    ("Groups", "within (Groups) { x: # }", "x"),
    ("Quic", "within (Quic) { x: # }", "x"),
    ("Forms", "within (Forms) { x: # }", "x"),
    ("Zig", "within (Zig) { x: # }", "x"),
    ("Strict", "within (Strict) { x: # }", "x"),
    ("Backwards", "within (Backwards) { x: # }", "x"),
    ("Fixed", "within (u16be) { x: # }", "x"),
    ("Ruled", "size: u16 where 1..=60000, kind: u8, within (size) { x: # }", "x, kind: 7"),
    ("RuledInside", "within (u16) { kind: u8, size: u16 where 1..=60000, within (size) { x: # } }", "x, kind: 7"),
    ("RuledBy", "bits u16 { kind: u4, size: u12 }, limit: u16 where it > size, within (size) { x: # }", RULED_BY),
    ("Early", "size: u16, kind: u8, within (size) { x: # }", "x, kind: 7"),
    ("EarlyLeb", "size: Leb, kind: Leb, within (size) { x: # }", "x, kind: 300"),
    (
        "EarlyInside",
        "within (Leb) { size: Leb, n: u8, within (n) { kind: Leb }, within (size) { x: # } }",
        "x, kind: 300",
    ),
    ("EarlyTwice", "a: Leb, b: Leb, within (b) { kind: Leb }, within (a) { x: # }", "x, kind: 300"),
    ("Crossed", "a: u16, b: Leb, within (a) { kind: Leb }, within (b) { x: # }", "x, kind: 300"),
    ("Formula", "size: u16, kind: u8, within (size - 3) { x: # }", "x, kind: 7"),
    ("Bits", "bits u16 { kind: u4, size: u12 }, other: u8, within (size) { x: # }", "x, kind: 7, other: 8"),
    ("Chosen", "bits u8 { wide, _: .. }, size: match wide { 0 => u8, 1 => u16 }, within (size) { x: # }", "x"),
    ("Tested", "size: u16, more: u8 if size > 3, within (size) { x: # }", "x, more: Some(7)"),
    ("Twice", "size: u16, again: u16, within (size) { kind: u8, within (again) { x: # } }", "x, kind: 7"),
    ("Grouped", "size: u16, group: { kind: u8, within (size) { x: # } }", "group: @Group { x, kind: 7 }"),
    ("Headed", "header: { kind: u8, size: u16 }, within (header.size) { x: # }", "header: @Header { kind: 7 }, x"),
    (
        "HeadedBits",
        "header: bits u16 { kind: u4, size: u12 }, within (header.size) { x: # }",
        "header: @Header { kind: 7 }, x",
    ),
    ("HeadedInside", HEADED_INSIDE, "header: @Header { kind: 7 }, other: 8, x"),
    ("HeadedLeb", HEADED_LEB, "header: @Header { kind: 7 }, x, other: 8"),
    (
        "Armed",
        "body: match u8 { 0 => Data { size: u16, kind: u8, within (size) { x: # } }, 1 => None {} }",
        "body: @Body::Data(@BodyData { x, kind: 7 })",
    ),
    ("Listed", "within (Leb) { xs: [#; ..] }", "xs: wireform::List::from(&xs)"),
    ("Counted", "count: Leb, kind: u8, xs: [#; count]", "xs: wireform::List::from(&xs), kind: 7"),
    ("Rule", "x: # where size(it) != 999", "x"),
    ("RuleInside", "within (Leb) { kind: u8 where size(x) > it, x: # where size(it) != 999 }", "x, kind: 6"),
    ("Sum", "sum: u8 = crc_8_smbus(x), within (Leb) { kind: u8, x: # }", "x, kind: 7"),
    ("Covered", "size: u16, within (size) { x: # }, sum: u8 = crc_8_smbus(before(sum))", "x"),
    ("Aligned", "kind: u8, within (Two) { x: #, _: align(4) }", "x, kind: 7"),
    ("AlignedEarly", "size: u16, kind: u8, within (size) { x: #, _: align(4) }", "x, kind: 7"),
    ("AlignedBehind", "size: Leb, kind: u8, _: align(4), within (size) { x: # }", "x, kind: 7"),
    ("Optional", "within (Leb) { bits u8 { has_x, _: .. }, x: # if has_x where size(it) < 60000 }", "x: Some(x)"),
];

const HEADED_INSIDE: &str =
    "within (Leb) { header: { kind: u8, size: u16 }, other: u8, within (header.size) { x: # } }";
const HEADED_LEB: &str =
    "size: Leb, header: { kind: u8, n: u16 }, other: u8, within (size) { within (header.n) { x: # } }";
const RULED_BY: &str = "x, kind: 7, limit: 60000";

/// The schema of all kinds, each this deep.
pub fn schema(depth: usize) -> String {
    let mut text = String::from(
        "protocol nests { byte_order: little }
varint Leb: u32 = leb128;
varint Groups: u29 = groups(7, 7, 7, 8);
varint Quic: u62 = quic;
varint Forms: i32 { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32 }
varint Zig: i64 = zigzag;
varint Strict: u32 canonical { 0..=252 => u8, 253..=0xFFFF => 253 u16, .. => 254 u32 }
varint Backwards: u16 { 0..=29 => 0xFE u16, 30..=200 => u8, .. => 0xFF u16 }
varint Two: u16 { .. => 0xFE u16 }
struct Item { data: bytes[u8] }
struct Leaf { items: [Item; u8] }
",
    );
    for (name, fields, _) in KINDS {
        for level in 1..=depth {
            let inner = if level == 1 { String::from("Leaf") } else { format!("{name}{}", level - 1) };
            writeln!(text, "struct {name}{level} {{ {} }}", fields.replace('#', &inner)).expect("a text");
        }
    }
    text
}

/// `made!(call, leaf)`, which calls `call!("Leb", 3, value)` for the value of each kind and of each depth around a leaf.
pub fn values(depths: &[usize]) -> String {
    let mut text = String::from("macro_rules! made { ($call:ident, $leaf:expr) => {{\n");
    for (name, _, fields) in KINDS {
        for depth in depths {
            writeln!(text, "{{ let x = $leaf;").expect("a text");
            for level in 1..=*depth {
                let (ty, fields) =
                    (format!("nests::{name}{level}"), fields.replace('@', &format!("nests::{name}{level}")));
                let list = if fields.contains("xs") { "let xs = [x]; " } else { "" };
                writeln!(text, "{list}let x = {ty} {{ {fields} }};").expect("a text");
            }
            writeln!(text, "$call!({name:?}, {depth}, x); }}").expect("a text");
        }
    }
    text + "}}; }\n"
}
