//! Enums and bit fields.

use super::{compiled, complaints, right};
use crate::model::{Interval, Value};

#[test]
fn enums() {
    insta::assert_snapshot!(complaints(&[
        "enum E: u2 { A = 0, B = 4 }",
        "enum E: u8 { A = 0, B = 250.. | 0x100 }",
        "enum E: u8 { A = 0, A = 1 }",
        "enum E: u8 { A = 0, B = 1 | 2, C = 2 }",
        "enum E: u8 { A = 0..5, B = 3 }",
        "enum E: u8 { A = 5..3 }",
        "enum E: u8 { A = 3..3 }",
        "enum E: u8 { A = 1 | 1 }",
        "enum E: u8 { A = 0, Other = 1, .. }",
        "enum E: u8 { }",
        "enum E: u8 { A = \"x\" }",
        "enum E: u8 { A = 1.5 }",
        "enum E: f32 { A = 1 }",
        "enum E: u65 { A = 1 }",
        "enum E: u0 { A = 1 }",
        "enum E: u13be { A = 1 }",
        "enum E: u8be { A = 1 }",
        "enum D: u8 { A = 1 }\nenum E: D { A = 1 }",
        "enum E: bool { A = 1 }",
        "enum E: [u8; 3] { A = 1 }",
        "type T = u8 where 1..=3;\nenum E: T { A = 1 }",
    ]));
}

#[test]
fn several_codes_a_name() {
    let protocol = right("enum E: i8 { None = 0, Other = 3 | 1..=2, Rest = 4.., Low = ..-5 }");
    let codes: Vec<_> = protocol.enums[0].codes.iter().map(|code| (code.written, code.read.clone())).collect();
    let range = Interval::new;
    assert_eq!(codes[1], (3, vec![range(3, 3), range(1, 2)]));
    assert_eq!(codes[2], (4, vec![range(4, 127)]));
    assert_eq!(codes[3], (-6, vec![range(-128, -6)]));
}

#[test]
fn parts() {
    insta::assert_snapshot!(complaints(&[
        "bits B: u8 { a: u3, b }",
        "bits B: u8 { a: u3, b: u3, c: u3 }",
        "bits B: u8 { a: u8, _: .. }",
        "bits B: u8 { a: .., _: .. }",
        "bits B: u8 { a: u7, a }",
        "bits B: u8 { a: u7, b = 2 }",
        "bits B: u8 { a: u7, b: u1 as bool, c }",
        "varint V: u29 = groups(7, 7, 7, 8);\nbits B: V { a: u7, _: u21 }",
        "varint V: u29 = groups(7, 7, 7, 8);\nbits B: u32 { a: V, _: .. }",
        "bits B: u32 { a: u16be, _: .. }",
        "bits B: u32 { a: [u8; 2], _: .. }",
        "enum E: u8 { A = 1 }\nbits B: E { a: u8 }",
        "bits B: u8 { a: u4 = 16, _: u4 }",
        "bits B: u8 { a: u4 = x, _: u4 }",
        "bits B: u8 high_first { a: u3, b }",
        "bits B: u8 high_first { a: u3, b: u3, c: u3 }",
        "bits B: u8 high_first { a = 0x40, b = 0x20, c = 1 }",
    ]));
}

#[test]
fn the_list_of_parts_begins_at_either_end() {
    let text = "protocol test { byte_order: big, bit_order: high_first }
        bits Header: u16 { version: u4, flag, _: .., kind: i3 }
        bits Low: u16 low_first { version: u4, flag, _: .., kind: i3 }
        struct S { bits u8 { first: u2, second: u6 } }";
    let (protocol, ..) = compiled(&[text]);
    let protocol = protocol.unwrap();
    let lows = |at: usize| protocol.bits[at].parts.iter().map(|part| part.low).collect::<Vec<_>>();
    assert_eq!(lows(0), [12, 11, 3, 0]);
    assert_eq!(lows(1), [0, 4, 5, 13]);
    let inline: Vec<_> = protocol.records[0].fields[0].wire.parts().iter().map(|part| part.runs[0].low).collect();
    assert_eq!(inline, [6, 0]);
}

#[test]
fn parts_cover_carriers_of_every_kind() {
    let protocol = right(
        "varint Int: i29 = groups(7, 7, 7, 8);
         bits OfVarint: Int { a, b: i3, _: .. }
         bits Source: i16 { channel: u3, entity: i13 }
         bits Nested: u16 { inner: Inner, flag: bool, _: u4 = 3, last as Switch, kind: u7 as Kind }
         bits Inner: u3 { x, y, z }
         enum Switch: u1 { Off = 0, On = 1 }
         enum Kind: u8 { A = 5, B = 100 }",
    );
    let shape = |name: &str| {
        let bits = protocol.bits.iter().find(|bits| bits.name == name).unwrap();
        bits.parts.iter().map(|part| (part.low, part.width, part.signed)).collect::<Vec<_>>()
    };
    assert_eq!(shape("OfVarint"), [(0, 1, false), (1, 3, true), (4, 25, false)]);
    assert_eq!(shape("Source"), [(0, 3, false), (3, 13, true)]);
    let nested = protocol.bits.iter().find(|bits| bits.name == "Nested").unwrap();
    assert!(matches!(nested.parts[0].value, Value::Bits(_)));
    assert_eq!((nested.parts[1].value, nested.parts[2].constant), (Value::Bool, Some(3)));
    assert!(matches!((nested.parts[3].value, nested.parts[4].value), (Value::Enum(_), Value::Enum(_))));
}

#[test]
fn joined_numbers() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { a: u4, b: u4 }, let c: u7 = (a, b) }",
        "struct S { bits u8 { a: u4, b: u4 }, let c: u8 = (a, d) }",
        "struct S { a: u4, b: u4, let c: u8 = (a, b) }",
        "struct S { bits u8 { a: u4, b: u4 }, bits u8 { c: u4, d: u4 }, let e: u8 = (a, c) }",
        "struct S { bits u8 { a: u4, b: u4 }, let c: u8 = a + b }",
        "struct S { bits u8 { a: u4, b: u4 }, let c: u8 }",
        "struct S { let c: u8 = (a, b), bits u8 { a: u4, b: u4 } }",
        "struct S { bits u8 { a: u4, b: u4 }, let c: u8 = (a, b), x: bytes[a] }",
        "struct S { bits u8 { a: i4, b: u4 }, let c: u8 = (a, b) }",
        "struct S { bits u8 { a: u4 = 1, b: u4 }, let c: u8 = (a, b) }",
        "struct S { bits u8 { a: u4, b: u4 }, let c: u8 = (a, b) where it < 7 }",
        "struct S { bits u8 { a: u4, b: u4 }, let c: u8 = (a, a) }",
        "struct S { bits u8 { a: u4, b: u4 }, let c: u8 = (a, b), let d: u8 = (b, a) }",
        "varint V: u14 = leb128; struct S { bits V { a: u7, b: u7 }, let c: u14 = (a, b) }",
        "struct S { bits u8 { a: u4, b: u4 }, let b: u8 = (a, b), c: u8 }",
        "struct S { bits u8 { a: u4, b: u4 }, let c: u8be = (a, b) }",
    ]));
}
