//! The model's records for each construct: one line per field and one per cell.

use std::fmt::Write as _;

use super::right;
use crate::model::{LengthRange, Lengths, Presence, Protocol, Record};

/// The records and families of a schema in binding order.
fn model(items: &str) -> String {
    let protocol = right(items);
    let mut out = format!("{}\n", items.lines().map(str::trim_start).collect::<Vec<_>>().join("\n"));
    for record in &protocol.records {
        show_record(&mut out, &protocol, record);
    }
    for family in &protocol.families {
        let members: Vec<_> = family
            .members
            .iter()
            .map(|member| format!("{}{}", member.name, short(&format!("{:?}", member.args))))
            .collect();
        let (open, params) = (if family.open { " .." } else { "" }, short(&format!("{:?}", family.params)));
        writeln!(out, "\nfamily {} {params} {} [{}{open}]", family.name, lengths(family.lengths), members.join(" "))
            .unwrap();
    }
    out
}

fn show_record(out: &mut String, protocol: &Protocol, record: &Record) {
    let module = record.module.map(|id| format!("{}::", protocol.families[id.0].name)).unwrap_or_default();
    let (role, params) = (short(&format!("{:?}", record.role)), short(&format!("{:?}", record.params)));
    writeln!(out, "\n{module}{} {role} {params} {}", record.name, lengths(record.lengths)).unwrap();
    for (id, field) in record.fields.iter().enumerate() {
        let mut depth = 1;
        let mut at = field.parent;
        while let Some(parent) = at {
            depth += 1;
            at = record.fields[parent.0].parent;
        }
        let presence = match &field.presence {
            Presence::Always => String::new(),
            other => short(&format!(" {other:?}")),
        };
        let rule = field.rule.as_ref().map(|rule| short(&format!(" {rule:?}"))).unwrap_or_default();
        let hidden = if field.name.is_none() { "_" } else { "" };
        let wire = short(&format!("{:?}", field.wire));
        writeln!(out, "{}#{id} {hidden}{}: {wire}{presence}{rule}", "  ".repeat(depth), field.label).unwrap();
    }
    for (id, cell) in record.cells.iter().enumerate() {
        let (value, source) = (format!("{:?}", cell.value), format!("{:?}", cell.source));
        writeln!(out, "  @{id} {} {} {} {}", cell.path, cell.interval, short(&value), short(&source)).unwrap();
    }
}

fn lengths(lengths: Lengths) -> String {
    let range = |range: LengthRange| match range.max {
        Some(max) if max == range.min => max.to_string(),
        Some(max) => format!("{}..={max}", range.min),
        None => format!("{}..", range.min),
    };
    let (accepted, canonical) = (range(lengths.accepted), range(lengths.canonical));
    if accepted == canonical { accepted } else { format!("{canonical} (accepts {accepted})") }
}

/// Debug text with its frequent parts abbreviated.
fn short(debug: &str) -> String {
    let mut text = debug.to_owned();
    for (open, mark) in [("CellId(", "@"), ("FieldId(", "#"), ("ParamId(", "$")] {
        while let Some(at) = text.find(open) {
            let end = at + text[at..].find(')').unwrap();
            text = format!("{}{mark}{}{}", &text[..at], &text[at + open.len()..end], &text[end + 1..]);
        }
    }
    while let Some(at) = text.find("Interval { min: ") {
        let end = at + text[at..].find('}').unwrap();
        let ends = text[at + 16..end - 1].replace(", max: ", "..=");
        text = format!("{}{ends}{}", &text[..at], &text[end + 1..]);
    }
    for (long, brief) in [
        (", order: Little", ""),
        ("order: Little", ""),
        (", signed: false", ""),
        (", signed: true", " signed"),
        (", docs: []", ""),
        ("Int { bytes: 1 }", "u8"),
        ("Int { bytes: 1 signed }", "i8"),
        ("Int { bytes: 2 }", "u16"),
        ("Int { bytes: 2 signed }", "i16"),
        ("Int { bytes: 4 }", "u32"),
        ("Int { bytes: 4 signed }", "i32"),
        (", absent: Nothing", ""),
        (", or_end: false", ""),
        (", negated: false", ""),
    ] {
        text = text.replace(long, brief);
    }
    text
}

