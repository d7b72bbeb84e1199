//! Error nodes of the tree, for unreadable parts.
//!
//! The rule that failed has reported its error. Its last token is doubtful from then on: the enclosing rules report
//! nothing about it, and a list continues after its next separator.

use crate::ast::{
    Alternative, AlternativeKind, Docs, Entry, Expr, ExprKind, Item, Name, Part, PartWidth, Pattern, Target, Unread,
    ValueKind, ValueType, Wire, WireKind,
};
use crate::keywords::Words;
use crate::lex::{Mark, TokenKind};
use crate::source::Span;

use super::cursor::{Failed, Parsed, Parser};

impl Parser<'_> {
    pub(super) fn entry_or_error(&mut self) -> Entry {
        let is_example = self.begins_example();
        match self.or_error(Self::entry) {
            Entry::Error { span, .. } => Entry::Error { span, is_example },
            entry => entry,
        }
    }

    /// The node that a rule makes, or an error node.
    pub(super) fn or_error<T: Node>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> T {
        self.or_error_from(self.span(), rule)
    }

    /// The same of a rule that began at `from`.
    pub(super) fn or_error_from<T: Node>(&mut self, from: Span, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> T {
        rule(self).unwrap_or_else(|Failed| {
            self.doubtful = Some(self.at);
            let end = self.behind().end.max(from.end);
            T::unread(Span { end, ..from })
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
        let declares = |kind: &Name| Words::Items.has(&kind.text) || is_brace(start + 2);
        let name = kind.as_ref().filter(|kind| declares(kind)).and_then(|_| name(start + 1));
        let first = token(start).map_or(self.span(), |token| token.span);
        Item::Error(Unread { kind, name, span: self.since(first) })
    }
}

/// A node that may be unreadable.
pub(super) trait Node {
    /// The error node.
    fn unread(span: Span) -> Self;
}

macro_rules! nodes {
    ($($node:ident($span:ident) => $error:expr,)*) => {$(
        impl Node for $node {
            fn unread($span: Span) -> Self {
                $error
            }
        }
    )*};
}

nodes! {
    Name(span) => Self { text: String::new(), span },
    Wire(span) => Self { kind: WireKind::Error, span },
    Target(span) => Self::Wire(Wire::unread(span)),
    Expr(span) => Self { kind: ExprKind::Error, span },
    Pattern(span) => Self { alternatives: vec![Alternative { kind: AlternativeKind::Error, span }], span },
    ValueType(span) => Self { kind: ValueKind::Error, span },
    Part(span) => {
        let width = Some(PartWidth::Wire(Wire::unread(span)));
        Self { docs: Docs::default(), name: None, width, value: None, computed: None, fill: None, span }
    },
    Entry(span) => Self::Error { span, is_example: false },
}
