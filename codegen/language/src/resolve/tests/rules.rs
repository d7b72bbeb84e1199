//! Rules and repairs.

use super::{complaints, right};
use crate::model::{Absent, Check, FieldId, Interval, Test};

#[test]
fn mistakes() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: u8 where 0..=255 }",
        "struct S { x: u8 where 300.. }",
        "struct S { x: u8 where it > 3 && it < 2 }",
        "struct S { x: f32 where it != 1.0 }",
        "struct S { x: f32 where it < 1.0 && it < 2.0 }",
        "struct S { x: f32 where 2.0..=1.0 }",
        "struct S { x: latin1[u8] where 1..=3 }",
        "struct S { x: latin1[u8] where it == 3 }",
        "struct S { x: u8 where 1..=7 else 9 }",
        "struct S { x: bool where y == 1 else false, y: u8 }",
        "struct S { x: f32 where -1.0 < it < 1.0 else 1.0 }",
        "struct S { x: u8 where x + nope < 3 }",
        "struct S { a: i64, b: i64, x: u8 where a * b < 3 }",
        "quantity Q: u8 = raw / 2;\nstruct S { x: Q where 1..=3 }",
        "type T = u8 where 1..=7;\nstruct S { x: T where 1..=3 }",
        "struct S { bits u8 { f, _: .. }, n: u8 if f, x: u8 where it < n }",
        "struct S { g: { x: u8 where it < n }, n: u8 }",
        "struct S { x: match u8 { 0 => A { a: u8 where it < n }, 1 => B {} }, n: u8 }",
    ]));
}

#[test]
fn what_is_repaired_decides_nothing() {
    insta::assert_snapshot!(complaints(&[
        "struct S { n: u8 where ..=3 else 3, x: u8 if n == 2 }",
        "struct S { n: u8 where ..=3 else 3, _: u8 if n == 2 }",
        "struct S { n: u8 where ..=3 else 3, x: match n { 0 => u8, 1.. => u16 } }",
        "struct S { n: u8 where ..=3 else 3, x: match n { 0 => A {}, 1.. => B {} } }",
        "struct S { n: u8 where ..=3 else 3, x: [u8; n] }",
        "struct S { n: u8 where ..=3 else 3, x: [u8 if n; 8] }",
        "struct S { n: u8 where ..=3 else 3, within (n) { x: bytes[..] } }",
        "struct S { n: u8 where ..=3 else 3, x: [{ y: u8 if n == 2 }; 3] }",
        "struct T(a: u8) { x: u8 if a == 2 }\nstruct S { n: u8 where ..=3 else 3, t: T(n) }",
        "bits B: u8 { a, _: .. }\nstruct T(a: bool) { x: u8 if a }\nstruct S { n: B where it.raw != 9 else zero, t: T(n.a) }",
        "family F { message A = 1; message B = 3; }\nstruct S { n: u8 where ..=3 else 3, f: F by n }",
        "hook h(data: bytes, n: u8) -> u8;\nstruct S { n: u8 where ..=3 else 3, c: u8 = h(before(c), n) }",
        "message M = 1 { n: u8 where ..=3 else 3 }\nsession n = M.n;\nfamily F: u8 { M, message N = 2 { x: u8 if session.n == 2 } }",
        "struct S { x: u8 where it > n, n: u8 where ..=3 else 3 }",
        "struct S { n: u8 where ..=3 else 3, g: { x: u8 where it > n && it != n } }",
        "struct S { l: [{ n: u8 where ..=3 else 3 }; until n: 3] }",
        "struct S { l: [{ n: u8 where ..=3 else 3 }; u8] where ascending(it.n) }",
    ]));
}

#[test]
fn a_repair_meets_its_own_rule() {
    insta::assert_snapshot!(complaints(&[
        "struct S { n: u8 where it > m else 3, m: u8 }",
        "struct S { n: bool where !it && m == 1 else false, m: u8 }",
        "enum E: u8 { A = 0, B = 1 }\nstruct S { n: E where it != A && m == 1 else B, m: u8 }",
        "quantity Q: u8 = raw / 2;\nstruct S { n: Q where it.raw > m else 2, m: u8 }",
        "bits B: u8 { a: u4, b: u4 }\nstruct S { n: B where it.b.raw > 1 else 0x1F }",
        "struct S { n: u8 where it <= len(l) else 1, l: [u8; u8] }",
        "enum E: u8 { A = 0, B = 1 }\nstruct S { n: E where it != B else 3 }",
        "bits B: u8 { a, _: .., c: u1 = 1 }\nstruct S { n: B where it.raw != 200 else 3 }",
    ]));
    right("struct S { n: u8 where it > m || it == 3 else 3, m: u8 }");
    right("struct S { n: u8 where it > m else 9, m: u8 where it < 9 }");
    right("bits B: u8 { a: u4, b: i4 }\nstruct S { n: B where it.b.raw < -1 else 0xE0 }");
    right("struct S { l: [{ n: u8 where ..=3 else 3 }; until n: 9] }");
}

