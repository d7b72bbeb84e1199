//! Extents of bytes, text and lists, and fields that must be last.

use super::{compiled, complaints, right};

#[test]
fn how_far() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: latin1 }",
        "struct S { x: bytes[-1] }",
        "struct S { x: bytes[5000000000] }",
        "struct S { x: [[u64; 65536]; 65536] }",
        "struct S { x: bytes[1.5] }",
        "struct S { n: u8, x: bytes[n or end] }",
        "struct S { x: bytes[u8 or end] }",
        "struct S { x: bytes[until 300] }",
        "struct S { x: bytes[until 0, ..=-1] }",
        "struct S { x: [u8; until a: 0] }",
        "struct S { x: [{ a: u8 }; until 0] }",
        "struct S { x: [{ index: u8 }; until indx: 0] }",
        "struct S { x: [{ a: u8 }; until a: 256] }",
        "struct S { x: [{ t: latin1[u8], a: u8 }; until a: 0] }",
        "struct S { x: [{ bits u8 { f, _: .. }, a: u8 if f }; until a: 0] }",
        "struct S { x: [{ bits u8 { w: u1, _: .. }, a: match w { 0 => u8, 1 => u16 } }; until a: 300] }",
        "struct S(w: bool) { x: [{ a: match w { 0 => u8, 1 => u16 } }; until a: 0] }",
        "struct S { w: u8, x: [{ g: { a: match w { 0 => u8, _ => u16 } }, b: u8 }; until b: 0] }",
        "struct S { x: [{ t: latin1[u8] }; until t: \"x\"] }",
        "struct S { x: [f32; until 0] }",
        "struct S { x: [u16; until 0] as utf8 }",
        "struct S { x: [u8; until 0] as utf16 }",
        "struct S { x: utf16le }",
        "struct S { x: utf16[until \"\\r\\n\"] }",
        "struct S { x: utf16be[left() - 2], y: u16 }",
        "struct S { x: utf16[until 0x1_0000] }",
        "struct S { x: utf16[u8 fill ' '] }",
        "struct S { x: utf16[2] = \"abc\" }",
        "struct S { x: [u8; 3] as bool }",
        "enum E: u8 { A = 1 }\nstruct S { x: [E; 3] as latin1 }",
        "struct S { x: [u13; 3] }",
        "struct S { bits u8 { f, _: .. }, x: [if f { a: u8 }; 3] }",
        "struct Rp { x: u8 }\nstruct S { f: [Rp; until 7] }",
        "type Rp = u8 where 1..=9;\nstruct S { f: [Rp; until 7] }",
        "struct Rp { x: f32 }\nstruct S { f: [Rp; until 7] }",
        "struct N {}\nstruct S(n: u16) { l: [N; n] }",
        "struct N {}\nstruct E(n: u8) { l: [N; n] }\nstruct S(n: u8) { l: [E; 100] }",
    ]));
}

#[test]
fn ends_of_bytes() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: latin1[until \"\\r\" | \"\\r\\n\"] }",
        "struct S { x: bytes[through \"aba\" | 'b'] }",
        "struct S { x: bytes[until \"ab\" | 0 | \"ab\"] }",
        "struct S { x: bytes[until 1..=9 | \"\\t\"] }",
        "struct S { x: bytes[until \"\"] }",
        "struct S { x: ascii[until \"\u{e9}!\"] }",
        "struct S { x: bytes[until 300 | \"ab\"] }",
        "struct S { x: bytes[until a: \"ab\"] }",
        "struct S { x: bytes[until NONE | \"ab\"] }",
        "struct S { x: utf8[through 200] }",
        "struct S { x: bytes[through \"ab\" | \"abc!\", ..=3] }",
        "struct S { x: bytes[through \"abc\", ..=2] }",
        "struct S { through: u8, x: bytes[through 10] }",
        "struct S(before: u8) { x: bytes[before - 4] }",
        "struct S { x: [u16; through 10] as latin1 }",
        "struct S { x: [u16; until \"\\r\\n\"] as latin1 }",
        "struct S { x: [{ t: latin1[through 10] }; until t: \"\"] }",
        "struct S { x: bytes[through left() <= 2] }",
    ]));
}

