//! Paths of Rust that a user names, and that are written as they stand.

use crate::names;

/// Whether a text is the path of something with a name of its own: `Hash`, `::bytemuck::Zeroable`, `super::r#Show`. It is
/// words and what stands between them, and nothing else: a comment, or a block among types, would be a part of the file.
pub(super) fn is_path(text: &str) -> bool {
    let from_root = text.strip_prefix("::");
    let words: Vec<&str> = from_root.unwrap_or(text).split("::").collect();
    let names = if from_root.is_some() { words.as_slice() } else { behind_modules(&words) };
    !names.is_empty() && names.iter().all(|name| is_identifier(name))
}

/// The words behind those that lead to a module.
fn behind_modules<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    match words {
        ["crate", words @ ..] => words,
        ["self", words @ ..] | words => {
            let up = words.iter().take_while(|word| **word == "super").count();
            words.get(up..).unwrap_or_default()
        }
    }
}

/// Whether a word is a name.
fn is_identifier(word: &str) -> bool {
    let (name, is_raw) = word.strip_prefix("r#").map_or((word, false), |name| (name, true));
    let is_word = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_word && !names::is_impossible(name) && (is_raw || !names::is_keyword(name))
}

#[cfg(test)]
mod tests {
    use super::is_path;

    /// What Rust itself says.
    fn is_path_of_rust(text: &str) -> bool {
        syn::parse_str::<syn::Path>(text).is_ok()
    }

    #[test]
    fn paths_are_those_of_rust() {
        let words = [
            "Hash", "a", "_a1", "r#type", "r#Show", "größe", "union", "", "_", "1a", "fn", "type", "r#", "r#_",
            "r#self", "r#1", "r#r#a", "r", "#", "a b", " a", "a ", "a:b", "a\nb", "a-b", "a.b", "a!", "a'", "\u{301}",
            "\u{200b}",
        ];
        let paths = words.iter().flat_map(|one| {
            let two = words.iter().flat_map(move |two| [format!("{one}::{two}"), format!("{one}:{two}")]);
            let led = ["crate", "self", "super", "super::super", "self::super"].map(|lead| format!("{lead}::{one}"));
            two.chain(led).chain([(*one).to_owned(), format!("::{one}"), format!(":::{one}"), format!("{one}::")])
        });
        for path in paths {
            // Between words Rust takes spaces as well.
            let expected = is_path_of_rust(&path) && !path.contains(char::is_whitespace);
            assert_eq!(is_path(&path), expected, "{path:?}");
        }
    }

    #[test]
    fn no_path_has_more_in_it_than_names() {
        let more = [
            "Hash, Eq",
            "Hash)] struct X; #[derive(Clone",
            "Hash // x",
            "Hash /* x */",
            "Hash<u8>",
            "Hash::<u8>",
            "Fn(u8)",
            "Hash<{ struct X; 1 }>",
            "<A as B>::C",
            "a::",
            "::",
            "::::a",
            "a::::b",
            "a:: b",
        ];
        for text in more {
            assert!(!is_path(text), "{text:?}");
        }
        // What syn takes: of that rustc does not, where a trait is to be derived, but a name with an accent of its own.
        for path in [
            "Self",
            "self",
            "super",
            "crate",
            "a::self",
            "a::crate::b",
            "::crate::b",
            "crate::super::b",
            "gen",
            "e\u{301}",
        ] {
            assert!(is_path_of_rust(path) && !is_path(path), "{path:?}");
        }
    }
}
