//! Sparse lists.

use super::*;

#[test]
fn only_present_elements_have_bytes() {
    let one = schema(
        "varint V: u14 = groups(7, 7); struct P { x: u8, y: u8 }
         struct S { bits u16be { mask: u10, _: .. }, bits u8 { few: u3, has_more, _: .. }, vs: [V if mask; 10], ps: [P if few; 3],
            more: if has_more { bits u8 { which: u2, _: .. }, fs: [f32 if which; 2] } }",
    );
    round(
        &one,
        "S",
        "0201 0d 05 8001 0102 0304 02 0000003f",
        r#"{"vs":[5,null,null,null,null,null,null,null,null,128],"ps":[{"x":1,"y":2},null,{"x":3,"y":4}],"more":{"fs":[null,0.5]}}"#,
    );
    round(&one, "S", "0000 00", &format!(r#"{{"vs":[{}null],"ps":[null,null,null],"more":null}}"#, "null,".repeat(9)));
    accepted(
        &one,
        "S",
        "0400 f0",
        &format!(r#"{{"vs":[{}null],"ps":[null,null,null],"more":null}}"#, "null,".repeat(9)),
        "0000 00",
    );
    assert_eq!(rejected(&one, "S", "0201 00 05"), "vs@4: truncated");
    assert_eq!(rejected(&one, "S", "0000 05 0102 03"), "ps.y@6: truncated");
}

#[test]
fn all_elements_are_given_or_none() {
    let one = schema("struct S { bits u8 { mask: u3, _: .. }, xs: [u8 if mask; 3] }");
    let write = |elements: Value| write_as(&one, "S", &Value::Record(vec![("xs".to_owned(), elements)]));
    let elements =
        |all: &[Option<i128>]| Value::List(all.iter().map(|one| one.map_or(Value::Null, Value::Int)).collect());
    assert_eq!(write(elements(&[None, Some(7), None])), Ok(vec![2, 7]));
    assert_eq!(write_as(&one, "S", &Value::Record(Vec::new())), Ok(vec![0]));
    let error = |elements: Value| write(elements).unwrap_err().to_string();
    assert_eq!(
        error(elements(&[Some(1), Some(2)])),
        "S.xs: not the length that its count has or can have: expected 3, found 2"
    );
    assert_eq!(
        error(elements(&[None, None, Some(256)])),
        "S.xs[2]: out of range for its place on the wire: expected 0 to 255, found 256"
    );
}

#[test]
fn a_delta_has_the_elements_that_differ_from_the_base() {
    let one = schema(
        "delta D { bits u8 { mask: u2, _: .. }, xs: [f32 if mask else base.xs; 2], bits u8 { f, _: .. }, old: [f32; 2] if f else base.xs }
         struct S { a: D from zero, b: D from a }",
    );
    // NaN differs from other numbers, but not from itself.
    let (first, second) = ("01 0000c07f 00", "02 0000803f 00");
    let value = read_as(&one, "S", &hex(&format!("{first} {second}"))).unwrap();
    assert_eq!(at(&value, "a.xs").what(), "a list");
    assert_eq!(display(&value), r#"{"a":{"xs":["NaN",0.0],"old":[0.0,0.0]},"b":{"xs":["NaN",1.0],"old":["NaN",0.0]}}"#);
    assert_eq!(write_as(&one, "S", &value), Ok(hex(&format!("{first} {second}"))));
    accepted(
        &one,
        "S",
        "00 00 03 00000000 0000803f 00",
        r#"{"a":{"xs":[0.0,0.0],"old":[0.0,0.0]},"b":{"xs":[0.0,1.0],"old":[0.0,0.0]}}"#,
        "00 00 02 0000803f 00",
    );
}

#[test]
fn a_state_has_every_element() {
    let one = schema(
        "delta I { bits u8 { mask: u2, _: .. }, xs: [u8 if mask else base.xs; 2] }
         delta D { bits u8 { mask: u2, _: .. }, g: { ys: [u8 if mask else base.g.ys; 2] }, i: I from base.i }
         struct S { d: D from zero, i: I from zero }",
    );
    let list = |elements: [Value; 2]| Value::List(elements.into());
    let within = |value: Value, names: &[&str]| {
        names.iter().rev().fold(value, |value, name| Value::Record(vec![((*name).to_owned(), value)]))
    };
    let wrong = "needs an element in each place, this is nothing";
    for (path, elements) in [
        ("i.xs", list([Value::Null, Value::Int(1)])),
        ("d.g.ys", list([Value::Int(1), Value::Null])),
        ("d.i.xs", list([Value::Null, Value::Null])),
    ] {
        let state = within(elements, &path.split('.').collect::<Vec<_>>());
        assert_eq!(write_as(&one, "S", &state).unwrap_err().to_string(), format!("S.{path}: {wrong}"));
    }
}