#[test]
fn ends_of_lists() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: [{ n: u8, d: u8 }; through n: 0 or end], y: u8 }",
        "struct S { x: [{ n: u8, d: u8 }; through 0] }",
        "struct S { x: [{ n: u8, within (n) { d: bytes[..] } }; through n: 0] }",
        "struct S { x: [{ n: u8, s: match n { 0 => A {}, _ => B {} } }; through n: 0] }",
        "struct S { x: [{ n: u8, s: match n { 0 => Stop {}, _ => B {} } }; through s: Stob] }",
        "struct S { x: [{ v: bytes[u8], bits u8 { last, z: u7 } }; through last: 1] }",
        "struct S { x: [{ bits u8 { last, z: u7 }, sum: u16 = crc_16_modbus(before(sum)) }; through last: 1] }",
        "struct S { x: [{ bits u8 { last, z: u7 } }; through last: 0 | 1] }",
        "struct S { x: [{ bits u8 { last, z: u7 }, y: u8 if last }; through last: 1] }",
        "struct S { x: [{ bits u8 { last: bool, z: u7 } }; until last: 1] }",
        "struct S { x: [{ a: u8 = 7, b: u8 }; until a: 7] }",
        "type Seven = u8 = 7;\nstruct S { x: [Seven; until value: 7] }",
        "struct S { x: [{ bits u8 { b, _: .. }, a: if b { y: u8 } }; through a.y: 1] }",
        "struct S { x: [{ b: u8 where it < 5 else 4 }; through b: 1] }",
        "struct S { x: [u8; through 0, ..=0] }",
        "struct S { x: [f32; through 0] }",
        "struct S { x: [{ a: u8 }; through c: 1] }",
        "struct S { x: [{ a: u8 }; through left() <= 2] }",
        "struct S { x: [{ a: u8 }; before a: 10], y: u8 = 10 }",
        "struct S { x: [{ a: bytes[2] }; before 10], y: u8 = 10 }",
        "struct S { x: [{ a: u8 }; before 10], y: u8 = 11 }",
        "struct S { x: [{ a: u16 }; before 10], y: u8 = 10 }",
        "struct S { x: [u8; before 10] }",
        "varint V: u32 = leb128;\nstruct S { x: [V; before 5], _: u8 = 5 }",
        "struct S { x: [{ bits u8 { x: u4, _: .. } }; before 5], _: u8 = 5 }",
        "struct S { x: [{ k: u8 as truthy }; before 1], _: u8 = 1 }",
        "struct S { x: [u8; through 0..=255] }",
        "struct S { x: [{ k: u8, s: match k { 0 => A {}, _ => B {} } }; through s: A | B] }",
        "struct S { x: [{ v: match u8 { 0 => A {}, _ => B {} } }; through A] }",
        "bits F: u8 { on: bool, v: u7 }\nstruct S { x: [{ f: F, s: match f.v { 0 => A {}, _ => B {} } }; through s: A] }",
        "struct S { x: [{ bits u8 { last, x: u7 }, y: u8 where it > 3 || last }; through last: 1] }",
        "struct S { x: [{ bits u8 { last, x: u7 }, _: bytes[last.raw], y: u8 }; through last: 1] }",
    ]));
}

/// A byte has no order, so what follows an end is the same in both.
#[test]
fn what_is_looked_for_in_either_order() {
    for order in ["little", "big"] {
        for body in [
            "data: bytes[before 0x80..], status: u8 where it >= 0x80",
            "data: bytes[before 1 | 2], status: match u8 { 1 => X {}, 2 => Y: u8 }",
            "data: latin1[before ';'], _: u8 = ';'",
            "list: [u16; before 0x8000..], status: u16 where it >= 0x8000",
        ] {
            let (protocol, _, diagnostics) =
                compiled(&[&format!("protocol p {{ byte_order: {order} }}\nstruct S {{ {body} }}")]);
            assert!(protocol.is_some(), "{order}: {body}: {diagnostics:?}");
        }
    }
}

#[test]
fn ends_that_are_left() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: bytes[before \"ab\"], _: ascii[2] = \"ab\" }",
        "struct S { x: bytes[before 10] }",
        "struct S { x: bytes[before 10], y: u8 }",
        "struct S { x: bytes[before 10], _: u8 = 11 }",
        "struct S { x: bytes[before 10], _: u16 = 10 }\nstruct T { x: bytes[before 10], _: u16be = 10 }",
        "struct S { f: bool, x: bytes[before 10], _: u8 = 10 if f }",
        "struct S { x: bytes[before 10], y: if left() > 0 { _: u8 = 10 } }",
        "struct S { x: bytes[before 10 or end] }",
        "struct S { x: bytes[before 10 or end], _: u8 = 10 }",
        "struct S { x: bytes[before 10 or end], y: if left() > 0 { z: u8 } }",
        "struct S { x: bytes[before 10 or end], y: if left() == 3 { _: u8 = 10, z: u16 } }",
        "struct S { within (u8) { x: bytes[before 10] }, _: u8 = 10 }",
        "struct S { k: u8, x: bytes[before 10], m: match k { 0 => A { _: u8 = 10 }, _ => B { _: u8 = 11 } } }",
        "struct T { y: u8 }\nstruct S { x: bytes[before 10], t: T }",
        "struct S { x: bytes[before 10 | 13], m: match u8 { 10 => A {}, 12 | 13 => B {} } }",
        "struct S { x: bytes[before 10], m: match u8 { 10 => A {}, _ => B {} } }",
        "struct S { x: [{ a: u16 }; before 10], m: match u8 { 10 => A {} } }",
    ]));
    for items in [
        "struct S { x: bytes[before 10 | 13], _: ascii[2] = \"\\r\\n\" }",
        "struct S { f: bool, x: bytes[before 10], _: u8 = 10 if f, g: { _: u8 = 10, y: u8 } }",
        "struct S { k: u8, x: bytes[before 10], m: match k { 0 => A { _: u16 = 0x20A }, _ => B {} }, _: u8 = 10 }",
        "struct T { _: u8 = 10 }\nstruct S { g: { x: bytes[before 10] }, t: T }",
        "struct S { x: bytes[before 10..=13], m: match u8 { 10 => A { y: u8 }, 12 | 13 => B {} } }",
        "struct S { x: bytes[before 10 | 13 or end], g: if left() > 0 { m: match u8 { 10 => A {}, 13 => B {} } } }",
        "struct S { a: [{ x: bytes[before 10], _: u8 = 10 }; 3] }\nstruct T { through: u8, before: bytes[through] }",
    ] {
        right(items);
    }
}

