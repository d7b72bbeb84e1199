//! Extents of bytes, text and lists, and fields that must be last.

use super::{complaints, right};

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
