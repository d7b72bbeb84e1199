//! Static expressions and their errors.

use super::{complaints, right};

#[test]
fn static_expressions() {
    for (expr, value) in [
        ("1 + 2 * 3 - 4", 3),
        ("(1 + 2) * 3", 9),
        ("1 / 3 * 3", 1),
        ("-(0x10 - 0b1) + 'A'", 50),
        ("if 1 < 2 < 3 { 5 } else { 6 }", 5),
        ("if !(1 == 1) || 2 in 3..5 | 9 { 5 } else { 6 }", 6),
        ("if (\"a\" != \"b\") && true { 1 } else { 0 }", 1),
        ("1.5e2 + 0.25 * 4", 151),
    ] {
        let protocol = right(&format!("const VALUE = {expr};\nenum E: i32 {{ A = VALUE }}"));
        assert_eq!(protocol.enums[0].codes[0].written, value, "{expr}");
    }
}

#[test]
fn mistakes() {
    insta::assert_snapshot!(complaints(&[
        "const A = B;",
        "const HEIGHT = 3;\nconst A = HIGHT + 1;",
        "enum Gun: u8 { Pistol = 0 }\nconst A = Gun;",
        "const A = 1 / (2 - 2);",
        "const A = 170141183460469231731687303715884105727 + 1;",
        "const A = 1e40;",
        "const A = 1 + true;",
        "const A = !3;",
        "const A = if 1 { 2 } else { 3 };",
        "const A = 1 == true;",
        "const A = field + 1;",
        "const A = left();",
        "const A = [1, 2];",
        "const A = VERSION + 1;",
        "const A = if (1.5 in 1..2) { 1 } else { 0 };",
        "const A = 1 / 2;\nenum E: u8 { X = A }",
    ]));
}