#[test]
fn to_the_end() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: bytes[..], y: u8 }",
        "struct S { x: latin1[32 or end], y: u8 }",
        "struct S { x: [u8; until 0 or end], y: u8 }",
        "struct S { g: { x: bytes[..] }, y: u8 }",
        "struct S { k: u8, v: match k { 0 => A { x: bytes[..] }, 1 => B { z: u8 } }, y: u8 }",
        "struct T { x: bytes[..] }\nstruct S { t: T, y: u8 }",
        "struct T { x: bytes[..] }\nstruct S { t: [T; 3] }",
        "struct S { t: [{ x: bytes[..] }; u8] }",
        "struct S { t: [bytes[..]; u8] }",
        "family F: u8 { message M = 1 { x: bytes[..] } }\nstruct S { t: [F; ..] }",
        "family F: u8 { message M = 1 { x: u8 } .. }\nstruct S { t: [F; 3] }",
        "family F: u8 { message M = 1 { x: u8 } .. }\nstruct S { f: F, y: u8 }",
        "family F: u8 { message M = 1 { x: u8 } }\nstruct S { t: [F; ..], y: u8 }",
    ]));
}

#[test]
fn the_last_element() {
    insta::assert_snapshot!(complaints(&[
        "struct S { t: [{ x: bytes[..] }; ..] }",
        "struct T { x: bytes[..] }\nstruct S { t: [{ k: u8, t: T }; ..] }",
        "struct S { t: [{ k: u8, x: bytes[4 or end] }; ..] }",
        "struct S { t: [{ k: u8, x: u8 if left() > 0 }; ..] }",
        "struct S { t: [{ k: u8, x: utf8[left() - 2] if left() > 2, y: u16 }; ..] }",
        "struct S { t: [{ f: bool, _: bytes[..] if f }; ..] }",
        "struct S { t: [{ k: u8, v: match k { 0 => A { x: bytes[..] }, _ => B {} } }; u8] }",
        "struct T { k: u8, x: u8 if left() > 0 }\nstruct S { t: [match u8 { 0 => A {}, _ => B: T }; ..] }",
        "family F: u8 { message M = 1 { x: bytes[..] } message N = 2 { y: utf8[..] } }\nstruct S { t: [F; ..] }",
        "family F: u8 { message M = 1 { x: u8 } message N = 2 { y: utf8[4 or end] } }\nstruct S { t: [F; ..] }",
        "struct S { t: [{ k: u8, v: match k { 0 => A { x: bytes[..] }, _ => B {} } }; ..], y: u8 }",
        "struct S { t: [{ f: bool, _: bytes[..] if f }; u8] }",
        "delta D { bits u8 { h, _: .. }, w: u8 if h else base.w, k: u8, v: match k { 0 => A { x: bytes[..] }, _ => B {} } }\nstruct S { t: [{ d: D from zero }; ..] }",
    ]));
}

#[test]
fn bounds() {
    insta::assert_snapshot!(complaints(&[
        "struct T {}\nstruct S { t: [T; ..] }",
        "struct T {}\nstruct S { t: [T; u32] }",
        "struct T { bits u8 { f, _: .. }, _: u8 }\nstruct E(f: bool) { x: u8 if f }\nstruct S { f: bool, t: [E(f); ..] }",
        "struct T { x: bytes[..] }\nstruct S(n: u16) { f: bool, t: [{ x: u8 if f }; n] }",
        "struct T { t: [{}; 64] }\nstruct S { fine: [[{}; 63]; 64], t: [[{}; 64]; 64] }",
        "struct E {}\nstruct T(f: bool) { x: u8 if f, e: [E; 40], t: [E; 30] }\nstruct U { t: T(false) }\nstruct S { u: [U; u8] }",
    ]));
}

/// Text is padded to its size; lists and bytes may be shorter.
#[test]
fn what_goes_up_to_the_end_is_as_long_as_it_is() {
    let protocol =
        right("struct S { x: [u16; 3 or end] }\nstruct T { x: bytes[3 or end] }\nstruct U { x: latin1[3 or end] }");
    let written: Vec<_> = protocol.records.iter().map(|record| record.lengths.canonical).collect();
    let written: Vec<_> = written.iter().map(|range| (range.min, range.max)).collect();
    assert_eq!(written, [(0, Some(6)), (0, Some(3)), (3, Some(3))]);
}

#[test]
fn what_has_no_bytes_may_be_counted_by_who_knows_it() {
    right("struct N {}\nstruct S(n: u8) { l: [N; n], x: u8 }");
}
