//! Schemas that are as long as one likes, each in another way.

use crate::messages::{family, records};

/// A schema of so many pieces.
type Text = fn(usize) -> String;

/// How many times as many instructions what is made of twice as much may take.
pub const LINEAR: f64 = 2.2;
/// The same for texts that are half as long, in which what grows with the square shows half as much.
pub const SHORT: f64 = 2.1;
/// The same for what is made of a single struct that has twice as many fields, flags or shapes.
const STRUCT: f64 = 2.5;
/// The same for the resolution of a rule: each term is compared with each other one, which is quick, and nobody writes
/// thousands of them.
const SQUARE: f64 = 4.2;

/// Each with its name, how many pieces the shortest has, and how many times as many instructions twice as much may take: to
/// be resolved, to make Rust of it, and documents.
pub const LONG: [(&str, Text, usize, [f64; 3]); 9] = [
    ("a family", family, MESSAGES, [SHORT; 3]),
    ("structs", records, MESSAGES, [SHORT; 3]),
    ("structs of which each may end in the one before it", ends, MESSAGES, [SHORT; 3]),
    ("a rule of many terms", rule, TERMS, [SQUARE, LINEAR, LINEAR]),
    ("a rule of terms of which each has the next", chain, LINKS, [SQUARE, LINEAR, LINEAR]),
    ("a number of many widths", widths, FIELDS, [LINEAR; 3]),
    ("many fields", fields, FIELDS, [LINEAR, STRUCT, STRUCT]),
    ("many fields, each with a flag", flagged, FIELDS, [LINEAR, STRUCT, STRUCT]),
    ("one of many shapes", shapes, FIELDS, [LINEAR, STRUCT, STRUCT]),
];

/// Long lines of brackets, each with its name.
pub const BRACKETS: [(&str, Text); 6] = [
    ("braces in braces", |count| format!("{}x{}", "{ ".repeat(count), "}".repeat(count))),
    ("lists in lists", |count| format!("[{}1{}]", "[1, ".repeat(count), "]".repeat(count))),
    ("parts in parts", |count| format!("{{ {}{{ x: u8 }}{} }}", "[".repeat(count), "; 2]".repeat(count))),
    ("items behind each other", |count| format!("struct S {{ {} }}", "x: { y: u8 }, ".repeat(count))),
    ("braces behind each other", |count| format!("struct S {{ x {} }}", "{ y, z } ".repeat(count))),
    ("comments behind each other", |count| format!("struct S {{ {} }}", "x: u8, // y\n".repeat(count))),
];

/// How many messages the shortest schemas have.
const MESSAGES: usize = 20;
/// How many terms the shortest rules have.
const TERMS: usize = 60;
const LINKS: usize = 120;
/// How many fields, widths or shapes the shortest structs have.
const FIELDS: usize = 64;

/// Both shapes of each end in the struct before it, and all are lists.
fn ends(structs: usize) -> String {
    let first = "struct S0 { n: u8, x: match n { 0 => A { b: bytes[..] }, _ => B {} } }".to_owned();
    let next = |index: usize| {
        let last = index - 1;
        format!(
            "struct S{index} {{ n: u8, x: match n {{ 0 => A {{ s: S{last} }}, _ => B {{ m: u8, s: S{last} }} }} }} struct L{index} {{ all: [S{index}; ..] }}"
        )
    };
    let structs: Vec<String> = std::iter::once(first).chain((1..structs).map(next)).collect();
    format!("protocol long {{ byte_order: little }} {}", structs.join(" "))
}

/// A rule of which each two terms beside each other say what some others say, too.
fn rule(terms: usize) -> String {
    let flags: Vec<String> = (0..60).map(|index| format!("f{index}")).collect();
    let term = |index: usize| format!("f{} && f{} && !f{}", index % 20, 20 + index * 7 % 19, 39 + index * 11 % 17);
    let terms: Vec<String> = (0..terms).map(term).collect();
    let (flags, terms) = (flags.join(", "), terms.join(" || "));
    of(&[format!("bits u64 {{ {flags}, _: .. }}"), format!("n: u8 where it != 3 && ({terms})")])
}

/// A rule of which each term says that the next one holds: what it comes to is that all of them do.
fn chain(terms: usize) -> String {
    const NUMBERS: usize = 20;
    let fields: Vec<String> = (0..NUMBERS).map(|index| format!("n{index}: u8")).collect();
    let term = |index: usize, is: &str| format!("n{} {is} {}", index % NUMBERS, index / NUMBERS);
    let links = (1..terms).map(|index| format!("({} || {})", term(index - 1, "!="), term(index, "==")));
    let (fields, links) = (fields.join(", "), links.collect::<Vec<_>>().join(" && "));
    of(&[fields, format!("n: u8 where it != 3 && {} && {links}", term(0, "=="))])
}

/// Fields of several kinds.
fn fields(fields: usize) -> String {
    let kinds = ["u8", "u16", "i24", "utf8[u8]", "[u16; u8]", "f32"];
    let fields = (0..fields).map(|index| format!("f{index}: {}", kinds[index % kinds.len()]));
    of(&fields.collect::<Vec<_>>())
}

/// Fields that are there where a flag is set, of which eight stand in front of their fields.
fn flagged(fields: usize) -> String {
    let eight = (0..fields / 8).map(|eight| {
        let names: Vec<usize> = (8 * eight..8 * eight + 8).collect();
        let flags: String = names.iter().map(|name| format!("has{name}, ")).collect();
        let fields: String = names.iter().map(|name| format!(", f{name}: u16 if has{name}")).collect();
        format!("bits u8 {{ {flags} }}{fields}")
    });
    of(&eight.collect::<Vec<_>>())
}

/// A number with as many widths as the tag that is known has numbers.
fn widths(arms: usize) -> String {
    let kinds = ["u8", "u16", "u24", "u32", "none"];
    let arms = (0..arms).map(|index| format!("{index} => {}", kinds[index % kinds.len()]));
    let x = format!("x: match tag {{ {} }}", arms.collect::<Vec<_>>().join(", "));
    format!("protocol long {{ byte_order: little }} struct S(tag: u16) {{ {x} }}")
}

/// As many shapes.
fn shapes(arms: usize) -> String {
    let arms = (0..arms).map(|index| format!("{index} => A{index} {{ x: u8, y: u16 }}"));
    of(&["tag: u16".to_owned(), format!("x: match tag {{ {} }}", arms.collect::<Vec<_>>().join(", "))])
}

/// A struct of these fields.
fn of(fields: &[String]) -> String {
    format!("protocol long {{ byte_order: little }} struct S {{ {} }}", fields.join(", "))
}
