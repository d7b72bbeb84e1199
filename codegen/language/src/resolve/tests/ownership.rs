//! Ownership of numbers, and each conflict between two owners.

use super::{complaints, right};
use crate::model::{Demand, Presence, Source};

#[test]
fn two_owners() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { f, _: .. }, x: u8 if f, y: u8 if f }",
        "struct S { bits u8 { f, _: .. }, x: u8 if f, y: u8 if !f }",
        "struct S { bits u8 { f, _: .. }, x: match f { 0 => u8, 1 => u16 }, y: u8 if f }",
        "struct S { bits u8 { f, _: .. }, x: match f { 0 => u8, 1 => u16 }, y: match f { 0 => u8, 1 => u16 } }",
        "struct S { bits u8 { f, _: .. }, x: match f { 0 => A { y: bytes[f.raw] }, 1 => B {} } }",
        "struct S { bits u8 { f, _: .. }, x: bytes[f.raw], y: bytes[f.raw * 2] }",
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
        "struct S { n: u8, m: u8, bits u8 { f, _: .. }, x: bytes[n * f.raw + m] }",
        "struct S(p: bool) { bits u8 { f, _: .. }, x: u8 if f && p }",
        "struct S { bits u8 { w, _: .. }, v: match w { 0 => u8, 1 => u16 }, n: u8, x: u8 if n == 1 || w }",
    ]));
}

#[test]
fn elements_and_arguments() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { wide, _: .. }, list: [{ x: match wide { 0 => u8, 1 => u16 } }; u8] }",
        "struct S { bits u8 { has, _: .. }, list: [{ x: u8 if has }; u8] }",
        "struct T(f: bool) { x: u8 if f }\nstruct S { bits u8 { f, _: .. }, t: T(f), y: u8 if f }",
        "struct H { n: u8, l: [u8; n] }\nstruct S { h: H, x: bytes[h.n] }",
        "struct H { n: u8 where it <= 3 else 2 }\nstruct S { h: H, x: bytes[h.n] }",
        "struct H { k: u8, n: u8 if k > 1 }\nstruct S { h: H, x: bytes[h.n] }",
        "struct H { n: u8 = 3 }\nstruct S { h: H, x: bytes[h.n] }",
        "struct I { n: u8 }\nstruct H { i: I }\nstruct S { h: H, x: bytes[h.i.n] }",
        "struct H { n: u8 }\nstruct S { h: H, x: bytes[h] }",
        "struct H { n: u8 }\nstruct S { b: [{ h: H, d: bytes[h.n] }; until h.n: 0], t: u8 }",
    ]));
}

