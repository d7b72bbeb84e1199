//! Names and values of examples, checked before the examples are executed.

use super::{complaints, right};
use crate::model::{ExampleKind, ExampleLiteral};

#[test]
fn mistakes() {
    let with = |example: &str| {
        format!(
            "quantity Q: u8 = raw / 2;
enum E: u8 {{ Up = 1, Down = 2 }}
packed P: u16 {{ yaw: 0..360 wrap, pitch: -90..=90 clamp }}
bits B: u8 {{ low: u4, high: E4 }}
enum E4: u4 {{ One = 1 }}
message M(known: bool) = 1 {{
    n: u8, q: Q, e: E, p: P, b: B, f: bool, list: [u8; 2], text: latin1[u8],
    v: match u8 {{ 0 => Zero {{ z: u8 }}, 1 => One: u16 }},
    x: u8 if known,
    {example}
}}"
        )
    };
    let cases = [
        "example \"e\" (known: true) = hex \"0\" {}",
        "example \"e\" (known: true) = hex \"0g\" {}",
        "example \"e\" (known: true) = dec \"1 256\" {}",
        "example \"e\" (known: true) = dec \"1 -129\" {}",
        "example \"e\" = hex \"00\" {}",
        "example \"e\" (knwn: true) = hex \"00\" {}",
        "example \"e\" (known: 1) = hex \"00\" {}",
        "example \"e\" (known: true) = hex \"00\" { m: 1 }",
        "example \"e\" (known: true) = hex \"00\" { tex: \"a\" }",
        "example \"e\" (known: true) = hex \"00\" { n: \"a\" }",
        "example \"e\" (known: true) = hex \"00\" { n: 1.5 }",
        "example \"e\" (known: true) = hex \"00\" { n.low: 1 }",
        "example \"e\" (known: true) = hex \"00\" { b: 1 }",
        "example \"e\" (known: true) = hex \"00\" { b.hig: One }",
        "example \"e\" (known: true) = hex \"00\" { e: Upp }",
        "example \"e\" (known: true) = hex \"00\" { f: 2.5 }",
        "example \"e\" (known: true) = hex \"00\" { list: 3 }",
        "example \"e\" (known: true) = hex \"00\" { list: [1, \"a\"] }",
        "example \"e\" (known: true) = hex \"00\" { v: Two }",
        "example \"e\" (known: true) = hex \"00\" { p.row: 3 }",
        "example \"e\" (known: true) = hex \"00\" { n: 1, e.raw: 1, n: 1 }",
        "example \"e\" (known: true) = hex \"00\" { n[0]: 1 }",
        "example \"e\" (known: true) = hex \"00\" { list[0][1]: 1 }",
        "example \"e\" (known: true) = hex \"00\" { list: [{ n: 1 }, 2] }",
        "example \"e\" (known: true) = hex \"00\" { b: { low: 1, hihg: One } }",
        "refuses \"e\" (known: true) = hex \"00\" { }",
        "refuses \"e\" (known: true) = hex \"00\" { n: trunkated }",
        "refuses \"e\" (known: true) = hex \"00\" { m: truncated }",
    ];
    let cases: Vec<String> = cases.iter().map(|example| with(example)).collect();
    let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
    insta::assert_snapshot!(complaints(&cases));
}

#[test]
fn values_of_the_writer_have_none_here() {
    insta::assert_snapshot!(complaints(&[
        "struct S { n: u8, x: bytes[n], example \"e\" = hex \"00\" { n: 0 } }",
        "struct S { g: { x: u8, example \"e\" = hex \"00\" { x: 0 } } }",
    ]));
}

#[test]
fn bound() {
    let protocol = right(
        "struct S {
            n: i8, t: latin1[u8],
            example \"a\" = dec \"-2 1 97\" { n: -2, t: \"a\" }
            accepts \"b\" = hex \"fe 01\\n61\" { n.raw: -2 },
            refuses \"c\" = hex \"fe\" { t: truncated }
        }",
    );
    let examples = &protocol.records[0].examples;
    assert_eq!(examples[0].bytes, [0xFE, 1, 97]);
    assert_eq!(examples[0].values[0].value, ExampleLiteral::Int(-2));
    assert_eq!((examples[1].bytes.len(), &examples[1].kind), (3, &ExampleKind::Accepts));
    assert_eq!(examples[1].values[0].path, ["n", "raw"]);
    let refuses = ExampleKind::Refuses { field: "t".to_owned(), reason: "truncated".to_owned() };
    assert_eq!(examples[2].kind, refuses);
}

