//! The numbers on the wire.

use super::context::Context;
use super::expected::{Next, Terminal};

/// Those that most fields have.
pub const COMMON: [&str; 4] = ["u8", "u16", "u32", "u64"];

/// Others of whole registers.
const REGISTERS: [&str; 6] = ["i8", "i16", "i32", "i64", "f32", "f64"];

/// All numbers that may come next: the common ones, other registers, then those with a byte order, which is seldom another one
/// than the schema's, then other widths. Parts of bits are integers of any width; only fields are IEEE numbers.
pub fn all(next: &[Next<'_>]) -> Vec<String> {
    if next.iter().any(|next| next.rules.iter().find(|rule| ["parts", "entry"].contains(rule)) == Some(&"parts")) {
        return ["u", "i"].into_iter().flat_map(|sign| (1..=64).map(move |bits| format!("{sign}{bits}"))).collect();
    }
    let is_field = |next: &Next<'_>| next.terminal == Terminal::Kind("NUMBER") && !carries_declaration(next);
    let may_be_float = next.iter().any(is_field);
    let registers = COMMON.into_iter().chain(REGISTERS);
    let ordered = registers.clone().filter(|number| !number.ends_with('8'));
    let ordered = ordered.flat_map(|number| ["be", "le"].map(|order| format!("{number}{order}")));
    let widths = ["u", "i"].into_iter().flat_map(|sign| (1..=64).map(move |bits| format!("{sign}{bits}")));
    let others = widths.filter(|one| !COMMON.contains(&one.as_str()) && !REGISTERS.contains(&one.as_str()));
    let numbers = registers.map(str::to_owned).chain(ordered).chain(others);
    numbers.filter(|number| may_be_float || !number.starts_with('f')).collect()
}

/// Whether a number would carry a declaration, such as an enum: an integer.
pub fn carries_declaration(next: &Next<'_>) -> bool {
    next.rules.iter().find(|rule| **rule != "carrier").is_none_or(|rule| *rule == "item")
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