#[test]
fn counts() {
    insta::assert_snapshot!(complaints(&[
        "struct S { n: i8, x: bytes[n - 200] }",
        "struct S { n: u8, m: u8, x: bytes[n % m] }",
        "struct S { n: u64, x: bytes[n + 1] }",
        "struct S { n: u8 as bool, x: bytes[n] }",
        "enum E: u8 { A = 1 }\nstruct S { x: bytes[E] }",
        "struct S { x: bytes[u13] }",
        "struct S { x: bytes[bool] }",
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
    assert!(matches!(source("n"), Source::Derived(Demand::Count { times: 1, plus: 0, .. })));
    assert_eq!(record.cells.iter().find(|cell| cell.path == "n").unwrap().absent, Some(-1));
    assert!(
        matches!(source("m"), Source::Derived(Demand::Count { fields, times: 2, plus: 1, .. }) if fields.len() == 2)
    );
    let checked = |name: &str| {
        let field = record.fields.iter().find(|field| field.name.as_deref() == Some(name)).unwrap();
        matches!(field.presence, Presence::When { checked: true, .. })
    };
    assert_eq!(["a", "b", "d", "data", "e"].map(checked), [false, false, true, false, true]);
}

/// Whether the writer derives the cell of a path in the last record.
fn is_derived(items: &str, path: &str) -> bool {
    let protocol = right(items);
    let cells = &protocol.records.last().unwrap().cells;
    let cell = cells.iter().find(|cell| cell.path == path).unwrap_or_else(|| panic!("{path} in {cells:?}"));
    matches!(cell.source, Source::Derived(_))
}

#[test]
fn what_follows_in_every_case_is_derived() {
    for (items, path) in [
        ("struct S { bits u8 { f, _: .. }, g: if f { n: u8 where 1..=7, x: bytes[n] } }", "g.n"),
        ("struct S { x: match u8 { 0 => C { n: u8, x: bytes[n] }, _ => D {} } }", "x.n"),
        ("struct S { n: i8, x: bytes[n] if n != -1 }", "n"),
        ("struct S { n: i8, g: if n != -1 { x: bytes[n] } }", "n"),
        ("struct S { n: u8, within (2) { x: bytes[n], _: bytes[..] } }", "n"),
        ("struct S { has: bool, n: u8 if has, x: bytes[n] if has }", "n"),
        ("struct S { n: u8, bits u8 { f, _: .. }, x: bytes[n] if f, y: bytes[n] }", "n"),
        ("struct S { bits u8 { w: u2, _: .. }, x: match w { 0 => u8, 1 => u16 } }", "w"),
        ("struct S { w: bool, x: match w { 0 => none, 1 => u16 } }", "w"),
        ("struct S(k: bool) { w: u8, x: match (w, k) { (0, 0) => u8, (1, 0) => u16, (5, 1) => u8 } }", "w"),
        ("struct S { k: u8, x: match k { 0 => C {}, _ => D: u8 } }", "k"),
        // A use that only reads a number never changes its owner.
        ("struct S { n: u8, x: [u8; n], y: u8 if n > 3, z: u8 if n == 2 else 5 }", "n"),
        ("struct S { k: u8, x: match k { 0 => A { a: u8 }, 1 => B { b: u8 } }, y: u8 if k == 1 }", "k"),
        ("struct S { n: u8, x: [{ a: u8, b: u8 if n > 1 }; n], y: u8 where it > n }", "n"),
        ("struct S { n: u8, within (n) { a: u8, rest: bytes[..] }, b: u8 if n > 1 }", "n"),
        ("struct S { m: u8, x: [u8 if m; 8], y: u8 if m != 0 }", "m"),
        // One number means that it is absent.
        ("struct S { n: u16, x: bytes[n] if n != 0 }", "n"),
        ("struct S { n: u8, g: if n != 0 { within (n) { a: u8, b: bytes[..] } } }", "n"),
        ("struct S { k: u8, x: match k { 1 => A {}, _ => B { y: u8 } } if k != 0 }", "k"),
        ("struct S { bits u8 { m: u3, _: .. }, x: [u8 if m; 3] if m != 0 }", "m"),
        ("struct S { n: u8, x: bytes[n], y: [u16; n] if n != 0 }", "n"),
        ("struct S { n: i16, x: bytes[n], y: u8 if n != -1 }", "n"),
        // A length in an arm is that of the arm.
        ("struct S { k: u8, x: match k { 0 => A { n: u8 }, _ => B { y: [u8; k - 1] } } }", "k"),
        ("struct S { k: u8, x: match k { 0..=3 => A { y: bytes[k / 2] }, _ => B { f: bool, z: [u8; k] if f } } }", "k"),
    ] {
        assert!(is_derived(items, path), "{items}");
    }
}

#[test]
fn what_does_not_follow_in_every_case_is_the_users() {
    for (items, path) in [
        ("struct S { n: u8, bits u8 { f, _: .. }, x: bytes[n] if f }", "n"),
        ("struct S { n: u8, k: bool, x: bytes[n] if k, y: [u16; n] if !k }", "n"),
        (
            "struct S { n: u8, x: match u8 { 0 => C { y: match u8 { 0 => D { z: bytes[n] }, _ => F {} } }, _ => G {} } }",
            "n",
        ),
        ("struct S { n: u8, x: match u8 { 0 => C { y: bytes[n] }, _ => G {} }, z: u8 if n > 3 }", "n"),
        ("struct S { n: i8, x: match u8 { 0 => C { y: bytes[n] if n != -1 }, _ => G {} } }", "n"),
        ("struct S { n: u8, g: if left() > 0 { within (n) { x: bytes[..] }, end: u8 } }", "n"),
        ("struct S { k: u8, bits u8 { f, _: .. }, x: match k { 0 => C {}, _ => D: u8 } if f }", "k"),
        ("struct S { bits u8 { m: u3, f, _: .. }, x: [u8 if m; 3] if f }", "m"),
        ("enum E: u8 { A = 0, B = 1 }\nstruct S { k: E, x: match k { A => u8, B => u16 } }", "k"),
        ("struct S { w: u8, x: match w { 0 | 2 => u8, 1 => u16 } }", "w"),
        ("struct S { w: u8, x: match w { 0 => u8, _ => u16 } }", "w"),
        ("struct S { w: u8, x: match w { 0 => u16, 1 => u16be } }", "w"),
        ("struct S { w: u8 where it < 9, x: match w { 0 => u8, 1 => u16 } }", "w"),
        ("struct S { w: u8, x: match w { 0 => u8, 1 => u16 }, y: u8 where it > w }", "w"),
        ("struct S { w: u8, x: match w { 0 => u8, 1 => u16 }, y: u8 if w == 1 }", "w"),
        // Two uses that determine it, each by a formula of its own.
        ("struct S { n: u8, x: bytes[n], y: bytes[n * 2] }", "n"),
        ("struct S { n: u8, x: bytes[n], y: match n { 0 => u8, 1 => u16 } }", "n"),
        ("struct S { n: u8, x: bytes[n], within (n) { y: bytes[..] } }", "n"),
        (
            "struct S { k: u8, x: match k { 0 => A { a: u8 }, 1 => B { b: u8 } }, y: match k { 0 => A { a: u8 }, 1 => B { b: u8 } } }",
            "k",
        ),
        ("family F { message A = 1; }\nstruct S { k: u8, x: F by k, y: F by k }", "k"),
        ("family F { message A = 1; }\nstruct S { k: u8, x: F by k, y: bytes[k] }", "k"),
        ("struct S { k: u8, x: match k { 0 => A {}, _ => B { y: bytes[k] } }, z: [u16; k] }", "k"),
        ("struct T(n: u8) { x: bytes[n] }\nstruct S { n: u8, list: [T(n); n] }", "n"),
        ("struct S { m: u8, x: [u8 if m; 8], y: [u8 if m; 8] }", "m"),
        ("struct T(n: u8) { x: bytes[n] }\nstruct S { n: u8, within (n) { x: T(n) } }", "n"),
        // A formula with several answers, or with several numbers.
        ("struct S { n: u8, x: bytes[(n + 7) / 8] }", "n"),
        ("struct S { n: u8, x: bytes[n * n] }", "n"),
        ("struct S { n: u8, x: bytes[n % 4] }", "n"),
        ("struct S { n: u8, m: u8, x: bytes[n + m] }", "n"),
        ("struct S(k: u8) { n: u8, x: bytes[n + k] }", "n"),
        // Several numbers mean that it is absent.
        ("struct S { n: u8, x: bytes[n] if n > 3 }", "n"),
        ("struct S { n: u8, x: [u8; n] if n != 0, y: [u8; n] if n != 1 }", "n"),
        // The size would depend on itself.
        ("struct S { n: u8, within (n) { a: u8, b: u8 if n > 1 else 5 } }", "n"),
        ("struct S { n: u8, within (n) { a: u8, b: bytes[..] }, c: u8 if n > 1 else 5 }", "n"),
        ("struct S { n: u8, within (n) { x: bytes[n] } }", "n"),
        ("struct S { n: u8, within (n) { x: u8 if n > 3 } }", "n"),
        ("struct S { n: u8, within (n) { _: u8 if n > 3, x: bytes[..] } }", "n"),
        ("struct S { n: u8, m: u8, within (n + m) { x: u8 } }", "m"),
        ("struct S { w: u8, v: u8, x: match (w, v) { (0, 0) => u8, (0, 1) => u16, (1, 0..=1) => u24 } }", "w"),
    ] {
        assert!(!is_derived(items, path), "{items}");
    }
}

#[test]
fn nothing_of_a_base_is_left_out_by_a_number_of_the_users() {
    insta::assert_snapshot!(complaints(&[
        "delta D { n: u8, bits u8 { f, _: .. }, x: [u8; n] if f else base.x }",
        "delta D { w: u8, x: match w { 0 | 2 => none, 1 => u8 } else base.x }",
        "delta D { bits u8 { m: u3, f, _: .. }, g: if f { x: [u8 if m else base.g.x; 3] } }",
    ]));
}
