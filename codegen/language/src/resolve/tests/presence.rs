//! Presence conditions and defaults.

use super::{complaints, right};
use crate::model::Absent;

#[test]
fn constant_conditions() {
    insta::assert_snapshot!(complaints(&[
        "struct S { n: u8, x: u8 if n >= 0 }",
        "struct S { n: u8, x: u8 if n < 0 }",
        "struct S { n: u8 where 1..=7, x: u8 if n in 0..=9 }",
        "struct S { n: u8, m: i8 where ..0, x: u8 if n == m }",
        "struct S { bits u8 { f, _: .. }, g: if f { x: u8, y: u8 if f } }",
        "struct S { bits u8 { f, _: .. }, g: if f { x: u8, y: u8 if !f } }",
        "struct S { n: u8 = 3, x: u8 if n == 3 }",
        "struct S { n: u64, x: u8 if n >= 0 }",
        "struct S { x: u8 if true }",
        "struct S { x: u8 if !true }",
        "const T = true;\nstruct S { x: u8 if T }",
        "struct S { x: u8 where it == 300 }",
        "struct S { k: u8, v: match k { 0 => A { x: u8 if k == 0 }, _ => B { y: u8 } } }",
    ]));
}

/// Each condition alone depends on the number; together they never hold.
#[test]
fn conditions_that_together_are_none() {
    let cases = [
        "enum E: u8 { None = 0, Some = 1, .. }\nstruct S { e: E where it.raw != 0 || it in None }",
        "struct S { x: u8, y: u8 if x < 3 || x > 2 }",
        "struct S { x: u8 where it < 9, y: u8 if x < 3 || x in 3..=8 }",
        "struct S { x: u8, y: u8 if !(x < 3 && x > 4) }",
        "struct S { x: u8, y: u8 if !(3 < x < 4) }",
        "struct S { x: u8, y: u8 if x == 0 || x * 2 == 6 || x != 0 }",
        "struct S(known: bool) { x: u8, y: u8 if x == 1 && (known || x == 2 || !known) }",
        "struct S { x: u8 where it * 2 < 5 || it * 2 >= 4 }",
        "struct S { bits u8 { a: u3, b: bool, _: .. }, y: u8 if b || a in 0..4 || a >= 4 }",
        "struct S { x: u8, y: u8 if x > 3 && x < 8 && x in 1 | 9 }",
        "struct S { x: u8, y: u8 if (x == 3 || x == 4) && x == 5 }",
        "struct S { x: u8, y: u8, g: if x == 1 || y == 1 && x == 2 { z: u8 if x == 3 } }",
        "struct S { x: bytes[3], y: u8 where size(x) < 4 || it == 2 }",
        "struct S { x: bytes[3], y: u8 where size(x) < 3 || size(x) > 9 }",
    ];
    insta::assert_snapshot!(complaints(&cases));
    right("struct S { x: u8, y: u8, z: u8 if x == 1 || x != 1 && y == 1, v: u8 if x < 3 || y > 2 || x > 3 }");
    right("struct S { x: u8, y: u8 if x < 3 || x > 3, z: u8 if !(x > 3 && x > 1), g: if x != 3 { v: u8 if x != 4 } }");
    right(
        "struct S { x: bytes[3], y: u8 where size(x) < 3 || it == 2, z: bytes[u8] where size(it) < 3 || size(it) > 3 }",
    );
}

#[test]
fn what_is_no_condition() {
    insta::assert_snapshot!(complaints(&[
        "struct S { n: u8, x: u8 if n }",
        "enum E: u8 { A = 1, B = 2 }\nstruct S { e: E, x: u8 if e }",
        "enum E: u8 { A = 1, B = 2 }\nstruct S { e: E, x: u8 if e == C }",
        "enum E: u8 { A = 1, B = 2 }\nstruct S { e: E, x: u8 if e < B }",
        "enum E: u8 { A = 1, B = 2 }\nstruct S { e: E, x: u8 if e == 1 }",
        "enum E: u8 { A = 1, B = 2 }\nstruct S { n: u8, x: u8 if n == A }",
        "quantity Q: u8 = raw / 2;\nstruct S { q: Q, x: u8 if q > 1 }",
        "struct S { f: f32, x: u8 if f > 1 }",
        "struct S { t: latin1[u8], x: u8 if t == \"a\" }",
        "struct S { f: bool, x: u8 if f == 1 }",
        "struct S { n: u8, x: u8 if n == 1.5 }",
        "struct S { n: u64, x: u8 if n - 1 == 5 }",
        "struct S { n: u64, m: u64, x: u8 if n == m }",
        "struct S(n: u64) { x: u8 if n * 2 == 6 }",
        "const N = 3;\nstruct S { x: u8 if N }",
        "struct S { n: u8, x: u8 if n / 0 == 5 }",
        "struct S { n: u8, m: u8, x: u8 if n / m == 5 }",
        "struct S { e: u8 as bool, x: u8 if e + 1 == 2 }",
    ]));
}

