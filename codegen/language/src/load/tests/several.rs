//! Texts with several independent errors.

use insta::assert_snapshot;

use crate::load::load_text;

/// The diagnostics of a text with this many errors.
fn told(text: &str, mistakes: usize) -> String {
    let text = format!("protocol p {{ byte_order: little }}\n{text}\n");
    let failure = load_text("test.wire", text.as_str()).expect_err("there are mistakes");
    let rendered = failure.render(false);
    assert!(failure.schema.is_none());
    assert_eq!(failure.diagnostics.len(), mistakes, "{rendered}");
    crate::render::compact(&rendered)
}

#[test]
fn mistakes_of_both_passes() {
    let all = [
        // An unreadable field, and an undeclared name.
        told("struct A { x: , y: u8 if x == 1, z: u8 }\nstruct B { a: A, b: Missing }", 2),
        // The wire of a code, a duplicate code, and a message that uses the first.
        told(
            "enum Kind: u8 { A = , B = 1, C = 1 }\nmessage M = 1 { kind: u8 as Kind, x: u8 if kind == A, x: u8 }\nfamily F: u8 { M }",
            3,
        ),
        // A part, a later name in the same body, and a condition in another.
        told(
            "struct A { bits u8 { flag, b: , _: .. }, x: u8 if flag, y: u8 if flags }\nstruct B { a: A, list: [u8; m] }",
            3,
        ),
        // An unreadable constant with its uses, and an undeclared one.
        told("const N = 3 +;\nstruct A { x: bytes[N], y: u8 if N == 3 }\nstruct B { x: bytes[M] }", 2),
        // The head of a struct, its body, and a use with arguments.
        told("struct A(flag bool) { x: u8 if flag, y: u9 }\nstruct B { a: A(true), b: u8 = 300 }", 3),
        // An entry without a name may declare any name.
        told("struct A { ?: u8, y: u8 if any == 1, z: Nothing }\nstruct B { y: u8 if any == 1 }", 3),
        // An arm of a match, another arm, and a name in the wrong case.
        told(
            "struct A { kind: u8, body: match kind { 0 => Sound { x: }, 1 => Light { y: u8 if z } } }\nstruct small_b { x: u8 }\nstruct C { b: SmallB, d: u8 as SmallD }",
            4,
        ),
        // An import with unknown names, and a cycle.
        told("use numbers;\nstruct A { x: Int, b: B }\nstruct B { a: A }", 2),
        // A session value, a hook, a quantity.
        told(
            "session mode = M;\nhook check(data bytes) -> u8;\nquantity Q: u8 = raw / ;\nstruct A { x: u8 if session.mode == 1, c: u8 = check(all()), q: Q, t: u8 if session.time == 1 }\nstruct B { x: u8 where it > 300 }",
            5,
        ),
        // Examples, their record, and the bytes of another example.
        told(
            "struct A { x: u8, example \"a\" = hex 01 { x: 1 } example \"b\" = hex \"01\" { y: 1 } }\nstruct B { y: u8, z: }",
            3,
        ),
    ];
    assert_snapshot!(all.join("\n"));
}

/// A fix that writes no word is shown although others are wrong in what was not looked at before it.
#[test]
fn mistakes_that_show_behind_an_edit() {
    let all = [
        // The meaning of fields is looked at once their syntax is right.
        told("struct A { a: u4 b: u4 }", 1),
        // A brace closes the first declaration, the other one nothing.
        told("struct A\n    a: u4,\n}\n}", 2),
        // Later entries are read once the head is right.
        told("pub struct A { pub x: u8, y: u4 }", 1),
        // A guess would add another mistake.
        told("struct A { x: crc16, y: u8 }", 1),
    ];
    assert_snapshot!(all.join("\n"));
}