/// An element that is a record only because of its rule or shapes counts as its content.
#[test]
fn what_has_no_name_is_refused_as_what_it_is() {
    let protocol = right(
        "struct S {
            bits u8 { a: u3, _: u5 = 3 }, _: u16, _: u8 = 7, _: [u8; 2], _: ascii[2] = \"OK\",
            refuses \"bits\" = hex \"00\" { bits: constant }
            refuses \"no bits\" = hex \"\" { bits: truncated }
            refuses \"reserved\" = hex \"18 00\" { reserved: truncated }
            refuses \"a number\" = hex \"18 0000 08\" { constant: constant }
            refuses \"padding\" = hex \"18 0000 07 00\" { reserved: truncated }
            refuses \"text\" = hex \"18 0000 07 0000 4f4c\" { constant: constant }
        }",
    );
    assert_eq!(protocol.records[0].examples.len(), 6);
    insta::assert_snapshot!(complaints(&[
        "struct S { _: u8 = 7, x: u8, example \"e\" = hex \"07 00\" { constant: 7 } }",
        "struct S { x: u8, refuses \"e\" = hex \"\" { constant: truncated } }",
    ]));
}

#[test]
fn elements_with_rules_are_numbers() {
    let literals = right(
        "type Percent = u8 where 0..=100;
type Part = f32 where 0.0..=1.0;
struct S {
    a: [Percent; 2], b: [Part; 1], c: [match u8 { 0 => None {}, _ => Some: u8 }; 2],
    example \"all\" = hex \"01 02 0000003f 00 0107\" { a: [1, 2], b: [0.5], c: [None, Some] }
}",
    );
    assert_eq!(literals.records.iter().map(|record| record.examples.len()).sum::<usize>(), 1);
}

