//! Whole files of other languages, told by their first lines.

use crate::keywords::Words;

/// The rows; the file says their form.
const TABLE: &str = include_str!("languages.txt");

/// The language of a file, if it is another one, and its first line.
pub(crate) fn language(text: &str) -> Option<(&'static str, &str)> {
    let lines = || text.lines().map(str::trim);
    if text.contains("protocol ") && lines().any(|line| line.starts_with("protocol ") && line.contains('{')) {
        return None;
    }
    let mut comment = false;
    let first = lines().find(|line| {
        comment |= line.starts_with("/*");
        let skipped = comment
            || line.is_empty()
            || ["//", "--", "# "].iter().any(|mark| line.starts_with(mark) && *line != "---");
        comment &= !line.contains("*/");
        !skipped
    })?;
    let lower = first.to_ascii_lowercase();
    // A number begins no name: `text1: ` has no `1: `.
    let begins = |line: &str, at: usize| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        !before.is_some_and(|before| before.is_alphanumeric() || before == '_')
    };
    let has_word = |line: &str, one: &str| {
        let is_word = one.starts_with(char::is_alphanumeric);
        line.match_indices(one).any(|(at, _)| !is_word || begins(line, at))
    };
    let has = |one: &str| text.contains(one) && lines().any(|line| !line.starts_with("//") && has_word(line, one));
    let known = super::rows(TABLE).find_map(|row| {
        let (language, signs) = row.split_once(": ")?;
        let (begins, contains) = signs.split_once("  with  ").unwrap_or((signs, ""));
        let fits =
            quoted(begins).any(|begin| lower.starts_with(begin)) && (contains.is_empty() || quoted(contains).any(has));
        fits.then_some(language)
    });
    known.or_else(|| is_c_struct(first, text).then_some("C")).map(|language| (language, first))
}

fn quoted(texts: &str) -> impl Iterator<Item = &str> {
    texts.split('`').skip(1).step_by(2)
}

/// `struct header {` with `uint8_t kind;` in it: a struct of a schema has commas and colons.
fn is_c_struct(first: &str, text: &str) -> bool {
    let is_struct = ["struct ", "union ", "enum "].iter().any(|word| first.starts_with(word));
    let declares = |line: &str| {
        let line = line.trim();
        let is_item = || line.split_whitespace().next().is_some_and(|word| Words::Items.has(word));
        line.ends_with(';') && !line.contains(':') && !is_item() && line.split_whitespace().count() >= 2
    };
    is_struct && text.lines().skip_while(|line| line.trim() != first).skip(1).any(declares)
}
