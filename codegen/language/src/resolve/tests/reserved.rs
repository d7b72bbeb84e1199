//! Permitted reserved space and constants.

use super::{complaints, right};
use crate::model::{Content, Extent, Filler, Source, Space, Wire};

#[test]
fn reserved_space_and_constants() {
    insta::assert_snapshot!(complaints(&[
        "struct S { _: latin1[u8] }",
        "struct S { n: u8, _: [u16; n] }",
        "struct S { n: u32, _: bytes[n] }",
        "struct S { n: u8, _: bytes[n - 300] }",
        "struct T { x: u8 }\nstruct S { _: T }",
        "struct S { _: { x: u8 } }",
        "struct S { _: u8 as bool }",
        "struct S { _: u8 where 1..=3 }",
        "struct S { _: u8 = 256 }",
        "enum E: u8 { A = 1 }\nstruct S { e: E = B }",
        "struct S { _: ascii[4] = \"RIFFS\" }",
        "struct S { _: ascii[4] = \"Ri\u{e9}\" }",
        "struct S { _: ascii[4] = \"Ri\\xFF€\" }",
        "struct S { _: ascii[4] = 3 }",
        "struct S { _: bytes[2] = [1, 256] }",
        "struct S { _: ascii[u8] = \"RIFF\" }",
        "struct S { _: [u8; 2] = [1, 256] }",
        "struct S { _: [u16; 2] = [1, 2] }",
        "struct S { g: { x: u8 } = 3 }",
        "struct S { n: u8, _: u8 = n }",
        "struct S { _: u13 }",
    ]));
}

#[test]
fn bytes_that_nobody_sets() {
    let protocol = right(
        "enum E: u16be { A = 0x0102 }
        struct S {
            _: u16, _: [u8; 3], _: bytes[2], _: f64, _: bool,
            _: ascii[6] = \"RIFF\", _: bytes = \"ab\", _: bytes[3] = [0xFF, 1], _: [u8; 3] = [1, 2, 3], _: f32be = 1.0,
            version: u8 = 3, e: E = A, _: u32 = 0xFFFF_FFFF,
            _: bytes[..],
        }",
    );
    let record = &protocol.records[0];
    let wires: Vec<_> = record.fields.iter().map(|field| &field.wire).collect();
    assert!(matches!(wires[1], Wire::Padding { space: Space::Extent(Extent::Fixed { count: 3, .. }), .. }));
    assert!(matches!(wires[3], Wire::Padding { space: Space::Extent(Extent::Fixed { count: 8, .. }), .. }));
    assert_eq!(wires[5], &Wire::constant(b"RIFF\0\0".to_vec()));
    assert_eq!(wires[6], &Wire::constant(b"ab".to_vec()));
    assert_eq!(wires[7], &Wire::constant(vec![0xFF, 1, 0]));
    assert_eq!(wires[9], &Wire::constant(vec![0x3F, 0x80, 0, 0]));
    let sources: Vec<_> = record.cells.iter().map(|cell| cell.source.clone()).collect();
    let constant = Source::Constant;
    let expected = [Source::Reserved(0), Source::Reserved(0), constant(3), constant(0x0102), constant(0xFFFF_FFFF)];
    assert_eq!(sources, expected);
    let names: Vec<_> = record.fields.iter().filter_map(|field| field.name.as_deref()).collect();
    assert_eq!(names, ["version", "e"]);
}

#[test]
fn fillers() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: u8 fill 3 }",
        "struct S { _: u8 = 1 fill 3 }",
        "struct S { bits u8 { a: u4 fill 3, _: .. } }",
        "bits B: u8 { _: u4 = 1 fill 3, _: .. }",
        "struct S { bits u8 { a, _: u7 fill 128 } }",
        "struct S { _: u8 fill 256 }",
        "struct S { _: bytes[2] fill 256 }",
        "struct S { _: [u16; 3] fill 1 }",
        "struct S { _: f32 fill 1 }",
        "struct S { n: u8, _: u8 fill n }",
        "type T = u8 fill 3;\nstruct S { _: T }",
        "struct S { _: u8 if 1 == 1 fill 3 }",
    ]));
    let protocol = right(
        "enum E: u8 { A = 1 }
        bits B: u8 { x: u4, _: u2 fill 3, _: .. }
        struct S { fill: u8, _: [u8; 3] fill ' ', _: u16 fill 0xABCD, _: E fill A, bits u8 { fill_it, _: .. fill 5 }, b: B }",
    );
    let record = &protocol.records[0];
    assert!(matches!(record.fields[1].wire, Wire::Padding { filler: Filler { byte: 0x20, is_checked: false }, .. }));
    let sources: Vec<_> = record.cells.iter().map(|cell| cell.source.clone()).collect();
    let reserved = Source::Reserved;
    assert_eq!(sources, [Source::User, reserved(0xABCD), reserved(1), Source::User, reserved(5), Source::User]);
    let parts: Vec<_> = protocol.bits[0].parts.iter().map(crate::model::BitsPart::reserved).collect();
    assert_eq!(parts, [None, Some(3), Some(0)]);
}

