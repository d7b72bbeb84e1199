//! Errors in bodies: fields, clauses, wires, extents, examples.

use super::complaints;
use insta::assert_snapshot;

use crate::parse::tree;

/// Each body in a struct of its own.
fn bodies(bodies: &[&str]) -> String {
    let sources: Vec<String> = bodies.iter().map(|body| format!("struct A {{\n    {body}\n}}\n")).collect();
    complaints(&sources.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn fields() {
    assert_snapshot!(bodies(&[
        "x u8, y: u16",
        "x = u8, y: u16",
        "x, y: u16",
        "x: , y: u16",
        "x: u8; y: u16",
        "x: u8 y: u16",
        "x: u8\n    y: u16",
        "x: u8 u16, y: u16",
        "@x: u8",
        "@4 x u8",
        "5: u8",
        "x: u8,, y: u8",
        "x: u8 = , y: u8",
        "bits { a, b }",
        "bits u8, y: u8",
        "within { x: u8 }",
        "within(u8), y: u8",
    ]));
}

#[test]
fn clauses() {
    assert_snapshot!(bodies(&[
        "x: u8 if a as Cubes",
        "x: u8 where 1..=7 if a",
        "x: u8 as A as B",
        "x: u8 fi a, y: u8",
        "x: u8 as boolean, y: u8",
        "x: u8 as 5, y: u8",
        "x: u8 if , y: u8",
        "x: u8 if a { y: u8 }",
        "x: u8 by 5",
        "x: u8 if VERSION = 260, y: u8",
        "x: u8 where ..=, y: u8",
        "x: u8 where, y: u8",
        "x: u8 where 1..=7 else , y: u8",
        "x: u8 where 1 | 2, y: u8",
        "x: u8 if not length, y: u8",
        "x: u8 if a is 1, y: u8",
        "x: u8 in 1..3, y: u8",
    ]));
}

#[test]
fn wires() {
    assert_snapshot!(bodies(&[
        "x: int, y: u8",
        "x: int32, y: u8",
        "x: u8, y: uint16_t",
        "x: string, y: u8",
        "x: hit, y: u8",
        "x: byts[4], y: u8",
        "x: u8[4], y: u8",
        "x: u0",
        "x: u65be",
        "x: f16",
        "x: 5",
        "x: struct hit { y: u8 }",
        "x: struct { y: u8 }",
        "x: if a u8, y: u8",
        "x: if a { u8 }, y: u8",
        "x: if a then u8, y: u8",
        "x: if a { y: u8 } else { z: u8 }, y: u8",
        "x: utf8 4, y: u8",
        "x: utf8{4}, y: u8",
        "x: bits u8, y: u8",
        "x: Hit(1 2), y: u8",
    ]));
}

#[test]
fn matches() {
    assert_snapshot!(bodies(&[
        "x: match a, y: u8",
        "x: match { 0 => u8 }",
        "x: match a { 0 -> u8, 1 => u16 }",
        "x: match a { 0: u8, 1 => u16 }",
        "x: match a { 0 u8, 1 => u16 }",
        "x: match a { 0 => u8 1 => u16 }",
        "x: match a { 0 => u8; 1 => u16 }",
        "x: match a { 0 => , 1 => u16 }",
        "x: match a { true => u8, 1 => u16 }",
        "x: match a { 0 => yes { y: u8 }, 1 => u16 }",
        "x: match a { 0 => Yes: , 1 => u16 }",
        "x: match a { (0, 1 => u8, (1, 0) => u16 }",
    ]));
}

#[test]
fn extents() {
    assert_snapshot!(bodies(&[
        "x: [u8], y: u8",
        "x: [u8; ], y: u8",
        "x: [u8, 4], y: u8",
        "x: [u8 4], y: u8",
        "x: [], y: u8",
        "x: [u8; 4 or], y: u8",
        "x: [u8; 4 or ned], y: u8",
        "x: [u8; until 0, 5], y: u8",
        "x: [u8; until 0, ..5], y: u8",
        "x: [u8; 4, 5], y: u8",
        "x: bytes[], y: u8",
        "x: bytes(4), y: u8",
        "x: [u8 if 5; 4], y: u8",
        "x: [u8; until cn: ], y: u8",
    ]));
}

#[test]
fn examples() {
    assert_snapshot!(bodies(&[
        "x: u8, example = hex \"01\" { x: 1 }",
        "x: u8, example \"one\" hex \"01\" { x: 1 }",
        "x: u8, example \"one\" = \"01\" { x: 1 }",
        "x: u8, example \"one\" = hxe \"01\" { x: 1 }",
        "x: u8, example \"one\" = hex 01 { x: 1 }",
        "x: u8, example \"one\" = hex \"01\", y: u8",
        "x: u8, example \"one\" = hex \"01\" { x = 1 }",
        "x: u8, example \"one\" = hex \"01\" { x: 1 y: 2 }",
        "x: u8, example \"one\" (a) = hex \"01\" { x: 1 }",
        "x: u8, exmaple \"one\" = hex \"01\" { x: 1 }",
        "x: u8 example \"one\" = hex \"01\" { x: 1 }",
        "fall: { speed: u8 }, example \"one\" = hex \"01\" { fall: { speed = 1 } }",
        "fall: { speed: u8 }, example \"one\" = hex \"01\" { fall: Fall { speed = 1 } }",
        "list: [{ x: u8 }; 1], example \"one\" = hex \"01\" { list[x]: 1 }",
        "list: [{ x: u8 }; 1], example \"one\" = hex \"01\" { list[0]x: 1 }",
        "list: [{ x: u8 }; 1], example \"one\" = hex \"01\" { list: [{ x 1 }] }",
    ]));
}

/// Letters stand for wires in another language, and here for fields.
#[test]
fn groups_of_fields_that_are_called_like_wires() {
    for group in ["h \"H\": u8", "b: u8, h: u16", "bits u8 { i, _: .. }"] {
        let text = format!("protocol p {{ byte_order: big }}\nstruct A {{ a: bool, x: if a {{ {group} }} }}\n");
        assert_eq!(tree(&text).1, [], "{group}");
    }
}
