//! Lengths and offsets that `layout` computes.

use super::*;
use crate::layout;
use crate::model::{FieldId, LengthRange, Lengths, Record};

fn record<'p>(protocol: &'p Protocol, name: &str) -> &'p Record {
    protocol.records.iter().find(|record| record.name == name).unwrap()
}

/// `accepted / canonical`
fn text(lengths: Lengths) -> String {
    let range = |range: LengthRange| match range.max {
        Some(max) if max == range.min => max.to_string(),
        Some(max) => format!("{}..={max}", range.min),
        None => format!("{}..", range.min),
    };
    format!("{} / {}", range(lengths.accepted), range(lengths.canonical))
}

fn lengths(items: &str) -> String {
    let protocol = schema(items);
    text(protocol.records.last().unwrap().lengths)
}

#[test]
fn of_a_position() {
    let game = compile(game::GAME);
    let pos = record(&game, "Pos");
    // Code 1, 3 or 5 bytes; cn and flags to 4 bytes; all others 13 to 22.
    assert_eq!(text(pos.lengths), "16..=34 / 16..=28");
    let field = |name: &str| FieldId(pos.fields.iter().position(|field| field.name.as_deref() == Some(name)).unwrap());
    assert_eq!(text(layout::offset_of(&game, pos, field("state"))), "2..=9 / 2..=5");
    assert_eq!(text(layout::offset_of(&game, pos, field("x"))), "4..=14 / 4..=8");
    assert_eq!(text(layout::offset_of(&game, pos, field("fall"))), "16..=30 / 16..=24");
}

#[test]
fn of_fields_that_exclude_each_other() {
    assert_eq!(lengths("struct S { on: bool, x: u16 if on, y: u32 if !on }"), "3..=5 / 3..=5");
    assert_eq!(lengths("struct S { bits u8 { a, b, _: u6 }, x: u16 if a, y: u32 if b }"), "1..=7 / 1..=7");
    // A bit in an absent group is never set by a writer.
    let uint = "varint V: u16 = leb128;";
    assert_eq!(
        lengths(&format!("{uint} struct S {{ bits V {{ a, _: u7, b, _: u7 }}, g: if a {{ x: u8, y: u8 if b }} }}")),
        "1..=5 / 1..=4"
    );
}

#[test]
fn of_fields_that_depend_on_the_same_number() {
    // One number compared with different ones; the numbers between them count as well.
    assert_eq!(lengths("struct S { kind: u16, x: u16 if kind == 3, y: u32 if kind == 7 }"), "2..=6 / 2..=6");
    assert_eq!(lengths("struct S { kind: u16, x: u16 if kind < 3, y: u32 if kind >= 3 }"), "4..=6 / 4..=6");
    assert_eq!(lengths("struct S { kind: u16, x: u16 if kind in 5..9, y: u32 if kind > 8 }"), "2..=6 / 2..=6");
    assert_eq!(lengths("struct S { kind: i16, x: u16 if -2 < kind, y: u32 if kind == -2 }"), "2..=6 / 2..=6");
    let several = "x: match kind { 0 => u8, 1..=9 => u16, _ => u32 }, y: u32 if kind == 0, z: u32 if kind == 500";
    assert_eq!(lengths(&format!("struct S(kind: u16) {{ {several} }}")), "2..=8 / 2..=8");
    let shape = "shape: match kind { 1 => A { a: u64 }, 2 | 3 => B {}, _ => C { c: u8 } }";
    assert_eq!(lengths(&format!("struct S(kind: u8) {{ {shape}, y: u32 if kind == 2 }}")), "0..=8 / 0..=8");
    let widths = "x: match kind { 1..=9 => u8, 10..=20 => u16, _ => u64 }, y: u32 if kind == 3, z: u32 if kind > 9";
    assert_eq!(lengths(&format!("struct S(kind: u8) {{ {widths} }}")), "1..=12 / 1..=12");
    let shape = "s: match kind { 1..=9 => A { a: u8 }, _ => B { b: u64 } }, y: u64 if kind < 10 && kind > 0";
    assert_eq!(lengths(&format!("struct S(kind: u8) {{ {shape} }}")), "8..=9 / 8..=9");
    // Parts of a named layout, signed ones included.
    assert_eq!(
        lengths("bits B: u32 { a: u20, b: i12 } struct S { b: B, x: u16 if b.a == 70000, y: u32 if b.a == 9 }"),
        "4..=8 / 4..=8"
    );
    assert_eq!(
        lengths("bits B: u32 { a: u20, b: i12 } struct S { b: B, x: u16 if b.b < 0, y: u32 if b.b >= 0 }"),
        "6..=8 / 6..=8"
    );
    // Parameters and session values.
    let known = "struct S(me: bool, energy: bool, flies: bool)";
    assert_eq!(lengths(&format!("{known} {{ x: u16 if me && energy, y: f32 if !me && flies }}")), "0..=4 / 0..=4");
    assert_eq!(lengths("struct S(kind: u32) { x: u16 if kind == 3, y: u32 if kind == 7 }"), "0..=4 / 0..=4");
    assert_eq!(
        lengths(
            "message M = 1 { p: u32 } family F: u8 { M } session p = M.p; struct S { x: u16 if session.p < 9, y: u32 if session.p > 9 }"
        ),
        "0..=4 / 0..=4"
    );
    // The number of remaining bytes.
    assert_eq!(lengths("struct S { x: match left() { 0 => none, 2 => u16, 4 => u32 } }"), "0..=4 / 0..=4");
    assert_eq!(lengths("struct S { a: u8, g: if left() > 0 { x: u8, y: u32 if left() == 4 } }"), "1..=6 / 1..=6");
    // Counts.
    assert_eq!(lengths("struct S(n: u2) { xs: [u32; n], y: u64 if n == 0 }"), "4..=12 / 4..=12");
    // Operands of a sum: every combination, if there are few.
    assert_eq!(
        lengths("struct S { bits u8 { a: u2, b: u2, _: .. }, x: u16 if a + b == 3, y: u32 if a + b == 4 }"),
        "1..=5 / 1..=5"
    );
}

