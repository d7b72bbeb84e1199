//! Numbers with several uses: the writer derives those that one use determines, and checks all others.

use super::*;

/// Schemas, and packets of `S` that come back byte for byte.
const ROUND_TRIPS: &[(&str, &[&str])] = &[
    // A use that only reads a number is checked against it.
    ("struct S { n: u8, xs: [u8; n], k: u8 if n > 3 }", &["00", "0301 0203", "040102030405"]),
    ("struct S { n: u8, xs: [u8; n], k: u8 if n > 1 else 5 }", &["00", "0107", "02070805", "02070806"]),
    ("struct S { n: u8, xs: [{ a: u8, b: u8 if n > 1 }; n] }", &["00", "0105", "0205060708"]),
    ("struct S { k: u8, v: match k { 0 => A {}, 1 => B { b: u8 } }, x: u8 if k == 1 }", &["00", "010507"]),
    ("struct S { n: u8, within (n) { a: u8, b: bytes[..] }, c: u8 if n > 1 }", &["0105", "02050607"]),
    // One number means that it is absent.
    ("struct S { n: u8, xs: [u8; n] if n != 0 }", &["00", "0105"]),
    ("struct S { n: u8, xs: [u8; n] if n != 255 }", &["00", "0105", "ff"]),
    (
        "struct S { len: u8, body: if len != 0 { within (len) { kind: u8, data: bytes[..] } } }",
        &["00", "0105", "020506"],
    ),
    ("struct S { k: u8, x: match k { 1 => A { a: u8 }, _ => B {} } if k != 7 }", &["0105", "07", "09"]),
    ("struct S { bits u8 { m: u3, _: .. }, x: [u8 if m; 3] if m != 0 }", &["00", "0505 06"]),
    // Several uses determine it, or a formula has several answers.
    ("struct S { n: u8, prefix: bytes[(n + 7) / 8] }", &["00", "01aa", "08aa", "09aabb"]),
    ("struct S { n: u8, m: u8, x: bytes[n + m], y: bytes[n % 2] }", &["0000", "01020102 0304"]),
    (
        "struct S { k: u8, s: match k { 0 => A {}, 1 => B { x: u8 } }, m: u8, t: match k { 0 => C {}, 1 => D { y: u8 } } }",
        &["0007", "01050607"],
    ),
    ("struct S { n: u8, xs: [u8; n], ys: [u8; n], zs: [u8; n * 2] }", &["00", "0105060708"]),
    ("struct S { n: u8, within (n) { a: u8, b: u8 if n > 1 else 5 } }", &["0105", "020505", "020506"]),
    (
        "bits B: u8 { n: u4, k: u4 }\nstruct S { b: B, x: bytes[b.n], y: match b.k { 0 => A {}, _ => C: u8 } }",
        &["0207 08", "1109aa"],
    ),
    // Lengths in an arm.
    (
        "struct S { kind: u8, set: match kind { 0 => Tag { name: utf8[u8] }, _ => Ids { ids: [u8; kind - 1] } } }",
        &["000161", "01", "030708"],
    ),
    (
        "struct S { head: u8, v: match head { 0..=0x7F => Fix {}, 0xA0..=0xBF => Str: utf8[head - 0xA0], 0xD9 => Str8: utf8[u8] } }",
        &["00", "7f", "a0", "a26869", "d9026869"],
    ),
    (
        "struct S { size: u8, code: u8, data: match size { 0..=254 => Plain: bytes[size], 255 => Jumbo: bytes[u16] } }",
        &["0007", "0207aabb", "ff070100aa"],
    ),
    (
        "struct S { k: u8, x: match k { 0..=9 => A { f: bool, xs: [u8; k] if f }, _ => B { ys: bytes[k / 8] } } }",
        &["0300", "0201 0506", "0aaa"],
    ),
    (
        "struct S { k: u8, x: match k { 0..=9 => A { within (k) { a: u8, b: bytes[..] } }, _ => B {} } }",
        &["0105", "03050607", "0a"],
    ),
    // Several numbers choose a shape.
    ("struct S { a: u8, b: u8, x: match (a, b) { (1, 1) => A {}, (2, 1) => B: u8 } }", &["0101", "020105"]),
    (
        "struct S { a: u8, b: u8, x: match (a, b) { (1, 1) => A {}, (1 | 2, 1..=4) | (7, 1) => B: u8, _ => C: u16 } }",
        &["0101", "010205", "070105", "05010607"],
    ),
    ("struct S { a: u8, b: u8, x: match (a, b) { (1, _) => A {}, (_, 4) => B: u8 } }", &["0104", "020405"]),
    ("struct S { a: u8, b: u8, x: match (a, b) { (1, 1) => A {}, (2, 3) => B: u8 } if a != 0 }", &["0007", "020305"]),
    ("struct S { a: u8, b: u8, x: match (a, b) { (1, 1) => A: bytes[a], (2, 1) => B {} } }", &["010105", "0201"]),
    ("struct S { a: u8, b: u8, x: match (a, b) { (0..=4, 1) => A: bytes[a], _ => B {} } }", &["02010506", "0501"]),
    ("struct S { bits u8 { f, g, _: .. }, x: match (f, g) { (0, 0) => A {}, (1, 0) => B: u8 } }", &["00", "0105"]),
    (
        "enum K: u8 { P = 1, Q = 2 | 5, .. }\nstruct S { k: K, b: bool, x: match (k, b) { (P, 0) => A {}, (Q, 1) => B {} } }",
        &["0100", "0201"],
    ),
    (
        "struct T(p: u8) { k: u8, x: match (p, k) { (_, 1) => A {}, (0, 2) => B: u8, (1.., 2) => C {} } }\nstruct S { n: u8, t: T(n) }",
        &["0001", "000205", "0902"],
    ),
    (
        "bits B: u8 { a: u4, b: u4 }\nstruct S { b: B, k: u8, x: match (b.a, k) { (1, 1) => A {}, (2.., 3) => B: u8 } }",
        &["0101", "020305"],
    ),
];