#[test]
fn what_is_compared() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: u8 where it < UNDECLARED }",
        "const DECLARED = 4;\nstruct S { x: u8 where it < DECLARD }",
        "struct S { x: u8, y: u8 if x > Foo }",
        "enum E: u8 { A = 1 }\nstruct S { x: E where it < A }",
        "struct S { f: u8, y: u8 if f < 3.0 }",
        "struct S { f: u8 where it < 3.5 }",
        "struct S { f: u8 where 0.5..=3.5 }",
        "struct S { f: u8 where 1.0..=3 }",
        "struct S { f: i8 where -(1e1).. }",
    ]));
}

#[test]
fn a_single_number_is_written_as_a_whole_one() {
    insta::assert_snapshot!(complaints(&[
        "family F { message M = 1.0; }",
        "struct S { f: [u8; 4.0] }",
        "struct S { _: u8 = 3.0 }",
    ]));
    // A computed or named constant only has to be whole.
    right("const HALF = 0.5;\nconst FOUR = 4.0;\nstruct S { f: u8 where HALF * 2..=FOUR, g: u8 where it < FOUR }");
}

#[test]
fn a_number_by_itself_is_compared_however_wide_it_is() {
    let protocol = right(
        "struct S(p: u64) {
            n: u64 where it < 0xFFFF_FFFF_FFFF_FFFF,
            a: u8 if n == 3,
            b: u8 if 0x8000_0000_0000_0000 <= n,
            c: u8 if n in 4.. && n != 9,
            d: u8 if p > 3,
        }",
    );
    assert_eq!(protocol.records[0].fields.len(), 5);
}

#[test]
fn what_is_worth_when_absent() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: u8 else 3 }",
        "struct S { bits u8 { f, _: .. }, x: u8 if f else 300 }",
        "struct S { bits u8 { f, _: .. }, x: latin1[u8] if f else \"\" }",
        "struct S { bits u8 { f, _: .. }, x: if f { y: u8 } else 3 }",
        "quantity Q: u8 = raw / 2;\nstruct S { bits u8 { f, _: .. }, x: Q if f else 200.5 }",
        "enum E: u8 { A = 1 }\nstruct S { bits u8 { f, _: .. }, x: E if f else B }",
        "enum E: u8 { A = 1 }\nstruct S { bits u8 { f, _: .. }, x: E if f else zero }",
        "bits B: u8 { p: u7, _: u1 = 1 }\nstruct S { bits u8 { f, _: .. }, x: B if f else zero }",
        "struct S { bits u8 { f, _: .. }, x: if f { y: u8 } if f }",
        "struct S { bits u8 { f, w, _: .. }, x: match w { 0 => none, 1 => u8 } if f }",
    ]));
}

#[test]
fn defaults() {
    let protocol = right(
        "quantity Q: u8 = raw / 4 clamp trunc;
        enum E: u8 { A = 1, B = 2 | 3 }
        struct S {
            bits u8 { a, b, c, d, e, f: u2, _: u1 },
            a_: Q if a else 1.5,
            b_: E if b else B,
            c_: f32 if c else -0.5,
            d_: bool if d else true,
            e_: Q if e else zero,
            f_: match f { 0 => none, 1 => u8, 2 => u16 } else 7,
        }",
    );
    let absent: Vec<_> =
        protocol.records[0].fields.iter().filter_map(|field| field.presence.absent().cloned()).collect();
    let raw = Absent::Raw;
    assert_eq!(absent, [raw(6), raw(2), Absent::Float(-0.5), raw(1), raw(0), raw(7)]);
}
