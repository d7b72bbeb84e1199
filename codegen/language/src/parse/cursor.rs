//! The cursor over the tokens: look, take, expect, and recover after an error.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::advice::words::Meant;
use crate::ast::{Docs, Text};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lex::{Lexed, Mark, Token, TokenKind};
use crate::source::Span;

use super::brackets::Pairs;

/// The result of a rule that did not match and has reported why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Failed;

pub(super) type Parsed<T> = Result<T, Failed>;

/// Limit on diagnostics for one file; further ones are only counted.
const MOST_COMPLAINTS: usize = 50;

/// Limit on nesting, deeper than any protocol: bounds the recursion of the parser and of all passes over the tree.
const DEEPEST: usize = 64;

/// Limit on the enclosing spans that are checked for edits.
const MOST_AROUND: usize = 8;

static END: TokenKind = TokenKind::End;

/// By where a type begins and how deep it is nested: where it ends, and its meanings.
pub(super) type Types = HashMap<(usize, u8), Option<(usize, Vec<Meant>)>>;

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) lexed: &'a Lexed,
    pub(super) pairs: &'a Pairs,
    /// The index of the current token.
    pub(super) at: usize,
    /// The end of the enclosing brackets: tokens from there on are not visible.
    pub(super) limit: usize,
    /// Whether the enclosing brackets are unclosed.
    open_end: bool,
    /// Inside of an unclosed brace: whether an error was reported there. Others may follow from the wrong end.
    open_brace: Option<bool>,
    /// The nesting depth of recursive rules.
    depth: usize,
    /// The height of the last parsed expression.
    pub(super) height: usize,
    /// Inside of a bracket with unknown end: diagnostics would be unreliable.
    pub(super) muted: bool,
    /// The token after a wrong one that was accepted as the right one: errors there were reported with it.
    pub(super) doubtful: Option<usize>,
    /// The last token whose doc comments were taken.
    documented: Option<usize>,
    diagnostics: &'a mut Diagnostics,
    complaints: usize,
    /// The spans that a proposed edit replaces, in order: errors inside of them are already reported.
    mended: Vec<Span>,
    /// The types that were looked for.
    pub(super) types: RefCell<Types>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, lexed: &'a Lexed, pairs: &'a Pairs, diagnostics: &'a mut Diagnostics) -> Self {
        let limit = lexed.tokens.len().saturating_sub(1);
        Self {
            text,
            lexed,
            pairs,
            at: 0,
            limit,
            open_end: false,
            open_brace: None,
            depth: 0,
            height: 0,
            muted: false,
            doubtful: None,
            documented: None,
            diagnostics,
            complaints: 0,
            mended: Vec::new(),
            types: RefCell::default(),
        }
    }

    /// The current token; at the end of brackets the closing one.
    pub(super) fn token(&self) -> &'a Token {
        static LAST: Token = Token {
            kind: TokenKind::End,
            span: Span { file: crate::source::FileId(0), start: 0, end: 0 },
            first_on_line: true,
            docs: 0..0,
        };
        self.lexed.tokens.get(self.at).unwrap_or(&LAST)
    }

    pub(super) fn span(&self) -> Span {
        self.token().span
    }

    /// The text at a span of this file.
    pub(super) fn written(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The kind of the current token; [`TokenKind::End`] at the end of the brackets.
    pub(super) fn kind(&self) -> &'a TokenKind {
        self.kind_after(0)
    }

    /// The kind of the token after `steps` others.
    pub(super) fn kind_after(&self, steps: usize) -> &'a TokenKind {
        let at = self.at + steps;
        if at >= self.limit {
            return &END;
        }
        self.lexed.tokens.get(at).map_or(&END, |token| &token.kind)
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.limit
    }

    pub(super) fn is(&self, mark: Mark) -> bool {
        self.is_after(0, mark)
    }

    pub(super) fn is_after(&self, steps: usize, mark: Mark) -> bool {
        *self.kind_after(steps) == TokenKind::Mark(mark)
    }

    /// The kind of the token after the current name and its source name, if it has one.
    pub(super) fn kind_after_name(&self) -> &'a TokenKind {
        match self.kind_after(1) {
            TokenKind::Text(_) => self.kind_after(2),
            kind => kind,
        }
    }

    /// Whether the current name is a field's: a colon follows.
    pub(super) fn names_field(&self) -> bool {
        let is_path = self.is_after(1, Mark::Colon) && self.is_after(2, Mark::Colon);
        // `example "title": hex "01"`
        let has_bytes = matches!((self.kind_after(1), self.kind_after(4)), (TokenKind::Text(_), TokenKind::Text(_)));
        *self.kind_after_name() == TokenKind::Mark(Mark::Colon) && !is_path && !has_bytes
    }

    /// The current word, if it begins with a small letter.
    pub(super) fn peek_word(&self) -> Option<&'a str> {
        (*self.kind() == TokenKind::Word).then(|| self.written(self.span()))
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.peek_word() == Some(word)
    }

    /// The end of the last taken token, as an empty span: the position of a missing token.
    pub(super) fn behind(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.lexed.tokens.get(at)).map_or(self.span(), |t| t.span);
        Span { start: last.end, ..last }
    }

    /// From `start` to the end of the last token that was taken.
    pub(super) fn since(&self, start: Span) -> Span {
        start.to(Span { file: start.file, start: start.start, end: self.behind().end })
    }

    /// Takes the current token, whatever it is.
    pub(super) fn bump(&mut self) -> Span {
        let span = self.span();
        self.complain_of_lost_docs();
        self.at = (self.at + 1).min(self.lexed.tokens.len());
        span
    }

    pub(super) fn eat(&mut self, mark: Mark) -> Option<Span> {
        self.is(mark).then(|| self.bump())
    }

    pub(super) fn eat_word(&mut self, word: &str) -> Option<Span> {
        self.is_word(word).then(|| self.bump())
    }

    /// The doc comments before the current token; they describe the construct that begins there.
    pub(super) fn docs(&mut self) -> Docs {
        self.documented = Some(self.at);
        let range = &self.token().docs;
        let lines = self.lexed.docs.get(range.start as usize..range.end as usize).unwrap_or(&[]).to_vec();
        Docs { lines, source_name: None }
    }

    /// Parses an optional string after the name of a declaration: the name in the protocol's own source.
    pub(super) fn source_name(&mut self, docs: &mut Docs) {
        if let TokenKind::Text(value) = self.kind() {
            let value = value.clone();
            docs.source_name = Some(Text { value, span: self.bump() });
        }
    }

    /// Reports doc comments before a construct that cannot have any.
    pub(super) fn complain_of_lost_docs(&mut self) {
        let range = &self.token().docs;
        if range.is_empty() || self.documented == Some(self.at) {
            return;
        }
        self.documented = Some(self.at);
        let docs = self.lexed.docs.get(range.start as usize..range.end as usize).unwrap_or(&[]);
        if let (Some(first), Some(last)) = (docs.first(), docs.last()) {
            self.complain(
                Diagnostic::new("this doc comment describes nothing", first.span.to(last.span), "").help(
                    "put it in front of a declaration, a parameter, a field, a part, a name of an enum or an arm, or write `//`",
                ),
            );
        }
    }

    /// Runs a recursive rule within the limit on nesting.
    pub(super) fn deeper<T>(&mut self, from: Span, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            self.complain(Diagnostic::new("nested too deeply", from, format!("the {}th level", DEEPEST + 1)));
            return Err(Failed);
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// Parses the contents of brackets; returns the span with both brackets too. Afterwards the cursor is after the
    /// closing bracket, even if the contents were invalid.
    pub(super) fn delimited<T>(
        &mut self,
        open: Mark,
        inside: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<(T, Span)> {
        let (from, around) = self.enter(open)?;
        let result = self.deeper(from, inside);
        let is_understood = result.is_ok();
        let whole = self.leave(open, around, is_understood);
        let value = result?;
        if whole { Ok((value, self.since(from))) } else { Err(Failed) }
    }

    /// Takes an opening bracket and restricts the cursor to its contents.
    fn enter(&mut self, open: Mark) -> Parsed<(Span, Around)> {
        let opener = self.at;
        let from = self.expect(open)?;
        let end = self.pairs.end(opener).min(self.limit);
        let closed = self.pairs.is_closed(opener);
        let limit = std::mem::replace(&mut self.limit, end);
        let open_end = std::mem::replace(&mut self.open_end, !closed);
        let (muted, open_brace) = (self.muted, self.open_brace);
        self.muted |= !closed && open != Mark::OpenBrace;
        if !closed && open == Mark::OpenBrace {
            self.open_brace = open_brace.or(Some(false));
        }
        Ok((from, Around { end, closed, limit, open_end, open_brace, muted }))
    }

    /// Moves after the closing bracket, if there is one. Whether parsing can continue there.
    fn leave(&mut self, open: Mark, around: Around, is_understood: bool) -> bool {
        let Around { end, closed, limit, open_end, open_brace, muted } = around;
        if is_understood && !self.at_end() && closed {
            self.expected(&closer_text(open));
        }
        self.muted = muted;
        self.open_end = open_end;
        self.open_brace = open_brace.and(self.open_brace);
        self.limit = limit;
        if closed || open == Mark::OpenBrace {
            self.at = end;
        }
        if closed {
            self.bump();
        }
        closed || open == Mark::OpenBrace
    }

    /// Skips one token, or a bracket with its contents.
    pub(super) fn step_over(&mut self) {
        self.at = self.token_after(self.at);
    }

    /// The token after one, or after a bracket with its contents.
    pub(super) fn token_after(&self, at: usize) -> usize {
        let mark = match self.lexed.tokens.get(at).map(|token| &token.kind) {
            Some(TokenKind::Mark(mark)) if mark.closer().is_some() => *mark,
            _ => return at + 1,
        };
        let closed = self.pairs.is_closed(at);
        if !closed && mark != Mark::OpenBrace {
            return at + 1;
        }
        (self.pairs.end(at) + usize::from(closed)).clamp(at + 1, self.limit.max(at + 1))
    }

    /// Whether the previous token closed a bracket.
    pub(super) fn at_closed(&self) -> bool {
        let last = self.at.checked_sub(1).and_then(|at| self.lexed.tokens.get(at));
        last.is_some_and(|token| token.kind == TokenKind::Mark(Mark::CloseBrace))
    }

    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        let place = diagnostic.primary.span;
        if self.muted || self.on_unclosed_line(place) || self.is_mended(place) {
            return;
        }
        if let Some(is_told) = &mut self.open_brace
            && std::mem::replace(is_told, true)
        {
            return;
        }
        self.complaints += 1;
        if self.complaints <= MOST_COMPLAINTS {
            self.mended.extend(diagnostic.help.iter().flat_map(|help| &help.edits).map(|edit| edit.span));
            self.mended.sort_unstable();
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether a span begins inside of a reported edit.
    pub(super) fn is_mended(&self, place: Span) -> bool {
        let before = self.mended.partition_point(|stretch| stretch.start <= place.start);
        // Few of these spans are nested.
        self.mended.iter().take(before).rev().take(MOST_AROUND).any(|stretch| place.start <= stretch.end)
    }

    /// Whether the limit on diagnostics is reached, so that their helps need not be computed.
    pub(super) fn is_full(&self) -> bool {
        self.complaints >= MOST_COMPLAINTS
    }

    /// The number of suppressed diagnostics.
    pub(super) fn left_out(&self) -> usize {
        self.complaints.saturating_sub(MOST_COMPLAINTS)
    }

    /// Whether a string on the same line is unclosed: diagnostics about this line are unreliable.
    fn on_unclosed_line(&self, place: Span) -> bool {
        let strings = &self.lexed.unclosed;
        let behind = strings.partition_point(|string| string.start <= place.start);
        let neighbours = strings.get(behind.saturating_sub(1)..(behind + 1).min(strings.len())).unwrap_or(&[]);
        neighbours.iter().any(|string| {
            let (low, high) = (string.start.min(place.start) as usize, string.start.max(place.start) as usize);
            self.text.get(low..high).is_some_and(|between| !between.contains('\n'))
        })
    }

    /// Whether a diagnostic about the current token would repeat another one.
    pub(super) fn told(&self) -> bool {
        self.token().kind == TokenKind::Broken
            || self.doubtful == Some(self.at)
            || (self.at == self.limit && self.open_end)
    }
}

/// The cursor's state outside of a bracket, restored when it is left: the end of the enclosing brackets, and whether
/// they are closed.
struct Around {
    end: usize,
    closed: bool,
    limit: usize,
    open_end: bool,
    open_brace: Option<bool>,
    muted: bool,
}

fn closer_text(open: Mark) -> String {
    format!("`{}`", open.closer().map_or("", Mark::text))
}
