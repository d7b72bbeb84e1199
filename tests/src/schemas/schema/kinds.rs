//! Each kind of value in every place where it may stand, in turn: what chance leads to seldom.

use std::fmt::Write as _;

use super::Schema;

/// A kind of value, as a schema spells it.
struct Kind {
    /// Declarations of the names `T`, `C` and `N`.
    declared: &'static str,
    /// On its own wire, in a part, on another wire, and in a part of another width.
    own: &'static str,
    part: Option<&'static str>,
    other: Option<&'static str>,
    narrow: Option<&'static str>,
    /// What it means, behind `as`; none of a layout, which has one width only.
    meaning: Option<&'static str>,
    /// Values, as a pattern and behind `else`; and a rule that the last one meets.
    pattern: Option<&'static str>,
    worth: [&'static str; 2],
    rule: &'static str,
    mended: &'static str,
}

const KINDS: [Kind; 13] = [
    Kind {
        declared: "type T = u8;",
        own: "T",
        part: Some("i8"),
        other: None,
        narrow: None,
        meaning: Some(""),
        pattern: Some("3"),
        worth: ["7", "zero"],
        rule: "it < 9",
        mended: "7",
    },
    Kind {
        declared: "type T = bool;",
        own: "T",
        part: Some("bool"),
        other: None,
        narrow: None,
        meaning: Some(" as bool"),
        pattern: Some("1"),
        worth: ["true", "false"],
        rule: "it",
        mended: "true",
    },
    Kind {
        declared: "type T = i8 as truthy;",
        own: "T",
        part: None,
        other: None,
        narrow: None,
        meaning: Some(" as truthy"),
        pattern: None,
        worth: ["true", "zero"],
        rule: "it",
        mended: "true",
    },
    Kind {
        declared: "type T = u8 as hex;",
        own: "T",
        part: Some("u8 as hex"),
        other: Some("u16be as hex"),
        narrow: Some("u7 as hex"),
        meaning: Some(" as hex"),
        pattern: Some("3"),
        worth: ["0x7F", "zero"],
        rule: "it < 9",
        mended: "7",
    },
    Kind {
        declared: "type T = bytes[6] as mac;",
        own: "T",
        part: None,
        other: Some("u48le as mac"),
        narrow: None,
        meaning: None,
        pattern: Some("\"00:1a:2b:3c:4d:5e\""),
        worth: ["\"00:1a:2b:3c:4d:5e\"", "zero"],
        rule: "it != \"ff:ff:ff:ff:ff:ff\"",
        mended: "\"01:02:03:04:05:06\"",
    },
    Kind {
        declared: "type T = u32be as fourcc;",
        own: "T",
        part: None,
        other: Some("u32le as ipv4"),
        narrow: None,
        meaning: None,
        pattern: Some("\"VP80\""),
        worth: ["\"VP80\"", "zero"],
        rule: "it != \"avc1\"",
        mended: "\"VP80\"",
    },
    Kind {
        declared: "enum T: u8 { None = 0, Few = 2 | 9, Many = 7 }",
        own: "T",
        part: Some("T"),
        other: Some("u16be as T"),
        narrow: Some("u9 as T"),
        meaning: Some(" as T"),
        pattern: Some("Few"),
        worth: ["Few", "zero"],
        rule: "it in Few | None",
        mended: "Few",
    },
    Kind {
        declared: "enum T: u16 { Few = 2 | 9, Many = 7, .. }",
        own: "T",
        part: Some("T"),
        other: Some("u8 as T"),
        narrow: Some("u7 as T"),
        meaning: Some(" as T"),
        pattern: Some("Few"),
        worth: ["Many", "zero"],
        rule: "it in Few | Many",
        mended: "Few",
    },
    Kind {
        declared: "enum T: u8 { None = 0, FewCodes = 2..=6 | 9, ManyCodes = 20.. }",
        own: "T",
        part: Some("T"),
        other: Some("u16be as T"),
        narrow: Some("u9 as T"),
        meaning: Some(" as T"),
        pattern: Some("FewCodes"),
        worth: ["FewCodes", "zero"],
        rule: "it in FewCodes | None",
        mended: "FewCodes",
    },
    Kind {
        declared: "enum C: u2 { Red = 0, Green = 1 }\nbits T: u8 { color: C, ready, lean: i3, _: .. }",
        own: "T",
        part: Some("T"),
        other: Some("i8 as T"),
        narrow: Some("i8 as T"),
        meaning: None,
        pattern: Some("5"),
        worth: ["zero", "zero"],
        rule: "it.raw <= 6",
        mended: "zero",
    },
    Kind {
        declared: "enum C: u2 { Red = 0, GreenCodes = 1..=2 }\nbits N: u4 { color: C, ready, _: .. }\n\
                   bits T: u8 { low: N, high: N }",
        own: "T",
        part: Some("T"),
        other: Some("i8 as T"),
        narrow: Some("i8 as T"),
        meaning: None,
        pattern: Some("5"),
        worth: ["zero", "zero"],
        rule: "it.low.raw <= 6",
        mended: "zero",
    },
    Kind {
        declared: "quantity T: u16 = raw / 4 in units;",
        own: "T",
        part: Some("T"),
        other: Some("u8 as T"),
        narrow: Some("u7 as T"),
        meaning: Some(" as T"),
        pattern: Some("3"),
        worth: ["1.5", "zero"],
        rule: "it.raw <= 900",
        mended: "1.5",
    },
    Kind {
        declared: "packed T: u16 { one: 0..100 wrap, other: 0..600 clamp }",
        own: "T",
        part: Some("T"),
        other: Some("u8 as T"),
        narrow: Some("u7 as T"),
        meaning: Some(" as T"),
        pattern: Some("3"),
        worth: ["zero", "zero"],
        rule: "it.raw <= 900",
        mended: "zero",
    },
];

impl Schema {
    /// The kind whose turn it is, in one half of the places.
    pub(super) fn kinds_in_turn(&mut self, seed: u64) {
        let kinds = KINDS.len() as u64;
        let kind = &KINDS[(seed % kinds) as usize];
        let is_first_half = (seed / kinds).is_multiple_of(2);
        let text = if is_first_half { self.places_in_fields(kind) } else { self.places_in_others(kind) };
        // Each letter is a type of this schema.
        let mut text = format!("{}\n{text}", kind.declared);
        for letter in ["T", "C", "N", "V", "R", "B", "S", "D"] {
            let name = self.names.upper(&mut self.dice);
            text = replaced(&text, letter, &name);
        }
        writeln!(self.text, "{text}").unwrap();
    }

