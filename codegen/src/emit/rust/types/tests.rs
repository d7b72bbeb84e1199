//! Details of value types in Rust. The specimens in `tests/schema/specimens` show types as a whole.

use crate::emit::rust::rust;
use crate::emit::rust::text::options::{Layout, Options};
use crate::load::load_text;

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
fn groups_of_a_byte_are_shifted_as_a_whole() {
    let code = emitted("varint Short: u8 = groups(7, 1);");
    assert!(code.contains("bits | ((byte & 0x01) << 7)"), "{code}");
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
        assert!(derived.contains(&"::bytemuck::Zeroable") && derived.contains(&"::serde::Serialize"), "{derived:?}");
        assert_eq!(derived.iter().filter(|one| **one == "Hash").count(), 1, "{derived:?}");
        let name = ty.split(' ').next_back().expect("a name");
        let read = [
            derived.contains(&"::serde::Deserialize"),
            code.contains(&format!("::serde::Deserialize<'de> for {name} ")),
        ];
        assert_eq!(read.contains(&true), name != "Point", "{name}");
    }
}
