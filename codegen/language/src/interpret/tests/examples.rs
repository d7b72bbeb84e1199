//! Diagnostics of wrong examples.

fn rendered(items: &str) -> String {
    let text = format!("protocol test {{ byte_order: little }}\n{items}");
    match crate::load_text("test.wire", text) {
        Ok(_) => String::new(),
        Err(failure) => failure.render(false),
    }
}

#[test]
fn right_examples() {
    let items = "
        quantity Cubes: u16 = raw / 16 in cubes;
        enum Kind: u8 { A = 1, B = 2 | 3 }
        struct S {
            kind: Kind, at: Cubes, bits u8 { has, wide, _: u6 }, x: match wide { 0 => u8, 1 => u16 } if has,
            version: u8 = 3, list: [{ n: u8 where 1..=9 }; u8],
            example \"plain\" = hex \"01 1800 00 03 00\" { kind: A, at: 1.5, at.raw: 24, x: none, version: 3, list: [] }
            accepts \"another code\" = hex \"03 0000 00 03 00\" { kind: B, kind.raw: 3 }
            refuses \"a kind\" = hex \"04\" { kind: value }
            refuses \"the end\" = hex \"01 00\" { at: truncated }
            refuses \"no bits\" = hex \"01 0000\" { has: truncated }
            refuses \"a number in a list\" = hex \"01 0000 00 03 01 00\" { list.n: rule }
            refuses \"more\" = hex \"01 0000 00 03 00 00\" { S: trailing }
        }";
    // An absent width needs a group; without one the schema is rejected for that, not for its examples.
    let items = items
        .replace("x: match wide { 0 => u8, 1 => u16 } if has", "x: u8 if has")
        .replace("has, wide, _: u6", "has, _: u7");
    assert_eq!(rendered(&items), "");
}

#[test]
fn examples_that_name_codes() {
    let codes = |values: &str| {
        rendered(&format!(
            "family Known: u8 {{ message Ping = 1; .. }}
family Told {{ message Pong = 1; .. }}
enum Tone: u8 {{ Low = 1, High = 2, Top = 3 }}
struct S {{
    tone: Tone, by: u8,
    a: match tone {{ Low => Deep {{}}, High | Top => Loud {{ x: u8 }} }},
    b: match u8 {{ 0 => Nothing {{}}, 1.. => Number: u8 }},
    within (1) {{ told: Told by by }},
    known: Known,
    example \"codes\" = hex \"03 09 00 0702 00 0801\" {{ {values} }}
}}"
        ))
    };
    let all = "a.tone: Top, a.tone.raw: 3, a.x: 0, b.code: 7, b: Number, b.value: 2, told.code: 9, known.code: 8";
    assert_eq!(codes(all), "");
    insta::assert_snapshot!("codes", codes("a.tone: High, b.code: 2, told.code: 1, known.code: 1"));
}

#[test]
fn rejections_in_messages_of_lists() {
    let refuses = |values: &str| {
        rendered(&format!(
            "family Known: u8 {{ message Ping = 1 {{ x: u8 where it < 9 }} }}
struct S {{ within (u8) {{ all: [Known; ..] }}, refuses \"a\" = hex {values} }}"
        ))
    };
    assert_eq!(refuses("\"01 02\" { all.code: code }"), "");
    assert_eq!(refuses("\"02 01 09\" { all.x: rule }"), "");
    assert!(refuses("\"01 02\" { all: code }").contains("help: `all.code: code`"));
}

#[test]
fn wrong_examples() {
    let wrong = |example: &str| {
        rendered(&format!(
            "quantity Cubes: u16 = raw / 16 in cubes;
varint Int: i32 {{ -126..=127 => i8, .. => 0x81 i32, }}
struct S {{ at: Cubes, n: Int, {example} }}"
        ))
    };
    insta::assert_snapshot!("value", wrong("example \"a\" = hex \"1800 05\" { at: 1.25, n: 6 }"));
    insta::assert_snapshot!("spelled", wrong("example \"b\" = hex \"1800 8105000000\" { n: 5 }"));
    insta::assert_snapshot!("canonical", wrong("accepts \"c\" = hex \"1800 05\" { n: 5 }"));
    insta::assert_snapshot!("short", wrong("example \"d\" = hex \"1800 81\" { n: 5 }"));
    insta::assert_snapshot!("long", wrong("example \"e\" = hex \"1800 05 06\" { n: 5 }"));
    insta::assert_snapshot!("taken", wrong("refuses \"f\" = hex \"1800 05\" { n: truncated }"));
    insta::assert_snapshot!("elsewhere", wrong("refuses \"g\" = hex \"18\" { n: truncated }"));
    insta::assert_snapshot!("otherwise", wrong("refuses \"h\" = hex \"1800 81\" { n: varint }"));
}

#[test]
fn examples_that_are_wrong_in_some_versions() {
    let versions = |items: &str| {
        let text = format!("protocol test {{ byte_order: little, versions: [1, 2, 3] }}\n{items}");
        crate::load_text("test.wire", text).map_or_else(|failure| failure.render(false), |_| String::new())
    };
    let body = "a: u8, b: u8 if VERSION >= 2";
    let wrong = versions(&format!("struct S {{ {body}, example \"x\" = hex \"01\" {{ a: 1 }} }}"));
    insta::assert_snapshot!("in_some", wrong);
    let refused = versions(&format!("struct S {{ {body}, refuses \"x\" = hex \"01\" {{ a: truncated }} }}"));
    insta::assert_snapshot!("in_all_but_otherwise", refused);
    insta::assert_snapshot!("in_all", versions("struct S { a: u8, example \"x\" = hex \"02\" { a: 1 } }"));
    assert_eq!(versions(&format!("struct S {{ {body}, example \"x\" (version: 1) = hex \"01\" {{ a: 1 }} }}")), "");
    let other = versions(&format!("struct S {{ {body}, example \"x\" (version: 3) = hex \"01\" {{ a: 1 }} }}"));
    insta::assert_snapshot!("in_the_one_that_it_says", other);
}
