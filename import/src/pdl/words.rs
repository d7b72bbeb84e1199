//! Small pieces of text: wires by their width, numbers, and comments.

/// The wire of a number of whole bytes, or of as many bytes if it is too long for a number.
pub fn whole(bits: u64) -> Option<String> {
    match bits {
        8..=64 if bits.is_multiple_of(8) => Some(format!("u{bits}")),
        1.. if bits.is_multiple_of(8) => Some(format!("bytes[{}]", bits / 8)),
        _ => None,
    }
}

/// A number as it stands at the end of a piece of the source: `0x0c03`.
pub fn literal(source: &str, number: usize) -> String {
    let literal = source.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let is_hex = literal.strip_prefix("0x").is_some_and(|hex| usize::from_str_radix(hex, 16) == Ok(number));
    if is_hex { literal.to_owned() } else { number.to_string() }
}

/// The text of a comment, without its signs and without lines that are only drawn.
pub fn comment(text: &str) -> String {
    let inner = text.strip_prefix("/*").map(|inner| inner.strip_suffix("*/").unwrap_or(inner));
    let lines = inner.unwrap_or(text).lines().map(|line| match inner {
        Some(_) => line.trim().trim_start_matches('*'),
        None => line.trim_start().trim_start_matches('/'),
    });
    let is_drawn = |line: &str| !line.trim().is_empty() && !line.contains(char::is_alphanumeric);
    let shown: Vec<&str> =
        lines.filter(|line| !is_drawn(line)).map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    // The language refuses signs that change the direction of text.
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    shown.join("\n").replace(turns, "").trim_end().trim_start_matches('\n').to_owned()
}

/// Whether a comment is about the right to copy the file.
pub fn is_licence(text: &str) -> bool {
    let text = text.to_lowercase();
    ["copyright", "license", "licence", "spdx", "warrant"].iter().any(|word| text.contains(word))
}
