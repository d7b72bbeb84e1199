//! What is written in another order or with another language's marks, and the same as it is written here: an edit of the
//! whole stretch around a mistake, with its own names and numbers.
//!
//! Nothing here has to be sure: an edit that does not mend its mistake is dropped where all are tried.

mod blocks;
mod codes;
mod example;
mod further;
mod layout;
mod table;

use crate::diagnostic::{Edit, Help};
use crate::lex::{Mark, Token, TokenKind};
use crate::near::words;
use crate::source::Span;

use super::cursor::Parser;
use super::item::ITEM_WORDS;
use super::names::is_number_name;

/// A stretch begins no more tokens than this before its mistake.
const BEFORE: usize = 14;

/// So many rules are heard about one mistake.
const MOST: usize = 6;

/// The help says no more than this of what is in brackets.
const SHOWN: usize = 40;

/// Expressions of more tokens are not rewritten.
const LONGEST: usize = 40;

impl Parser<'_> {
    /// The changes of each rule that holds of a stretch around a place.
    pub(super) fn rewritten(&self, place: Span) -> Vec<Vec<Help>> {
        let tokens = &self.lexed.tokens;
        let first = tokens.partition_point(|token| token.span.end < place.start);
        let behind = tokens.partition_point(|token| token.span.start <= place.start);
        let last = if place.start == place.end { behind } else { behind.saturating_sub(1) };
        let mut found = self.further(first, last);
        for (pattern, texts) in table::RULES {
            let pieces: Vec<&str> = pattern.split(' ').collect();
            found.extend((first.saturating_sub(BEFORE)..=last).find_map(|start| {
                let mut captures = Vec::new();
                let end = self.matches(&pieces, start, &mut captures).filter(|end| *end > first)?;
                let span = self.tokens(start..end);
                let helps: Vec<Help> = texts.iter().filter_map(|text| self.filled(text, &captures, span)).collect();
                (!helps.is_empty()).then_some(helps)
            }));
            if found.len() >= MOST {
                break;
            }
        }
        found
    }

    /// A text of a rule in the place of what it was found in. `None` if that is what stands there.
    fn filled(&self, text: &str, captures: &[String], span: Span) -> Option<Help> {
        let was = self.written(span);
        let new = table::filled(text, captures).filter(|new| bare(new) != bare(was))?;
        let shown: Vec<String> = captures.iter().map(|one| shortened(one)).collect();
        let said =
            if new.is_empty() { "remove it".to_owned() } else { format!("write `{}`", table::filled(text, &shown)?) };
        Some(Help::new(said, [Edit::new(span, new)]))
    }

    pub(super) fn tokens(&self, range: std::ops::Range<usize>) -> Span {
        let span = |at: usize| self.lexed.tokens.get(at).map_or(self.span(), |token| token.span);
        span(range.start).to(span(range.end.saturating_sub(1)))
    }

    /// Where what matches some pieces ends, with the text of each that is no fixed word.
    pub(super) fn matches(&self, pieces: &[&str], at: usize, captures: &mut Vec<String>) -> Option<usize> {
        let Some((piece, rest)) = pieces.split_first() else { return Some(at) };
        let kept = captures.len();
        if *piece == "<x>" {
            let mut end = at;
            while let Some(next) = self.in_expression(end, at).filter(|next| *next <= at + LONGEST) {
                end = next;
                captures.truncate(kept);
                captures.push(self.written(self.tokens(at..end)).to_owned());
                if let Some(end) = self.matches(rest, end, captures) {
                    return Some(end);
                }
            }
            captures.truncate(kept);
            return None;
        }
        if let Some(words) = piece.strip_suffix('*').and_then(table::words) {
            let mut end = at;
            while self.one(words, end).is_some() {
                end += 1;
            }
            return self.matches(rest, end, captures);
        }
        let optional = piece.strip_suffix('?').filter(|piece| !piece.is_empty());
        let bare = optional.unwrap_or(piece);
        let bare = table::words(bare).unwrap_or(bare);
        let captured = bare.starts_with('<') && bare.len() > 1 || bare.len() > 2 && bare.contains('|');
        if let Some(end) = self.one(bare, at) {
            if captured {
                captures.push(self.capture(bare, at..end));
            }
            if let Some(end) = self.matches(rest, end, captures) {
                return Some(end);
            }
            captures.truncate(kept);
        }
        optional?;
        if captured {
            captures.push(String::new());
        }
        let end = self.matches(rest, at, captures);
        if end.is_none() {
            captures.truncate(kept);
        }
        end
    }

    /// The end of one piece.
    fn one(&self, piece: &str, at: usize) -> Option<usize> {
        let token = self.lexed.tokens.get(at)?;
        let text = self.written(token.span);
        let is_name = matches!(token.kind, TokenKind::Word | TokenKind::Upper);
        let next = |is: bool| (is && !text.is_empty()).then_some(at + 1);
        match piece {
            "<n>" => next(is_name),
            "<u>" => next(token.kind == TokenKind::Upper),
            "<f>" => next(token.kind == TokenKind::Word && wire_of(text).is_none()),
            "<w>" => next(token.kind == TokenKind::Word),
            "<d>" => next(token.kind == TokenKind::Upper && self.is_declared(text)),
            "<i>" => next(matches!(token.kind, TokenKind::Int(_))),
            "<s>" => next(matches!(token.kind, TokenKind::Text(_))),
            "<v>" => {
                let at = at + usize::from(token.kind == TokenKind::Mark(Mark::Minus));
                let kind = self.lexed.tokens.get(at).map(|token| &token.kind);
                let is_literal = matches!(
                    kind,
                    Some(TokenKind::Int(_) | TokenKind::Float(_) | TokenKind::Char(_) | TokenKind::Text(_))
                );
                is_literal.then_some(at + 1)
            }
            "<k>" => next(is_name && wire_of(text).is_some()),
            "<t>" => match token.kind {
                TokenKind::Mark(Mark::OpenBracket) => self.group_end(at),
                _ if matches!(text, "bytes" | "utf8" | "ascii" | "latin1") => self.group_end(at + 1),
                _ => next(token.kind == TokenKind::Upper || is_name && wire_of(text).is_some()),
            },
            "<e>" => match token.kind {
                TokenKind::Mark(Mark::OpenParen) => self.group_end(at),
                TokenKind::Int(_) => Some(at + 1),
                _ => {
                    let mut end = next(is_name)?;
                    while self.is_mark_at(end, Mark::Dot) && self.one("<n>", end + 1).is_some() {
                        end += 2;
                    }
                    Some(end)
                }
            },
            "<g>" => self.group_end(at),
            _ => next(piece.eq_ignore_ascii_case(text) || piece.split('|').any(|word| word.eq_ignore_ascii_case(text))),
        }
    }

    fn is_declared(&self, name: &str) -> bool {
        self.lexed.tokens.windows(2).any(|pair| {
            let [word, token] = pair else { return false };
            self.written(token.span) == name && ITEM_WORDS.contains(&self.written(word.span))
        })
    }

    fn capture(&self, piece: &str, range: std::ops::Range<usize>) -> String {
        let text = self.written(self.tokens(range));
        let wire = if matches!(piece, "<k>" | "<t>") { wire_of(text) } else { None };
        wire.unwrap_or_else(|| text.to_owned())
    }

    /// The place behind brackets that open here.
    fn group_end(&self, at: usize) -> Option<usize> {
        self.pairs.is_closed(at).then(|| self.pairs.end(at) + 1)
    }

    /// The next place in an expression that began at `from`; it ends with its line, at a separator or a brace.
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

/// The wire that a word of this or another language names.
fn wire_of(word: &str) -> Option<String> {
    let is_wire = is_number_name(word) || word == "bool";
    if is_wire { Some(word.to_owned()) } else { words::wires(word).into_iter().next().map(|meant| meant.wire) }
}

/// The number that a literal writes.
fn number(text: &str) -> Option<i64> {
    let text = text.replace('_', "").to_ascii_lowercase();
    let radix = |prefix, radix| text.strip_prefix(prefix).map(|digits| i64::from_str_radix(digits, radix).ok());
    radix("0x", 16).or_else(|| radix("0b", 2)).unwrap_or_else(|| text.parse().ok())
}

/// A text without white space.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

fn shortened(text: &str) -> String {
    let braces = [('{', '}'), ('(', ')'), ('[', ']')].into_iter().find(|(open, _)| text.starts_with(*open));
    match braces {
        Some((open, close)) if text.len() > SHOWN || text.contains('\n') => format!("{open} .. {close}"),
        _ => text.to_owned(),
    }
}
