//! The classes of errors in the sheets, with the words of ours that each covers.

/// A class that is not here covers nothing: its lines are never rejected for the right reason.
const CLASSES: [(&str, &[&str]); 5] = [
    ("truncated", &["truncated", "short"]),
    ("length", &["short", "count", "trailing"]),
    ("trailing", &["trailing"]),
    ("checksum", &["checksum"]),
    ("value", &["value", "constant", "rule", "code", "text", "bool", "limit", "varint"]),
];

/// Whether an error of ours is of a class of the sheets.
pub fn covers(class: &str, word: &str) -> bool {
    CLASSES.iter().any(|(name, words)| *name == class && words.contains(&word))
}
