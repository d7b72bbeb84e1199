//! Resolution of what could be read of a schema with syntax errors, so that one run reports the mistakes of both passes.
//!
//! Declarations with an error are left out, and every complaint on a line with a name of their text may be an echo of that error.

use std::collections::HashSet;

use crate::ast::{File, Item};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::resolve::resolve;
use crate::source::{Sources, Span};

/// The mistakes in the declarations that have no syntax error.
pub(super) fn mistakes(sources: &Sources, files: &[File], found: &[Diagnostic]) -> Vec<Diagnostic> {
    let broken = |span: Span| found.iter().any(|one| touches(one.primary.span, span));
    let is_readable = |file: &File| {
        let uses = file.items.iter().filter(|item| matches!(item, Item::Use(_)));
        uses.into_iter().all(|item| !broken(item.span())) && is_balanced(sources.text(file.span))
    };
    let has_header = files.first().and_then(|file| file.header.as_ref()).is_some();
    let headers = files.iter().filter_map(|file| file.header.as_ref());
    if !has_header || headers.into_iter().any(|header| broken(header.span)) || !files.iter().all(is_readable) {
        return Vec::new();
    }
    let mut files = files.to_vec();
    let mut unread = HashSet::new();
    for file in &mut files {
        file.items.retain(|item| !broken(item.span()));
        unread.extend(words_outside(sources.text(file.span), &file.items));
    }
    // Their names are not capitalized, and those that a file imports are unknown if its `use` could not be read.
    if ["session", "hook", "use", "import", "include"].iter().any(|word| unread.contains(*word)) {
        return Vec::new();
    }
    let mut said = Diagnostics::default();
    resolve(sources, &files, &mut said);
    let is_unread = |word: &str| word.contains(char::is_uppercase) && unread.contains(&key(word));
    let is_echo = |one: &Diagnostic| words(lines_of(sources, one.primary.span)).any(is_unread);
    said.into_sorted().into_iter().filter(|one| !is_echo(one)).collect()
}

/// The whole lines of a span: what is wrong at one name of a field may follow from another one.
fn lines_of(sources: &Sources, span: Span) -> &str {
    let (text, range) = (&sources.get(span.file).text, span.range());
    let start = text.get(..range.start).and_then(|before| before.rfind('\n')).unwrap_or(0);
    let rest = text.get(range.end..).unwrap_or("");
    let end = text.len() - rest.len() + rest.find('\n').unwrap_or(rest.len());
    text.get(start..end).unwrap_or("")
}

/// Whether one span begins in or directly after another.
fn touches(one: Span, other: Span) -> bool {
    one.file == other.file && other.start <= one.start && one.start <= other.end
}

/// Whether each bracket of a text could have its partner: otherwise nobody knows where declarations end.
fn is_balanced(text: &str) -> bool {
    [('{', '}'), ('[', ']'), ('(', ')')]
        .into_iter()
        .all(|(open, close)| text.matches(open).count() == text.matches(close).count())
}

/// The words of a text that are in no declaration.
fn words_outside(text: &str, items: &[Item]) -> HashSet<String> {
    let mut outside = HashSet::new();
    let mut from = 0;
    let ends = items.iter().map(|item| item.span().range()).chain(std::iter::once(text.len()..text.len()));
    for range in ends {
        let lines = text.get(from..range.start).unwrap_or("").lines();
        outside.extend(lines.filter_map(|line| line.split("//").next()).flat_map(words).map(key));
        from = range.end;
    }
    outside
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// A name whatever its case: a name in the wrong case is wrong once.
fn key(word: &str) -> String {
    word.replace('_', "").to_ascii_lowercase()
}
