//! Files by their first lines.

use crate::advice::languages::language;

#[test]
fn files_of_others() {
    for (text, meant) in [
        ("// a comment\n{\n  \"fields\": []\n}", Some("JSON")),
        ("<?xml version=\"1.0\"?>\n<protocol/>", Some("XML")),
        ("# a comment\nmeta:\n  id: gif\nseq:\n", Some("Kaitai Struct")),
        ("---\npacket: 1\n", Some("YAML")),
        ("/* a\n comment */\n#pragma once\n", Some("C")),
        ("struct header {\n    uint8_t kind;\n};", Some("C")),
        ("use std::io;\npub struct A { x: u8 }", Some("Rust")),
        ("package main\n\ntype A struct {\n", Some("Go")),
        ("from dataclasses import dataclass\n", Some("Python")),
        ("namespace a.b;\ntable A { x:ubyte; }", Some("FlatBuffers")),
        ("namespace py a\nstruct A { 1: i32 x }", Some("Thrift")),
        ("@0xdbb9ad1f14bf0b36;\nstruct A @0x1 {", Some("Cap'n Proto")),
        ("package chat;\nmessage A = 1 { x: u8 }", None),
        ("struct A {\n    x: u8,\n}\ntype B = u8;", None),
        ("use \"a.wire\";\n// a ::= b; use std::io\nstruct A { x: u8 }", None),
        ("protocol p { byte_order: little }\n#include <a.h>", None),
        ("struct A {\n    text1: u8, n2: i16 = 3,\n}", None),
        ("", None),
    ] {
        assert_eq!(language(text).map(|(language, _)| language), meant, "{text}");
    }
}
