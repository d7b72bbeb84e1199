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
fn elements_of_lists() {
    let of = |example: &str| {
        rendered(&format!(
            "family Known: u8 {{ message Ping = 1 {{ x: u8 where it < 9 }} message Pong = 2; }}
struct S {{
    lines: [{{ sku: latin1[u8], n: u8 where it > 0, _: u8 = 7 }}; u8], grid: [[{{ a: u8 where it < 3 }}; 2]; 2],
    has: u8, more: if has > 4 {{ ids: bytes[u8], all: [Known; u8] }},
    {example}
}}"
        ))
    };
    let bytes = "02 016101 07 016202 07  00 01 02 01  05 01aa 02 0105 02";
    let value = |values: &str| of(&format!("example \"e\" = hex \"{bytes}\" {{ {values} }}"));
    let right = "lines: [{ sku: \"a\", n: 1 }, {}], lines[1].n: 2, more.ids[0]: 0xAA, lines[0].n.raw: 1,
        grid: [[{}, { a: 1 }], [{ a: 2 }, { a: 1 }]], more: { all: [Ping, Pong], all[0]: { x: 5 } }";
    assert_eq!(value(right), "");
    let wrong = [
        "lines[1].n: 3",
        "lines: [{ n: 1 }, { n: 3 }]",
        "lines: [{ n: 1 }]",
        "lines: [{ n: 2 }, {}, { n: 1 }]",
        "lines[2].n: 3",
        "lines[2]: none",
        "grid[0][1].a: 0",
        "grid[0][2].a: 0",
        "more.ids[1]: 1",
        "more.all: [Ping, Ping]",
        "more.all[0].x: 6",
        "more.all[1].x: 6",
    ];
    insta::assert_snapshot!("elements", wrong.map(value).join("\n"));
    let absent = ["more: {}", "more.ids[0]: none", "more.ids[0]: 1"];
    let absent = absent.map(|values| of(&format!("example \"e\" = hex \"00 00010201 00\" {{ {values} }}")));
    insta::assert_snapshot!("absent_lists", absent.join("\n"));
    let refuses = |values: &str| of(&format!("refuses \"e\" = hex {values}"));
    let rule = "\"02 016101 07 016200 07\"";
    assert_eq!(refuses(&format!("{rule} {{ lines[1].n: rule }}")), "");
    assert_eq!(refuses(&format!("{rule} {{ lines.n: rule }}")), "");
    let deep = "\"00 00010203\"";
    for path in ["grid[1][1].a", "grid[1].a", "grid.a"] {
        assert_eq!(refuses(&format!("{deep} {{ {path}: rule }}")), "");
    }
    assert_eq!(refuses("\"00 00010201 05 00 02 02 0109\" { more.all[1].x: rule }"), "");
    let wrong = [format!("{rule} {{ lines[0].n: rule }}"), format!("{deep} {{ grid[1][0].a: rule }}")];
    insta::assert_snapshot!("refused_in_another_element", wrong.map(|one| refuses(&one)).join("\n"));
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