#[test]
fn of_a_field_where_it_is_present() {
    let of = |items: &str, name: &str| {
        let protocol = schema(items);
        let record = protocol.records.last().unwrap();
        let id = record.fields.iter().position(|field| field.name.as_deref() == Some(name)).map(FieldId).unwrap();
        let [at, bytes, everywhere] = [
            layout::offset_of(&protocol, record, id),
            layout::field_lengths(&protocol, record, id),
            layout::place_of(&protocol, record, id),
        ];
        assert_eq!(at.accepted, at.canonical);
        [at, bytes, everywhere].map(text).map(|text| text.split(" /").next().unwrap().to_owned()).join(", ")
    };
    // The length restricted by its rule.
    assert_eq!(of("struct S { x: utf8[u8] where size(it) <= 9, y: u8 }", "x"), "0, 1..=9, 0");
    assert_eq!(of("struct S { x: [u16; u8] where len(it) <= 3, y: u8 }", "x"), "0, 1..=7, 0");
    let known = "struct S(me: bool, energy: bool, flies: bool)";
    assert_eq!(of(&format!("{known} {{ x: u16 if me && energy, y: f32 if !me && flies }}"), "y"), "0, 4, 0..=2");
    // Also if it is the only one that depends on a number, or if the field around it does.
    assert_eq!(of("struct S(kind: u16) { x: match kind { 0..9 => u8, _ => u32 } if kind > 99 }", "x"), "0, 4, 0");
    assert_eq!(of("struct S(a: u16) { x: u16 if a == 3, g: if a in 3..=9 { y: u8 } }", "y"), "0..=2, 1, 0..=2");
    assert_eq!(of("struct S(a: u16) { x: u16 if a == 3, g: if a in 4..=9 { y: u8 } }", "y"), "0, 1, 0..=2");
    let shape = "match a { 0 => None {}, 3 => Three { y: u8 }, _ => Other { z: u8 } }";
    assert_eq!(of(&format!("struct S(a: u16) {{ x: u16 if a == 3, s: {shape} }}"), "y"), "2, 1, 0..=2");
    assert_eq!(of(&format!("struct S(a: u16) {{ x: u16 if a == 3, s: {shape} }}"), "z"), "0..=2, 1, 0..=2");
}

#[test]
fn of_fields_that_are_not_distinguished() {
    // Each is possible by itself; both together are possible, or assumed to be.
    assert_eq!(lengths("struct S { kind: u16, x: u16 if kind > 3, y: u32 if kind < 7 }"), "4..=8 / 4..=8");
    assert_eq!(lengths("struct S { a: u16, b: u16, x: u16 if a == 3, y: u32 if b == 7 }"), "4..=10 / 4..=10");
    assert_eq!(lengths("struct S { a: u16, b: u16, x: u16 if a + b == 3, y: u32 if a + b == 7 }"), "4..=10 / 4..=10");
}

#[test]
fn of_repetitions() {
    assert_eq!(lengths("struct S { n: u8, xs: [u16; n] }"), "1..=511 / 1..=511");
    assert_eq!(lengths("struct S { xs: [u16; u8] }"), "1..=511 / 1..=511");
    assert_eq!(lengths("struct S { n: u8, xs: bytes[n * 4 + 4] }"), "5..=1025 / 5..=1025");
    assert_eq!(lengths("struct S { n: u8 where 1..=3, xs: [u32; n] }"), "5..=13 / 5..=13");
    assert_eq!(lengths("struct S { t: utf8[16] }"), "16 / 16");
    assert_eq!(lengths("struct S { t: utf8[16 or end] }"), "0..=16 / 16");
    assert_eq!(lengths("struct S { t: utf8[until 0, ..=16] }"), "1..=17 / 1..=17");
    assert_eq!(lengths("struct S { t: utf8[until 0 or end, ..=16] }"), "0..=17 / 1..=16");
    assert_eq!(lengths("struct S { t: utf8[until 0] }"), "1.. / 1..");
    assert_eq!(lengths("struct S { t: bytes[..] }"), "0.. / 0..");
    assert_eq!(lengths("struct S { xs: [{ a: u16, b: u8 }; until a: 0xFFFF, ..=2] }"), "2..=8 / 2..=8");
}

#[test]
fn of_choices_and_families() {
    assert_eq!(lengths("struct S { x: match u8 { 0 => A: u8, 1 => B { a: u32, b: u16 } } }"), "2..=7 / 2..=7");
    let family = schema("family F: u16 { message A = 1; message B = 2 { x: u32 } }");
    assert_eq!(text(family.families[0].lengths), "2..=6 / 2..=6");
    let open = schema("family F: u16 { message A = 1; .. }");
    assert_eq!(text(open.families[0].lengths), "2.. / 2..");
}