    fn places_in_fields(&mut self, kind: &Kind) -> String {
        let Kind { own, part, other, meaning, rule, mended, .. } = kind;
        let (worth, varint) = (*self.dice.pick(&kind.worth), *self.dice.pick(&["leb128", "groups(7, 1)"]));
        let varied = match meaning {
            Some(meaning) => format!("varied: V{meaning},"),
            // These have a fixed number of bytes.
            None if kind.declared.ends_with("as fourcc;") || kind.declared.ends_with("as mac;") => String::new(),
            None => "varied: V as T,".to_owned(),
        };
        let or = |field: &str, wire: &Option<&str>| wire.map_or_else(String::new, |wire| format!("{field}: {wire},"));
        let inline = part.map_or_else(String::new, |part| format!("bits u32 {{ inside: {part}, _: .. }},"));
        let width =
            meaning.map_or_else(String::new, |meaning| format!("width: match wide {{ 0 => u8, 1 => u16 }}{meaning},"));
        let other = or("other", other);
        format!(
            "varint V: u8 = {varint};\nstruct S {{ alone: {own}, {varied} {other}\n    \
             bits u8 {{ absent, also, {}_: .. }},\n    option: {own} if absent, worth: {own} if also else {worth},\n    \
             {width} {inline}\n    mended: {own} where {rule} else {mended},\n}}",
            if width.is_empty() { "" } else { "wide, " },
        )
    }

    fn places_in_others(&mut self, kind: &Kind) -> String {
        let Kind { own, part, narrow, pattern, .. } = kind;
        let narrow = narrow.map_or_else(String::new, |narrow| format!("level: {narrow}, "));
        let layouts = part.map_or_else(String::new, |part| {
            format!("bits R: u24 {{ deep: {part}, {narrow}_: .. }}\nbits B: u48 {{ inner: R, own: {part}, _: .. }}\n")
        });
        let layout = if layouts.is_empty() { "" } else { "layout: B, " };
        let ended = pattern.map_or_else(String::new, |pattern| format!("ended: [{own}; until {pattern}], "));
        let shape = match pattern {
            Some(pattern) => format!("shape: match {own} {{ {pattern} => One {{}}, _ => Rest: u8 }},"),
            None => format!("shape: match {own} {{ 0 => One {{}}, _ => Rest: u8 }},"),
        };
        format!(
            "{layouts}struct S {{ {layout}all: [{own}; u8], {ended}mask: u8, places: [{own} if mask; 8], {shape} }}\n\
             delta D {{ bits u8 {{ moved, _: .. }}, mask: u8, was: {own} if moved else base.was,\n    \
             places: [{own} if mask else base.places; 8] }}\n\
             struct {} {{ first: D from zero, second: D from first }}",
            self.names.upper(&mut self.dice),
        )
    }
}

/// The text with a word in place of each name that is that letter alone.
fn replaced(text: &str, letter: &str, name: &str) -> String {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let (mut out, bytes) = (String::new(), text.as_bytes());
    for (at, character) in text.char_indices() {
        let alone = text[at..].starts_with(letter)
            && (at == 0 || !is_word(bytes[at - 1]))
            && bytes.get(at + 1).is_none_or(|next| !is_word(*next));
        if alone { out.push_str(name) } else { out.push(character) }
    }
    out
}
