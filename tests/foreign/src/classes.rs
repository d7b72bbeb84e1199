//! The classes of errors in the sheets, with the words of ours that each covers.

/// Classes with their words. A class that is not here covers nothing: its lines are never rejected for the right reason.
pub type Classes = &'static [(&'static str, &'static [&'static str])];

/// The first six protocols. A number or a count may be wrong by itself, or contradict what it covers.
pub const FIRST: Classes = &[
    ("truncated", &["truncated", "short"]),
    ("length", &["short", "count", "trailing"]),
    ("trailing", &["trailing"]),
    ("checksum", &["checksum"]),
    ("value", &["value", "constant", "rule", "code", "text", "bool", "limit", "varint"]),
];

/// The other six, where a wrong length is one of the wrong values.
pub const SECOND: Classes = &[
    ("truncated", &["truncated", "short"]),
    ("trailing", &["trailing"]),
    ("checksum", &["checksum"]),
    ("value", &["value", "constant", "rule", "code", "text", "bool", "limit", "varint", "short", "count", "trailing"]),
];

/// Whether an error of ours is of a class of the sheets.
pub fn covers(classes: Classes, class: &str, word: &str) -> bool {
    classes.iter().any(|(name, words)| *name == class && words.contains(&word))
}
