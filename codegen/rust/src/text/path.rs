//! Paths of Rust that the user supplies, emitted verbatim.

use crate::names;

/// Whether a text is the path of a named item: `Hash`, `::bytemuck::Zeroable`, `super::r#Show`. Only identifiers and
/// `::` are accepted: a comment, or a block among types, would become part of the file.
pub fn is_path(text: &str) -> bool {
    let from_root = text.strip_prefix("::");
    let words: Vec<&str> = from_root.unwrap_or(text).split("::").collect();
    let names = if from_root.is_some() { words.as_slice() } else { after_modules(&words) };
    !names.is_empty() && names.iter().all(|name| is_identifier(name))
}

/// The words after `crate`, `self` and `super`.
fn after_modules<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    match words {
        ["crate", words @ ..] => words,
        ["self", words @ ..] | words => {
            let up = words.iter().take_while(|word| **word == "super").count();
            words.get(up..).unwrap_or_default()
        }
    }
}

/// Whether a word is an identifier.
fn is_identifier(word: &str) -> bool {
    let (name, is_raw) = word.strip_prefix("r#").map_or((word, false), |name| (name, true));
    let is_word = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_word && !names::is_impossible(name) && (is_raw || !names::is_keyword(name))
}

#[cfg(test)]
mod tests;
