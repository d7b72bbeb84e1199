//! Descriptions that are made to break what reads them.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use wireform_import::{Unreadable, kaitai, pdl, protodef};

fn ksy(text: &str) -> Result<String, Unreadable> {
    let none = |_: &Path| Err(io::Error::from(io::ErrorKind::NotFound));
    let read = |path: &Path| if path == Path::new("a.ksy") { Ok(text.to_owned()) } else { none(path) };
    kaitai(Path::new("a.ksy"), None, &read).map(|imported| imported.text)
}

fn json(text: &str) -> Result<String, Unreadable> {
    protodef(&[(None, text)], "a").map(|imported| imported.text)
}

#[test]
fn depth_has_a_limit() {
    let json_lists = format!(r#"{{ "types": {{ "a": {}1{} }} }}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert!(json(&json_lists).is_err());
    let flow = format!("meta: {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(ksy(&flow).is_err());
    let mut blocks = String::from("meta:\n  id: a\n");
    for depth in 0..5_000 {
        let _ = writeln!(blocks, "{}a:", " ".repeat(depth));
    }
    assert!(ksy(&blocks).is_err());
    let expression = format!(
        "meta: {{ id: a, endian: le }}\nseq: [{{ id: b, size: \"{}1{}\" }}]",
        "(".repeat(9_000),
        ")".repeat(9_000)
    );
    let _ = ksy(&expression);
    let _ = pdl(&format!("little_endian_packets enum A : 8 {{ {}", "B = 1 .. 2 {".repeat(20_000)), "a");
}

/// Aliases can say a billion things in a few lines.
#[test]
fn aliases_of_yaml_are_refused() {
    let mut text = String::from("meta: { id: a, endian: le }\na0: &a0 [x, x]\n");
    for level in 1..40 {
        let _ = writeln!(text, "a{level}: &a{level} [*a{}, *a{}]", level - 1, level - 1);
    }
    let wrong = ksy(&text).expect_err("a description with aliases");
    assert!(wrong.to_string().contains("alias"), "{wrong}");
}

/// Types that refer to each other again and again, in place or in a circle.
#[test]
fn types_in_place_do_not_grow_without_end() {
    let mut doubled = String::from(r#"{ "types": { "t0": "u8""#);
    for level in 1..40 {
        let before = level - 1;
        let _ = write!(
            doubled,
            r#", "t{level}": ["switch", {{ "compareTo": "a", "fields": {{ "1": "t{before}", "2": ["option", "t{before}"] }} }}]"#
        );
    }
    doubled += r#", "c": ["container", [{ "name": "a", "type": "u8" }, { "name": "b", "type": "t39" }]] } }"#;
    for (open, close) in
        [("[\"option\", ", "]"), ("[\"container\", [{ \"name\": \"a\", \"type\": [\"option\", ", "] }]]")]
    {
        let nested = |deepest: usize| {
            let types = (0..deepest).rev().map(|at| format!(r#""t{at}": {open}"t{}"{close}"#, at + 1));
            let types = types.rev().collect::<Vec<_>>().join(", ");
            let text = format!(
                r#"{{ "types": {{ {types}, "t{deepest}": "u8", "c": ["container", [{{ "name": "b", "type": "t0" }}]] }} }}"#
            );
            json(&text).expect("a schema")
        };
        assert!(!nested(12).contains("// import: "));
        assert!(nested(3_000).contains("types in each other without end"));
    }
    let wrong = json(&doubled).expect_err("a description that doubles forty times");
    assert!(wrong.to_string().contains("too large"), "{wrong}");
    for circle in [
        r#"{ "types": { "a": "b", "b": "a", "c": ["container", [{ "name": "x", "type": "a" }]] } }"#,
        r#"{ "types": { "a": ["array", { "countType": "u8", "type": "a" }], "c": ["container", [{ "name": "x", "type": "a" }]] } }"#,
        r#"{ "types": { "a": ["option", "a"], "c": ["container", [{ "name": "x", "type": "a" }]] } }"#,
        r#"{ "types": { "c": ["container", [{ "name": "x", "type": "c" }]] } }"#,
    ] {
        let text = json(circle).expect("a schema, with what can be said of it");
        assert!(text.contains("// import: "), "{text}");
    }
}

/// Structs in place of their names, shapes for the ends of lists, and fields for each answer to a condition.
#[test]
fn what_kaitai_makes_of_a_line_has_limits() {
    let mut places = String::from("meta: { id: a, endian: le }\nseq:\n");
    for at in 0..80 {
        let _ = write!(places, "  - {{ id: a{at}, type: m{at} }}\n  - {{ id: s{at}, size: a{at}.b.x0 }}\n");
    }
    places += "types:\n";
    for at in 0..80 {
        let _ = writeln!(places, "  m{at}: {{ seq: [{{ id: b, type: big }}] }}");
    }
    let fields: Vec<String> = (0..3_000).map(|at| format!("{{ id: x{at}, type: u1 }}")).collect();
    let _ = writeln!(places, "  big: {{ seq: [{}] }}", fields.join(", "));
    assert!(ksy(&places).expect("a schema").len() < 1 << 20);

    let mut ends = String::from("meta: { id: a, endian: le }\nseq:\n");
    for at in 0..500 {
        let _ = writeln!(ends, "  - {{ id: l{at}, type: e, repeat: until, repeat-until: _.k == {at} }}");
    }
    ends += "types:\n  e: { seq: [{ id: k, type: u2 }, { id: b, type: { switch-on: k, cases: { 0: z } } }] }\n";
    ends += "  z: { seq: [{ id: q, type: u1 }] }\n";
    assert!(ksy(&ends).expect("a schema").contains("End64 {}"));

    let mut answers = String::from("meta: { id: a, endian: le }\nseq:\n  - { id: a, type: u1 }\n");
    for at in 0..200 {
        let chain: String = (0..12).map(|n| format!("a == {n} ? {n} : ")).collect();
        let _ = writeln!(answers, "  - {{ id: s{at}, size: \"{chain}0\" }}");
    }
    assert!(ksy(&answers).expect("a schema").contains("a number that a condition chooses"));
}

#[test]
fn declarations_have_a_limit() {
    let types: Vec<String> = (0..10_001).map(|at| format!(r#""t{at}": ["container", []]"#)).collect();
    let wrong = json(&format!(r#"{{ "types": {{ {} }} }}"#, types.join(", "))).expect_err("ten thousand and one types");
    assert!(wrong.to_string().contains("more than 10000 declarations"), "{wrong}");
}

#[test]
fn names_and_numbers_may_be_anything() {
    let wild = r#"{ "types": { "struct": ["container", [
        { "name": "", "type": "u8" }, { "name": "é\n*/", "type": "u8" }, { "name": "self", "type": "u8" },
        { "name": "a b", "type": ["buffer", { "count": 99999999999999999999 }] },
        { "name": "x", "type": ["bitfield", [{ "name": "y", "size": 18446744073709551615 }]] }
    ]], "e": ["mapper", { "type": "u8", "mappings": { "99999": "a", "-1": "\u0000" } }],
       "u": ["container", [{ "name": "x", "type": "e" }]] } }"#;
    let text = json(wild).expect("a schema");
    assert!(wireform_build::load_text("a.wire", text.as_str()).is_ok(), "{text}");
    for text in
        ["little_endian_packets packet A { a : 99999999999999999999999 }", "big_endian_packets", "", "packet", "\u{0}"]
    {
        let _ = pdl(text, "a");
    }
    for text in
        ["", "1", "[]", "meta:\n  id: 1\n", "\u{0}", "meta: {id: a}\nseq: {}", "? [a]: b\n", "meta: *x", "a: 1\na: 2"]
    {
        let _ = ksy(text);
    }
}
