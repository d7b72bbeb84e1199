//! The numbers on the wire.

use super::context::Context;
use super::expected::{Next, Terminal};

/// Those of whole registers.
pub const REGISTERS: [&str; 10] = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f32", "f64"];

/// All numbers that may come next: registers, then those with a byte order, which is seldom another one than the schema's,
/// then other widths. Parts of bits are integers of any width.
pub fn all(next: &[Next<'_>]) -> Vec<String> {
    if next.iter().any(|next| next.rules.iter().find(|rule| ["parts", "entry"].contains(rule)) == Some(&"parts")) {
        return ["u", "i"].into_iter().flat_map(|sign| (1..=64).map(move |bits| format!("{sign}{bits}"))).collect();
    }
    let registers = REGISTERS.into_iter().filter(|number| !number.ends_with('8'));
    let ordered = registers.flat_map(|number| ["be", "le"].map(|order| format!("{number}{order}")));
    let widths = ["u", "i"].into_iter().flat_map(|sign| (1..=64).map(move |bits| format!("{sign}{bits}")));
    let others = widths.filter(|one| !REGISTERS.contains(&one.as_str()));
    REGISTERS.map(str::to_owned).into_iter().chain(ordered).chain(others).collect()
}

/// Whether a number may come next.
pub fn may_be(context: &Context<'_>, next: &Next<'_>) -> bool {
    match next.terminal {
        Terminal::Kind("WORD") => may_count(context, next),
        terminal => terminal == Terminal::Kind("NUMBER"),
    }
}

/// Whether the length of a list or the tag of a shape may be here, directly before its bytes.
pub fn may_count(context: &Context<'_>, next: &Next<'_>) -> bool {
    let before = context.tokens.last().map_or("", |token| token.text);
    let begins_extent = next.rules.contains(&"extent") && matches!(before, "[" | ";" | "(");
    next.rules.first() == Some(&"path") && (begins_extent || before == "match")
}
