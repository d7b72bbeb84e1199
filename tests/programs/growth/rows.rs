//! The table of dimensions: whatever a schema can have more of, one row each.
//!
//! A text is made of a row's parts: those at odd places are repeated, with the number of the repetition for each `#`. A test
//! of this package takes care that each entry of the syntax tree is repeated by a row.

use crate::long;
use crate::messages::{family, records};
use crate::special::{self, HEAD};

/// What is made of the text of a row.
#[derive(Clone, Copy)]
pub enum Work {
    /// It is right: parsed and resolved, made Rust and pages, and laid out.
    Compiled,
    /// It is right, and only parsed and resolved: what the back ends make of it, another row measures.
    Resolved,
    /// It is wrong: the mistakes are found, mends looked for, and both shown.
    Refused,
    /// It is laid out, whatever it is.
    Formatted,
    /// Rust is made of it as rustfmt would lay it out, which takes longer.
    Tidied,
    /// The packet with so many pieces is read by the interpreter, as the `S` of the text.
    Read(fn(usize) -> Vec<u8>),
}

/// How a text is made of a number of pieces.
#[derive(Clone, Copy)]
enum Text {
    /// Of parts, of which every second one is repeated.
    Parts(&'static [&'static str]),
    /// By a function.
    Made(fn(usize) -> String),
}

/// One dimension.
#[derive(Clone, Copy)]
pub struct Row {
    /// What there is more and more of; nothing if the parts say it.
    name: &'static str,
    /// How many pieces the shortest text has.
    pub pieces: usize,
    text: Text,
    pub work: Work,
    /// How many times as much instructions and memory twice as much may take.
    pub most: f64,
    /// The same of the back ends.
    pub made: f64,
    /// It takes more than two seconds: only `--all` measures it.
    pub is_slow: bool,
}

/// How many times as much twice as much may take.
const LINEAR: f64 = 2.3;
/// The same for what the back ends make of a single struct: names of locals are looked for among each other.
const STRUCT: f64 = 2.5;
/// The same for the terms of a rule, and for what a record has of names, checksums, regions and values of an example: each is
/// compared with each other one, which is quick, and there are 4,096 at most.
const SQUARE: f64 = 4.2;
/// The same for what is nested, 64 levels at most: each level has the conditions and the names of those around it.
const DEEP: f64 = 6.0;

impl Row {
    const fn new(name: &'static str, pieces: usize, work: Work, text: Text) -> Self {
        Self { name, pieces, text, work, most: LINEAR, made: LINEAR, is_slow: false }
    }

