//! Each kind of type at each place where a type may stand: its JSON is written as the bytes that were read.

use super::*;

/// Declarations on which some types stand.
const DECLARED: &str = "varint Int: i32 { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32 }
    varint Char: i8 wrap { -126..=127 => i8, .. => 0x80 i16 }
    enum Gun: u8 { Knife = 0, Rifle = 1, .. }
    quantity Unit: u8 = raw * 0.5;
    packed Digits: u8 { one: 0..16, two: 0..16 }
    struct Point { x: u8, y: u8 }
    family Shape: u8 { message Dot = 1 { at: u8 } message Nil = 0 {} }";

/// Wires with their clauses, and the bytes of one.
const TYPES: [(&str, &str); 32] = [
    ("u16", "0500"),
    ("u8 = 7", "07"),
    ("u16be = 258", "0102"),
    ("Int = 300", "802c01"),
    ("latin1[2] = \"hi\"", "6869"),
    ("bytes[2] = \"hi\"", "6869"),
    ("f32 = 1.5", "0000c03f"),
    ("Gun = Rifle", "01"),
    ("bool = true", "01"),
    ("u8 where 1..=9", "05"),
    ("f32 where 0.0 <= it <= 2.0 else 0.0", "0000c03f"),
    ("utf8[u8] where len(it) >= 1", "0161"),
    ("Unit", "05"),
    ("u8 as Gun", "01"),
    ("i8 as truthy", "01"),
    ("u32be as ipv4", "01020304"),
    ("bytes[6] as mac", "010203040506"),
    ("Int", "05"),
    ("bool", "01"),
    ("f32", "0000c03f"),
    ("latin1[until 0]", "6100"),
    ("[Char; until 0] as latin1", "6100"),
    ("bytes[u8]", "020102"),
    ("bytes[0]", ""),
    ("bits u8 { low: u4, high: u4 }", "21"),
    ("bits u8 { _: u4 = 1, _: u4 = 2 }", "21"),
    ("[[u8; u8]; u8]", "020101020304"),
    ("{ a: u8, b: u8 }", "0102"),
    ("Point", "0102"),
    ("Shape", "0105"),
    ("Digits", "21"),
    ("match u8 { 0 => None {}, 1 => Byte: u8, _ => Other: latin1[until 0] }", "0105"),
];

/// Places for a type `T`, and for its bytes `#`.
const PLACES: [(&str, &str); 11] = [
    ("f: T", "#"),
    ("bits u8 { has, _: .. }, f: T if has", "01#"),
    ("l: [T; 2]", "##"),
    ("l: [T; u8]", "02##"),
    ("l: [[T; u8]; u8]", "0102##"),
    ("l: [{ f: T }; u8]", "02##"),
    ("mask: u8, l: [T if mask; 8]", "05##"),
    ("m: match u8 { 0 => None {}, 1 => Some: T }", "01#"),
    ("m: match u8 { 0 => None {}, 1 => T }", "01#"),
    ("m: match u8 { 0 => None {}, 1 => Some { f: T } }", "01#"),
    ("l: [T; ..]", "##"),
];

#[test]
fn a_type_comes_back_from_each_place() {
    let mut tried = 0;
    for (wire, bytes) in TYPES {
        // Messages fill no place of a mask, and nothing bounds a list of elements without bytes.
        let stands =
            |place: &str| !(wire == "Shape" && place.contains("mask") || bytes.is_empty() && place.contains("..]"));
        let places: Vec<_> = PLACES.into_iter().filter(|(place, _)| stands(place)).collect();
        let mut items = format!("{DECLARED}\ntype One = {wire};\ntype Two = One;\n");
        for (at, (place, _)) in places.iter().enumerate() {
            items += &format!("struct S{at} {{ {} }}\n", place.replace('T', "One"));
            items += &format!("struct T{at} {{ {} }}\n", place.replace('T', "Two"));
        }
        let protocol = crate::support::schema(&items);
        for (at, (place, packet)) in places.iter().enumerate() {
            let packet = hex(&packet.replace('#', bytes));
            for name in [format!("S{at}"), format!("T{at}")] {
                let failed = |error: &dyn std::fmt::Display| panic!("{wire} in {place}: {error}");
                let value = read_as(&protocol, &name, &packet).unwrap_or_else(|error| failed(&error));
                let json = text(&to_json(&protocol, target(&protocol, &name).unwrap(), &value));
                let again = from_json(&protocol, target(&protocol, &name).unwrap(), &parse(&json));
                let again = again.unwrap_or_else(|error| failed(&format!("{json}: {error}")));
                assert_eq!(write_as(&protocol, &name, &again), Ok(packet.clone()), "{wire} in {place}: {json}");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 2 * (TYPES.len() * PLACES.len() - 2));
}
