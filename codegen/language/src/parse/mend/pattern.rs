//! Matches the pattern of a row against tokens.

use std::ops::Range;

use crate::advice::bytes::number;
use crate::advice::words::{self, Meant};
use crate::keywords::Words;
use crate::lex::{Mark, Token, TokenKind};
use crate::near;
use crate::parse::brackets::column;
use crate::parse::cursor::Parser;
use crate::parse::names::is_number_name;

use super::rules::{self, filled, words_of};

/// Limit on nested type arguments.
const DEEPEST: u8 = 5;

/// Limit on the words of one type.
const MOST_WORDS: usize = 5;

/// Limit on the tokens of a rewritten expression.
const LONGEST: usize = 40;

/// Limit on the fields that are rewritten together.
const MOST_ITEMS: usize = 200;

/// A count is looked for in so many tokens.
const MOST_BEFORE: usize = 120;

/// The tokens that a piece of a pattern matched.
#[derive(Default)]
pub(in crate::parse) struct Capture {
    /// The text as written.
    pub text: String,
    /// Its possible meanings.
    pub meant: Vec<Meant>,
    /// The preceding field that holds the count.
    pub count: Option<String>,
    /// The matches of a section's rows.
    pub items: Vec<Item>,
    /// The range of tokens.
    pub place: Range<usize>,
}

/// A match of a section's row, and its replacement texts.
pub(in crate::parse) struct Item {
    pub place: Range<usize>,
    pub meant: Vec<Meant>,
}

