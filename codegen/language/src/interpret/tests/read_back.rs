//! Accepted packets that are not canonical: the known kinds of differences.

use super::*;

#[test]
fn each_code_of_a_range_is_a_value_of_its_own() {
    let one = schema(
        "enum Gun: u8 { Fist = 0, Rifle = 4 | 5, Special = 16..=31 }
        struct S { gun: Gun, body: match Gun { Rifle => Bullets: u8, Special => Power: u8, Fist => Nothing {} } }",
    );
    let named = |gun: i128, name: &str| format!(r#"{{"raw":{gun},"name":"{name}"}}"#);
    let power = |code: i128| format!(r#"{{"arm":"Power","code":{},"value":7}}"#, named(code, "Special"));
    round(&one, "S", "1f 11 07", &format!(r#"{{"gun":{},"body":{}}}"#, named(31, "Special"), power(17)));
    let bullets = r#"{"arm":"Bullets","value":7}"#;
    accepted(&one, "S", "05 05 07", &format!(r#"{{"gun":{},"body":{bullets}}}"#, named(5, "Rifle")), "04 04 07");
    let gun = |raw| Value::Record(vec![("gun".to_owned(), Value::Enum { raw, name: Some("Special".to_owned()) })]);
    assert_eq!(write_as(&one, "S", &gun(31)).unwrap().first(), Some(&31));
    assert_eq!(write_as(&one, "S", &gun(32)).unwrap_err().kind, WriteErrorKind::Range);
}

#[test]
fn reserved_bits_of_an_inner_layout_are_dropped() {
    let one = schema("bits Half: u4 { level: u3, _: .. } bits Both: u8 { low: Half, high: Half } struct S { x: Both }");
    let expected = r#"{"x":{"raw":153,"low":{"raw":9,"level":1},"high":{"raw":9,"level":1}}}"#;
    accepted(&one, "S", "99", expected, "11");
}

#[test]
fn a_layout_is_written_on_a_wire_of_another_sign() {
    let one = schema(
        "bits Both: u8 { low: u4, high: u4 } struct S { x: i8 as Both, all: [Signed; 1] }\ntype Signed = i8 as Both;",
    );
    round(&one, "S", "f1 82", r#"{"x":{"raw":-15,"low":1,"high":15},"all":[{"raw":-126,"low":2,"high":8}]}"#);
    let parts = |low, high| vec![("low".to_owned(), Value::Int(low)), ("high".to_owned(), Value::Int(high))];
    let x = Value::Bits { raw: 0xF1, parts: parts(1, 15) };
    let all = Value::List(vec![Value::Bits { raw: 0x82, parts: parts(2, 8) }]);
    let value = Value::Record(vec![("x".to_owned(), x), ("all".to_owned(), all)]);
    assert_eq!(write_as(&one, "S", &value).unwrap(), [0xF1, 0x82]);
}

#[test]
fn a_value_equal_to_the_default_is_omitted() {
    let one = schema(
        "enum E: u8 { A = 0, X = 1 | 5 }
        struct S { bits u8 { e, x, t, _: .. }, name: E if e else X, float: f32 if x else 0.0, truth: Truth if t else true }
        type Truth = u8 as truthy;",
    );
    let value = |raw, float| format!(r#"{{"name":{{"raw":{raw},"name":"X"}},"float":{float},"truth":true}}"#);
    accepted(&one, "S", "01 05", &value(5, "0.0"), "00");
    accepted(&one, "S", "06 00000000 09", &value(1, "0.0"), "00");
    round(&one, "S", "02 00000080", &value(1, "-0.0"));
}

#[test]
fn bytes_up_to_the_end_are_not_padded() {
    let one = schema("struct S { x: bytes[4 or end] } struct T { x: latin1[4 or end] }");
    round(&one, "S", "0102", r#"{"x":"0102"}"#);
    round(&one, "S", "", r#"{"x":""}"#);
    let long = Value::Record(vec![("x".to_owned(), Value::Bytes(vec![0; 5]))]);
    assert_eq!(write_as(&one, "S", &long).unwrap_err().kind, WriteErrorKind::Limit);
    accepted(&one, "T", "6162", r#"{"x":"ab"}"#, "6162 0000");
}
