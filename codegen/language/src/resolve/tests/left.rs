//! `left()`: permitted positions, and requirements on the following fields.

use super::{complaints, right};
use crate::model::{Interval, Presence};

#[test]
fn where_it_is_asked() {
    insta::assert_snapshot!(complaints(&[
        "struct S { a: u8, x: u8 if left() > 0 && a == 1 }",
        "struct S { a: u8, x: u8 if left() == a }",
        "struct S { x: u8 if !(left() == 0) }",
        "struct S { x: u8 if left() - 1 > 0 }",
        "struct S { x: u8 if left() >= 0 }",
        "struct S { x: u8 if left() < 0 }",
        "struct S { _: u8 if left() > 0 }",
        "struct S { x: u8 = 3 if left() > 0 }",
        "struct S { x: u8 where left() > 0 }",
        "struct S { x: bytes[left()] }",
        "struct S { x: bytes[left() - 1 or end], y: u8 }",
        "struct S { x: bytes[2 * left() - 1], y: u8 }",
        "struct S { n: u8, x: bytes[left() - n], y: u8 }",
        "struct S { x: [u8; left() - 1], y: u8 }",
        "struct S { x: [u16; left() - 1] as latin1, y: u8 }",
        "struct S { x: [u8; until left() == 1], y: u8 }",
        "struct S { n: u8, x: [u8; until n == 1] }",
        "struct S { x: bytes[until left() <= 1], y: u8 }",
        "struct S { x: [u8; until left() <= 1] as ascii, y: u8 }",
        "struct S { x: [u16; until left() <= 1] as latin1, y: u8 }",
        "struct S { wide: u8, x: match (wide, left()) { (0, 1) => u8, (1, 2) => u16 } }",
        "struct T(n: u8) { x: u8 if n > 0 }\nstruct S { t: T(left()) }",
        "struct S { x: u8 if left() }",
        "struct S { x: u8, within (left()) { y: bytes[..] } }",
        "struct S { x: u8, a: u8, y: bytes[left() - a] }",
    ]));
}

#[test]
fn what_follows() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: u8 if left() == 2 }",
        "struct S { x: u8 if left() > 0, y: bytes[u8] }",
        "struct S { x: u8 if left() <= 1 }",
        "struct S { x: match left() { 1 => u8, 3 => u16 } }",
        "struct S { x: match left() { 0 => none, 1 => u8, 2 => u16 }, y: u8 }",
        "struct S { x: match left() { 1 => A { a: u8 }, _ => B: bytes[..] } }",
        "struct S { x: match left() { 1 => A { a: u8 }, 2.. => B: bytes[..] } }",
        "struct S { x: bytes[left() - 2], y: u8 }",
        "struct S { x: bytes[left() - 2], y: bytes[u8] }",
        "struct S { _: [u8; left() - 2], y: u8 }",
        "struct S { within (left() - 2) { x: u8 }, y: u8 }",
        "struct S { x: [u16; until left() <= 2], y: u32 if left() == 4 }",
        "struct S { x: [u16; until left() <= 2] }",
        "struct T { x: u8 if left() > 0 }\nstruct S { t: T, y: u8 }",
        "struct T { x: u8 if left() > 0 }\nstruct S { t: [T; u8] }",
        "family F: u8 { message A = 1 { x: u8 if left() > 0 } }\nstruct S { f: [F; ..] }",
    ]));
}

#[test]
fn regions_and_nests_tell_it_apart() {
    let protocol = right(
        "struct S {
            within (u8) { x: u8 if left() in 1 | 3..=4 },
            y: if left() > 0 { a: u8, b: u8 if left() > 0 },
        }",
    );
    let presence: Vec<_> = protocol.records[0].fields.iter().map(|field| &field.presence).collect();
    let lengths = |presence: &Presence| match presence {
        Presence::Left { lengths, .. } => lengths.clone(),
        _ => Vec::new(),
    };
    assert_eq!(lengths(presence[1]), [Interval::only(1), Interval::new(3, 4)]);
    assert_eq!(lengths(presence[2]).len(), 1);
    assert_eq!(protocol.records[0].lengths.canonical.max, Some(4));
}

#[test]
fn a_region_in_a_group_has_its_own_end() {
    right(
        "struct S {
            bits u8 { has_group, has_more, _: .. },
            group: if has_group { within (u8) { x: u8 if left() == 1 } },
            more: u16 if has_more,
        }",
    );
}

#[test]
fn what_a_rule_leaves_of_a_field_is_told_apart() {
    right("struct S { note: utf8[u8] if left() in 1..=9 where size(it) <= 9 }");
    right("struct S { more: [u16; u8] if left() in 1..=7 where len(it) <= 3 }");
}
