//! Name lookup, and the rule that names must be present.

use super::{complaints, right};
use crate::model::{Expr, ParamKind, Role};

#[test]
fn unknown_and_later() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { has_fall, _: .. }, x: u8 if has_fal }",
        "struct S { x: u8 if f, bits u8 { f, _: .. } }",
        "struct S { x: bytes[n], n: u8 }",
        "struct S { n: u8, n: u16 }",
        "struct S { bits u8 { f, _: .. }, f: u16 }",
        "struct S(n: u8) { n: u16 }",
        "struct S(n: u8, n: u16) { x: bytes[n] }",
        "struct S { n: u8, g: { x: bytes[n], n: u8 } }",
        "struct S { n: u8, x: [{ y: bytes[n], n: u8 }; 3] }",
        "struct S { x: Nope }",
        "struct S { x: U8 }",
        "struct S { x: [Nope; 3] }",
        "message M = 1;\nstruct S { m: M }",
        "message M = 1;\nstruct S { m: [M; ..] }",
    ]));
}

#[test]
fn source_names() {
    insta::assert_snapshot!(complaints(&[
        "message M \"\" = 1;",
        "message M \"N POS\" = 1;",
        "message M \"N`POS\" = 1;",
        "message M \"n\u{fc}r\" = 1;",
        "struct A \"a_t\" { x: u8 }\nenum B \"a_t\": u8 { C = 1 }",
        "family F: u8 { message A \"N_A\" = 1; message B \"N_A\" = 2; }",
        "family F: u8 { A, message B \"N_A\" = 2; }\nmessage A \"N_A\" = 1;",
        "enum E: u8 { A \"K\" = 1, B \"K\" = 2 }",
        "bits B: u8 { a \"K\", b \"K\", _: u6 }",
        "struct S { a \"x\": u8, bits u8 { b \"x\", _: u7 } }",
        "struct S { g: { a \"x\": u8, b \"x\": u8 } }",
        "struct S { k: u8, v: match k { 0 => A { a \"x\": u8, b \"x\": u8 }, _ => B { a \"x\": u8 } } }",
        "const C \"c\" = 1;",
        "family F \"f\": u8 { message A = 1; }",
        "struct S \"s\" \"t\" { x: u8 }",
        "struct S { example \"x\": u8, accept \"y\" }",
    ]));
    let protocol = right(
        "family F: u8 { message A \"N_A\" = 1 { x \"N_A\": u8 } }\nfamily G: u8 { message B \"N_A\" = 1 { example \"x\": u8 } }",
    );
    let names: Vec<_> = protocol.records.iter().map(|record| record.docs.source_name.as_deref()).collect();
    assert_eq!(names, [Some("N_A"), Some("N_A")]);
    assert_eq!(protocol.records[0].fields[0].docs.source_name.as_deref(), Some("N_A"));
    assert_eq!(protocol.records[1].fields[0].docs.source_name.as_deref(), Some("x"));
}

#[test]
fn certainly_present() {
    insta::assert_snapshot!(complaints(&[
        "struct S { bits u8 { f, _: .. }, n: u8 if f, x: bytes[n] }",
        "struct S { bits u8 { f, _: .. }, g: if f { n: u8 }, x: bytes[g.n] }",
        "struct S { k: u8, v: match k { 0 => A { n: u8 }, _ => B { m: u8 } }, x: bytes[n] }",
        "struct S { k: u8, v: match k { 0 => A { n: u8 }, _ => B { m: u8 } }, x: bytes[v.n] }",
        "struct S { k: u8, v: match k { 0 => A { n: u8 }, 1 => B { x: bytes[n] } } }",
        "struct S { bits u8 { w: u2, _: .. }, n: match w { 0 => none, 1 => u8 }, x: bytes[n] }",
        "struct S { list: [{ n: u8 }; u8], x: bytes[list.n] }",
        "struct S { g: { n: u8 }, x: bytes[g] }",
        "struct S { g: { n: u8 }, x: bytes[g.m] }",
        "bits B: u8 { number: u8 }\nstruct S { b: B, x: u8 if b.numbr == 1 }",
        "struct S { n: u8, x: u8 if n.a == 1 }",
    ]));
}

#[test]
fn a_broken_field_is_told_once() {
    insta::assert_snapshot!(complaints(&[
        "struct S { n: Nope, x: bytes[n], y: u8 if n == 1, z: [{ a: u8 if n == 2 }; n] }",
        "struct T { n: Nope }\nstruct S { t: T, l: [T; 3] }\nfamily F: u8 { message M = 1 { t: T } }",
        "struct S { bits u13 { f, _: .. }, x: u8 if f }",
    ]));
}

#[test]
fn rings() {
    insta::assert_snapshot!(complaints(&[
        "struct S { s: S }",
        "struct A { b: B }\nstruct B { list: [C; u8] }\nstruct C { a: A }",
        "family F: u8 { message M = 1 { inner: [F; ..] } }",
        "type T = [S; 3];\nstruct S { t: T }",
        "family F: u8 { G }\nfamily G: u8 { F, message M = 1; }",
    ]));
}

#[test]
fn elements_read_outer_numbers() {
    let protocol = right(
        "enum E: u8 { A = 1, B = 2 }
        struct S {
            kind: E, flag: bool,
            list: [{ inner: [{ a: u8 if kind == A, b: u8 if flag && n == 3 }; 2], c: u8 if flag }; u8],
        }"
        .replace("n == 3", "kind != B")
        .as_str(),
    );
    let shapes: Vec<_> = protocol.records.iter().map(|r| (r.name.as_str(), r.params.len())).collect();
    assert_eq!(shapes, [("SListInner", 2), ("SList", 2), ("S", 0)]);
    let inner = &protocol.records[0];
    assert_eq!(inner.role, Role::Element { transparent: false });
    assert_eq!(inner.params[0].name, "kind");
    assert!(matches!(inner.params[0].kind, ParamKind::Enum(_)));
    assert_eq!(inner.params[1].kind, ParamKind::Bool);
    let crate::model::Wire::List { item: crate::model::Item::Record { args, .. }, .. } =
        &protocol.records[2].fields[2].wire
    else {
        panic!("a list")
    };
    assert!(args.iter().all(|arg| matches!(arg, Expr::Cell(_))));
}
