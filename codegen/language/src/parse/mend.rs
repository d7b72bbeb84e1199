//! Rewrites of spans that use another order or another language's words and marks. Names and numbers are preserved.
//!
//! Rewrites may be guesses: an edit that does not fix its error is dropped when all edits are tested.

mod confused;
mod further;
mod layout;
mod pattern;
mod rules;
mod wire;

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::advice::words::{Meant, before_item};
use crate::diagnostic::{Edit, Help};
use crate::keywords::Words;
use crate::lex::{Mark, TokenKind};
use crate::source::Span;

use super::cursor::Parser;
use pattern::Capture;
use rules::Rule;

/// Limit on the tokens of a span before its error.
const BEFORE: usize = 24;

/// Limit on the proposals for one error.
const MOST: usize = 8;

/// Limit on the meanings of one span.
const MOST_MEANINGS: usize = 6;

/// Limit on the characters that a help quotes from brackets.
const SHOWN: usize = 40;

/// Limit on the characters that a help quotes from fields and arms.
const MOST_ITEMS: usize = 80;

impl Parser<'_> {
    /// The edits of each rule that matches around a span.
    pub(super) fn rewritten(&self, place: Span) -> Vec<Vec<Help>> {
        let (first, last) = self.around(place);
        let mut found = self.further(first, last);
        found.extend(self.by_rows(first, last).map(|(_, helps)| helps).take(MOST));
        found
    }

    /// The indexes of the first and the last token of a span.
    fn around(&self, place: Span) -> (usize, usize) {
        let tokens = &self.lexed.tokens;
        let first = tokens.partition_point(|token| token.span.end < place.start);
        let behind = tokens.partition_point(|token| token.span.start <= place.start);
        (first, if place.start == place.end { behind } else { behind.saturating_sub(1) })
    }

    /// The edits of each matching row.
    fn by_rows(&self, first: usize, last: usize) -> impl Iterator<Item = (&'static Rule, Vec<Help>)> {
        rules::all().flat_map(move |rule| {
            let holds = (first.saturating_sub(BEFORE)..=last).find_map(|start| {
                let mut captures = Vec::new();
                let end = self.matches(&rule.pieces, start, &mut captures, 0).filter(|end| *end > first)?;
                let helps = self.helps(rule, start..end, &captures);
                (!helps.is_empty()).then_some((end, helps))
            });
            let (end, helps) = holds.unwrap_or_default();
            let lines = (rule.set == "fields" && !helps.is_empty()).then(|| self.with_lines_behind(end, &helps));
            let all = lines.flatten().into_iter().chain([helps]).filter(|helps| !helps.is_empty());
            all.map(move |helps| (rule, helps))
        })
    }

    /// The edits of a rule for its captures; none if the text would not change.
    fn helps(&self, rule: &Rule, place: Range<usize>, captures: &[Capture]) -> Vec<Help> {
        let shown: Vec<Capture> = captures.iter().map(shortened).collect();
        let nth = |all: &[Meant], at: usize| all.get(at.min(all.len().saturating_sub(1))).cloned();
        let item = before_item(self.text, self.tokens(place.clone()));
        // A single letter may be any name.
        let is_letter = |one: &Capture| one.text.len() == 1 && one.meant.iter().any(|meant| meant.wire != one.text);
        let by_letter = captures.iter().any(is_letter);
        let mut helps = Vec::new();
        for text in &rule.texts {
            let of_items = captures.iter().position(|capture| text.new.contains("$*") && !capture.items.is_empty());
            let items = of_items.and_then(|at| captures.get(at));
            let (before, behind) = text.new.split_once("$*").unwrap_or((text.new, ""));
            let (before, behind) = (self.filled(before, captures), self.filled(behind, captures));
            let joined = format!("${}", of_items.map_or(0, |at| at + 1));
            let said = self.filled(&text.said.unwrap_or(text.new).replace("$*", &joined), &shown);
            let declared = text.declares.map_or(Vec::new(), |declares| self.filled(declares, captures));
            let of_item = items.and_then(|capture| capture.items.iter().map(|item| item.meant.len()).max());
            for at in 0..before.len().max(of_item.unwrap_or(0)).min(MOST_MEANINGS) {
                let (Some(new), Some(rest), Some(said)) = (nth(&before, at), nth(&behind, at), nth(&said, at)) else {
                    continue;
                };
                let mut declares = Vec::from_iter(new.declares);
                declares.extend(nth(&declared, at).map(|one| one.wire));
                let mut edits = match items {
                    None => Vec::from_iter(self.edit(place.clone(), &new.wire)),
                    Some(capture) => {
                        let mut edits = Vec::from_iter(self.edit(place.start..capture.place.start, &new.wire));
                        for item in &capture.items {
                            let Some(meant) = nth(&item.meant, at) else { continue };
                            declares.extend(meant.declares);
                            edits.extend(self.edit(item.place.clone(), &meant.wire));
                        }
                        edits.extend(self.edit(capture.place.end..place.end, &rest.wire));
                        edits
                    }
                };
                let mut words = if text.said.is_some() { said.wire } else { writes(&said.wire) };
                declares.sort();
                declares.dedup();
                declares.retain(|one| !self.text.contains(one) && !edits.is_empty());
                for declares in declares {
                    words.insert_str(0, &format!("declare it, `{declares}`, and "));
                    edits.push(Edit::new(item, format!("{declares}\n")));
                }
                let is_guess = text.is_guess || by_letter;
                helps.extend((!edits.is_empty()).then(|| Help { is_guess, ..Help::new(words, edits) }));
            }
        }
        helps
    }

    /// A text of a row with its placeholders filled, for this file.
    fn filled(&self, text: &str, captures: &[Capture]) -> Vec<Meant> {
        let mut filled = rules::filled(text, captures);
        filled.iter_mut().for_each(|one| one.wire = self.in_bit_order(std::mem::take(&mut one.wire)));
        filled
    }

    /// A layout by places says that it lists the lowest bit first; that is left out where the header says nothing else.
    fn in_bit_order(&self, text: String) -> String {
        let is_high_first = self.lexed.tokens.array_windows().any(|[setting, _, order]| {
            self.written(setting.span) == "bit_order" && self.written(order.span) == "high_first"
        });
        if is_high_first { text } else { text.replace("low_first ", "") }
    }

    /// An edit of a range of tokens, unless it changes nothing.
    fn edit(&self, place: Range<usize>, new: &str) -> Option<Edit> {
        let new = new.replace("\\n", "\n");
        let span =
            if place.is_empty() { self.tokens(place.start..place.start + 1).front() } else { self.tokens(place) };
        (bare(&new) != bare(self.written(span))).then(|| Edit::new(span, new))
    }

    /// The same rewrite for the following lines, which are in the same language.
    fn with_lines_behind(&self, end: usize, helps: &[Help]) -> Option<Vec<Help>> {
        let items =
            self.body_around(end).map(|_| self.items("fields", end, false)).filter(|items| !items.is_empty())?;
        let with_lines = |(at, help): (usize, &Help)| {
            let mut help = help.clone();
            for item in &items {
                let meant = item.meant.get(at.min(item.meant.len().saturating_sub(1)));
                help.edits.extend(meant.and_then(|meant| self.edit(item.place.clone(), &meant.wire)));
            }
            help.text += ", and the lines behind it so";
            help
        };
        Some(helps.iter().enumerate().map(with_lines).collect())
    }

    pub(super) fn tokens(&self, range: Range<usize>) -> Span {
        let span = |at: usize| self.lexed.tokens.get(at).map_or(self.span(), |token| token.span);
        span(range.start).to(span(range.end.saturating_sub(1).max(range.start)))
    }

    /// Whether this file declares a type of this name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.lexed.tokens.array_windows().any(|[word, declared]| {
            declared.kind == TokenKind::Upper
                && self.written(declared.span) == name
                && Words::Items.has(self.written(word.span))
        })
    }

    pub(super) fn text_of(&self, at: usize) -> &str {
        self.lexed.tokens.get(at).map_or("", |token| self.written(token.span))
    }

    pub(super) fn kind_of(&self, at: usize) -> &TokenKind {
        self.lexed.tokens.get(at).map_or(&TokenKind::End, |token| &token.kind)
    }

    pub(super) fn is_mark_at(&self, at: usize, mark: Mark) -> bool {
        *self.kind_of(at) == TokenKind::Mark(mark)
    }

    pub(super) fn first_on_line(&self, at: usize) -> bool {
        self.lexed.tokens.get(at).is_some_and(|token| token.first_on_line)
    }

    /// The innermost braces around a token.
    pub(super) fn body_around(&self, at: usize) -> Option<(usize, usize)> {
        let is_open = |open: &usize| self.is_mark_at(*open, Mark::OpenBrace) && self.pairs.end(*open) > at;
        let open = (0..at).rev().find(is_open)?;
        Some((open, self.pairs.end(open)))
    }
}

