//! Whole files of other languages, told by their first lines.

/// A language, the beginnings of a first line, in small letters, and what else its files contain, if that alone is no proof.
type Language = (&'static str, &'static [&'static str], &'static [&'static str]);

/// The first that fits counts.
const LANGUAGES: &[Language] = &[
    ("ProtoDef", &["{", "["], &["\"container\"", "\"native\"", "\"pstring\""]),
    ("Avro", &["{"], &["\"type\": \"record\""]),
    ("JSON", &["{", "["], &[]),
    ("XML", &["<"], &[]),
    ("Kaitai Struct", &["meta:", "seq:", "types:", "instances:", "enums:", "%yaml", "---"], &["seq:", "meta:"]),
    ("YAML", &["---", "%yaml"], &[]),
    ("TOML", &["[package]", "[["], &[]),
    ("Protocol Buffers", &["syntax ", "syntax=", "edition ", "edition=", "option "], &[]),
    ("PDL", &["little_endian_packets", "big_endian_packets"], &[]),
    ("ASN.1", &[""], &["DEFINITIONS", "::="]),
    ("SQL", &["create ", "insert ", "drop ", "alter ", "select ", "begin;"], &[]),
    ("Cap'n Proto", &["@0x", "using "], &["@0"]),
    ("Thrift", &["namespace ", "include ", "struct "], &["1: "]),
    ("FlatBuffers", &["table ", "namespace ", "include ", "file_identifier ", "root_type "], &["table "]),
    ("FlatBuffers", &["attribute \"", "root_type ", "file_extension "], &[]),
    ("C#", &["using ", "namespace ", "[structlayout", "public struct"], &["public "]),
    ("Java", &["package ", "import ", "public "], &["class "]),
    ("C", &["#pragma", "#include", "#ifndef ", "#define ", "typedef ", "extern ", "#if ", "static "], &[]),
    ("C++", &["template", "namespace ", "using namespace", "class "], &[";"]),
    ("Rust", &["#![", "#[", "pub struct", "pub enum", "impl ", "fn ", "mod ", "extern crate"], &[]),
    ("Rust", &["pub ", "use "], &["use std::", "use crate::", "use super::", "use serde"]),
    ("Go", &["package "], &["struct {", "func "]),
    (
        "Python",
        &["#!/usr/bin/env python", "from ", "import ", "class ", "def ", "@dataclass"],
        &["import ", "class ", "def "],
    ),
    ("TypeScript", &["interface ", "export ", "declare ", "import "], &[]),
    ("Lua", &["local "], &[]),
    ("Dart", &["import '", "library "], &[]),
    ("DBC", &["version \"\"", "bo_ ", "bu_:", "ns_ :"], &[]),
    ("a device tree", &["/dts-v1/"], &[]),
    ("P4", &["header ", "parser "], &["bit<"]),
];

/// The language of a file, if it is another one, and its first line. Declarations of a schema begin with some words.
pub fn language<'a>(text: &'a str, items: &[&str]) -> Option<(&'static str, &'a str)> {
    let lines = || text.lines().map(str::trim);
    if lines().any(|line| line.starts_with("protocol ") && line.contains('{')) {
        return None;
    }
    let mut comment = false;
    let first = lines().find(|line| {
        comment |= line.starts_with("/*");
        let skipped = comment
            || line.is_empty()
            || ["//", "--", "# "].iter().any(|mark| line.starts_with(mark) && *line != "---");
        comment &= !line.contains("*/");
        !skipped
    })?;
    let lower = first.to_ascii_lowercase();
    let has = |one: &&str| lines().any(|line| !line.starts_with("//") && line.contains(*one));
    let fits = |(_, begins, contains): &&Language| {
        begins.iter().any(|begin| lower.starts_with(begin)) && (contains.is_empty() || contains.iter().any(has))
    };
    let known = LANGUAGES.iter().find(fits).map(|(language, ..)| *language);
    known.or_else(|| is_c_struct(first, text, items).then_some("C")).map(|language| (language, first))
}

/// `struct header {` with `uint8_t kind;` in it: a struct of a schema has commas and colons.
fn is_c_struct(first: &str, text: &str, items: &[&str]) -> bool {
    let is_struct = ["struct ", "union ", "enum "].iter().any(|word| first.starts_with(word));
    let declares = |line: &str| {
        let line = line.trim();
        let is_item = line.split_whitespace().next().is_some_and(|word| items.contains(&word));
        line.ends_with(';') && !is_item && !line.contains(':') && line.split_whitespace().count() >= 2
    };
    is_struct && text.lines().skip_while(|line| line.trim() != first).skip(1).any(declares)
}

#[cfg(test)]
mod tests {
    use super::language;

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
            ("", None),
        ] {
            assert_eq!(language(text, &["type", "use"]).map(|(language, _)| language), meant, "{text}");
        }
    }
}