#[test]
fn counting() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: bytes[u8] where size() < 3 }",
        "struct S { x: bytes[u8] where size(it) < 300 }",
        "struct S { x: bytes[u8] where size(it) > 256 && len(it) > 1 }",
        "struct S { x: u8 where size(it) == 1 }",
        "struct S { x: bytes[4] where len(it) <= 4 }",
        "struct S { x: bytes[u8] where len(it) <= 255 }",
        "struct S { x: u16 where len(it) <= 3 }",
        "struct S { x: bytes[u8] where len(y) <= 3 }",
        "struct S { x: bytes[u8] where len(it) <= 3 else 0 }",
        "struct S { bits u8 { f, g, _: .. }, n: [u8; u8] if f, x: u8 where it < len(n) }",
        "struct S { g: { n: [u8; u8] }, x: u8 where it < len(g.n) }",
        "struct S { n: [u8; u8], x: u8 if len(n) > 3 }",
        "struct S { n: [u8; u8], x: bytes[len(n)] }",
        "struct S { bits u8 { a: u4, b: u4 }, x: bytes[..] where len(it) < size(a) }",
        "family F: u8 { message A = 1; }\nstruct S { x: [F; ..] where len(it) < 4 }",
        "struct S { x: u8 where nope(it) < 3 }",
    ]));
}

#[test]
fn ascending() {
    insta::assert_snapshot!(complaints(&[
        "struct S { x: u8 where ascending(it) }",
        "struct S { x: [u8; u8] where ascending() }",
        "struct S { x: [u8; u8] where ascending(x) }",
        "struct S { x: [u8; u8] where ascending(it) else 0 }",
        "struct S { x: [u8; u8] where ascending(it.id) }",
        "struct S { x: [f32; u8] where ascending(it) }",
        "struct S { x: [u8; 1] where ascending(it) }",
        "struct S { x: [{ id: u8 }; u8] where ascending(it) }",
        "struct S { x: [{ id: u8 }; u8] where ascending(it.ids) }",
        "struct S { x: [{ bits u8 { f, _: .. }, id: u8 if f }; u8] where ascending(it.id) }",
        "struct S { x: [{ n: u8, l: [u8; n] }; u8] where ascending(it.n) }",
        "struct S { x: [{ id: u8 = 3 }; u8] where ascending(it.id) }",
        "struct S { x: [u8; u8] where ascending(it) && len(it) < 3 }",
    ]));
}

#[test]
fn a_bound_of_bytes_is_a_bound_of_the_record() {
    let protocol = right("struct S { head: u16, body: bytes[..] where 2 <= size(it) <= 484 }");
    let record = &protocol.records[0];
    assert_eq!((record.lengths.accepted.min, record.lengths.canonical.max), (4, Some(486)));
}

#[test]
fn a_bound_of_elements_is_a_bound_of_their_bytes() {
    let lengths = |fields: &str| {
        let protocol = right(&format!("varint V: u16 {{ ..=0xFE => u8, .. => 0xFF u16 }} struct S {{ {fields} }}"));
        let [accepted, canonical] = [protocol.records[0].lengths.accepted, protocol.records[0].lengths.canonical];
        assert_eq!((accepted.min, accepted.max), (canonical.min, canonical.max), "{fields}");
        (accepted.min, accepted.max)
    };
    assert_eq!(lengths("x: [u16; u8] where len(it) <= 3"), (1, Some(7)));
    assert_eq!(lengths("x: [u16; u8] where len(it) in 2..=3"), (5, Some(7)));
    assert_eq!(lengths("n: u8, x: [u16; n * 2] where len(it) <= 3"), (1, Some(7)));
    assert_eq!(lengths("x: [V; u8] where len(it) <= 3"), (1, Some(10)));
    assert_eq!(lengths("x: [u16; until 0] where len(it) <= 3"), (2, Some(8)));
    assert_eq!(lengths("x: [u16; ..] where len(it) <= 3"), (0, Some(6)));
    assert_eq!(lengths("x: bytes[..] where len(it) <= 3"), (0, Some(3)));
    // The count is as short as possible; without an upper bound the list is unlimited.
    assert_eq!(lengths("n: V, x: [u16; n] where len(it) >= 1"), (3, Some(3 + 2 * 65535)));
    assert_eq!(lengths("x: [u16; ..] where len(it) >= 1"), (0, None));
    // UTF-8 is counted in bytes; a character that is a number may have several bytes.
    assert_eq!(lengths("x: utf8[u8] where len(it) <= 3"), (1, Some(4)));
    assert_eq!(lengths("x: latin1[..] where len(it) <= 3"), (0, Some(3)));
    assert_eq!(lengths("x: [V; u8] as latin1 where len(it) <= 3"), (1, Some(10)));

    // Text of maximal length has no terminator; a rule may exclude that case or leave only it.
    let both = |field: &str| {
        let lengths = right(&format!("struct S {{ {field} }}")).records[0].lengths;
        [lengths.accepted, lengths.canonical].map(|range| (range.min, range.max))
    };
    let until = |rule: &str| both(&format!("x: bytes[until 0 or end, ..=16]{rule}"));
    assert_eq!(until(""), [(0, Some(17)), (1, Some(16))]);
    assert_eq!(until(" where len(it) <= 3"), [(0, Some(4)), (1, Some(4))]);
    assert_eq!(until(" where len(it) in 2..=16"), [(0, Some(17)), (3, Some(16))]);
    assert_eq!(until(" where len(it) in 16..=16"), [(0, Some(17)), (16, Some(16))]);
    assert_eq!(both("x: bytes[until 0 or end] where len(it) <= 3"), [(0, Some(4)), (1, Some(4))]);
}

