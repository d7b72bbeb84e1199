//! Texts of thousands of the same, alone or within something: what nobody writes, and what takes a compiler long that looks
//! back.

/// What stands in front, what is repeated, and what stands behind.
pub const CASES: [[&str; 3]; 38] = [
    ["", "/*\n", ""],
    ["", "/*", ""],
    ["", "/**/", ""],
    ["", "'", ""],
    ["", "'\n", ""],
    ["", "'\\", ""],
    ["", "\"", ""],
    ["", "\"\n", ""],
    ["", "\u{201c}", ""],
    ["", "{", ""],
    ["", "(", ""],
    ["", "}", ""],
    ["", "{ (", ""],
    ["", "(]", ""],
    ["", "-", ""],
    ["", "bits ", ""],
    ["", "match ", ""],
    ["", "/// x\n", ""],
    ["", "//! x\n", ""],
    ["", "a", ""],
    ["", "1", ""],
    ["", "\u{e9}", ""],
    ["", "& ", ""],
    ["", "struct A { x: u8 }\n", ""],
    ["", "struct A {\n", ""],
    ["", "struct A { x: (\n", ""],
    ["", "x: u8 ", ""],
    ["const A = ", "1 + ", ";"],
    ["const A = [", "1,", "];"],
    ["const A = b in ", "1 | ", "1;"],
    ["const A = a", ".a", ";"],
    ["const A = a", " < a", ";"],
    ["struct A { ", "x: u8, ", " }"],
    ["struct A { ", "x: u8 ", " }"],
    ["struct A { ", "x: , ", " }"],
    ["struct A { ", "x: u8 if a as b ", " }"],
    ["struct A { x: u8 ", "as b ", " }"],
    ["family A { ", "message B = 1; ", " }"],
];

/// All of them, each with its name and with that many pieces.
#[allow(dead_code, reason = "one of both users makes texts of its own")]
pub fn texts(count: usize) -> impl Iterator<Item = (String, String)> {
    let text = move |[before, piece, behind]: [&str; 3]| {
        (format!("{before}{piece}"), format!("{before}{}{behind}", piece.repeat(count)))
    };
    CASES.into_iter().map(text)
}
