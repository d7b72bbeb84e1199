//! Who sets a number, and each way in which two would, or nobody could.

use super::{complaints, right};
use crate::model::{Demand, Presence, Source};

#[test]
fn two_owners() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { f, _: .. }, x: u8 if f, y: u8 if f }",
        "struct S { bits u8 { f, _: .. }, x: u8 if f, y: u8 if !f }",
        "struct S { bits u8 { f, _: .. }, x: match f { 0 => u8, 1 => u16 }, y: u8 if f }",
        "struct S { bits u8 { f, _: .. }, x: match f { 0 => u8, 1 => u16 }, y: match f { 0 => u8, 1 => u16 } }",
        "struct S { n: u8, x: bytes[n], y: bytes[n * 2] }",
        "struct S { n: u8, x: bytes[n], y: match n { 0 => u8, 1 => u16 } }",
        "struct S { k: u8, x: match k { 0 => A { a: u8 }, 1 => B { b: u8 } }, y: match k { 0 => A { a: u8 }, 1 => B { b: u8 } } }",
        "struct S { k: u8 = 3, x: bytes[k] }",
        "struct S { bits u8 { f: u1 = 1, _: .. }, x: match f { 0 => u8, 1 => u16 } }",
    ]));
}

#[test]
fn mixed_conditions() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { f, g, _: .. }, x: u8 if f && g }",
        "struct S { bits u8 { f, g, _: .. }, x: u8 if f, y: u8 if f && g }",
        "struct S { bits u8 { f, g, _: .. }, x: u8 if f || g }",
        "struct S { bits u8 { f, _: .. }, n: u8, x: u8 if f && n > 3 }",
        "struct S(p: bool) { bits u8 { f, _: .. }, x: u8 if f && p }",
        "struct S { k: u8, v: match k { 0 => A { a: u8 }, 1 => B { b: u8 } }, x: u8 if k == 1 }",
        "struct S { bits u8 { w, _: .. }, v: match w { 0 => u8, 1 => u16 }, n: u8, x: u8 if n == 1 || w }",
    ]));
}

#[test]
fn elements_and_arguments() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { wide, _: .. }, list: [{ x: match wide { 0 => u8, 1 => u16 } }; u8] }",
        "struct S { bits u8 { has, _: .. }, list: [{ x: u8 if has }; u8] }",
        "struct S { n: u8, list: [{ x: bytes[n] }; n] }",
        "struct T(n: u8) { x: bytes[n] }\nstruct S { n: u8, list: [T(n); n] }",
        "struct T(f: bool) { x: u8 if f }\nstruct S { bits u8 { f, _: .. }, t: T(f), y: u8 if f }",
        "struct H { n: u8 }\nstruct S { h: H, x: bytes[h.n] }",
        "bits B: u8 { w: u1, _: u7 }\nstruct S { b: B, x: match b.w { 0 => u8, 1 => u16 } }",
    ]));
}

#[test]
fn counts() {
    insta::assert_snapshot!(complaints(&[
        "struct S { n: u8, m: u8, x: bytes[n + m] }",
        "struct S { n: u8, x: bytes[n * n] }",
        "struct S { n: u8, x: bytes[n / 2] }",
        "struct S(k: u8) { n: u8, x: bytes[n + k] }",
        "struct S { n: i8, x: bytes[n - 200] }",
        "struct S { n: u8 as bool, x: bytes[n] }",
        "struct S { n: i16, x: bytes[n] if n >= 0 }",
        "struct S { n: u16, x: bytes[n] if n != 0 }",
        "struct S { n: i16, x: bytes[n], y: u8 if n != -1 }",
        "enum E: u8 { A = 1 }\nstruct S { x: bytes[E] }",
        "struct S { x: bytes[u13] }",
        "struct S { x: bytes[bool] }",
        "bits B: u8 { n: u8 }\nstruct S { b: B, x: bytes[b.n] }",
    ]));
}

#[test]
fn derived_and_checked() {
    let protocol = right(
        "struct S {
            bits u8 { has_a, no_b, c, typed: bool, _: .. },
            a: u8 if has_a,
            b: u8 if !no_b,
            d: u8 if typed,
            n: i16,
            data: bytes[n] if n != -1,
            m: u8,
            x: [u8; m * 2 + 1], y: [u8; m * 2 + 1],
            id: i32,
            e: u8 if id >= 0 && typed,
            _: u8 if has_a && !no_b,
        }",
    );
    let record = &protocol.records[0];
    let source = |path: &str| record.cells.iter().find(|cell| cell.path == path).map(|cell| &cell.source).unwrap();
    assert!(matches!(source("has_a"), Source::Derived(Demand::Presence { negated: false, .. })));
    assert!(matches!(source("no_b"), Source::Derived(Demand::Presence { negated: true, .. })));
    assert_eq!((source("c"), source("typed"), source("id")), (&Source::User, &Source::User, &Source::User));
    assert!(matches!(source("n"), Source::Derived(Demand::Count { absent: Some(-1), times: 1, plus: 0, .. })));
    assert!(
        matches!(source("m"), Source::Derived(Demand::Count { fields, times: 2, plus: 1, .. }) if fields.len() == 2)
    );
    let checked = |name: &str| {
        let field = record.fields.iter().find(|field| field.name.as_deref() == Some(name)).unwrap();
        matches!(field.presence, Presence::When { checked: true, .. })
    };
    assert_eq!(["a", "b", "d", "data", "e"].map(checked), [false, false, true, false, true]);
}

#[test]
fn zero_where_nothing_is() {
    insta::assert_snapshot!(complaints(&[
        "struct S { n: u8 where 1..=7, bits u8 { f, _: .. }, g: if f { x: bytes[n] } }",
        "enum E: u8 { A = 1, B = 2 }\nstruct S { k: E, bits u8 { f, _: .. }, x: match k { A => u8, B => u16 } if f }",
        "struct S { x: match u8 { 0 => C { n: u8 where 1..=7, y: match u8 { 0 => D { z: bytes[n] }, _ => F {} } }, _ => G {} } }",
        "enum E: u8 { A = 1, B = 2 }\nstruct S { k: E, x: match u8 { 0 => C { y: match k { A => u8, B => u16 } }, 1 => D {} } }",
    ]));
    right(
        "enum E: u8 { A = 1, B = 2 }
        struct S { bits u8 { f, _: .. }, g: if f { n: u8 where 1..=7, k: E, x: bytes[n], y: match k { A => u8, B => u16 } } }",
    );
    right(
        "enum E: u8 { A = 1, B = 2 }
        struct S { x: match u8 { 0 => C { n: u8 where 1..=7, k: E, x: bytes[n], y: match k { A => u8, B => u16 } }, _ => D {} } }",
    );
}
