//! Words of the language: each with a sentence and its section of the reference.

use std::fs;
use std::path::Path;

use wireform_build::keywords;

use super::{numbers, tokens::Tokens};
use crate::lsp::client::uri::uri;

/// The explanation of a token that names nothing of the schema. It links the pages, if there are some.
pub(super) fn word(tokens: &Tokens<'_>, at: usize, pages: Option<&Path>) -> Option<String> {
    let word = tokens.text(at);
    let unit =
        || Some(Told { place: unit(tokens, at)?, example: None, sentence: "The unit of the values.".to_owned() });
    let Told { sentence, place, example } = told(word).or_else(unit)?;
    let example = example.map_or_else(String::new, |example| format!("```wire\n{example}\n```\n\n"));
    Some(format!("```wire\n{word}\n```\n\n{sentence}\n\n{example}{}", section(place, pages)))
}

/// A sentence about a word of the language, wherever it is.
pub fn sentence(word: &str) -> Option<String> {
    told(word).map(|told| told.sentence)
}

/// The explanation of a word.
struct Told {
    sentence: String,
    /// Its section of the reference.
    place: &'static str,
    example: Option<&'static str>,
}

fn told(word: &str) -> Option<Told> {
    let known = keywords::all().find(|known| known.word == word);
    let known = known.map(|known| Told {
        sentence: known.sentence.to_owned(),
        place: known.section,
        example: Some(known.example),
    });
    let other = |(sentence, place)| Told { sentence, place, example: None };
    let checksum = || Some((numbers::checksum(word)?, "reference/checks.md#checksums"));
    known.or_else(|| numbers::number(word).or_else(checksum).map(other))
}

/// The section about units, if a unit is here: `in degrees`.
fn unit(tokens: &Tokens<'_>, at: usize) -> Option<&'static str> {
    let before = at.checked_sub(1).map(|before| tokens.text(before));
    (tokens.is_name(at) && before == Some("in")).then_some("reference/values.md#quantity")
}

/// `reference/presence.md#optional-fields`: *Optional fields* in `schema/reference/presence.md`.
fn section(place: &str, pages: Option<&Path>) -> String {
    let (file, anchor) = place.split_once('#').map_or((place, None), |(file, anchor)| (file, Some(anchor)));
    let name = match anchor {
        Some(anchor) => {
            let title = anchor.replace('-', " ");
            let (first, rest) = title.split_at_checked(1).unwrap_or_default();
            format!("*{}{rest}*", first.to_ascii_uppercase())
        }
        None => "the chapter".to_owned(),
    };
    match pages.and_then(|pages| address(&pages.join(file), anchor)) {
        Some(address) => format!("See [{name}]({address}) in `schema/{file}`."),
        None => format!("See {name} in `schema/{file}` of Wireform's repository."),
    }
}

/// The address of a section of a page, which clients open at its line; `None` if there is no such page.
fn address(page: &Path, anchor: Option<&str>) -> Option<String> {
    let text = fs::read_to_string(page).ok()?;
    let is_title = |line: &str| {
        let title = line.trim_start_matches('#');
        title.len() < line.len() && Some(title.trim().to_lowercase().replace(' ', "-").as_str()) == anchor
    };
    let line = text.lines().position(is_title).map_or_else(String::new, |at| format!("#L{}", at + 1));
    Some(uri(page) + &line)
}
