//! The clauses after a wire: `from`, `by`, `as`, `=`, `fill`, `if`, `else`, `where`, in this order.

use crate::advice::words::{self, Place};
use crate::ast::{Clauses, Rule, RuleCheck, ValueKind, ValueType};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::keywords::Words;
use crate::lex::{Mark, TokenKind};
use crate::model::{Encoding, Notation};
use crate::source::Span;

use super::cursor::{Parsed, Parser};

/// The clauses in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Clause {
    From,
    By,
    As,
    Computed,
    Fill,
    If,
    Else,
    Where,
}

const CLAUSES: [(&str, Clause); 8] = [
    ("from", Clause::From),
    ("by", Clause::By),
    ("as", Clause::As),
    ("=", Clause::Computed),
    ("fill", Clause::Fill),
    ("if", Clause::If),
    ("else", Clause::Else),
    ("where", Clause::Where),
];

impl Clause {
    fn text(self) -> &'static str {
        CLAUSES.iter().find(|(_, clause)| *clause == self).map_or("", |(text, _)| text)
    }
}

impl Parser<'_> {
    /// The clauses up to and including the first unreadable one.
    pub(super) fn clauses(&mut self) -> Clauses {
        let mut clauses = Clauses::default();
        let mut last: Option<(Clause, Span)> = None;
        while let Some(clause) = self.clause_at_hand() {
            let place = self.bump();
            if let Some((earlier, other)) = last {
                self.check_order(earlier, other, clause, place);
            }
            match clause {
                Clause::From => clauses.from = Some(self.or_error(Self::expr)),
                Clause::By => {
                    let which = "the field that tells the messages apart";
                    clauses.by = Some(self.or_error(|parser| parser.word(which)));
                }
                Clause::As => clauses.value = Some(self.or_error(Self::value_type)),
                Clause::Computed => clauses.computed = Some(self.or_error(Self::expr)),
                Clause::Fill => clauses.fill = Some(self.or_error(Self::expr)),
                Clause::If => {
                    if self.is(Mark::Colon) {
                        let colon = self.span();
                        let help = Help::new("leave out the colon", [Edit::new(colon, "")]);
                        self.complain(Diagnostic::new("unexpected `:`", colon, "a condition follows").help(help));
                        self.bump();
                    }
                    clauses.presence = Some(self.or_error(Self::expr));
                }
                Clause::Else if self.is(Mark::OpenBrace) => {
                    let help = "one of two shapes is a match: `x: match test { 0 => A { .. }, 1 => B { .. } }`";
                    self.expected_or("a value", Some(help));
                    self.step_over();
                    self.doubtful = Some(self.at);
                }
                Clause::Else => clauses.absent = Some(self.or_error(Self::expr)),
                Clause::Where => clauses.rule = Some(self.rule(place)),
            }
            if self.doubtful == Some(self.at) {
                break;
            }
            last = last.filter(|(earlier, _)| *earlier > clause).or(Some((clause, place)));
        }
        clauses
    }

    fn clause_at_hand(&self) -> Option<Clause> {
        let is_at_hand = |text: &str| self.is_word(text) || text == "=" && self.is(Mark::Assign);
        let (_, clause) = CLAUSES.into_iter().find(|(text, _)| is_at_hand(text))?;
        (clause != Clause::Fill || !self.is_after(1, Mark::Colon)).then_some(clause)
    }

    fn check_order(&mut self, earlier: Clause, other: Span, clause: Clause, place: Span) {
        if earlier < clause {
            return;
        }
        let (this, that) = (clause.text(), earlier.text());
        if clause == Clause::Computed && earlier != clause {
            let label = format!("gives the field a value, and belongs in front of `{that}`");
            let diagnostic = Diagnostic::new(format!("`=` behind `{that}`"), place, label);
            self.complain(diagnostic.help("to compare, write `==`"));
            return;
        }
        self.complain(if earlier == clause {
            Diagnostic::new(format!("a second `{this}`"), place, "one too many").other(other, "the first")
        } else {
            Diagnostic::new(format!("`{this}` stands before `{that}`"), place, "too late")
                .other(other, format!("`{this}` belongs in front of this"))
                .note("the order is `from`, `by`, `as`, `=`, `fill`, `if`, `else`, `where`")
        });
    }

    /// `Cubes`, `truthy`, `latin1`
    pub(super) fn value_type(&mut self) -> Parsed<ValueType> {
        let span = self.span();
        let kind = match (self.kind(), self.peek_word()) {
            (TokenKind::Upper, _) => return Ok(ValueType { kind: ValueKind::Named(self.name()), span }),
            (_, Some("bool")) => ValueKind::Bool,
            (_, Some("truthy")) => ValueKind::Truthy,
            (_, Some(word)) if Notation::of_word(word).is_some() => ValueKind::Notation,
            (_, Some(word)) if let Some(encoding) = Encoding::named(word) => ValueKind::Text(encoding),
            (_, word) => {
                let foreign = word.and_then(|word| words::spelling(Place::Value, word)).map(Into::into);
                let help = self.meant(&[Words::Values.list(), &Notation::ALL.map(Notation::word)].concat()).or(foreign);
                return Err(self.expected_or("a value", help));
            }
        };
        self.bump();
        Ok(ValueType { kind, span })
    }

    /// The rule after `where`: `1..=7 else 1`
    fn rule(&mut self, place: Span) -> Rule {
        let from = self.span();
        let low = if self.is_range_mark() { None } else { Some(self.or_error(Self::expr)) };
        let check = match low {
            Some(check) if !self.is_range_mark() => {
                self.values_of_a_rule(&check);
                RuleCheck::Expr(check)
            }
            low => {
                let inclusive = self.is(Mark::DotDotEqual);
                self.bump();
                let open = !inclusive
                    && (self.at_end() || self.is(Mark::Comma) || self.is(Mark::Semicolon) || self.is_word("else"));
                let high = if open { None } else { Some(self.or_error(Self::sum)) };
                RuleCheck::Range { low, high, inclusive, span: self.since(from) }
            }
        };
        let repair = if self.eat_word("else").is_some() { Some(self.or_error(Self::expr)) } else { None };
        Rule { check, repair, span: self.since(place) }
    }

    fn is_range_mark(&self) -> bool {
        self.is(Mark::DotDot) || self.is(Mark::DotDotEqual)
    }
}