const SEVERAL: &str = "struct Dot { x: u16 }
family F: u8 {
    message Some = 1 { list: u16 }
    message More = 2 { list: [utf8[u8]; u8] }
    ..
}
struct S {
    a: { v: match u8 { 0 => Dot, 1..=3 => One: u16, 4 => Code { code: utf8[u8] } } },
    f: F,";

#[test]
fn what_is_named_tells_what_is_in_it() {
    let examples = [
        "example \"1\" = hex \"00010009\" { a.v.value.x: 1, f.code: 9 }",
        "example \"2\" = hex \"02010002010161\" { a.v.value: 1, a.v: One, a.v.code: 2, f.list: [\"a\"], f: More }",
        "example \"3\" = hex \"0401610107 00\" { a.v: Code, a.v.code: \"a\", f: Some, f.list: 7 }",
    ];
    let protocol = right(&format!("{SEVERAL} {} }}", examples.join("\n")));
    let values = protocol.records.iter().flat_map(|record| &record.examples).flat_map(|example| &example.values);
    assert_eq!(values.count(), 11);
    let cases = [
        "a.v: Dot, a.v.value: 1",
        "a.v.value: 1, a.v: Code",
        "a.v: Code, a.v.code: 4",
        "f: Some, f.list: [\"a\"]",
        "f: More, f.code: 2",
        "f: Less, f.list: 7",
    ]
    .map(|values| format!("{SEVERAL} example \"e\" = hex \"00\" {{ {values} }} }}"));
    insta::assert_snapshot!(complaints(&cases.each_ref().map(String::as_str)));
}

#[test]
fn a_path_is_that_of_the_first_shape_with_all_of_it() {
    let schema = "struct A { x: u8 } struct B { y: u8 where it > 0, z: { x: utf8[u8] } }
        struct S {
            v: match u8 { 0 => A: A, 1 => B: B, 2 => C { value: u8 } },
            example \"b\" = hex \"01 02 0161\" { v.value.y: 2, v.value.z.x: \"a\" }
            example \"a\" = hex \"00 07\" { v.value.x: 7 }
            refuses \"a zero\" = hex \"01 00 00\" { v.value.y: rule }
            refuses \"half a text\" = hex \"01 01 01\" { v.value.z.x: truncated }";
    right(&format!("{schema} }}"));
    insta::assert_snapshot!(complaints(&[
        &format!("{schema} example \"c\" = hex \"00 07\" {{ v.value.w: 7 }} }}"),
        &format!("{schema} example \"c\" = hex \"00 07\" {{ v.value.z.y: 7 }} }}"),
    ]));
}

const LISTS: &str = "struct Line { sku: latin1[u8], n: u8 }
family F: u8 { message Some = 1 { x: u8 } message More = 2 { x: utf8[u8] } }
struct S {
    lines: [Line; u8], fs: [F; u8], grid: [[u8; 2]; 2], named: [latin1[u8]; u8], data: bytes[u8],
    deep: [{ a: [{ b: { c: u8, d: u8 } }; u8], v: match u8 { 0 => None {}, _ => Some: u8 } }; u8],";

#[test]
fn paths_reach_into_lists() {
    let bytes = "02 016101 016202  02 0105 02017a  01020304  0161  02ffee  01 01 0708 0109";
    let examples = [
        "lines: [{ sku: \"a\", n: 1 }, { sku: \"b\" }], grid: [[1, 2], [3, 4]], deep: [{ a: [{ b: { c: 7 } }] }]",
        "lines[1].n: 2, fs[0].x: 5, grid[1][0]: 3, named[0]: \"a\", data[1]: 0xEE, deep[0].a[0].b.d: 8",
        "fs: [Some, More], fs[1].x: \"z\", lines: [{}, { n: 2 }], lines[0]: { n: 1 }, deep[0].v: Some, deep[0].v.value: 9",
        "fs: [{ x: 5 }, More], fs[1]: { x: \"z\" }, deep: [{ v: Some, a[0]: { b.c: 7 } }]",
    ];
    let examples = examples.map(|values| format!("example \"e\" = hex \"{bytes}\" {{ {values} }}"));
    let protocol = right(&format!("{LISTS} {} }}", examples.join("\n")));
    let examples = protocol.records.iter().flat_map(|record| &record.examples);
    assert_eq!(examples.map(|example| example.values.len()).collect::<Vec<_>>(), [13, 6, 10, 11]);
    let cases = [
        "lines: [{ skuu: \"a\" }]",
        "lines[0].nn: 1",
        "lines: [{ n: \"a\" }]",
        "lines: { n: 1 }",
        "lines: [1]",
        "lines: [{ n[0]: 1 }]",
        "lines.n: 1",
        "grid[0]: 1",
        "grid[0][0].x: 1",
        "deep.a[0].b: none",
        "fs[1]: More, fs[1].x: 1",
        "fs: [Some, Moore]",
        "lines[0].n: 1, lines: [{ n: 1 }]",
        "data: [{ x: 1 }]",
        "named[0][0]: 1",
    ]
    .map(|values| format!("{LISTS} example \"e\" = hex \"00\" {{ {values} }} }}"));
    insta::assert_snapshot!(complaints(&cases.each_ref().map(String::as_str)));
}

#[test]
fn names_stand_in_front_of_their_fields() {
    let schema = "family F: u8 { message Some = 1 { x: u8 } message Other = 2 { x: u16 } message None = 3; }
struct Pair { x: u8, y: u8 }
struct S {
    fs: [F; 3], pair: Pair,
    b: match u8 { 1 => X { x: u8, c: match u8 { 7 => In { q: u8 }, 8 => Out {} } }, 2 => Y { x: u16 }, 3 => One: u8 },";
    let bytes = "01 05 02 0600 03  0102";
    let examples = [
        ("01 09 07 05", "fs: [Some { x: 5 }, Other { x: 6 }, None], b: X { x: 9, c: In { q: 5 } }"),
        ("01 09 08", "fs[1]: Other { x: 6 }, fs[2]: None {}, b: X { x: 9, c: Out {} }"),
        ("01 09 08", "b: X { x: 9 }, b.c: Out"),
        ("02 0900", "b: Y { x: 9 }, pair: { x: 1 }"),
        ("03 09", "b: One { value: 9 }"),
    ];
    let example = |(rest, values): (&str, &str)| format!("example \"e\" = hex \"{bytes} {rest}\" {{ {values} }}");
    right(&format!("{schema} {} }}", examples.map(example).join("\n")));
    let cases = [
        "pair: Pair { x: 1 }",
        "b: Z { x: 9 }",
        "b: X { y: 9 }",
        "b: X { x: 9 }, b: Y { x: 9 }",
        "b: X { x: 9, x: 9 }",
        "fs: [Some { x: 5 }, Pair { x: 6 }, None]",
        "fs: Some { x: 5 }",
        "pair.x: Pair { x: 5 }",
        "q: 5",
    ]
    .map(|values| format!("{schema} {} }}", example(("01 09 08", values))));
    insta::assert_snapshot!(complaints(&cases.each_ref().map(String::as_str)));
}