#[test]
fn bits_and_presence() {
    insta::assert_snapshot!(model(
        "struct S {
            bits u16be { has_a, no_b, free, level: u3, on: bool, _: u3 = 2, _: .. },
            a: u8 if has_a,
            b: i16 if !no_b,
            g: if on && level >= 2 { x: u8, y: u32 if level == 7 },
            mask: bits u8 { deep, _: .. },
            d: f32 if mask.deep else 1.5,
            _: u8 if has_a,
        }"
    ));
}

#[test]
fn widths() {
    insta::assert_snapshot!(model(
        "quantity Half: i32 = raw / 2;
        struct S(large: bool) {
            bits u8 { wide: u2, a, b, _: .. },
            x: match wide { 0 => none, 1 => u8, 2 | 3 => i24be } as Half,
            y: match (a, b) { (0, 0) => u8, (1, 0) | (0, 1) => u16, (1, 1) => u32 },
            z: match large { 0 => u8, 1 => u16 },
        }"
    ));
}

#[test]
fn shapes() {
    insta::assert_snapshot!(model(
        "enum Kind: u8 { Point = 1, Line = 2 | 3, Text = 4, .. }
        struct Point { x: i16, y: i16 }
        struct S {
            kind: Kind,
            body: match kind {
                Point => Point,
                Line => Line { from: Point, to: Point, bits u8 { dashed, _: .. } },
                Text => Words: latin1[u8],
                9 | 10..12 => Odd { code: u8 },
                _ => Other: bytes[2],
            },
            answer: match u8 { 'Y' => Yes {}, 'N' => No { why: u8 } },
        }"
    ));
}

#[test]
fn extents() {
    insta::assert_snapshot!(model(
        "varint Char: i8 wrap { -126..=127 => i8, .. => 0x80 i16 }
        struct S(n: u8) {
            fixed: utf8[4],
            prefixed: bytes[u16],
            words: u8,
            scaled: bytes[words * 4 + 4],
            given: [u16; n * 2],
            until: ascii[until 0, ..=9],
            chars: [Char; until 0 | 13] as latin1,
            texts: [latin1[u8]; 2],
            table: [[u8; 3]; 2],
            flags: [bits u8 { a, b: u7 }; 2],
            size: i16,
            maybe: bytes[size] if size != -1,
            last: utf8[8 or end],
        }"
    ));
}

#[test]
fn lists_of_records() {
    insta::assert_snapshot!(model(
        "struct Item(big: bool) { id: u16 if big, name: latin1[until 0] }
        struct S {
            flags: bits u8 { big: bool, _: .. },
            kind: u8,
            items: [Item(flags.big); u8],
            ends: [struct Pair { a: i8, b: u8 if kind > 3 }; until a: -1 | ..0],
            teams: [{ name: latin1[u8], score: u8 }; until name: \"\"],
        }"
    ));
}

#[test]
fn families_and_streams() {
    insta::assert_snapshot!(model(
        "varint V: i32 { -126..=127 => i8, .. => 0x80 i32 }
        message Shared = 300 { x: u8 }
        family Inner: V { message Deep = 4 { n: u8 } }
        family F(flies: bool): V { Shared, Inner, message Own = 2 { y: u8 if flies } .. }
        struct Packet(flies: bool) { messages: [F; ..] }
        struct One { inner: Inner, tail: u8 }"
    ));
}

#[test]
fn constants_and_rules() {
    insta::assert_snapshot!(model(
        "type Coord = f32 where -100.0 < it < 100.0 else 0.0;
        struct S {
            _: ascii[4] = \"RIFF\",
            version: u8 = 3,
            _: [u8; 3],
            x: Coord,
            count: u8 where 1..=7,
            list: [Coord; count],
            on: u8 as truthy where !it || later.raw != 1 else false,
            later: u8 as truthy,
            square: i16 where it * it + count <= 1000,
        }"
    ));
}