    const fn right(name: &'static str, pieces: usize, parts: &'static [&'static str]) -> Self {
        Self::new(name, pieces, Work::Resolved, Text::Parts(parts))
    }

    const fn wrong(name: &'static str, pieces: usize, parts: &'static [&'static str]) -> Self {
        Self::new(name, pieces, Work::Refused, Text::Parts(parts))
    }

    const fn made(name: &'static str, pieces: usize, text: fn(usize) -> String) -> Self {
        Self::new(name, pieces, Work::Compiled, Text::Made(text))
    }

    const fn slow(self) -> Self {
        Self { is_slow: true, ..self }
    }

    /// The back ends take a little more for one struct.
    const fn of_one_struct(self) -> Self {
        Self { made: STRUCT, ..self }
    }

    const fn square(self) -> Self {
        Self { most: SQUARE, ..self }
    }

    const fn deep(self) -> Self {
        Self { most: DEEP, ..self }
    }

    const fn work(self, work: Work) -> Self {
        Self { work, ..self }
    }

    /// What there is more and more of.
    pub fn name(&self) -> String {
        match self.text {
            Text::Parts([before, piece, ..]) if self.name.is_empty() => format!("{before}{piece}"),
            _ => self.name.to_owned(),
        }
    }

    /// The text with so many pieces.
    pub fn text(&self, pieces: usize) -> String {
        let parts = match self.text {
            Text::Made(made) => return made(pieces),
            Text::Parts(parts) => parts,
        };
        let has_head = self.name.is_empty() || parts.iter().any(|part| part.starts_with("protocol "));
        let mut text = if has_head { String::new() } else { HEAD.to_owned() };
        for (at, part) in parts.iter().enumerate() {
            let times = if at % 2 == 0 { 1 } else { pieces };
            (0..times).for_each(|number| text.push_str(&part.replace('#', &number.to_string())));
        }
        text
    }
}

/// All rows.
pub fn all() -> impl Iterator<Item = Row> {
    let long = long::CASES.iter().map(|parts| Row::wrong("", PIECES, parts).slow());
    let laid_out = BRACKETS.iter().map(|parts| Row::wrong("", PIECES, parts).work(Work::Formatted));
    ROWS.iter().copied().chain(long).chain(laid_out)
}

/// How many pieces the texts without a name have.
const PIECES: usize = 500;

/// Long lines of brackets, which are laid out.
const BRACKETS: [&[&str]; 6] = [
    &["", "{ ", "x", "}", ""],
    &["[", "[1, ", "1", "]", "]"],
    &["{ ", "[", "{ x: u8 }", "; 2]", " }"],
    &["struct S { ", "x: { y: u8 }, ", " }"],
    &["struct S { x ", "{ y, z } ", " }"],
    &["struct S { ", "x: u8, // y\n", " }"],
];

const ROWS: &[Row] = &[
    // Declarations of each kind.
    Row::made("messages of a family", 20, family).slow(),
    Row::made("structs", 20, records).slow(),
    Row::made("messages of a family, tidily", 20, family).slow().work(Work::Tidied),
    Row::made("structs, tidily", 20, records).slow().work(Work::Tidied),
    Row::right("small structs", 400, &["", "struct S# { x: u8 }\n"]).slow(),
    Row::right("constants", 400, &["", "const C# = # * 2 - 1;\n"]).slow(),
    Row::right("types", 400, &["", "type T# = u16 where 1..=7;\n"]).slow(),
    Row::right("varints by forms", 200, &["", "varint V#: i32 wrap { -126..=127 => i8, .. => 0x80 i32 }\n"]),
    Row::right("joined numbers", 50, &["struct S {", "bits u8 { a#: u3, _: u2, b#: u3 }, let c#: u6 = (a#, b#),\n", "}"]),
    Row::right("varints by groups", 200, &["", "varint V#: i32 = groups(sign 6, 7, 7, 7, 4);\n"]),
    Row::right("varints by expressions", 200, &["", "varint V#: u64 canonical = leb128;\n"]),
    Row::right(
        "quantities",
        10,
        &[
            "",
            "quantity A#: i16 = raw * 360 / 65536 in degrees wrap;\n\
        quantity B#: i16 as f32 = raw * 4.793836e-5 from trunc(value * 20860.12) lossy;\n\
        quantity F#: i32 as f64 = raw / 1000 range -1.5..=1000 clamp;\n\
        quantity C#: u8 = raw / 4 floor;\nquantity D#: u8 = raw / 4 trunc;\nquantity E#: u8 = raw / 4 round;\n",
        ],
    ).slow(),
    Row::right(
        "packed numbers",
        100,
        &[
            "",
            "packed P#: u32 { x: 0..1000 refuse, y: -100..=100 clamp, z: 0..10 refuse }\npacked Q#: u16 { a: 0..256 wrap, b: 0..256 wrap }\n",
        ],
    ).slow(),
    Row::right("enums", 200, &["", "enum E#: i8 { A = 1, B = 2 | 3, C = -1 | 'x' | 9..20, .. }\n"]).slow(),
    Row::right(
        "bits",
        200,
        &["", "bits B#: u8 high_first { a: u3, b, _: .. }\nbits C#: u8 low_first { a: u3, b, _: u4 }\n"],
    ).slow(),
    Row::right(
        "deltas",
        100,
        &[
            "",
            "delta D# { bits u8 { has, _: .. }, x: u8 if has else base.x, text: latin1[u8] }\n\
        struct S# { a: D# from zero, b: D# from a }\n",
        ],
    ).slow(),
    Row::right(
        "shared messages in families",
        200,
        &["", "message M# = # { x: u8 }\nmessage N# = #;\n", "family All: u16 { ", "M#, ", " .. }"],
    ).slow(),
    Row::right("families", 100, &["", "family F#: u8 { message M# = 1 { x: u8 } message N# = 2; }\n"]),
    Row::right(
        "session values",
        100,
        &["", "message M# = # { n: u8 }\nsession s# = M#.n;\n", "family All: u16 { ", "M#, ", "}"],
    ),
    Row::right("hooks", 200, &["", "hook h#(data: bytes, n: u8) -> u16;\n"]),
    Row::right("imports", 200, &["", "use \"f#.wire\";\n"]).slow(),
    Row::right("guards", 200, &["", "struct S# if # == # { x: u8 }\nstruct S# if !(# == #) { y: u8 }\n"]).slow(),
    Row::right("declarations on a line", 400, &["", "struct S# { x: u8 } "]).slow(),
    Row::right("structs that rest on one", 200, &["struct S { x: u8 } ", "struct S# { a: S, b: [S; 2] }\n"]).slow(),
    Row::made("structs of which each may end in the one before it", 20, special::ends).slow(),
    // What a declaration has.
    Row::made("fields of several kinds", 64, special::fields).slow().of_one_struct(),
    Row::right("fields", 400, &["struct S {\n", "x#: u8,\n", "}"]).square(),
    Row::right("fields on a line", 400, &["struct S { ", "x#: u8, ", "}"]).square(),
    Row::right(
        "fields of each kind",
        40,
        &[
            "enum E: u8 { A = 1, .. } type N = u8; struct P(n: u8) { x: bytes[n] }\nstruct S {\n",
            "ua#: u8 where it != 3, a#: u16be, b#: i24le, c#: f32, d#: bool, e#: N, fa#: u8 as E, g#: u8 as bool, h#: u8 as truthy, ia#: u32 as hex,\n\
         j#: bytes[u8], k#: utf8[u8], l#: ascii[u8], m#: latin1[4], n#: [u8; 3] as latin1, o#: [u8; u8], p#: P(ua#),\n\
         q#: u8 = 3, r#: bits u8 { t: u2, _: .. }, _: align(4), s#: u16 where 1..=7 else 1,\n\
         v#: latin1[8 fill ' '], _: u8 fill 0xFF, w#: [u8; u8] as utf8, x#: [u8; u8] as ascii,\n\
         y#: utf16be[u8], z#: [u16; u8] as utf16,\n",
            "z: u8 }",
        ],
    ).square().slow(),
    Row::made("fields with flags", 64, special::flagged).slow().of_one_struct(),
    Row::right(
        "groups",
        100,
        &["struct S {\n", "g#: { x: u8, y: u8 }, h#: struct H# { x: u8 }, a#: bool, c#: if a# { z: u8 },\n", "}"],
    ).slow(),
    Row::right("nested parts", 100, &["struct T { x: u8 }\nstruct S {\n", "n#: nested T,\n", "}"]),
    Row::right("circles", 100, &["", "struct N# depth 1 { x: u8, n: nested N# if x != 0 }\n"]),
    Row::right("regions", 100, &["struct S {\n", "within (u8) { a#: bytes[..] }, b#: within (u8) [u8; ..],\n", "}"]).slow()
        .square(),
    Row::right(
        "lists",
        60,
        &[
            "struct S {\n",
            "a#: [u8; until 0], b#: [{ n: i8 }; until n: -1 | ..0], c#: bytes[through 10], d#: bytes[before 0xFF], _: u8 = 0xFF,\n\
        m#: u32, e#: [{ x: u8 } if m#; 32],\n",
            "f: [u16; until 0 or end, ..=9] }",
        ],
    ).slow(),
    Row::made("one of many shapes", 64, special::shapes).slow().of_one_struct(),
    Row::made("a number of many widths", 64, special::widths).slow(),
    Row::right(
        "arms of each kind",
        100,
        &[
            "struct P { x: u8 }\nstruct S { tag: u16, x: match tag {\n",
            "1# => A# { x: u8 }, 2# => B#: [u8; u8], 3# | 4# => P#: P, \n",
            "_ => Z {} }, }",
        ],
    ).slow(),
    Row::right(
        "arms by texts and tuples",
        100,
        &[
            "enum E: u8 { A = 1, B = 2 } struct S { a: u8, b: E, x: match (a, b) {\n",
            "(#, A) => A# { x: u8 }, (#, B) => B# { y: u8 },\n",
            "_ => Z {} }, }",
        ],
    )
    .slow(),
    Row::right("codes of an enum", 400, &["enum E: u32 {\n", "A# = #,\n", ".. }"]),
    Row::right("codes of one name", 400, &["enum E: u32 { A = 0", " | 1#", ", .. }"]),
    Row::right("forms of a varint", 50, &["varint V: u32 {\n", "#..=# => 1# u16,\n", ".. => 0 u32 }"]),
    Row::wrong("settings", 800, &["protocol long { byte_order: little, ", "s#: 1, ", "} struct S { x: u8 }"]),
    Row::wrong("digits of a packed number", 800, &["packed P: u64 { ", "d#: 0..2 wrap, ", "}"]),
    Row::right("parameters of a hook", 800, &["hook h(data: bytes, ", "p#: u8, ", ") -> u16;"]),
    Row::right("parameters of one struct", 800, &["struct S(", "p#: u8, ", ") { x: u8 }"]),
    Row::right(
        "parameters",
        60,
        &["struct P(", "p#: u8, ", ") { x: u8 } struct S {", "a#: u8, ", " p: P(", "a#, ", ") }"],
    ),
    Row::right(
        "versions",
        40,
        &["protocol long { byte_order: little, versions: [", "#, ", "] } struct S { x: u8 if VERSION >= 3 }"],
    ),
    Row::right("documentation", 400, &["", "/// A line.\n", "struct S { x: u8 }"]),
    Row::right(
        "documentation of the file",
        400,
        &["", "//! A line.\n", "protocol long { byte_order: little } struct S { x: u8 }"],
    ),
    Row::right("comments", 400, &["", "// A line.\n", "struct S { x: u8 }"]),
    Row::right("a long name", 4000, &["struct S { a", "b", ": u8 } "]),
    Row::right("a long text", 4000, &["struct S { x: bytes = \"", "b", "\" }"]),
    Row::right("a long line behind", 4000, &["struct S { x: u8 } // ", "b "]),
    // What an expression has.
    Row::right("terms of a constant", 100, &["const A = 1", " + 1", ";"]),
    Row::right(
        "choices by tuples",
        100,
        &["", "struct S# { a: u8, b: u8, x: match (a, b) { (1, 2) => A { y: u8 }, _ => B {} } }\n"],
    ).slow(),
    Row::right(
        "choices by texts",
        100,
        &["", "struct S# { a: u32 as fourcc, x: match a { \"VP80\" => A { y: u8 }, _ => B {} } }\n"],
    ).slow(),
    Row::right(
        "constants of bytes",
        100,
        &["struct S {\n", "x#: bytes = [1, 2], c#: u16 = crc_16_xmodem(span(x#..=x#)),\n", "}"],
    ).slow()
    .square(),
    Row::right(
        "seeds of checksums",
        100,
        &["", "struct S# { id: u8, c: u16 = crc_16_mcrf4xx(span(id..=id), match id { 0 => 50, 3 => 4 }) }\n"],
    ).slow(),
    Row::right("bytes of a constant", 400, &["struct S { x: bytes = [", "1, ", "1] }"]),
    Row::right(
        "widths of each kind",
        100,
        &["struct S { tag: u16, x: match tag { ", "1# => u16, 2# => i8, 3# => none, ", "_ => u8 } }"],
    ),
    Row::right(
        "expressions",
        60,
        &[
            "",
            "const A# = if # < 3 && # > 2 || !(# % 2 == 1) { -# * 2 / 1 } else { # - 1 };\n\
        const B# = 1.5; const C# = 'x'; const D# = \"text\"; const E# = # in 1 | 2 | 3;\n",
        ],
    ).slow(),
    Row::made("a rule of many terms", 60, special::rule).slow().square(),
    Row::made("a rule of terms of which each has the next", 120, special::chain).slow().square(),
    Row::right("ends by expressions", 100, &["", "struct S# { x: [u8; until left() <= 2], y: u16 }\n"]),
    Row::right("rules", 100, &["struct S { n: u8, ", "x#: u8 where it < n,\n", "}"]),
    Row::right("checksums", 60, &["struct S {\n", "x#: u16, c#: u16 = crc_16_xmodem(span(x#..=x#)),\n", "}"]).slow().square(),
    // Nesting, of which there is an end.
    Row::right("nested groups", 15, &["struct S { ", "g#: { x#: u8, ", "y: u8", " }", " }"]).deep(),
    Row::right("nested regions", 15, &["struct S { ", "within (u8) { ", "y: bytes[..]", " }", " }"]).deep(),
    Row::right("nested lists", 15, &["struct S { l: ", "[", "u8", "; 1]", " }"]),
    Row::right("nested lists of elements", 7, &["struct S { l: ", "[{ n: ", "u8", " }; u8]", " }"]).deep(),
    Row::right("nested conditions", 15, &["struct S { ", "a#: bool, g#: if a# { ", "y: u8", " }", " }"]).deep(),
    Row::right(
        "nested shapes",
        10,
        &["struct S { t: u8, ", "x: match t { 0 => A { ", "y: u8", " }, _ => B {} }", " }"],
    )
    .deep(),
    Row::right("nested parentheses", 25, &["const A = ", "(", "1", ")", ";"]),
    Row::right("nested choices", 15, &["const A = ", "if 1 == 1 { 2 } else { ", "1", " }", ";"]),
    // Examples.
    Row::right("examples", 200, &["struct S { x: u8,\n", "example \"#\" = hex \"07\" { x: 7 }\n", "}"]),
    Row::right(
        "accepted and refused examples",
        100,
        &[
            "struct S(p: u8) { x: u8 where ..=7 else 7,\n",
            "accepts \"a#\" (p: 1) = dec \"9\" { x: 7 }\nrefuses \"r#\" (p: 1) = hex \"\" { x: truncated }\n",
            "}",
        ],
    ),
    Row::right("bytes of an example", 2000, &["struct S { x: bytes[..], example \"a\" = hex \"", "01 ", "\" {} }"]),
    Row::right(
        "elements of an example",
        1000,
        &["struct S { x: [u8; ..], example \"a\" = hex \"", "01", "\" { x: [", "1, ", "] } }"],
    ),
    Row::right(
        "large elements of an example",
        300,
        &[
            "struct S { x: [{ a: u8, b: i16 }; ..], example \"a\" = hex \"",
            "010200",
            "\" { x: [",
            "{ a: 1, b: 2 }, ",
            "] } }",
        ],
    ).slow(),
    Row::right(
        "shapes of an example",
        300,
        &[
            "struct S { x: [{ k: u8, v: match k { 1 => A { a: u8 }, _ => B {} } }; ..], example \"a\" = hex \"",
            "0107",
            "\" { x: [",
            "{ v: A { a: 7 } }, ",
            "] } }",
        ],
    ).slow(),
    Row::right(
        "values of an example",
        200,
        &["struct S { ", "x#: u8, ", "example \"a\" = hex \"", "01", "\" { ", "x#: 1, ", "} }"],
    ).slow()
    .square(),
    Row::right(
        "paths of an example",
        200,
        &["struct S { x: [{ a: u8 }; ..], example \"a\" = hex \"", "01", "\" { ", "x[#].a: 1, ", "} }"],
    ),
    // Packets, as the interpreter reads them.
    Row::right("elements of a packet", 4000, &["struct S { x: [{ a: u8, b: u8 }; until a: 0] }"]).slow()
        .work(Work::Read(ones)),
    Row::right("text of a packet", 4000, &["struct S { x: utf8[until 0] }"]).work(Work::Read(ones)),
    Row::right(
        "text of an example",
        2000,
        &["struct S { x: utf8[..], example \"a\" = hex \"", "61", "\" { x: \"", "a", "\" } }"],
    ),
    // Wrong schemas, one for each pass.
    Row::wrong("characters that mean nothing", 1600, &["", "\u{a7} "]).slow(),
    Row::wrong("closing brackets", 1600, &["", "} "]).slow(),
    Row::wrong("opening brackets", 1600, &["", "{ ("]).slow(),
    Row::wrong("fields without a wire", 800, &["struct S { ", "x#: , ", "}"]).slow(),
    Row::wrong("fields with words of another language", 800, &["struct S {\n", "unsigned short x#;\n", "}"]).slow(),
    Row::wrong("names in camelCase", 800, &["", "struct S# { aB: u8 }\n"]).slow(),
    Row::wrong("fields in camelCase", 800, &["struct S {\n", "aB#: u8,\n", "}"]).slow(),
    Row::wrong("words that begin no declaration", 800, &["", "strct S# { x: u8 }\n"]).slow(),
    Row::wrong("codes and constants that are missing", 800, &["", "enum E#: u8 { A = , B = 2 }\nconst C# = ;\n"]).slow(),
    Row::wrong("meanings that are missing", 800, &["struct S {\n", "x#: u8 as 3,\n", "}"]).slow(),
    Row::wrong("names that are declared twice", 800, &["", "struct A { x: u8 }\n"]).slow(),
    Row::wrong("misspelt types", 800, &["", "struct S# { x: u8, y: Poimt }\n"]).slow(),
    Row::wrong("misspelt types, each otherwise", 800, &["", "struct S# { x: u8, y: T# }\n"]).slow(),
    Row::wrong("misspelt constants", 800, &["const MOST = 3; ", "struct S# { x: bytes[MOSTT] }\n"]).slow(),
    Row::wrong("unknown flags", 800, &["struct S {\n", "f#: u8 if hass#,\n", "}"]).slow(),
    Row::wrong("unknown flags of as many structs", 800, &["", "struct S# { f: u8 if hass# }\n"]).slow(),
    Row::wrong("fields that are too many", 4100, &["struct S { ", "x#: u8, ", "}"]).slow(),
    Row::wrong("fields of one name", 800, &["struct S {\n", "x: u8,\n", "}"]).slow(),
    Row::wrong("codes of one number", 800, &["enum E: u32 {\n", "A# = 1,\n", "}"]).slow(),
    Row::wrong("codes of one name, twice", 800, &["enum E: u32 {\n", "A = #,\n", "}"]).slow(),
    Row::wrong("parts that are too many", 800, &["bits B: u64 {\n", "x#,\n", "}"]).slow(),
    Row::wrong(
        "arms of one number",
        400,
        &["struct S { tag: u16, x: match tag {\n", "1 => A# { x: u8 },\n", "_ => Z {} } }"],
    ).slow(),
    Row::wrong("unknown members of a family", 800, &["family All: u16 { ", "M#, ", "}"]).slow(),
    Row::wrong("messages of one code", 800, &["family All: u16 { ", "message M# = 1;\n", "}"]).slow(),
    Row::wrong("rules that nothing breaks", 800, &["struct S {\n", "x#: u8 where it <= 300,\n", "}"]).slow(),
    Row::wrong("unknown names in rules", 400, &["struct S {\n", "x#: u8 where it < nn,\n", "}"]).slow(),
    Row::wrong("owners of one count", 400, &["struct S { n: u8,\n", "x#: [u8; n],\n", "y: bool if n == 3 }"]).slow(),
    Row::wrong(
        "versions that are not in order",
        800,
        &["protocol long { byte_order: little, versions: [", "1, ", "] }"],
    ).slow(),
    Row::wrong(
        "conditions that hold in no version",
        400,
        &["protocol long { byte_order: little, versions: [1, 2] } struct S { ", "x#: u8 if VERSION == 7, ", "}"],
    ).slow(),
    Row::wrong(
        "mistakes in each version",
        40,
        &["protocol long { byte_order: little, versions: [", "#, ", "] } struct S { x: Poimt }"],
    ).slow(),
    Row::wrong("imports that are missing", 400, &["", "use \"missing#.wire\";\n"]).slow(),
    Row::wrong("wrong examples", 400, &["struct S { x: u8,\n", "example \"#\" = hex \"07\" { x: 8 }\n", "}"]).slow(),
    Row::wrong(
        "wrong examples of as many structs",
        400,
        &["", "struct S# { x: u8, example \"#\" = hex \"07\" { x: 8 } }\n"],
    ).slow(),
    Row::wrong("wrong bytes of an example", 2000, &["struct S { x: u8, example \"a\" = hex \"", "01 ", "\" {} }"]).slow(),
    Row::wrong(
        "wrong elements of an example",
        800,
        &["struct S { x: [u8; ..], example \"a\" = hex \"", "01", "\" { x: [", "2, ", "] } }"],
    ).slow(),
    Row::wrong(
        "unknown values of an example",
        400,
        &["struct S { x: u8, example \"a\" = hex \"01\" { ", "y#: 1, ", "} }"],
    ).slow(),
    Row::wrong("types that contain themselves", 400, &["", "struct A# { b: B# } struct B# { a: A# }\n"]).slow(),
];

/// A packet of two bytes a piece, and a zero.
fn ones(pieces: usize) -> Vec<u8> {
    [vec![1; 2 * pieces], vec![0]].concat()
}
