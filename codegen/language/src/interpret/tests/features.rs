//! Round trips of each construct by itself.

use super::*;

#[test]
fn integers_of_every_width_and_order() {
    let one = schema("struct S { a: u8, b: i16be, c: u24, d: i24be, e: i40, f: u64be, g: f32be, h: f64 }");
    round(
        &one,
        "S",
        "ff fffe 010203 800000 ffffffffff 0000000000000001 3fc00000 000000000000f03f",
        r#"{"a":255,"b":-2,"c":197121,"d":-8388608,"e":-1,"f":1,"g":1.5,"h":1.0}"#,
    );
}

#[test]
fn floats_keep_their_bits() {
    let one = schema("struct S { a: f32, b: f64 }");
    let nan = hex("0100807f 010000000000f07f");
    let value = read_as(&one, "S", &nan).unwrap();
    assert_eq!(display(&value), r#"{"a":"NaN(7f800001)","b":"NaN(7ff0000000000001)"}"#);
    assert_eq!(write_as(&one, "S", &value).unwrap(), nan);
}

#[test]
fn varints() {
    let one = schema(
        "varint U: u32 = leb128; varint I: i32 = sleb128; varint Z: i32 = zigzag(leb128); varint Q: u62 = quic;
         struct S { u: U, i: I, z: Z, q: Q }",
    );
    round(&one, "S", "ff01 7f 01 4100", r#"{"u":255,"i":-1,"z":-1,"q":256}"#);
    round(
        &one,
        "S",
        "ffffffff0f 808080807 8 ffffffff0f bfffffff",
        r#"{"u":4294967295,"i":-2147483648,"z":-2147483648,"q":1073741823}"#,
    );
    accepted(&one, "S", "8000 ff7f 8000 c000000000000001", r#"{"u":0,"i":-1,"z":0,"q":1}"#, "00 7f 00 01");
    assert_eq!(rejected(&one, "S", "ffffffff1f"), "u@0: varint");
    assert_eq!(rejected(&one, "S", "ffffffffff"), "u@0: varint");
    assert_eq!(rejected(&one, "S", "00 ffffffff17"), "i@1: varint");
    assert_eq!(rejected(&one, "S", "00 00 00 c0"), "q@3: truncated");
}

#[test]
fn varints_by_forms_and_groups() {
    let forms = "varint V: i32 canonical { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32, }";
    let one = schema(&format!("{forms} varint G: u14 = groups(7, 7); struct S {{ v: V, g: G }}"));
    round(&one, "S", "807fff 807f", r#"{"v":-129,"g":16256}"#);
    assert_eq!(rejected(&one, "S", "800500 00"), "v@0: varint");
    assert_eq!(rejected(&one, "S", "81"), "v@0: truncated");
    assert_eq!(rejected(&one, "S", "00 8080"), "g@1: varint");
    let narrow = schema("varint V: u8 { 0..=9 => u8, .. => 0xFF u8, } struct S { v: V }");
    round(&narrow, "S", "ff0a", r#"{"v":10}"#);
}

#[test]
fn meanings() {
    let one = schema(
        "enum Open: u8 { A = 1, B = 3 | 2, .. } enum Closed: u8 { A = 1, B = 3 | 2 }
         quantity Angle: u8 = raw * 2 in degrees; bits Flags: u8 { low: u3, on: bool, kind: Small, _: u2 }
         enum Small: u2 { X = 0, Y = 1, Z = 2 }
         struct S { open: Open, closed: Closed, angle: Angle, flags: Flags, yes: u8 as truthy, no: bool }",
    );
    round(
        &one,
        "S",
        "07 03 0a 0d 01 00",
        r#"{"open":{"raw":7,"name":null},"closed":{"raw":3,"name":"B"},"angle":{"raw":10,"value":20.0,"unit":"degrees"},"flags":{"raw":13,"low":5,"on":true,"kind":{"raw":0,"name":"X"}},"yes":true,"no":false}"#,
    );
    accepted(
        &one,
        "S",
        "02 02 00 c0 09 01",
        r#"{"open":{"raw":2,"name":"B"},"closed":{"raw":2,"name":"B"},"angle":{"raw":0,"value":0.0,"unit":"degrees"},"flags":{"raw":192,"low":0,"on":false,"kind":{"raw":0,"name":"X"}},"yes":true,"no":true}"#,
        "03 03 00 00 01 01",
    );
    assert_eq!(rejected(&one, "S", "01 04"), "closed@1: value");
    assert_eq!(rejected(&one, "S", "01 03 00 30"), "flags@3: value");
    assert_eq!(rejected(&one, "S", "01 03 00 00 00 02"), "no@5: bool");
}

#[test]
fn presence() {
    let one = schema(
        "struct S { bits u8 { has_a, no_b, group, inner, user, _: u3 }, a: u8 if has_a, b: u8 if !no_b,
            g: if group { c: u8, d: u8 if inner } }",
    );
    round(&one, "S", "0f 01 03 04", r#"{"user":false,"a":1,"b":null,"g":{"c":3,"d":4}}"#);
    round(&one, "S", "10 02", r#"{"user":true,"a":null,"b":2,"g":null}"#);
    // Bits of absent fields are cleared.
    accepted(&one, "S", "ea", r#"{"user":false,"a":null,"b":null,"g":null}"#, "02");
}

#[test]
fn presence_by_numbers_of_the_user() {
    let one = schema("struct S { id: i8, on: bool, left: u8 if id != -1, right: u8 if on && id > 3 }");
    round(&one, "S", "05 01 07 08", r#"{"id":5,"on":true,"left":7,"right":8}"#);
    round(&one, "S", "ff 01", r#"{"id":-1,"on":true,"left":null,"right":null}"#);
    let fails = |fields: &[(&str, Value)]| write_as(&one, "S", &record(fields)).unwrap_err();
    let [id, left] = [-1, 3].map(Value::Int);
    let error = fails(&[("id", id), ("left", left.clone())]);
    assert_eq!(
        error.to_string(),
        "S.left: contradicts its condition or tag: expected present exactly if `id != -1`, found present"
    );
    assert_eq!(fails(&[("id", Value::Int(5)), ("on", Value::Bool(true)), ("left", left)]).path, "right");
}

#[test]
fn absent_values() {
    let one = schema(
        "quantity Scale: u8 = raw / 16; struct S { bits u8 { a, b, _: u6 }, scale: Scale if a else 1.0, n: u8 if b else 7 }",
    );
    round(&one, "S", "00", r#"{"scale":{"raw":16,"value":1.0},"n":7}"#);
    round(&one, "S", "02 08", r#"{"scale":{"raw":16,"value":1.0},"n":8}"#);
    accepted(&one, "S", "03 10 07", r#"{"scale":{"raw":16,"value":1.0},"n":7}"#, "00");
}

#[test]
fn text() {
    let one = schema("struct S { a: utf8[4], b: latin1[u8], c: ascii[until 0, ..=3], d: utf8[until 0 or end, ..=2] }");
    round(&one, "S", "c3a90000 01e9 616200 6300", r#"{"a":"é","b":"é","c":"ab","d":"c"}"#);
    assert_eq!(rejected(&one, "S", "c3000000"), "a@0: text");
    assert_eq!(rejected(&one, "S", "00000000 00 e900"), "c@5: text");
    assert_eq!(rejected(&one, "S", "00000000 00 61616161"), "c@5: limit");
    assert_eq!(rejected(&one, "S", "00000000 02 61"), "b@4: truncated");
}

#[test]
fn text_at_its_bound_needs_no_terminator() {
    let one = schema("struct S { d: utf8[until 0 or end, ..=2] }");
    round(&one, "S", "6162", r#"{"d":"ab"}"#);
    round(&one, "S", "6100", r#"{"d":"a"}"#);
    accepted(&one, "S", "61", r#"{"d":"a"}"#, "6100");
    accepted(&one, "S", "616200", r#"{"d":"ab"}"#, "6162");
    assert_eq!(rejected(&one, "S", "616263"), "d@0: limit");
}

#[test]
fn text_of_units() {
    let one = schema(
        "varint Char: i8 wrap { -126..=127 => i8, .. => 0x80 i16, .. => 0x81 i32, }
         struct S { name: [Char; until 0, ..=3] as latin1, wide: [u16; 3] as latin1 }",
    );
    round(&one, "S", "61 8081ff 83 00 4100 0000 0000", "{\"name\":\"a\\u0081\\u0083\",\"wide\":\"A\"}");
    // Any form of any number whose low byte is zero is a terminator.
    accepted(&one, "S", "800001 4100 4200 4300", r#"{"name":"","wide":"ABC"}"#, "00 4100 4200 4300");
    // A unit that does not wrap is no character above 255, and ends nothing, but for what follows the padding.
    assert_eq!(rejected(&one, "S", "00 4100 0001 0000"), "wide@1: text");
    accepted(&one, "S", "00 4100 0000 0001", r#"{"name":"","wide":"A"}"#, "00 4100 0000 0000");
    let two = schema("struct S { name: [i16; until 0] as latin1 } struct T { name: [i16; until 200] as latin1 }");
    accepted(&two, "S", "c8ff 80ff ff00 0000", "{\"name\":\"\u{c8}\\u0080\u{ff}\"}", "c800 8000 ff00 0000");
    assert_eq!(rejected(&two, "S", "c8ff 7fff 0000"), "name@0: text");
    assert_eq!(rejected(&two, "S", "0001 0000"), "name@0: text");
    assert_eq!(rejected(&two, "S", "0001"), "name@0: truncated");
    accepted(&two, "T", "4100 c8ff", r#"{"name":"A"}"#, "4100 c800");
    assert_eq!(rejected(&one, "S", "61616161 00"), "name@0: limit");
    assert_eq!(rejected(&one, "S", "61 80"), "name@0: truncated");
}

#[test]
fn lists() {
    let one = schema(
        "struct P { x: i8, y: i8 } struct S { n: u8, m: u8, a: [P; n], b: [u16; m - 1], c: [u8; 2], d: [u8; u8], e: [f32; 1] }",
    );
    round(
        &one,
        "S",
        "02 02 01ff 0203 0500 0607 01 09 0000803f",
        r#"{"a":[{"x":1,"y":-1},{"x":2,"y":3}],"b":[5],"c":[6,7],"d":[9],"e":[1.0]}"#,
    );
    assert_eq!(rejected(&one, "S", "01 00 0000"), "b@4: count");
    assert_eq!(rejected(&one, "S", "02 01 01ff 02"), "a.y@5: truncated");
}

#[test]
fn lists_that_share_a_count() {
    let one = schema("struct S { n: u8, a: [u8; n], b: [u8; n] }");
    round(&one, "S", "02 0102 0304", r#"{"a":[1,2],"b":[3,4]}"#);
    let error = write_as(&one, "S", &record(&[("a", ints(&[1])), ("b", ints(&[2, 3]))])).unwrap_err();
    assert_eq!((error.path.as_str(), error.kind), ("b", WriteErrorKind::Counts));
}

#[test]
fn counts_in_units() {
    let one = schema("struct S { words: u8, data: bytes[words * 4 + 4] }");
    round(&one, "S", "01 0000000000000000", r#"{"data":"0000000000000000"}"#);
    let fails = |len: usize| {
        let value = Value::Record(vec![("data".to_owned(), Value::Bytes(vec![0; len]))]);
        write_as(&one, "S", &value).unwrap_err().kind
    };
    assert_eq!(fails(5), WriteErrorKind::Multiple);
    assert_eq!(fails(0), WriteErrorKind::Count);
    assert_eq!(fails(4 * 257), WriteErrorKind::Count);
}

#[test]
fn counts_that_mean_absent() {
    let one = schema("struct S { size: i8, data: bytes[size] if size != -1 }");
    round(&one, "S", "ff", r#"{"data":null}"#);
    round(&one, "S", "00", r#"{"data":""}"#);
    round(&one, "S", "01 aa", r#"{"data":"aa"}"#);
    assert_eq!(rejected(&one, "S", "fe"), "data@1: count");
}

#[test]
fn terminated_lists() {
    let one = schema(
        "varint Int: i32 { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32, }
         struct S { a: [{ skip: u8, cn: Int, v: u8 }; until cn: -1 | ..0, ..=2], b: [Int; until -1], t: [{ name: utf8[until 0], n: u8 }; until name: \"\"] }",
    );
    round(
        &one,
        "S",
        "07 01 02 00 ff 05 ff 610003 00",
        r#"{"a":[{"skip":7,"cn":1,"v":2}],"b":[5],"t":[{"name":"a","n":3}]}"#,
    );
    accepted(&one, "S", "07 fe 80ffff 00", r#"{"a":[],"b":[],"t":[]}"#, "00 ff ff 00");
    assert_eq!(rejected(&one, "S", "000000 000000 000000 00"), "a@0: limit");
    assert_eq!(rejected(&one, "S", "00 81"), "a.cn@1: truncated");
    assert_eq!(rejected(&one, "S", "00 ff 01"), "b@3: truncated");
    let fails = |name: &str, list: Value| write_as(&one, "S", &record(&[(name, list)])).unwrap_err();
    let elements = |name: &str, numbers: &[Code]| {
        Value::List(numbers.iter().map(|number| record(&[(name, Value::Int(*number))])).collect())
    };
    for (name, list) in [("a", elements("cn", &[-5])), ("b", ints(&[1, -1])), ("t", elements("n", &[1]))] {
        assert_eq!(fails(name, list).kind, WriteErrorKind::Sentinel, "{name}");
    }
    assert_eq!(fails("a", elements("cn", &[1, 2, 3])).kind, WriteErrorKind::Limit);
}

#[test]
fn a_rule_that_is_a_bound_is_reported_as_one() {
    let one = schema("struct S { a: [u8; u8] where len(it) <= 2, b: utf8[u8] where len(it) in 0 | 2 }");
    let fails = |numbers: &[Code], text: &str| {
        let value = record(&[("a", ints(numbers)), ("b", Value::Text(text.to_owned()))]);
        write_as(&one, "S", &value).unwrap_err().kind
    };
    assert_eq!(fails(&[1, 2, 3], ""), WriteErrorKind::Limit);
    assert_eq!(fails(&[], "1"), WriteErrorKind::Rule("len(it) in 0 | 2".into()));
    assert_eq!(rejected(&one, "S", "03 010203 00"), "a@0: rule");
}

#[test]
fn constants_and_reserved_space() {
    let one = schema(
        "struct S { version: u8 = 3, _: ascii[4] = \"RIFF\", _: u16, bits u8 { a: u4, _: u2 = 1, _: u2 }, _: bytes[..] }",
    );
    round(&one, "S", "03 52494646 0000 15", r#"{"a":5}"#);
    accepted(&one, "S", "03 52494646 ffff d5 0102", r#"{"a":5}"#, "03 52494646 0000 15");
    assert_eq!(rejected(&one, "S", "04"), "version@0: constant");
    assert_eq!(rejected(&one, "S", "03 52494600"), "constant@1: constant");
    assert_eq!(rejected(&one, "S", "03 52494646 0000 05"), "bits@7: constant");
}

#[test]
fn parameters() {
    let one =
        schema("struct S(flies: bool, mode: u8) { x: u8 if flies, y: match mode { 0 => u8, 1 => u16, _ => u32 } }");
    let s = target(&one, "S").unwrap();
    let read = |packet: &str, params: &[i128]| read_exact(&one, s, &hex(packet), params).map(|value| display(&value));
    assert_eq!(read("01 02", &[1, 0]).unwrap(), r#"{"x":1,"y":2}"#);
    assert_eq!(read("0200", &[0, 1]).unwrap(), r#"{"x":null,"y":2}"#);
    assert_eq!(s.params(&one).len(), 2);
    let value = Value::Record(vec![("x".to_owned(), Value::Int(1)), ("y".to_owned(), Value::Int(300))]);
    assert_eq!(write(&one, s, &value, &[1, 1]).unwrap(), hex("01 2c01"));
    assert_eq!(write(&one, s, &value, &[0, 1]).unwrap_err().kind, WriteErrorKind::Presence);
    assert_eq!(write(&one, s, &value, &[1, 0]).unwrap_err().kind, WriteErrorKind::Range);
}
