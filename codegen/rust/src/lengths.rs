//! Lengths and places in words, the same in every backend.

use crate::model::LengthRange;

/// A bound above this is one only in theory: it comes from a count of 32 bits.
const MOST: u64 = 1 << 24;

/// `1 byte`, `2 bytes`
pub fn counted(number: u64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// `4`, `1 to 5`, `3 or more`
pub fn range(range: LengthRange) -> String {
    match known(range) {
        Some(max) if max == range.min => max.to_string(),
        Some(max) => format!("{} to {max}", range.min),
        None => format!("{} or more", range.min),
    }
}

/// `4 bytes`, `1 to 5 bytes`, `3 bytes or more`
pub fn bytes(range: LengthRange) -> String {
    match known(range) {
        Some(max) if max == range.min => counted(max, "byte"),
        Some(max) => format!("{} to {}", range.min, counted(max, "byte")),
        None => format!("{} or more", counted(range.min, "byte")),
    }
}

fn known(range: LengthRange) -> Option<u64> {
    range.max.filter(|max| *max <= MOST || *max == range.min)
}