impl Parser<'_> {
    /// The texts of fixed patterns.
    pub(super) fn texts(&self, pattern: &str, at: usize) -> Option<(usize, Vec<String>)> {
        let mut captures = Vec::new();
        let pieces: Vec<&str> = pattern.split(' ').collect();
        let end = self.matches(&pieces, at, &mut captures, 0)?;
        let text = |one: Capture| one.meant.into_iter().next().map_or(one.text, |meant| meant.wire);
        Some((end, captures.into_iter().map(text).collect()))
    }

    /// Where what matches some pieces ends, with each piece that is no fixed word; so deep in the brackets of types.
    pub(super) fn matches(&self, pieces: &[&str], at: usize, captures: &mut Vec<Capture>, depth: u8) -> Option<usize> {
        let Some((piece, rest)) = pieces.split_first() else { return Some(at) };
        if *piece == "<top>" {
            return self.body_around(at).is_none().then(|| self.matches(rest, at, captures, depth))?;
        }
        if *piece == "<end>" {
            let is_end = |mark: Mark| matches!(mark, Mark::Comma | Mark::Semicolon | Mark::CloseBrace);
            let ends = self.first_on_line(at) || matches!(self.kind_of(at), TokenKind::Mark(mark) if is_end(*mark));
            return ends.then(|| self.matches(rest, at, captures, depth))?;
        }
        if let Some(same) = piece.strip_prefix('$').and_then(|digit| digit.parse::<usize>().ok()) {
            let is_same = captures.get(same.wrapping_sub(1)).is_some_and(|one| one.text == self.text_of(at));
            return is_same.then(|| self.matches(rest, at + 1, captures, depth))?;
        }
        let kept = captures.len();
        if *piece == "<x>" {
            let mut end = at;
            while let Some(next) = self.in_expression(end, at).filter(|next| *next <= at + LONGEST) {
                end = next;
                captures.truncate(kept);
                captures.push(self.capture(at..end));
                if let Some(end) = self.matches(rest, end, captures, depth) {
                    return Some(end);
                }
            }
            captures.truncate(kept);
            return None;
        }
        if let Some(words) = piece.strip_suffix('*').and_then(words_of) {
            let mut end = at;
            while self.is_one_of(words, end) {
                end += 1;
            }
            return self.matches(rest, end, captures, depth);
        }
        if let Some(section) = piece.strip_prefix('<').and_then(|piece| piece.strip_suffix(['*', '+'])) {
            let adjacent = piece.ends_with('+');
            let items = self.items(section.trim_end_matches('>'), at, adjacent);
            let last = items.last()?.place.end;
            let end = if adjacent || !self.is_mark_at(self.end_of_body(at), Mark::CloseBrace) && !rest.is_empty() {
                last
            } else {
                self.end_of_body(at)
            };
            let texts: Vec<&str> =
                items.iter().filter_map(|item| Some(item.meant.first()?.wire.trim_end_matches(','))).collect();
            let meant = vec![Meant::plain(texts.join(", "))];
            captures.push(Capture { text: texts.join(", "), meant, items, place: at..end, count: None });
            return self.matches(rest, end, captures, depth);
        }
        let optional = piece.strip_suffix('?').filter(|piece| !piece.is_empty());
        let bare = optional.unwrap_or(piece);
        let bare = words_of(bare).unwrap_or(bare);
        let captured = bare.starts_with('<') && bare.len() > 1 && bare != "<=" || bare.len() > 2 && bare.contains('|');
        if let Some((end, capture)) = self.one(bare, at, depth) {
            if captured {
                captures.push(capture);
            }
            if let Some(end) = self.matches(rest, end, captures, depth) {
                return Some(end);
            }
            captures.truncate(kept);
        }
        optional?;
        if captured {
            captures.push(Capture { meant: vec![Meant::plain(String::new())], place: at..at, ..Capture::default() });
        }
        let end = self.matches(rest, at, captures, depth);
        if end.is_none() {
            captures.truncate(kept);
        }
        end
    }

    fn capture(&self, place: Range<usize>) -> Capture {
        let text = self.written(self.tokens(place.clone())).to_owned();
        Capture { meant: vec![Meant::plain(text.clone())], text, place, ..Capture::default() }
    }

    fn is_one_of(&self, words: &str, at: usize) -> bool {
        let text = self.text_of(at);
        !text.is_empty()
            && (words.eq_ignore_ascii_case(text) || words.split('|').any(|word| word.eq_ignore_ascii_case(text)))
    }

    /// Matches one piece; returns the index after it and the capture.
    fn one(&self, piece: &str, at: usize, depth: u8) -> Option<(usize, Capture)> {
        let token = self.lexed.tokens.get(at)?;
        let text = self.text_of(at);
        let is_name = matches!(token.kind, TokenKind::Word | TokenKind::Upper);
        let is_wire = || is_number_name(text) || text == "bool" || !words::wires(text).is_empty();
        let is = match piece {
            "<n>" => is_name,
            "<u>" => token.kind == TokenKind::Upper,
            "<f>" => token.kind == TokenKind::Word && !is_wire(),
            "<o>" => is_name && !is_entry(text) && (text.len() == 1 || !is_wire()),
            "<w>" => token.kind == TokenKind::Word,
            "<d>" => token.kind == TokenKind::Upper && self.declares(text),
            "<i>" => matches!(token.kind, TokenKind::Int(_)),
            "<s>" => matches!(token.kind, TokenKind::Text(_)),
            "<g>" | "<v>" | "<e>" | "<line>" => {
                let end = self.stretch(piece, at)?;
                return Some((end, self.capture(at..end)));
            }
            "<k>" | "<t>" => {
                let (end, meant) = if piece == "<k>" { self.phrase(at)? } else { self.type_at(at, depth)? };
                let count = self.count_before(at).map(str::to_owned);
                return (!meant.is_empty()).then(|| (end, Capture { meant, count, ..self.capture(at..end) }));
            }
            _ => self.is_one_of(piece, at),
        };
        (is && !text.is_empty()).then(|| (at + 1, self.capture(at..at + 1)))
    }

    /// Matches a piece of several tokens; returns the index after it.
    fn stretch(&self, piece: &str, at: usize) -> Option<usize> {
        match (piece, self.kind_of(at)) {
            ("<g>", _) | ("<e>", TokenKind::Mark(Mark::OpenParen)) => self.group_end(at),
            // A directive must not become a comment, which would lose its meaning.
            ("<line>", _) if self.first_on_line(at) || self.is_one_of(words_of("@directive")?, at) => None,
            ("<line>", _) => {
                (at..self.lexed.tokens.len()).find(|at| self.first_on_line(*at) || *self.kind_of(*at) == TokenKind::End)
            }
            ("<v>", _) => {
                let at = at + usize::from(self.is_mark_at(at, Mark::Minus));
                let kind = &self.lexed.tokens.get(at)?.kind;
                let is_literal =
                    matches!(kind, TokenKind::Int(_) | TokenKind::Float(_) | TokenKind::Char(_) | TokenKind::Text(_));
                is_literal.then_some(at + 1)
            }
            (_, TokenKind::Int(_)) => Some(at + 1),
            (_, TokenKind::Word | TokenKind::Upper) => {
                let mut end = at + 1;
                while self.is_mark_at(end, Mark::Dot)
                    && matches!(self.kind_of(end + 1), TokenKind::Word | TokenKind::Upper)
                {
                    end += 2;
                }
                Some(end)
            }
            _ => None,
        }
    }

    /// Parses a type of Wireform or of another language; returns the index after it and the possible wires.
    pub(in crate::parse) fn type_at(&self, at: usize, depth: u8) -> Option<(usize, Vec<Meant>)> {
        // Many rows begin with a type, and ask for the same one.
        if let Some(known) = self.types.borrow().get(&(at, depth)) {
            return known.clone();
        }
        let found = self.find_type(at, depth);
        self.types.borrow_mut().insert((at, depth), found.clone());
        found
    }

    fn find_type(&self, at: usize, depth: u8) -> Option<(usize, Vec<Meant>)> {
        if depth > DEEPEST {
            return None;
        }
        let found = rules::section("types").find_map(|rule| {
            let mut captures = Vec::new();
            let end = self.matches(&rule.pieces, at, &mut captures, depth + 1)?;
            let meant: Vec<Meant> = rule.texts.iter().flat_map(|text| filled(text.new, &captures)).collect();
            let is_passed = rule.texts.iter().all(|text| text.new.is_empty());
            (is_passed || !meant.is_empty()).then(|| rule.found((end, if is_passed { Vec::new() } else { meant })))
        });
        found.or_else(|| {
            let end = match self.kind_of(at) {
                TokenKind::Mark(Mark::OpenBracket) => self.group_end(at)?,
                TokenKind::Word if matches!(self.text_of(at), "bytes" | "utf8" | "ascii" | "latin1") => {
                    self.group_end(at + 1)?
                }
                TokenKind::Upper => at + 1,
                _ => return None,
            };
            Some((end, self.capture(at..end).meant))
        })
    }

    /// The longest sequence of words that denotes a wire.
    fn phrase(&self, at: usize) -> Option<(usize, Vec<Meant>)> {
        let text = self.text_of(at);
        if !matches!(self.kind_of(at), TokenKind::Word | TokenKind::Upper) {
            return None;
        }
        if is_number_name(text) || text == "bool" {
            return Some((at + 1, vec![Meant::plain(text.to_owned())]));
        }
        let is_part = |at: usize| match self.kind_of(at) {
            TokenKind::Word | TokenKind::Upper | TokenKind::Int(_) => true,
            TokenKind::Mark(mark) => *mark == Mark::Minus,
            _ => false,
        };
        let most = (1..MOST_WORDS).take_while(|more| is_part(at + more) && !self.first_on_line(at + more)).count() + 1;
        // A letter after a type is a name.
        let is_name = |count: usize| {
            let last = self.text_of(at + count - 1);
            count > 1 && last.len() == 1 && last.starts_with(|c: char| c.is_ascii_alphabetic())
        };
        let found = (1..=most).rev().filter(|count| !is_name(*count)).find_map(|count| {
            let meant = words::wires(self.written(self.tokens(at..at + count)));
            (!meant.is_empty()).then_some((at + count, meant))
        });
        found.filter(|_| *self.kind_of(at) == TokenKind::Word || !self.declares(text))
    }

    /// The matches of a section's rows from a token to the end of its body; `adjacent`: up to the first gap.
    pub(super) fn items(&self, section: &str, from: usize, adjacent: bool) -> Vec<Item> {
        let end = self.end_of_body(from);
        let (mut items, mut at, mut next, mut begins): (Vec<Item>, _, i64, _) = (Vec::new(), from, 0, true);
        while at < end && items.len() < MOST_ITEMS {
            let found = if begins || self.first_on_line(at) {
                rules::section(section).find_map(|rule| {
                    let mut captures = Vec::new();
                    let behind = self.matches(&rule.pieces, at, &mut captures, 1).filter(|behind| *behind <= end)?;
                    let new = |text: &rules::Text| filled(&text.new.replace("$next", &next.to_string()), &captures);
                    let meant: Vec<Meant> = rule.texts.iter().flat_map(new).collect();
                    (!meant.is_empty()).then(|| rule.found(Item { place: at..behind, meant }))
                })
            } else {
                None
            };
            match found {
                Some(item) => {
                    let text = item.meant.first().map_or("", |one| one.wire.as_str());
                    let code = text.split([' ', ',', '=']).find_map(number);
                    next = code.map_or(next, |code| code.saturating_add(1));
                    (at, begins) = (item.place.end, true);
                    items.push(item);
                }
                None if adjacent => break,
                None => {
                    begins = self.is_mark_at(at, Mark::Comma) || self.is_mark_at(at, Mark::Semicolon);
                    at = if self.is_mark_at(at, Mark::OpenBrace) { self.group_end(at).unwrap_or(end) } else { at + 1 };
                }
            }
        }
        items
    }

    /// The end of the braces around a token, or of the lines with its indentation.
    fn end_of_body(&self, from: usize) -> usize {
        let column = |at: usize| self.lexed.tokens.get(at).map_or(0, |token| column(self.text, token));
        let last = self.lexed.tokens.len().saturating_sub(1);
        let is_less = |at: &usize| self.first_on_line(*at) && column(*at) < column(from);
        let around = self.body_around(from).map(|(_, close)| close);
        around.unwrap_or_else(|| (from + 1..last).find(is_less).unwrap_or(last))
    }

    /// The nearest preceding field in the body whose name suggests a count: the length of a list or text without its
    /// own.
    fn count_before(&self, at: usize) -> Option<&str> {
        let in_body = |at: &usize| !self.is_mark_at(*at, Mark::OpenBrace) && !self.is_mark_at(*at, Mark::CloseBrace);
        let mut before = (0..at).rev().take(MOST_BEFORE).take_while(in_body);
        before.find_map(|at| {
            Some(self.text_of(at)).filter(|name| self.is_mark_at(at + 1, Mark::Colon) && near::counts(name))
        })
    }

    /// The index after the brackets that open at a token.
    fn group_end(&self, at: usize) -> Option<usize> {
        self.pairs.is_closed(at).then(|| self.pairs.end(at) + 1)
    }

    /// The next index in an expression that began at `from`; it ends with its line, at a separator or a brace.
    fn in_expression(&self, at: usize, from: usize) -> Option<usize> {
        let token: &Token = self.lexed.tokens.get(at)?;
        if token.first_on_line && at > from {
            return None;
        }
        match token.kind {
            TokenKind::Mark(Mark::OpenParen | Mark::OpenBracket) => self.group_end(at),
            TokenKind::Mark(Mark::Comma | Mark::Semicolon | Mark::OpenBrace) | TokenKind::End => None,
            TokenKind::Mark(mark) if mark.is_closer() => None,
            _ => Some(at + 1),
        }
    }
}

/// Whether a word begins an entry other than a field.
fn is_entry(word: &str) -> bool {
    [Words::Entries, Words::Wires, Words::Items, Words::Clauses].into_iter().any(|words| words.has(word))
}
