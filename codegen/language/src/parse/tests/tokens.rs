//! Invalid tokens.

use super::{complaints, several};
use insta::assert_snapshot;

#[test]
fn numbers() {
    assert_snapshot!(complaints(&[
        "const A = 12abc;",
        "const A = 0x;",
        "const A = 0xFG;",
        "const A = 0b12;",
        "const A = 0o17;",
        "const A = 1F;",
        "const A = 1e;",
        "const A = 1.5x;",
        "const A = 170141183460469231731687303715884105728;",
        "const A = .5;",
        "const A = 1.;",
    ]));
}

#[test]
fn characters() {
    assert_snapshot!(complaints(&[
        "const A = '';",
        "const A = 'ab';",
        "const A = 'P;",
        "const A = ';",
        "const A = '\u{20ac}';",
        "const A = '\\q';",
        "const A = '\\xG0';",
        "struct A { x: match u8 { 'P => Yes {}, 'N' => No {} } }",
    ]));
}

#[test]
fn strings() {
    assert_snapshot!(complaints(&[
        "use \"numbers.wire;",
        "use \"numbers.wire\\",
        "use \"a\\d\";",
        "use \"a\\x4\";",
        "struct A {\n    x: u8,\n    example \"one = hex \"01\" {\n        x: 1,\n    }\n}\n",
    ]));
}

#[test]
fn doc_comments_behind_what_they_may_describe() {
    assert_snapshot!(complaints(&[
        "struct S {\n    x: u8, /// the x coordinate\n    y: u8,\n}",
        "struct S {\n    x: u8 /// the x coordinate\n}",
        "message A = 1; /// this one\nmessage B = 2;",
    ]));
}

#[test]
fn doc_comments_in_front_of_what_they_describe() {
    let right = "enum E: u8 {\n    A = 1, //// no doc comment\n    /// The other.\n    B = 2,\n}\nstruct S { /// first\n    x: u8 }";
    let (sources, _, diagnostics) = super::all(right);
    assert!(diagnostics.is_empty(), "{}", crate::render::render(&sources, &diagnostics, false));
}

#[test]
fn characters_that_turn_the_direction() {
    assert_snapshot!(complaints(&[
        "/// An admin\u{202e}nimda nA\nstruct S { x: u8 }",
        "//! A \u{2066}head\n",
        "// A \u{2069}comment\n",
        "use \"a\u{202d}b\";",
        "const A = \u{202c}1;",
    ]));
}

#[test]
fn characters_that_mean_nothing() {
    assert_snapshot!(complaints(&[
        "const A = 1 & 2;",
        "# a comment\n",
        "use \u{201c}numbers.wire\u{201d};",
        "const A =\u{a0}1;",
        "const A = 5 \u{2212} 1;",
        "const A = \\;",
        "const A = \u{1b}\u{7f};",
        "const A = 1; \u{200b}\n",
    ]));
}

#[test]
fn names_that_are_not_ascii() {
    assert_snapshot!(complaints(&["struct Gr\u{f6}\u{df}e { x: u8 }", "struct A { gr\u{f6}\u{df}e: u8 }"]));
}

#[test]
fn comments() {
    assert_snapshot!(complaints(&[
        "/* numbers */\nconst A = 1;",
        "/* numbers\n * and more */ const A = 1;",
        "const A = 1; /* never closed\nconst B = 2;",
        "const A = 1;\n//! Too late.\n",
        "/// Nothing follows.\n",
        "struct A {\n    x: u8,\n    /// Nothing follows.\n}",
        "const A =\n    /// In the middle.\n    1;",
        "varint Int: i32 {\n    /// Forms are not documented.\n    .. => i8,\n}",
        "/// About the file.\nprotocol a {}",
    ]));
}

#[test]
fn a_file_of_nothing_but_mistakes_is_not_told_to_the_end() {
    let text = "'' ".repeat(1000);
    assert!(several(&text, 52).len() < 20_000);
}
