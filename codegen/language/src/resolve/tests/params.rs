//! Parameters and arguments.

use super::{complaints, right};

#[test]
fn parameters_and_arguments() {
    insta::assert_snapshot!(complaints(&[
        "enum E: u8 { A = 1 }\nstruct S(k: E) { x: u8 if k == A, y: u8 }\nstruct T { s: S(7) }",
        "struct S(p: f32) { x: u8 }",
        "struct S(p: latin1[u8]) { x: u8 }",
        "quantity Q: u8 = raw / 2;\nstruct S(p: Q) { x: u8 }",
        "struct T(n: u8) { x: bytes[n] }\nstruct S { t: T }",
        "struct T(n: u8) { x: bytes[n] }\nstruct S { t: T(1, 2) }",
        "struct T { x: u8 }\nstruct S { t: T(1) }",
        "struct T(n: u8) { x: bytes[n] }\nstruct S { m: u16, t: T(m) }",
        "struct T(n: u8) { x: bytes[n] }\nstruct S { m: bool, t: T(m) }",
        "struct T(f: bool) { x: u8 if f }\nstruct S { t: T(1) }",
        "struct T(n: u8) { x: bytes[n] }\nstruct S { m: u8 where ..=100, t: T(m * 3) }",
        "enum E: u8 { A = 1, B = 2 }\nstruct T(e: E) { x: u8 if e == A }\nstruct S { t: T(C) }",
        "struct T(n: u8) { x: bytes[n] }\nstruct S { t: T(300) }",
        "bits B: u8 { n: u7, f }\nstruct T(n: u6) { x: bytes[n] }\nstruct S { b: B, t: T(b.n) }",
        "bits B: u8 { n: u7, f }\nstruct T(n: u8) { x: bytes[n] }\nstruct S { b: B, t: T(b.f) }",
        "enum E: u8 { A = 1 }\nstruct S { e: E(3) }",
    ]));
}

#[test]
fn a_closed_enum_is_passed_whatever_its_wire() {
    let both = "enum E: u8 { A = 1, B = 2 }\nstruct T(e: E) { x: u8 if e == A }";
    right(&format!("{both}\nstruct S {{ e: u16 as E, t: T(e) }}"));
    right(&format!("{both}\nbits U: u16 {{ e: u9 as E, _: .. }}\nstruct S {{ u: U, t: T(u.e) }}"));
}
