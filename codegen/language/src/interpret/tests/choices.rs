//! Choices, families, streams.

use super::*;
use crate::model::SessionValues;

#[test]
fn choices_by_a_prefixed_number() {
    let one = schema(
        "struct S { value: match u8 { 0 => Number: i16, 1 | 7..=9 => Text: latin1[u8], 2 => Pair { a: u8, b: u8 }, _ => Other { x: u8 } } }",
    );
    round(&one, "S", "00 ffff", r#"{"value":{"arm":"Number","value":-1}}"#);
    round(&one, "S", "08 01 61", r#"{"value":{"arm":"Text","code":8,"value":"a"}}"#);
    round(&one, "S", "02 01 02", r#"{"value":{"arm":"Pair","a":1,"b":2}}"#);
    round(&one, "S", "ff 05", r#"{"value":{"arm":"Other","code":255,"x":5}}"#);
    let wrong = |arm: &str, code: i128| {
        let fields = vec![("code".to_owned(), Value::Int(code))];
        let arm = Value::Arm { name: arm.to_owned(), fields };
        write_as(&one, "S", &Value::Record(vec![("value".to_owned(), arm)])).unwrap_err().kind
    };
    assert_eq!(wrong("Other", 7), WriteErrorKind::Range);
    assert_eq!(wrong("Text", 6), WriteErrorKind::Range);
    assert_eq!(wrong("Texts", 7), WriteErrorKind::Unknown { help: Some("did you mean `Text`?".to_owned()) });
    assert_eq!(rejected(&one, "S", "02 01"), "value.b@2: truncated");
    assert_eq!(rejected(&one, "S", "00 01"), "value.value@1: truncated");
}

#[test]
fn choices_by_an_earlier_number() {
    let one = schema(
        "enum Kind: u8 { A = 1, B = 2 | 3, C = 4 } struct S { kind: Kind, n: u8, value: match kind { A => One: u8, B | C => Two { x: u16 } } }",
    );
    round(&one, "S", "01 07 08", r#"{"n":7,"value":{"arm":"One","value":8}}"#);
    round(&one, "S", "04 07 0800", r#"{"n":7,"value":{"arm":"Two","kind":{"raw":4,"name":"C"},"x":8}}"#);
    accepted(
        &one,
        "S",
        "03 07 0800",
        r#"{"n":7,"value":{"arm":"Two","kind":{"raw":3,"name":"B"},"x":8}}"#,
        "02 07 0800",
    );
    assert_eq!(rejected(&one, "S", "05"), "kind@0: value");
}

#[test]
fn widths() {
    let one = schema("struct S { bits u8 { w: u2, _: u6 }, x: match w { 0 => none, 1 => u8, 2 => i16, 3 => u32 } }");
    round(&one, "S", "00", r#"{"x":null}"#);
    round(&one, "S", "01 ff", r#"{"x":255}"#);
    round(&one, "S", "02 ffff", r#"{"x":-1}"#);
    round(&one, "S", "03 00000100", r#"{"x":65536}"#);
    accepted(&one, "S", "03 01000000", r#"{"x":1}"#, "01 01");
    let value = Value::Record(vec![("x".to_owned(), Value::Int(-40000))]);
    assert_eq!(write_as(&one, "S", &value).unwrap_err().kind, WriteErrorKind::Range);
}

#[test]
fn widths_by_two_numbers() {
    let one = schema(
        "struct S { bits u8 { a, b, _: u6 }, x: match (a, b) { (0, 0) => none, (0, 1) => u8, (1, 0) => u16, (1, 1) => u32 } }",
    );
    round(&one, "S", "02 05", r#"{"x":5}"#);
    round(&one, "S", "01 0001", r#"{"x":256}"#);
    round(&one, "S", "03 00000100", r#"{"x":65536}"#);
    round(&one, "S", "00", r#"{"x":null}"#);
}

#[test]
fn elements_in_place() {
    let one = schema(
        "struct S { deep: u8 as bool, list: [{ bits u8 { has, _: u7 }, x: u8 if has, y: u8 if deep }; u8], shapes: [match u8 { 0 => A: u8, 1 => B {} }; 2], names: [latin1[u8]; 2] }",
    );
    round(
        &one,
        "S",
        "01 02 01 05 06 00 07 01 00 09 01 61 00",
        r#"{"deep":true,"list":[{"x":5,"y":6},{"x":null,"y":7}],"shapes":[{"arm":"B"},{"arm":"A","value":9}],"names":["a",""]}"#,
    );
    assert_eq!(rejected(&one, "S", "00 01"), "list.bits@2: truncated");
}

#[test]
fn families() {
    let one = schema(
        "family Inner: u8 { message X = 1 { a: u8 } message Y = 2; }
         family Outer: u16be { message Wrap = 1 { inner: Inner, list: [Inner; u8] } message Stream = 2 { n: u8, all: [Inner; ..] } .. }",
    );
    round(
        &one,
        "Outer",
        "0001 0105 02 02 0107",
        r#"{"message":"Wrap","inner":{"message":"X","a":5},"list":[{"message":"Y"},{"message":"X","a":7}]}"#,
    );
    round(
        &one,
        "[Outer]",
        "0002 09 0101 02",
        r#"[{"message":"Stream","n":9,"all":[{"message":"X","a":1},{"message":"Y"}]}]"#,
    );
    round(&one, "[Outer]", "0009 0102", r#"[{"message":null,"code":9,"body":"0102"}]"#);
    let error = |packet: &str| read_as(&one, "[Outer]", &hex(packet)).unwrap_err().to_string();
    assert_eq!(error("0001 03"), "Wrap.inner.code at byte 2: unexpected code: expected 1 or 2, found 3");
    assert_eq!(error("0001 02 01 01"), "Wrap.list[0](X).a at byte 5: 1 more byte needed, but the packet ends here");
    assert_eq!(error("00"), "Outer.code at byte 0: 1 more byte needed, but the packet ends here");
    let unknown = Value::Unknown { code: 1, body: Vec::new() };
    assert_eq!(write_as(&one, "Outer", &unknown).unwrap_err().kind, WriteErrorKind::Range);
}

#[test]
fn an_unknown_message_in_a_field_has_the_name_of_the_field() {
    let one = schema("family F: u8 { message A = 1 { x: u8 } .. } struct S { id: u8, f: F } struct L { all: [F; ..] }");
    let paths = |name: &str, text: &str| {
        let (steps, _) = trace(&one, target(&one, name).unwrap(), &hex(text), &[], &SessionValues::default());
        steps.into_iter().map(|step| step.path).filter(|path| !path.is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(paths("S", "05 01 07"), ["id", "f A", "f A.code", "f A.x"]);
    assert_eq!(paths("S", "05 09 07"), ["id", "f Unknown", "f Unknown.code", "f Unknown.body"]);
    assert_eq!(paths("L", "09 07"), ["all", "all[0] Unknown", "all[0] Unknown.code", "all[0] Unknown.body"]);
    assert_eq!(paths("F", "09 07"), ["code", "body"]);
}

#[test]
fn characters_outside_of_ascii_are_counted_in_bytes() {
    let one = schema("struct S { t: ascii[until 0, ..=3] }");
    let kind = |text: &str| {
        let value = Value::Record(vec![("t".to_owned(), Value::Text(text.to_owned()))]);
        write_as(&one, "S", &value).unwrap_err().kind
    };
    // As in generated code, which takes a `&str`.
    assert_eq!((kind("aä"), kind("aaä")), (WriteErrorKind::Text, WriteErrorKind::Limit));
}

#[test]
fn more_elements_than_a_count_can_express_are_no_contradiction() {
    let one = schema("struct S { size: i8, data: bytes[size] if size != -128 }");
    let kind = |len: usize| {
        let value = Value::Record(vec![("data".to_owned(), Value::Bytes(vec![0; len]))]);
        write_as(&one, "S", &value).map_err(|error| error.kind).map(|bytes| bytes.len())
    };
    assert_eq!((kind(127), kind(128)), (Ok(128), Err(WriteErrorKind::Count)));
}

#[test]
fn a_code_that_does_not_fit_its_bits_is_rejected() {
    let one =
        schema("struct S { bits u8 { tag: u5, flag: bool, _: .. }, s: match tag { 0 => None {}, _ => Other {} } }");
    let written = |tag: i128| {
        let other = Value::Arm { name: "Other".to_owned(), fields: vec![("tag".to_owned(), Value::Int(tag))] };
        write_as(&one, "S", &Value::Record(vec![("s".to_owned(), other)])).map_err(|error| (error.path, error.kind))
    };
    assert_eq!(written(31), Ok(vec![31]));
    assert_eq!(written(32), Err(("s".to_owned(), WriteErrorKind::Range)));
}
