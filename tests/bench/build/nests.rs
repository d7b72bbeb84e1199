//! Structs of regions in regions, of each kind one and as many as there may be: their schema, and Rust that makes their values.

use std::fmt::Write as _;

/// A kind: the name of its structs, and what begins a region of it, where `#` is a number.
const KINDS: [(&str, &str); 5] = [
    ("Leb", "within (Leb) {"),
    ("Fixed", "within (u32) {"),
    ("EarlyLeb", "size#: Leb, _: u8, within (size#) {"),
    ("Early", "size#: u32, _: u8, within (size#) {"),
    ("Headed", "header#: { size#: u32, _: u8 }, within (header#.size#) {"),
];

/// As many regions as one schema may have around a name.
const DEPTH: usize = 99;

/// The schema of all kinds.
pub fn schema() -> String {
    let mut text = String::from("protocol nests { byte_order: little }\nvarint Leb: u32 = leb128;\n");
    for ((name, region), depth) in each() {
        let regions: String = (0..depth).map(|number| region.replace('#', &number.to_string())).collect();
        let ends = "}".repeat(depth);
        writeln!(text, "struct {name}{depth} {{ {regions} data: bytes[..] {ends} }}").expect("a text");
    }
    text
}

/// `KINDS`, `DEPTH`, and `made!(call, data)`, which calls `call` with the value of each kind in one region and in many.
pub fn values() -> String {
    let calls = each().map(|((name, _), depth)| format!("$call(&nests::{name}{depth} {{ data: $data }});\n"));
    let calls: String = calls.collect();
    let names = KINDS.map(|(_, region)| region.replace('#', "").replace(" {", ""));
    format!(
        "const KINDS: [&str; {}] = {names:?};\nconst DEPTH: usize = {DEPTH};
macro_rules! made {{ ($call:ident, $data:expr) => {{ {calls} }}; }}",
        KINDS.len()
    )
}

fn each() -> impl Iterator<Item = ((&'static str, &'static str), usize)> {
    KINDS.into_iter().flat_map(|kind| [1, DEPTH].map(|depth| (kind, depth)))
}