#[test]
fn regions_that_are_filled() {
    insta::assert_snapshot!(complaints(&[
        "struct S { within (u8) { x: u8, _: bytes[..] fill 1 } }",
        "struct S { x: u8, _: bytes[..] fill 1 }",
        "struct S { x: u8, _: bytes[left() - 2] fill 1, y: u16 }",
        "struct S(n: u24) { within (n + 1) { x: u8, _: bytes[..] } }",
        "struct S { within (2) { x: u32, _: bytes[..] } }",
        "struct S { within (8) { a: u8, b: u8 if left() > 0, _: bytes[..] } }",
        "struct S { _: bytes[..] = 256 }",
        "struct S { x: bytes[..] = 0 }",
        "struct S { _: bytes[..] = \"ab\" }",
        "struct S { n: u8, _: bytes[..] = n }",
    ]));
    let protocol = right(
        "struct S(n: u8) {
            within (u8) { _: bytes[..] }, within (4) { _: bytes[..] = 0 }, within (n) { x: u8, _: bytes[..] fill 7 },
            within (3) { y: u8, g: { z: u16, _: bytes[..] } },
        }",
    );
    let found = protocol.records[0].fields.iter().filter_map(|field| match &field.wire {
        Wire::Padding { space, filler } => Some((*space == Space::Filled, filler.byte, filler.is_checked)),
        _ => None,
    });
    let expected = [(false, 0, false), (true, 0, true), (true, 7, false), (true, 0, false)];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn aligned_space() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: align(4) }",
        "struct S { x: [align(4); 3] }",
        "struct S { x: match u8 { 0 => A: align(4), _ => B {} } }",
        "struct S { bits u8 { a: u4, _: align(4) } }",
        "struct S { _: align(3) }",
        "struct S { _: align(1) }",
        "struct S { _: align(2097152) }",
        "struct S { n: u8, _: align(n) }",
        "struct S { _: align }",
        "struct S { _: align(4, 8) }",
        "struct S { align(4) }",
        "struct S { _: align(4) fill 256 }",
        "struct S { _: align(4) = \"ab\" }",
        "struct S { _: align(4) as hex }",
        "struct S { t: utf8[u8], n: u8, within (n) { u: utf8[u8], _: align(2) } }",
        "varint V: u14 = leb128;\nstruct S { within (V) { u: utf8[u8], _: align(2) } }",
        "struct S { t: utf8[u8], g: { u: utf8[u8], _: align(2) } where size(g) < 8 }",
        "struct S { x: [u8; ..], _: align(2) }",
        "struct S { a: bytes[left() - 4], b: u8, t: utf8[u8], _: align(4) }",
    ]));
    let protocol = right(
        "const WORD = 4;
        varint V: u14 = leb128;
        struct S {
            align: u8, _: align(WORD), a: u16, _: align(8) = 7, t: utf8[u8], _: align(4), b: u8, _: align(4) fill 1,
            n: u8, _: align(2), within (n) { u: utf8[u8], _: align(2) }, within (u8) { x: utf8[u8], _: align(8) = 1 },
            m: match u8 { 0 => A { _: align(2) }, _ => B { c: V, _: align(2) } }, v: V, _: align(16),
            g: { d: utf8[u8], _: align(16) } where size(g) < 99, w: V,
        }",
    );
    let bytes = |extent: &Extent| extent.constant().map(|bytes| format!("{bytes} bytes"));
    let found = protocol.records[0].fields.iter().filter_map(|field| match &field.wire {
        Wire::Padding { space: Space::Align(multiple), .. } => Some(format!("up to {multiple}")),
        Wire::Padding { space: Space::Extent(extent), .. } => bytes(extent),
        Wire::Octets { content: Content::Constant(magic), .. } => Some(format!("{magic:?}")),
        _ => None,
    });
    let expected = [
        "3 bytes", "[7, 7]", "up to 4", "3 bytes", "1 bytes", "up to 2", "up to 8", "up to 2", "up to 2", "up to 16",
        "up to 16",
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn texts_that_are_filled() {
    insta::assert_snapshot!(complaints(&[
        "struct S { a: ascii[u8 fill ' '] }",
        "struct S { n: u8, a: ascii[n fill ' '] }",
        "struct S { a: ascii[4 fill 256] }",
        "struct S { _: ascii[4 fill ' '] }",
        "struct S { a: ascii[1 fill ' '] = \"AB\" }",
    ]));
    let protocol = right(
        "type Name = latin1[4 fill 0];\nstruct S { fill: u8, a: Name, b: ascii[4 fill ' '] = \"AB\", c: utf8[fill] }",
    );
    let record = &protocol.records[0];
    assert_eq!(record.fields[1].wire.text().and_then(|text| text.fill), Some(0));
    assert_eq!(record.fields[2].wire, Wire::constant(b"AB  ".to_vec()));
    assert_eq!(record.fields[3].wire.text().map(|text| text.fill), Some(None));
}
