//! Numbers that the writer cannot derive in every case, so the user sets them: round trips, and contradictions.

use super::*;

/// Schemas, and packets of `S`.
const ROUND_TRIPS: &[(&str, &[&str])] = &[
    // A count, a code of a message, a mask, a tag and a size, each used by one arm only.
    ("struct S { n: u8, x: match u8 { 0 => A { all: bytes[n] }, _ => B {} } }", &["f805", "0000", "020007 08"]),
    (
        "family F { message M = 1 { it: u8 } message N = 2; }
         struct S { k: u8, x: match u8 { 1 => A { it: F by k }, _ => B {} } }",
        &["8302", "0201", "010107"],
    ),
    (
        "struct S { bits u8 { m: u2, rest: u6 }, x: match u8 { 0 => A { all: [u8 if m; 2] }, _ => B {} } }",
        &["01ff", "020007"],
    ),
    (
        "struct S { k: u8, x: match u8 { 0 => A { y: match k { 0 => C {}, 1 => D: u8, _ => E: u16 } }, _ => B {} } }",
        &["1605", "0000", "0100ff", "160001ff"],
    ),
    ("struct S { n: u8, x: match u8 { 0 => A { within (n) { all: bytes[..] } }, _ => B {} } }", &["0105", "010007"]),
    // The same in nested arms, and in arms of two matches.
    (
        "struct S { n: u8, x: match u8 { 0 => A { y: match u8 { 0 => C { all: bytes[n] }, _ => D {} } }, 1..=2 => B: u8 } }",
        &["000205", "070005", "01000009"],
    ),
    (
        "struct S { n: u8, x: match u8 { 0 => A { all: bytes[n] }, 1 => B {} }, y: match u8 { 0 => C { all: bytes[n] }, _ => D {} } }",
        &["010105", "0100070009"],
    ),
    // The same under conditions of each kind.
    ("struct S { bits u8 { f, n: u7 }, x: bytes[n] if f }", &["0e", "0507 08", "01"]),
    ("struct S { bits u8 { f: bool, n: u7 }, x: bytes[n] if f }", &["0e", "050708"]),
    ("struct S { k: u8, n: u8, x: bytes[n] if k == 1 }", &["0005", "01020708"]),
    ("struct S { n: u8, x: if left() > 0 { all: bytes[n], end: u8 } }", &["05", "010709"]),
    ("struct S { bits u8 { f, k: u2, _: .. }, x: match k { 0 => A {}, 1.. => B: u8 } if f }", &["04", "0307", "01"]),
    // A count with a number that is not a count, in one arm.
    (
        "struct S { n: i8, x: match u8 { 1 => A { all: bytes[n] if n != -1 }, _ => B {} } }",
        &["0105", "ff01", "010107", "ff05"],
    ),
    // Tags that determine more than a width.
    ("struct S { bits u8 { f, w: u2, _: .. }, x: match w { 0 => u8, 2 => u16 } if f }", &["04", "050700", "0107"]),
    ("struct S { w: u8, x: match w { 0 | 2 => u8, 1 => u16 } }", &["0205", "0005", "010500"]),
    ("struct S { w: u8, x: match w { 0 => u8, _ => u16 } }", &["090005", "0005", "010500"]),
    ("enum U: u8 { C = 0, K = 1 } struct S { u: U, x: match u { C => u8, K => u16 } }", &["010500", "0005"]),
    ("enum U: u8 { C = 0, K = 1 } struct S { u: U, x: match u { C => u8, K => u8 } }", &["0105", "0005"]),
    ("struct S { w: u8, x: match w { 0 => u16, 1 => u16be } }", &["000001", "010001"]),
    ("struct S { w: u8 where it < 9, x: match w { 0 => u8, 1 => u16 } }", &["010500"]),
    (
        "struct S { a: u8, bits u8 { w, _: .. }, x: match (a, w) { (0..=1, 0) => u8, (_, 1) => u16 } }",
        &["010005", "000005", "07010001"],
    ),
];

#[test]
fn numbers_of_the_user_come_back() {
    come_back(ROUND_TRIPS);
}

/// A width is chosen by a parameter and by a number that means more than the width.
#[test]
fn a_tag_beside_a_parameter_comes_back() {
    let one = schema("struct S(p: bool) { w: u8, x: match (w, p) { (0..=5, 0) => u32, (_, 1) => u16 } }");
    let target = target(&one, "S").unwrap();
    for (packet, p) in [("0501020304", 0), ("0001020304", 0), ("090102", 1)] {
        let bytes = hex(packet);
        let value = read_exact(&one, target, &bytes, &[p]).unwrap();
        assert_eq!(write(&one, target, &value, &[p]), Ok(bytes));
    }
}

/// Numbers that contradict what they count or choose cannot be written.
#[test]
fn values_that_contradict_the_users_numbers_are_rejected() {
    for (items, packet, value, expected) in [
        (
            "struct S { n: u8, x: match u8 { 0 => A { all: bytes[n] }, _ => B {} } }",
            "0100 07",
            ("n", Value::Int(2)),
            "S.x.all: not the length that its count has or can have: expected 2, found 1",
        ),
        (
            "struct S { w: u8, x: match w { 0 | 2 => u8, 1 => u16 } }",
            "010005",
            ("w", Value::Int(2)),
            "S.x: out of range for its place on the wire: expected 0 to 255, found 1280",
        ),
        (
            "struct S { bits u8 { f, k: u2, _: .. }, x: match k { 0 => A {}, 1.. => B: u8 } if f }",
            "0307",
            ("k", Value::Int(0)),
            "S.x: contradicts its condition or tag: expected 0, found the arm `B`",
        ),
        (
            "struct S { k: u8, n: u8, x: bytes[n] if k == 1 }",
            "0005",
            ("k", Value::Int(1)),
            "S.x: contradicts its condition or tag: expected present exactly if `k == 1`, found absent",
        ),
        // A number without an arm says neither that the field is there nor that it is absent.
        (
            "struct S { w: u8 where it < 9, x: match w { 0 => none, 1 => u8 } }",
            "00",
            ("w", Value::Int(2)),
            "S.x: contradicts its condition or tag: expected present exactly if its tags say so, found absent",
        ),
        (
            "struct S { w: u8 where it < 9, x: match w { 0 => none, 1 => u8 } else 5 }",
            "00",
            ("w", Value::Int(2)),
            "S.x: contradicts its condition or tag: expected the default unless its tags say so, found another value",
        ),
    ] {
        let one = schema(items);
        let Ok(Value::Record(mut fields)) = read_as(&one, "S", &hex(packet)) else { panic!("{items}") };
        for field in &mut fields {
            if field.0 == value.0 {
                field.1 = value.1.clone();
            }
        }
        let error = write_as(&one, "S", &Value::Record(fields)).expect_err(items);
        assert_eq!(error.to_string(), expected, "{items}");
    }
}
