//! Words: each meaning is a wire, and no word has two.

use crate::advice::words::{Place, entries, listed, wires};
use crate::load::load_text;

#[test]
fn every_wire_is_one() {
    for ((place, word), meaning) in entries() {
        let item = |wire: &str| match place {
            Place::Varint => format!("varint V: {wire};"),
            _ => format!("type T = {};", wire.replace("; ..]", "; u8]")),
        };
        if matches!(
            place,
            Place::Number | Place::Capitals | Place::Text | Place::Letter | Place::Extent | Place::Varint
        ) {
            for wire in meaning.split("  |  ") {
                let schema = format!("protocol p {{ byte_order: big }}\n{}", item(wire));
                assert!(load_text("p.wire", schema).is_ok(), "{word}: {wire}");
            }
        }
    }
}

#[test]
fn no_word_has_two_rows_for_one_place() {
    let mut words: Vec<String> = entries().map(|(key, _)| format!("{key:?}")).collect();
    words.sort_unstable();
    let twice: Vec<_> = words.array_windows().filter(|[one, next]| one == next).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(entries().all(|((_, word), meaning)| !word.is_empty() && !meaning.is_empty()));
}

#[test]
fn numbers_of_other_languages() {
    for (words, meant) in [
        ("int32", "i32"),
        ("uint16_t", "u16"),
        ("u_int16_t", "u16"),
        ("uint_least8_t", "u8"),
        ("U8", "u8"),
        ("Float32", "f32"),
        ("u16LE", "u16le"),
        ("__be32", "u32be"),
        ("le16", "u16le"),
        ("li32", "i32le"),
        ("Int16ub", "u16be"),
        ("s4", "i32"),
        ("s2be", "i16be"),
        ("f4", "f32"),
        ("s16", "i16"),
        ("u8le", "u8"),
        ("8", "u8"),
        (">H", "u16be"),
        ("unsigned long long int", "u64"),
        ("long unsigned int", "u32 u64"),
        ("short int", "i16"),
        ("int", "i32 i16 i64"),
        ("INT", "i32 i16"),
        ("size_t", "u32 u64"),
        ("byte", "u8 i8"),
        ("Ipv6Addr", "bytes[16]"),
        ("sint32", "i32 Sint32"),
        ("le", ""),
        ("int date", ""),
        ("unit8", ""),
        ("Point", ""),
    ] {
        let found: Vec<String> = wires(words).into_iter().map(|one| one.wire).collect();
        assert_eq!(found.join(" "), meant, "{words}");
    }
}

#[test]
fn lists_of_other_languages() {
    for (words, length, meant) in [
        ("char", Some("16"), "latin1[16]"),
        ("byte", Some("n"), "bytes[n]"),
        ("string", Some("u8"), "utf8[u8]"),
        ("wchar_t", Some("4"), "utf16[4]"),
        ("uuid", Some("2"), "[bytes[16]; 2]"),
        ("short", Some("3"), "[i16; 3]"),
        ("Point", None, "[Point; ..] [Point; u8] [Point; u16] [Point; u32]"),
    ] {
        let found: Vec<String> = listed(words, length).into_iter().map(|one| one.wire).collect();
        assert_eq!(found.join(" "), meant, "{words}");
    }
}
