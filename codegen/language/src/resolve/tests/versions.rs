//! Schemas for several versions.

use super::{compiled, complaint};
use crate::model::{Protocol, Role, Schema};

/// A schema for versions 1 and 2.
fn schema(items: &str) -> Schema {
    match crate::load_text("test.wire", format!("protocol test {{ byte_order: little, versions: [1, 2] }}\n{items}")) {
        Ok(compiled) => compiled.schema,
        Err(failure) => panic!("{}", failure.render(false)),
    }
}

fn fields(protocol: &Protocol, record: usize) -> Vec<String> {
    protocol.records[record].fields.iter().map(|field| field.label.clone()).collect()
}

#[test]
fn a_field_of_one_version_is_no_field_of_the_other() {
    let schema = schema(
        "struct S { a: u8, b: u8 if VERSION >= 2, c: u16 if VERSION == 1, x: u8 if VERSION < 2, x: u16 if VERSION >= 2 }",
    );
    assert_eq!(fields(&schema.first, 0), ["a", "c", "x"]);
    assert_eq!(fields(schema.newest(), 0), ["a", "b", "x"]);
    assert_eq!(schema.version("v1"), Some(&schema.first));
    assert_eq!(schema.version("2"), Some(schema.newest()));
    assert_eq!(schema.version("v3"), None);
}

#[test]
fn a_number_of_the_packet_is_compared_with_what_the_version_says() {
    let schema = schema(
        "const MOST = if VERSION >= 2 { 64 } else { 32 };
        const SHIFT = if VERSION >= 2 { 3 } else { 0 };
        struct S {
            b: u8 where it < MOST,
            c: u8 if b < MOST - 1,
            d: u8 where it != 3 + SHIFT,
            e: u8 where it < VERSION,
            f: u8 if d > VERSION && b + SHIFT < MOST - 5,
            ends: [u8; until VERSION | 200],
            g: u8 if VERSION == 2 && !(d == VERSION || b == MOST - 2),
        }",
    );
    assert_eq!(fields(&schema.first, 0), ["b", "c", "d", "e", "f", "ends"]);
    assert_eq!(fields(schema.newest(), 0), ["b", "c", "d", "e", "f", "ends", "g"]);
}

#[test]
fn a_region_leaves_out_what_its_record_does() {
    let schema =
        schema("struct S { a: u8, within(u8) { a_2: u8 if VERSION == 2, a_1: u8 if VERSION == 1, rest: bytes[..] } }");
    assert_eq!(fields(&schema.first, 0), ["a", "within", "a_1", "rest"]);
    assert_eq!(fields(schema.newest(), 0), ["a", "within", "a_2", "rest"]);
}

#[test]
fn the_rest_of_a_condition_is_decided_by_the_packet() {
    let schema =
        schema("struct S { bits u8 { f, g, _: .. }, x: u8 if VERSION >= 2 && f, y: if g && VERSION == 1 { z: u8 } }");
    assert_eq!(fields(&schema.first, 0), ["bits", "y", "z"]);
    assert_eq!(fields(schema.newest(), 0), ["bits", "x"]);
}

#[test]
fn codes_and_members_differ() {
    let schema = schema(
        "const SHIFT = if VERSION == 2 { 3 } else { 0 };
        message A = 5 + SHIFT;
        message B = 1 if VERSION == 2;
        family F: u8 { A, B, message C = 2 if VERSION == 1; }",
    );
    let members = |protocol: &Protocol| -> Vec<(String, i128)> {
        let family = &protocol.families[0];
        let code = |id: usize| match protocol.records[id].role {
            Role::Message { code: Some(code) } => code.code,
            _ => -1,
        };
        family.members.iter().map(|member| (member.name.clone(), code(member.record.0))).collect()
    };
    assert_eq!(members(&schema.first), [("A".to_owned(), 5), ("C".to_owned(), 2)]);
    assert_eq!(members(schema.newest()), [("A".to_owned(), 8), ("B".to_owned(), 1)]);
}

#[test]
fn what_is_the_same_is_known() {
    use crate::model::RecordId;
    use crate::model::same::Same;
    let schema = schema(
        "enum Gun: u8 { Fist = 0, .. }
        struct New if VERSION == 2 { gun: Gun }
        struct Same { gun: Gun, list: [{ a: u8 }; u8] }
        struct Different { a: Same, b: u8 if VERSION == 2 }
        struct Around { inner: Different }",
    );
    let same = Same::of(&schema.first, schema.newest());
    assert_eq!(same.enums.len(), 1);
    let names: Vec<_> = schema.newest().records.iter().map(|record| record.name.as_str()).collect();
    assert_eq!(names, ["New", "SameList", "Same", "Different", "Around"]);
    assert_eq!(same.records, [None, Some(RecordId(0)), Some(RecordId(1)), None, None]);
}

#[test]
fn mistakes() {
    let with = |versions: &str, items: &str| format!("protocol test {{ byte_order: little, {versions} }}\n{items}");
    let both = |items: &str| with("versions: [1, 2]", items);
    let cases = [
        with("versions: 3", ""),
        with("versions: []", ""),
        with("versions: [1, two]", ""),
        with("versions: [2, 1]", ""),
        "protocol test { byte_order: little }\nstruct S { x: u8 if VERSION >= 2 }".to_owned(),
        // An error in one version, and one in both.
        both("struct S { x: u8 if VERSION == 2, y: bytes[x] }"),
        both("struct S { y: bytes[x] }"),
        both("struct S { bits u8 { f, _: .. }, x: u8 if f || VERSION == 2 }"),
        both("struct S { bits u8 { f, _: .. }, x: u8 if !(f && VERSION == 2) }"),
        both("struct S { a: u8, x: u8 if a + VERSION }"),
        both("struct S { a: u8, x: u8 if a < 254 + VERSION }"),
        both("family V1: u8 { message A = 1; }"),
        both("struct S { x: u8, example \"later\" (version: 3) = hex \"00\" { x: 0 } }"),
        both("struct S(version: u8) { x: u8 if version > 2 }"),
        both("const SHIFT = if VERSION == 2 { 1 } else { 0 };\nfamily F: u8 { message A = 1 + SHIFT; message B = 2; }"),
        // Versions are shown as written.
        with("versions: [2015_10, 2015_11]", "struct S { x: u8 if VERSION == 2015_11, y: bytes[x] }"),
        both("message A = 1 if VERSION == 2;\nstruct S { a: F }\nfamily F: u8 { A }"),
    ];
    insta::assert_snapshot!(cases.iter().map(|case| complaint(&[case])).collect::<String>());
}

#[test]
fn an_imported_file_has_the_versions_of_the_schema() {
    let schema = "protocol test { byte_order: little, versions: [1, 2] }\nuse \"imported.wire\";\n";
    let (protocol, ..) = compiled(&[schema, "protocol other { byte_order: little, versions: [1, 2] }\n"]);
    assert!(protocol.is_some());
    let other = "protocol other { byte_order: little, versions: [1, 3] }\n";
    let without = "protocol test { byte_order: little }\nuse \"imported.wire\";\n";
    insta::assert_snapshot!([complaint(&[schema, other]), complaint(&[without, other])].concat());
}