#[test]
fn a_bound_of_what_there_is_of_a_field_is_told_from_other_rules() {
    let most = |field: &str| {
        let protocol = right(&format!("struct S {{ n: u8, {field} }}"));
        protocol.records[0].fields[1].rule.as_ref().and_then(|rule| rule.most(FieldId(1)))
    };
    assert_eq!(most("x: utf8[u8] where size(it) <= 9"), Some(9));
    assert_eq!(most("x: utf8[u8] where len(it) <= 9"), Some(9));
    assert_eq!(most("x: [u16; u8] where len(it) <= 9"), Some(9));
    // A value that breaks these may be too short, or its length alone breaks nothing.
    assert_eq!(most("x: [u16; u8] where len(it) in 2..=9"), None);
    assert_eq!(most("x: [u16; u8] where len(it) in 0 | 9"), None);
    assert_eq!(most("x: [u16; u8] where len(it) <= 9 && n > 3"), None);
    assert_eq!(most("x: [u16; u8] where len(it) <= n"), None);
}

#[test]
fn rules_narrow_and_may_look_forward() {
    let protocol = right(
        "bits B: u64 { a: u20, b: i20, _: .. }
        struct S {
            count: u32 where 1..=7,
            list: [u16; count],
            x: i16 where -5 <= it < 300 else 0,
            early: u8 where it != later,
            later: u8,
            f: f32 where -1.0 < it <= 0.1 else -0.1,
            b: B where it.a * it.a + it.b * it.b <= 1000,
            t: u8 as truthy where t.raw != 7 else false,
        }",
    );
    let record = &protocol.records[0];
    let interval = |path: &str| record.cells.iter().find(|cell| cell.path == path).map(|cell| cell.interval).unwrap();
    assert_eq!(interval("count"), Interval::new(1, 7));
    // Other rules still see the repaired number.
    assert_eq!(interval("x"), Interval::of_bits(16, true));
    let rules: Vec<_> = record.fields.iter().filter_map(|field| field.rule.as_ref()).collect();
    assert_eq!(rules.len(), 6);
    assert_eq!((rules[1].repair.clone(), rules[1].text.as_str()), (Some(Absent::Raw(0)), "-5 <= it < 300"));
    assert_eq!(rules[3].check, Check::Float { low: Some((-1., false)), high: Some((f64::from(0.1_f32), true)) });
    assert_eq!(rules[3].repair, Some(Absent::Float(f64::from(-0.1_f32))));
    // The rule narrows the lengths: 4 + 1..=7 elements of two bytes, and the rest.
    assert_eq!((record.lengths.accepted.min, record.lengths.accepted.max), (23, Some(35)));
}

#[test]
fn squares_are_not_below_zero_and_rules_stand_on_one_line() {
    let protocol = right(
        "bits B: u64 { a: u20, b: i20, _: .. }
        struct S {
            b: B where (it.a.raw - 9) * (it.a.raw - 9)   // the first
                + it.b * it.b <= 1000,
            n: i8 where it * it != 4,
        }",
    );
    let rules: Vec<_> = protocol.records[0].fields.iter().filter_map(|field| field.rule.as_ref()).collect();
    assert_eq!(rules[0].text, "(it.a.raw - 9) * (it.a.raw - 9) + it.b * it.b <= 1000");
    let intervals = |rule: usize| match &rules[rule].check {
        Check::Test(Test::In { intervals, .. }) => intervals.clone(),
        other => panic!("{other:?}"),
    };
    // Bounds that no square exceeds are not tested.
    assert_eq!(intervals(0), [Interval::new(i64::MIN.into(), 1000)]);
    assert_eq!(intervals(1), [Interval::new(i64::MIN.into(), 3), Interval::new(5, i64::MAX.into())]);
    insta::assert_snapshot!(complaints(&["struct S { x: i8 where it * it >= 0 }"]));
}
