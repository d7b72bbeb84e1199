//! Which values borrow.

use crate::facts::Facts;
use crate::model::RecordId;

/// Whether the plain value of `S` borrows.
fn borrows(items: &str) -> bool {
    let schema = format!("protocol p {{ byte_order: little }} {items}");
    let protocol = crate::load_text("p.wire", schema).unwrap().schema.first;
    let id = protocol.records.iter().position(|record| record.name == "S").unwrap();
    Facts::of(&protocol).borrows(RecordId(id))
}

#[test]
fn fields_of_fixed_length_are_owned() {
    assert!(!borrows("struct S { a: u8, b: [u16; 3], c: bytes[4], g: { f: f32 } }"));
    assert!(!borrows("struct T { a: u8 } struct S { ts: [T; 2], x: match u8 { 0 => A: T, 1 => B: u8 } }"));
}

#[test]
fn text_and_variable_lengths_are_borrowed_at_any_depth() {
    assert!(borrows("struct S { t: utf8[4] }"));
    assert!(borrows("struct T { t: [u8; u8] } struct S { ts: [T; 2] }"));
    assert!(borrows("struct T { t: [u8; u8] } struct U { t: T } struct S { g: { u: U } }"));
    assert!(borrows("struct S { x: match u8 { 0 => A: u8, 1 => B: bytes[u8] } }"));
    assert!(borrows("family F: u8 { message A = 1 { a: u8 } message B = 2 { b: bytes[..] } } struct S { f: F }"));
}
