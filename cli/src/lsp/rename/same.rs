//! Whether a schema means the same after a rename: each name still stands for what it stood for, and the model is the same
//! but for the name.

use std::collections::BTreeMap;

use wireform_build::references::References;
use wireform_build::source::Span;

use crate::lsp::analysis::Analysis;
use crate::lsp::client::edits::Edits;
use crate::model_text;

/// The first difference, as a sentence; `None` if there is none.
pub fn difference(before: &Analysis, after: &Analysis, edits: &Edits, old: &str, new: &str) -> Option<String> {
    let titles = |analysis: &Analysis| -> Vec<String> {
        analysis.diagnostics.iter().map(|one| one.title.replace(&format!("`{old}`"), &format!("`{new}`"))).collect()
    };
    let (was, is) = (titles(before), titles(after));
    if was != is {
        let fresh = is.iter().enumerate().find(|(at, title)| was.get(*at) != Some(title));
        return Some(match fresh {
            Some((_, title)) => title.clone(),
            None => "mistakes of the schema would look like none".to_owned(),
        });
    }
    if bound(before, Some(edits)) != bound(after, None) {
        return Some("another name would stand for something else".to_owned());
    }
    let text = |analysis: &Analysis| analysis.schema.as_ref().map(model_text);
    let is_same = match (text(before), text(after)) {
        (Some(before), Some(after)) => is_same_but_for(&before, &after, old, new),
        (None, None) => true,
        _ => false,
    };
    (!is_same).then(|| "the schema would mean something else".to_owned())
}

/// Each name with what it stands for, at the places after some edits.
fn bound(analysis: &Analysis, edits: Option<&Edits>) -> BTreeMap<(Span, Span), ()> {
    let references: &References = &analysis.references;
    let moved = |span: Span| edits.map_or(span, |edits| edits.moved(analysis.path_of(span.file), span));
    let own = references.definitions().iter().map(|one| (one.span, one.span));
    let uses = references.references().map(|one| (one.span, one.definition));
    own.chain(uses).map(|(span, definition)| ((moved(span), moved(definition)), ())).collect()
}

/// Whether two models are the same text, but for a name and for names that are made of it.
fn is_same_but_for(before: &str, after: &str, old: &str, new: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = |text: &str| -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut in_word = false;
        for c in text.chars() {
            if is_part(c)
                && in_word
                && let Some(word) = words.last_mut()
            {
                word.push(c);
            } else {
                words.push(c.to_string());
            }
            in_word = is_part(c);
        }
        words
    };
    let (before, after) = (words(before), words(after));
    before.len() == after.len()
        && before.iter().zip(&after).all(|(before, after)| before == after || (before == old && after == new))
}
