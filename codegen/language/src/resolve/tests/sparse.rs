//! Sparse lists: their masks, and the defaults of absent elements.

use super::{complaints, right};
use crate::model::{Demand, FieldId, Source, Wire};

#[test]
fn the_mask_is_the_writers() {
    let protocol = right(
        "struct P { x: u8 }
        struct S { mask: u16 where it < 512, bits u8 { few: u3, _: .. }, xs: [u8 if mask; 9], ps: [P if few; 3] }
        delta D { mask: u64, xs: [i16 if mask else base.xs; 64], other: u8, ys: [i16 if other; 8] }",
    );
    let [_, record, delta] = protocol.records.as_slice() else { panic!("{:?}", protocol.records) };
    let masked = |cell: usize| match record.cells[cell].source {
        Source::Derived(Demand::Mask { field }) => Some(field),
        _ => None,
    };
    assert_eq!((masked(0), masked(1)), (Some(FieldId(2)), Some(FieldId(3))));
    assert!(matches!(&record.fields[2].wire, Wire::Sparse { count: 9, base: None, .. }));
    assert_eq!((record.lengths.accepted.min, record.lengths.accepted.max), (3, Some(15)));
    let inherited: Vec<_> = delta.fields.iter().map(|field| field.inherits_places()).collect();
    assert_eq!(inherited, [None, Some(&FieldId(1).into()), None, None]);
}

#[test]
fn what_a_list_with_empty_places_needs() {
    insta::assert_snapshot!(complaints(&[
        "struct S { mask: u8, xs: [u8 if mask; u8] }",
        "struct S { mask: u8, n: u8, xs: [u8 if mask; n] }",
        "struct S { mask: u8, xs: [u8 if mask; ..] }",
        "struct S { mask: u8, xs: [u8 if mask; 9] }",
        "struct S { bits u8 { mask: u3, _: .. }, xs: [u8 if mask; 4] }",
        "struct S { mask: i8, xs: [u8 if mask; 7] }",
        "enum E: u8 { A = 0 }\nstruct S { mask: E, xs: [u8 if mask; 8] }",
        "struct S(mask: u8) { xs: [u8 if mask; 8] }",
        "struct S { xs: [u8 if mask; 8], mask: u8 }",
        "struct S { bits u8 { f, _: .. }, mask: u8 if f, xs: [u8 if mask; 8] }",
        "struct S { mask: u8 = 3, xs: [u8 if mask; 8] }",
        "struct S { mask: u16, xs: [u8 if mask; 9] }",
        "struct S { bits u8 { mask: u3, _: .. }, xs: [u8 if mask; 2] }",
        "struct S { mask: u8 where it < 8, xs: [u8 if mask; 2] }",
        "struct S { mask: u8, xs: [u8 if mask; 8] as latin1 }",
        "family F: u8 { message M = 1; }\nstruct S { mask: u8, xs: [F if mask; 8] }",
        "struct P { t: bytes[..] }\nstruct S { mask: u8, xs: [P if mask; 8] }",
        "struct S { xs: [{ mask: u8, ys: [u8 if mask; 8] }; until mask: 0] }",
        "struct S { mask: u8, xs: [u8 if mask; 8] where len(it) < 3 }",
    ]));
}

#[test]
fn what_empty_places_inherit() {
    insta::assert_snapshot!(complaints(&[
        "struct S { mask: u8, xs: [u8 if mask else base.xs; 8] }",
        "struct S { mask: u8, xs: [u8 if mask else 0; 8] }",
        "delta D { mask: u8, xs: [u8 if mask else 0; 8] }",
        "delta D { mask: u8, xs: [u8 if mask else base.ys; 8] }",
        "delta D { mask: u8, other: u8, ys: [u8 if other; 8], xs: [u8 if mask else base.ys; 8] }",
        "delta D { mask: u8, ys: [u16; 8], xs: [u8 if mask else base.ys; 8] }",
        "delta D { mask: u8, ys: [u8; 7], xs: [u8 if mask else base.ys; 8] }",
        "delta D { bits u8 { f, _: .. }, mask: u8, xs: [u8 if mask else base.xs; 8] if f }",
        "struct P { t: latin1[u8] }\ndelta D { mask: u8, xs: [P if mask else base.xs; 8] }",
    ]));
}
