//! Regions: their sizes, their contents, and the positions of their sizes.

use super::{complaints, right};
use crate::model::{Demand, Interval, LengthRange, Source};

#[test]
fn how_long() {
    insta::assert_snapshot!(complaints(&[
        "struct S { within (..) { x: u8 } }",
        "struct S { within (until 0) { x: u8 } }",
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
