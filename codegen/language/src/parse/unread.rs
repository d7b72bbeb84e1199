//! Error nodes of the tree, for unreadable parts.
//!
//! The rule that failed has reported its error. Its last token is doubtful from then on: the enclosing rules report
//! nothing about it, and a list continues after its next separator.

use crate::ast::{
    Alternative, AlternativeKind, Entry, Expr, ExprKind, Item, Name, Pattern, Unread, ValueKind, ValueType, Wire,
    WireKind,
};
use crate::lex::{Mark, TokenKind};
use crate::source::Span;

use super::cursor::{Failed, Parsed, Parser};
use super::item::ITEM_WORDS;

impl Parser<'_> {
    pub(super) fn wire_or_error(&mut self) -> Wire {
        let from = self.span();
        let wire = self.wire();
        self.or_error(from, wire, unread_wire)
    }

    pub(super) fn expr_or_error(&mut self) -> Expr {
        let from = self.span();
        let expr = self.expr();
        self.or_error(from, expr, unread_expr)
    }

    pub(super) fn sum_or_error(&mut self) -> Expr {
        let from = self.span();
        let expr = self.sum();
        self.or_error(from, expr, unread_expr)
    }

    pub(super) fn pattern_or_error(&mut self) -> Pattern {
        let from = self.span();
        let pattern = self.pattern();
        self.or_error(from, pattern, unread_pattern)
    }

    pub(super) fn value_type_or_error(&mut self) -> ValueType {
        let from = self.span();
        let value = self.value_type();
        self.or_error(from, value, |span| ValueType { kind: ValueKind::Error, span })
    }

    pub(super) fn entry_or_error(&mut self) -> Entry {
        let from = self.span();
        let is_example = self.begins_example();
        let entry = self.entry();
        self.or_error(from, entry, |span| Entry::Error { span, is_example })
    }

    /// The result of a rule that began at `from`, or an error node.
    pub(super) fn or_error<T>(&mut self, from: Span, read: Parsed<T>, error: impl FnOnce(Span) -> T) -> T {
        read.unwrap_or_else(|Failed| {
            self.doubtful = Some(self.at);
            let end = self.behind().end.max(from.end);
            error(Span { end, ..from })
        })
    }

    /// Skips an unreadable head of a declaration up to its braces.
    pub(super) fn give_up_head(&mut self) {
        while !self.at_end() && !self.is(Mark::OpenBrace) && !self.is(Mark::Semicolon) && !self.begins_item_line() {
            self.step_over();
        }
        self.doubtful = Some(self.at);
    }

    /// A part of a declaration's head; the default if it is unreadable.
    pub(super) fn head<T: Default>(&mut self, part: Parsed<T>) -> T {
        part.unwrap_or_else(|Failed| {
            self.give_up_head();
            T::default()
        })
    }

    /// The error node of a declaration that began at the token `start`.
    pub(super) fn unread_item(&self, start: usize) -> Item {
        let token = |at: usize| self.lexed.tokens.get(at).filter(|_| at < self.limit);
        let is_name = |kind: &TokenKind| matches!(kind, TokenKind::Word | TokenKind::Upper);
        let name = |at: usize| {
            let token = token(at).filter(|token| is_name(&token.kind))?;
            Some(Name { text: self.written(token.span).to_owned(), span: token.span })
        };
        let kind = name(start);
        let is_brace = |at: usize| token(at).is_some_and(|token| token.kind == TokenKind::Mark(Mark::OpenBrace));
        // After any other word the position of the name is unknown.
        let declares = |kind: &Name| ITEM_WORDS.contains(&kind.text.as_str()) || is_brace(start + 2);
        let name = kind.as_ref().filter(|kind| declares(kind)).and_then(|_| name(start + 1));
        let first = token(start).map_or(self.span(), |token| token.span);
        Item::Error(Unread { kind, name, span: self.since(first) })
    }
}

pub(super) fn unread_wire(span: Span) -> Wire {
    Wire { kind: WireKind::Error, span }
}

pub(super) fn unread_expr(span: Span) -> Expr {
    Expr { kind: ExprKind::Error, span }
}

pub(super) fn unread_pattern(span: Span) -> Pattern {
    Pattern { alternatives: vec![Alternative { kind: AlternativeKind::Error, span }], span }
}
