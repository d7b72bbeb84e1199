//! Unpaired brackets, and recovery after them.

use super::{complaints, several};
use crate::ast::Item;
use insta::assert_snapshot;

#[test]
fn unclosed() {
    assert_snapshot!(complaints(&[
        "struct A {\n    x: u8,\n",
        "struct A {\n    x: u8,\n\nstruct B { y: u8 }\n",
        "family A: u8 {\n    message B = 1 {\n        x: u8,\n    message C = 2 { y: u8 }\n}\nstruct D { z: u8 }\n",
        "struct A {\n    x: if a {\n        y: u8,\n    z: u8,\n}\n",
        "struct A {\n    x: bytes[u8,\n    y: u8,\n}\n",
        "struct A {\n    x: u8 where (it > 3,\n    y: u8,\n}\n",
        "struct A {\n    x: [u8; f(1],\n    y: u8,\n}\n",
        "struct A(x: u8 { y: u8 }\nstruct B { z: u8 }",
        "protocol a { byte_order: little\nstruct A { x: u8 }\n",
        "struct A { x: u8 ]",
    ]));
}

#[test]
fn one_too_many() {
    assert_snapshot!(complaints(&[
        "struct A { x: u8 } }\nstruct B { y: u8 }",
        "struct A { x: u8), y: u8 }",
        "struct A { x: bytes[4]], y: u8 }",
        "const A = 5];",
    ]));
}

#[test]
fn several_unclosed() {
    assert_snapshot!(several("struct A {\n    x: u8,\n\nstruct B {\n    y: u8,\n\nstruct C { z: u8 }\n", 2));
}

#[test]
fn what_stands_beside_a_mistake_is_read() {
    let (file, _) = super::parsed(
        "struct A {\n    a: u8\n    b: u8,\n    c: = 5,\n    d: u8 d2 d3,\n    e: bytes[4 5],\n    f: ?,\n    g:\n    h: u8,\n}\nstruct ;\nstruct B { x: u8 }",
    );
    let names: Vec<String> = file
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Struct(item) => Some(item),
            _ => None,
        })
        .flat_map(|item| &item.body.entries)
        .filter_map(|entry| match entry {
            crate::ast::Entry::Field(field) => field.name.as_ref().map(|name| name.text.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["a", "b", "c", "d", "e", "f", "g", "h", "x"]);
}
