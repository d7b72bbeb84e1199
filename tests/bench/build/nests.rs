//! Structs of regions in regions, of each kind one and many: their schema, and Rust that makes their values.

use std::fmt::Write as _;

/// A kind: the name of its structs, and what begins a region of it, where `#` is a number.
const KINDS: [(&str, &str); 5] = [
    ("Leb", "within (Leb) {"),
    ("Fixed", "within (u32) {"),
    ("EarlyLeb", "size#: Leb, _: u8, within (size#) {"),
    ("Early", "size#: u32, _: u8, within (size#) {"),
    ("Headed", "header#: { size#: u32, _: u8 }, within (header#.size#) {"),
];

/// How many regions there are in each of two structs, one in the other: a text may nest 64 levels,
/// and declarations 100.
const HALF: usize = 49;

/// The schema of all kinds.
pub fn schema() -> String {
    let mut text = String::from("protocol nests { byte_order: little }\nvarint Leb: u32 = leb128;\n");
    for (name, region) in KINDS {
        let mut nest = |name: &str, depth: usize, inner: &str| {
            let regions: String = (0..depth).map(|number| region.replace('#', &number.to_string())).collect();
            writeln!(text, "struct {name} {{ {regions} {inner} {} }}", "}".repeat(depth)).expect("a text");
        };
        nest(&format!("{name}One"), 1, "data: bytes[..]");
        nest(&format!("{name}Half"), HALF, "data: bytes[..]");
        nest(&format!("{name}Many"), HALF, &format!("half: {name}Half"));
    }
    text
}

/// `KINDS`, `DEPTH`, and `made!(call, data)`, which calls `call` with the value of each kind in one region and in many.
pub fn values() -> String {
    let calls = KINDS.map(|(name, _)| {
        format!(
            "$call(&nests::{name}One {{ data: $data }});
$call(&nests::{name}Many {{ half: nests::{name}Half {{ data: $data }} }});\n"
        )
    });
    let names = KINDS.map(|(_, region)| region.replace('#', "").trim_end_matches(" {").to_owned());
    format!(
        "const KINDS: [&str; {}] = {names:?};\nconst DEPTH: usize = {};
macro_rules! made {{ ($call:ident, $data:expr) => {{ {} }}; }}",
        KINDS.len(),
        HALF * 2,
        calls.concat()
    )
}
