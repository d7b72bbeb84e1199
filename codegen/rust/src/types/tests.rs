//! Details of value types in Rust. The specimens in `tests/schema/specimens` show types as a whole.

use crate::load::load_text;
use crate::rust;
use crate::text::options::{Layout, Options};

/// The Rust of a schema that has nothing but these items.
fn emitted(items: &str) -> String {
    emitted_with(items, &Options::default())
}

fn emitted_with(items: &str, options: &Options) -> String {
    let schema = format!("protocol p {{ byte_order: little }}\n{items}");
    match load_text("p.wire", schema) {
        Ok(compiled) => rust(&compiled.schema, &Options { layout: Layout::Tidy, ..options.clone() }),
        Err(failure) => panic!("{:#?}", failure.diagnostics),
    }
}

#[test]
fn a_constant_part_has_no_getter_and_no_setter() {
    let code = emitted("bits Stamp: u8 { kind: u3 = 5, level: u5 }");
    let has = |what: &str| code.contains(what);
    assert!(has("fn level(") && has("fn with_level(") && !has("fn kind(") && !has("fn with_kind("), "{code}");
}

#[test]
fn a_varint_that_text_is_made_of() {
    let text = emitted("varint Char: i8 = groups(8); struct S { text: [Char; until 0] as latin1 }");
    assert!(text.contains("impl ::wireform::TextUnit for Char {"), "{text}");
}

#[test]
fn further_derives_and_serde() {
    let options = Options {
        derives: vec!["Hash".to_owned(), "::bytemuck::Zeroable".to_owned()],
        serde: true,
        ..Options::default()
    };
    let text =
        "struct Point { x: u8 } enum Kind: u8 { One = 1 } bits Flags: u8 { on, _: .. } quantity Level: u8 = raw + 1;";
    let code = emitted_with(text, &options);
    for ty in ["struct Point", "enum Kind", "struct Flags", "struct Level"] {
        let (above, _) = code.split_once(&format!("pub {ty} ")).expect("the type");
        let (_, derived) = above.rsplit_once("#[derive(").expect("a derive");
        let (derived, _) = derived.split_once(")]").expect("its end");
        let derived: Vec<&str> = derived.split(',').map(str::trim).filter(|one| !one.is_empty()).collect();
        assert!(derived.contains(&"::bytemuck::Zeroable"), "{derived:?}");
        assert_eq!(derived.iter().filter(|one| **one == "Hash").count(), 1, "{derived:?}");
        // Types that hold several values derive serde's traits, a type over one number has its form from the runtime.
        for of_serde in ["::wireform::form::serde::Serialize", "::wireform::form::serde::Deserialize"] {
            assert_eq!(derived.contains(&of_serde), ty == "struct Point", "{ty}: {derived:?}");
        }
    }
    for form in ["serde_enum! { Kind, u8,", "serde_bits! { Flags, u8,", "serde_quantity! { Level, u8,"] {
        assert!(code.split_whitespace().collect::<Vec<_>>().join(" ").contains(form), "{form} in {code}");
    }
}

#[test]
fn fields_and_variants_have_the_names_of_the_schema_for_serde() {
    let options = Options { serde: true, ..Options::default() };
    let text = "struct S { type: u8, self: u16 as hex, f: f32, raw: bytes[4], list: [bytes[u8]; u8] }
        struct C { one: match u8 { 0 => UDP: u8, 1.. => Other: f32 } }
        struct P(engine: bool) { a: u8 if engine, b: u8 as hex if engine, c: u8 if engine else 7, d: f32 if engine else 0.5 }";
    let code = emitted_with(text, &options);
    let squeezed = code.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "#[serde(crate = \"::wireform::form::serde\", deny_unknown_fields)] pub struct S<'a>",
        " pub r#type: u8,",
        "#[serde(rename = \"self\", with = \"::wireform::form::hex\")] pub self_: u16,",
        "#[serde(with = \"::wireform::form::number\")] pub f: f32,",
        "#[serde(with = \"::wireform::form::bytes\")] pub raw: [u8; 4],",
        "#[serde(crate = \"::wireform::form::serde\", transparent)] pub struct SList",
        "#[serde(crate = \"::wireform::form::serde\", deny_unknown_fields)] pub enum COne",
        "#[serde(rename = \"UDP\")] Udp(u8)",
        "#[serde(default = \"::wireform::form::code::<_, 1>\")] code: u8,",
        "#[serde(with = \"::wireform::form::number\")] value: f32",
        "#[serde(default, with = \"::wireform::form::hex\")] pub b: ::core::option::Option<u8>,",
        "#[serde(default = \"::wireform::form::code::<_, 7>\")] pub c: u8,",
        "#[serde(default = \"::wireform::form::float::<_, 0x3FE0000000000000>\", with = \"::wireform::form::number\")] pub d: f32,",
        "#[serde(crate = \"::wireform::form::serde\", default, deny_unknown_fields)] pub struct PKnown",
        "::wireform::serde_view! { [] COneView",
    ] {
        assert!(squeezed.contains(part), "{part} in {code}");
    }
}