/// The sentence that proposes a text, without its surrounding marks.
fn writes(text: &str) -> String {
    let text = text.replace("\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_start_matches([':', ';', ' ']).trim_end_matches(',').trim_end_matches(" {");
    if text.is_empty() { "remove it".to_owned() } else { format!("write `{text}`") }
}

/// A text without redundant white space.
fn bare(text: &str) -> String {
    text.split_whitespace().fold(String::new(), |text, word| {
        let divides = text.ends_with(char::is_alphanumeric) && word.starts_with(char::is_alphanumeric);
        text + if divides { " " } else { "" } + word
    })
}

/// A capture with long brackets and lists abbreviated.
fn shortened(capture: &Capture) -> Capture {
    let text = &capture.text;
    if !capture.items.is_empty() {
        let few = if text.len() > MOST_ITEMS { ".." } else { text };
        return Capture { text: few.to_owned(), meant: vec![Meant::plain(few.to_owned())], ..Capture::default() };
    }
    let braces = [('{', '}'), ('(', ')'), ('[', ']')].into_iter().find(|(open, _)| text.starts_with(*open));
    let meant = match braces {
        Some((open, close)) if text.len() > SHOWN || text.contains('\n') => {
            vec![Meant::plain(format!("{open} .. {close}"))]
        }
        _ => capture.meant.clone(),
    };
    Capture { text: text.clone(), meant, count: capture.count.clone(), ..Capture::default() }
}
