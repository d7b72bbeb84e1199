//! Regions: their sizes, their contents, and the positions of their sizes.

use super::{complaints, right};
use crate::model::{Demand, Interval, LengthRange, Source};

#[test]
fn how_long() {
    insta::assert_snapshot!(complaints(&[
        "struct S { within (..) { x: u8 } }",
        "struct S { within (until 0, ..=9) { x: u8 } }",
        "struct S { n: u8, within (until n) { x: u8 } }",
        "struct S { within (through 0) { x: u8 } }",
        "struct S { within (4 or end) { x: u8 } }",
        "struct S { n: f32, within (n) { x: u8 } }",
        "struct S { within (n) { x: u8 }, n: u8 }",
        "struct S { within (2) { x: u8 } }",
        "struct S { n: u8 where ..4, within (n) { x: u32 } }",
        "struct S { n: u8, within (n - 300) { x: u8 } }",
    ]));
}

#[test]
fn who_sets_the_size() {
    insta::assert_snapshot!(complaints(&[
        "struct S { n: u8 = 3, within (n) { x: u8 } }",
        "struct S { n: u8, within (n) { g: { x: u8, y: u8 where y < n } } }",
        "struct S { within (u8) { n: u8 }, within (n) { x: u8 } }",
        "struct S { list: [{ n: u8, within (n) { x: bytes[..] } }; until n: 0] }",
    ]));
}

#[test]
fn what_stands_in_it() {
    insta::assert_snapshot!(complaints(&[
        "struct S { within (u8) { x: bytes[..], y: u8 } }",
        "struct S { x: u8, within (u8) { x: u8 } }",
        "struct S { within (u8) { x: u8 }, y: u8 if x == 1, x: u8 }",
        "struct S { within (u8) { x: u8, example \"one\" = hex \"01\" { x: 1 } } }",
    ]));
}

/// Fields after a region do not follow an open end, and the size is narrowed to the lengths of the fields.
#[test]
fn an_end_is_known_inside() {
    let schema =
        right("struct S { within (u8) { n: u8, x: [u16; n], y: bytes[..] }, within (4) { z: bytes[..] }, k: u8 }");
    let record = &schema.records[0];
    assert_eq!(record.body.len(), 3);
    assert_eq!(record.scope(&record.body).len(), 7);
    assert!(record.fields.iter().all(|field| field.parent.is_none()));
    let size = &record.cells[0];
    assert_eq!((size.interval, size.field), (Interval::new(1, 255), record.body[0]));
    assert!(matches!(&size.source, Source::Derived(Demand::Count { fields, .. }) if *fields == [record.body[0]]));
    assert_eq!(record.lengths.accepted, LengthRange { min: 7, max: Some(261) });
}

#[test]
fn as_a_wire() {
    let alike = |wire: &str, braces: &str| {
        let of = |fields: &str| right(&format!("struct S {{ has: u8, {fields} }}")).records;
        let without_places = |fields: &str| format!("{:?}", of(fields)).replace(fields, "");
        assert_eq!(without_places(wire), without_places(braces), "{wire}");
    };
    alike("a: within (u8) u16, b: u8", "within (u8) { a: u16 }, b: u8");
    alike("a: within (has) bytes[..]", "within (has) { a: bytes[..] }");
    alike("a: within (has * 2 + 1) { x: u8, y: bytes[..] }", "within (has * 2 + 1) { a: { x: u8, y: bytes[..] } }");
    alike("a: within (4) u32 as hex where it < 9", "within (4) { a: u32 as hex where it < 9 }");
    alike("_: within (u8) u16 = 7", "within (u8) { _: u16 = 7 }");
    alike("a: [within (u8) { x: u8 }; 2]", "a: [{ within (u8) { x: u8 } }; 2]");
    alike("a: [within (u8) struct A { x: u8 }; 2]", "a: [struct A { within (u8) { x: u8 } }; 2]");
    alike("a: [within (u8) latin1[..]; 2]", "a: [{ within (u8) { value: latin1[..] } }; 2]");
    alike(
        "a: match has { 0 => A: within (u8) u8, _ => B {} }",
        "a: match has { 0 => A { within (u8) { value: u8 } }, _ => B {} }",
    );
    alike("a: within (u8) u16 if has > 3", "a: if has > 3 { within (u8) { value: u16 } }");
    alike("a: within (u8) { x: u8 } if has > 3", "a: if has > 3 { within (u8) { x: u8 } }");
    alike("n: u8, a: within (n) bytes[..] if n != 0", "n: u8, a: if n != 0 { within (n) { value: bytes[..] } }");
    right("struct S { @0 a: within (u8) { @1 x: u16 }, @3 b: u8 }");
    insta::assert_snapshot!(complaints(&[
        "struct S { a: within (..) bytes[..] }",
        "struct S { a: within u8 bytes[..] }",
        "struct S { a: within (u8) }",
        "struct S { a: within (u8) within (u8) u8 }",
        "type A = within (u8) u8; struct S { a: A }",
        "struct S(a: within (u8) u8) { b: u8 }",
        "struct S { a: within (u8) u8 else 5 }",
        "struct S { has: u8, a: within (u8) u8 if has > 3 else 5 }",
        "struct S { has: u8, _: within (u8) u8 if has > 3 }",
        "struct S { a: within (2) u8 }",
        "struct S { a: u8, a: within (2) u16 }",
        "struct S { has: u8, a: within (u8) { x: u8 } if has > 3, b: bytes[a.y] }",
        "struct S { @1 a: within (u8) u8, @2 b: u8 }",
    ]));
}

#[test]
fn trailers_end_their_bodies_and_are_measured_from_the_end() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: bytes[..], t: trailer { n: u8 }, y: u8 }",
        "struct S { x: bytes[..], f: bool, t: if f trailer { n: u8 } }",
        "struct S { x: bytes[..], t: if left() > 1 trailer { n: u8 } }",
        "struct S { x: bytes[..], t: trailer { n: u8, z: utf8[u8] } }",
        "struct S { x: bytes[..], t: trailer { a: bytes[u8], n: u8 } }",
        "struct S { x: bytes[..], t: trailer { a: bytes[n], n: i8 } }",
        "struct S { x: bytes[..], t: trailer { a: bytes[n], b: bytes[m], n: u8, m: u8 } }",
        "struct S { x: bytes[..], t: trailer { a: [u16; n], n: u8 } }",
        "struct S { x: bytes[..], t: trailer { } }",
        "struct S { x: [trailer { n: u8 }; 3] }",
        "struct S { x: bytes[..], n: u8, t: { y: bytes[left() - n - 1], p: bytes[n] } }",
        "struct S { x: bytes[..], t: trailer delta T { n: u8 } }",
    ]));
}
