//! A path is one for syn if it is one here.

use super::is_path;

/// Whether syn accepts a path.
fn syn_accepts(text: &str) -> bool {
    syn::parse_str::<syn::Path>(text).is_ok()
}

#[test]
fn paths_are_those_of_rust() {
    let words = [
        "Hash", "a", "_a1", "r#type", "r#Show", "größe", "union", "", "_", "1a", "fn", "type", "r#", "r#_", "r#self",
        "r#1", "r#r#a", "r", "#", "a b", " a", "a ", "a:b", "a\nb", "a-b", "a.b", "a!", "a'", "\u{301}", "\u{200b}",
    ];
    let paths = words.iter().flat_map(|one| {
        let two = words.iter().flat_map(move |two| [format!("{one}::{two}"), format!("{one}:{two}")]);
        let led = ["crate", "self", "super", "super::super", "self::super"].map(|lead| format!("{lead}::{one}"));
        two.chain(led).chain([(*one).to_owned(), format!("::{one}"), format!(":::{one}"), format!("{one}::")])
    });
    for path in paths {
        // Rust accepts spaces between words as well.
        let expected = syn_accepts(&path) && !path.contains(char::is_whitespace);
        assert_eq!(is_path(&path), expected, "{path:?}");
    }
}

#[test]
fn paths_contain_only_identifiers() {
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
    // syn accepts all of these, but rustc derives only the name with a combining accent.
    for path in
        ["Self", "self", "super", "crate", "a::self", "a::crate::b", "::crate::b", "crate::super::b", "gen", "e\u{301}"]
    {
        assert!(syn_accepts(path) && !is_path(path), "{path:?}");
    }
}