#[test]
fn packets_come_back() {
    come_back(ROUND_TRIPS);
}

fn record(fields: &[(&str, Value)]) -> Value {
    Value::Record(fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

fn arm(name: &str, fields: &[(&str, Value)]) -> Value {
    let Value::Record(fields) = record(fields) else { unreachable!("a record is one") };
    Value::Arm { name: name.to_owned(), fields }
}

fn numbers(count: usize) -> Value {
    Value::List(vec![Value::Int(7); count])
}

/// Values that contradict a number cannot be written: the error names the field, what it needs and what it has.
#[test]
fn contradictions_are_rejected() {
    let ids =
        "struct S { kind: u8, set: match kind { 0 => Tag { name: utf8[u8] }, _ => Ids { ids: [u8; kind - 1] } } }";
    let packed = "struct S { head: u8, v: match head { 0..=9 => Fix {}, 0xA0..=0xBF => Str: utf8[head - 0xA0] } }";
    for (items, value, expected) in [
        (
            ids,
            record(&[("set", arm("Ids", &[("ids", numbers(255))]))]),
            "S.set.ids: not the length that its count has or can have: expected at most 254 (`kind`), found 255",
        ),
        (
            packed,
            record(&[("v", arm("Str", &[("value", Value::Text("x".repeat(32)))]))]),
            "S.v.value: not the length that its count has or can have: expected at most 31 (`head`), found 32",
        ),
        (
            "struct S { n: u8, prefix: bytes[(n + 7) / 8] }",
            record(&[("n", Value::Int(9)), ("prefix", Value::Bytes(vec![1]))]),
            "S.prefix: not the length that its count has or can have: expected 2, found 1",
        ),
        (
            "struct S { n: u8, xs: [u8; n], k: u8 if n > 3 }",
            record(&[("xs", numbers(4))]),
            "S.k: contradicts its condition or tag: expected present exactly if `n > 3`, found absent",
        ),
        (
            "struct S { n: u8, xs: [u8; n] if n != 0 }",
            record(&[("xs", numbers(0))]),
            "S.xs: contradicts its condition or tag: expected present exactly if `n != 0`, found present",
        ),
        (
            "struct S { n: u8, xs: [u8; n], ys: [u8; n] if n != 0 }",
            record(&[("xs", numbers(1))]),
            "S.ys: contradicts its condition or tag: expected present exactly if `n != 0`, found absent",
        ),
        (
            "struct S { n: u8, xs: [u8; n], k: u8 if n > 1 else 5 }",
            record(&[("xs", numbers(1)), ("k", Value::Int(6))]),
            "S.k: contradicts its condition or tag: expected the default unless `n > 1`, found another value",
        ),
        (
            "struct S { n: u8, xs: [{ a: u8, b: u8 if n > 1 }; n] }",
            record(&[("xs", Value::List(vec![record(&[("a", Value::Int(1)), ("b", Value::Int(2))])]))]),
            "S.xs[0].b: contradicts its condition or tag: expected present exactly if `n > 1`, found present",
        ),
        (
            "struct S { a: u8, b: u8, x: match (a, b) { (1, 1) => A {}, _ => B {} } }",
            record(&[("a", Value::Int(1)), ("b", Value::Int(2)), ("x", arm("A", &[]))]),
            "S.x: contradicts its condition or tag: expected an arm for `a` and `b`, found the arm `A`",
        ),
        (
            "struct S { a: u8, b: u8, x: match (a, b) { (1, 1) => A {}, (2, 3) => B {} } if a != 0 }",
            record(&[("b", Value::Int(1)), ("x", arm("B", &[]))]),
            "S.x: contradicts its condition or tag: expected an arm for `a` and `b`, found the arm `B`",
        ),
        (
            "struct S { n: u8, within (n) { a: u8, b: u8 if n > 1 else 5 } }",
            record(&[("n", Value::Int(1)), ("b", Value::Int(6))]),
            "S.b: contradicts its condition or tag: expected the default unless `n > 1`, found another value",
        ),
    ] {
        let error = write_as(&schema(items), "S", &value).expect_err(items);
        assert_eq!(error.to_string(), expected, "{items}");
    }
}

/// Numbers of a tuple that choose nothing together are named.
#[test]
fn readers_name_the_tags_of_a_tuple() {
    for (choice, expected) in [
        ("match (a, b) { (1, 1) => A {}, (2, 1) => B: u8 }", "expected an arm for `a` and `b`"),
        ("match (a, b) { (1, 1) => u8, (2, 1) => u16 }", "expected a width for `a` and `b`"),
    ] {
        let protocol = schema(&format!("struct S {{ a: u8, b: u8, x: {choice} }}"));
        let error = read_as(&protocol, "S", &hex("0202")).expect_err(choice);
        assert_eq!(error.to_string(), format!("S.x at byte 2: a number without a meaning here: {expected}"));
    }
}
