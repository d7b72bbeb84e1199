//! Nested parts and circles: what is refused, and what a circle's depth is.

use insta::assert_snapshot;

use super::{complaints, right};
use crate::model::Circle;

#[test]
fn circles_need_one_depth() {
    assert_snapshot!(complaints(&[
        "struct Node { value: u8, children: [Node; u8] }",
        "struct Node { value: u8, children: [nested Node; u8] }",
        "struct A depth 3 { items: [nested B; u8] } struct B depth 4 { items: [nested A; u8] }",
        "struct A depth 0 { items: [nested A; u8] }",
        "struct A depth 513 { items: [nested A; u8] }",
        "struct A depth 5 { x: u8 }",
        "struct A depth 4 { x: u8, b: [B; u8] } struct B { a: [A; u8] }",
        "struct A depth 300 { items: [nested A; u8], b: [nested B; u8] } struct B depth 300 { items: [nested B; u8] }",
    ]));
}

#[test]
fn circles_have_finite_values() {
    assert_snapshot!(complaints(&[
        "struct A depth 5 { x: u8, next: nested A }",
        "struct A depth 2 { kind: u8, b: nested B } struct B { c: nested C } struct C { x: u8, a: nested A if x > 1, n: nested D }
         struct D { x: u8, b: [nested B; x] }",
    ]));
}

#[test]
fn nested_parts_are_read_by_themselves() {
    assert_snapshot!(complaints(&[
        "enum E: u8 { A = 0 } struct S { e: nested E }",
        "message M = 1 { x: u8 } struct S { m: nested M }",
        "family F { message M = 1 { x: u8 } } struct S { f: nested F }",
        "family F { message M = 1 { x: u8 } } struct S { k: u8, f: nested F by k }",
        "family F: u8 { message M = 1 { x: u8 } } struct S { k: u8, f: nested F by k }",
        "struct T { x: [u8; ..] } struct S { t: nested T }",
        "struct T { y: u8, x: u16 if left() == 2 } struct S { t: nested T }",
        "struct T { x: [u8; 0] } struct S { t: nested T }",
        "struct T { a: u8, x: u8 if a > 2 } struct S { k: u8, t: nested T(k) }",
        "hook sum(data: bytes) -> u8; struct T { x: u8, sum: u8 = sum(before(sum)) } struct S { t: nested T }",
    ]));
}

#[test]
fn sizes_that_are_needed_first_are_refused_in_a_circle() {
    assert_snapshot!(complaints(&[
        "struct C depth 40 { size: u16, kind: u8 if size > 3, within (size) { children: [nested C; ..] } }",
        "struct H depth 40 { size: u8, b: u8, within (size) { c: u8, within (b) { children: [nested H; ..] } } }",
        "struct I depth 40 { head: { size: u8, k: u8 }, within (head.size) { children: [nested I; ..] } }",
        "struct N depth 40 { id: u8, all: [{ id: u8, x: nested N }; u8] where ascending(it.id) }",
        "struct N depth 40 { id: u8, all: [E; u8] where ascending(it.id) } struct E { id: u8, x: nested N }",
    ]));
}

#[test]
fn others_are_written_later() {
    right(
        "varint V: u29 = groups(7, 7, 7, 8);
         struct A depth 40 { bits u16 { size: u12, flag: u4 }, within (size) { children: [nested A; ..] } }
         struct B depth 40 { size: V, kind: u8, within (size) { children: [nested B; ..] } }
         struct D depth 40 { size: u16 where it < 3000, within (size - 2) { children: [nested D; ..] } }
         struct E depth 40 { within (V) { children: [nested E; ..] } }
         struct N depth 40 { size: u8 where size > flag, flag: u8, within (size) { children: [nested N; ..] } }",
    );
}

#[test]
fn a_circle_has_the_name_of_the_one_that_states_its_depth() {
    let protocol = right(
        "struct A { x: u8, b: nested B } struct B depth 1 + 2 { items: [nested C; u8] } struct C { k: u8, a: nested A if k > 1 }
         struct D { a: nested A }",
    );
    let circles: Vec<_> = protocol.records.iter().map(|record| (record.name.as_str(), record.circle.clone())).collect();
    let circle = |name: &str| circles.iter().find(|(other, _)| *other == name).and_then(|(_, circle)| circle.clone());
    let expected = Circle { name: "B".to_owned(), depth: 3 };
    for name in ["A", "B", "C"] {
        assert_eq!(circle(name), Some(expected.clone()), "{name}");
    }
    assert_eq!(circle("D"), None);
}

/// The examples of a schema with the most levels are executed on a thread of their own, without optimisation, too.
#[test]
fn the_deepest_example_needs_no_stack_of_its_caller() {
    let compile = || {
        let text = format!(
            "protocol deep {{ byte_order: little }}
             struct A depth 512 {{ n: u8, items: [nested A; n], example \"deep\" = hex \"{}00\" {{ }} }}",
            "01".repeat(512),
        );
        crate::load_text("deep.wire", text).map_err(|failure| failure.render(false)).map(drop)
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(compile).unwrap();
    assert_eq!(thread.join().unwrap(), Ok(()));
}
