//! Words of the language: each with a sentence and its section of the reference.

use super::{numbers, tokens::Tokens};

/// A row for each word: the word, the place in the folder `schema`, a sentence. In between are tabs.
const WORDS: &str = include_str!("words.txt");

/// The explanation of a token that names nothing of the schema.
pub(super) fn word(tokens: &Tokens<'_>, at: usize) -> Option<String> {
    let word = tokens.text(at);
    let unit = || Some(("The unit of the values.".to_owned(), unit(tokens, at)?));
    let (sentence, place) = sentence(word).or_else(unit)?;
    Some(format!("```wire\n{word}\n```\n\n{sentence}\n\n{}", section(place)))
}

/// The explanation of a word of the language, wherever it is.
pub fn word_anywhere(word: &str) -> Option<String> {
    let (sentence, place) = sentence(word)?;
    Some(format!("{sentence}\n\n{}", section(place)))
}

/// The sentence for a word, and its section.
fn sentence(word: &str) -> Option<(String, &'static str)> {
    let known = known(word).map(|(place, sentence)| (sentence.to_owned(), place));
    let checksum = || Some((numbers::checksum(word)?, "reference/checks.md#checksums"));
    known.or_else(|| numbers::number(word)).or_else(checksum)
}

fn known(word: &str) -> Option<(&'static str, &'static str)> {
    let rows = WORDS.lines().filter_map(|line| line.split_once('\t'));
    let (_, rest) = rows.into_iter().find(|(known, _)| *known == word)?;
    rest.split_once('\t')
}

/// The section about units, if a unit is here: `in degrees`.
fn unit(tokens: &Tokens<'_>, at: usize) -> Option<&'static str> {
    let before = at.checked_sub(1).map(|before| tokens.text(before));
    (tokens.is_name(at) && before == Some("in")).then_some("reference/values.md#quantity")
}

/// `presence.md#optional-fields`: *Optional fields* in `schema/presence.md`.
fn section(place: &str) -> String {
    match place.split_once('#') {
        Some((file, anchor)) => {
            let title = anchor.replace('-', " ");
            let (first, rest) = title.split_at_checked(1).unwrap_or_default();
            format!("See *{}{rest}* in `schema/{file}`.", first.to_ascii_uppercase())
        }
        None => format!("See `schema/{place}`."),
    }
}
