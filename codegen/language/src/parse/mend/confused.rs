//! Forms that belong elsewhere in a schema: each is reported where it stands, with what stands there instead.

use crate::advice::bytes::{pairs_of, pairs_of_decimal};
use crate::ast::{Expr, ExprKind, Name, Pattern};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::lex::{Mark, TokenKind};
use crate::source::Span;

use crate::parse::cursor::{Failed, Parser};
use crate::parse::unread::Node as _;

/// The limit on the tokens of a form.
const LONGEST: usize = 64;

impl Parser<'_> {
    /// `hex "00 ff"` or `dec "0 255"`, which is the spelling of an example's bytes, as a value: takes it.
    pub(in crate::parse) fn bytes_of_an_example(&mut self) -> Option<Failed> {
        let TokenKind::Text(digits) = self.kind_after(1) else { return None };
        let word = self.peek_word().filter(|word| matches!(*word, "hex" | "dec"))?;
        if self.first_on_line(self.at + 1) {
            return None;
        }
        let place = self.tokens(self.at..self.at + 2);
        let said = "bytes are written as text, `\"\\x00\\xff\"`, a list as `[0x00, 0xff]`, a number as `0x00ff`";
        let mut wrong = Diagnostic::new(format!("`{word}` is no value"), place, "spelled like the bytes of an example");
        if let Some(bytes) = if word == "hex" { pairs_of(digits) } else { pairs_of_decimal(digits) } {
            let is_list = self.is_list_before(self.at.saturating_sub(1));
            let new = if is_list {
                format!("[{}]", bytes.iter().map(|byte| format!("0x{byte}")).collect::<Vec<_>>().join(", "))
            } else {
                format!("\"{}\"", bytes.iter().map(|byte| format!("\\x{byte}")).collect::<String>())
            };
            wrong = wrong.help(Help::write(place, &new));
        }
        self.complain(wrong.help(said));
        self.bump();
        self.bump();
        Some(Failed)
    }

    /// Whether a list, `[u8; 4]`, is the wire in front of a `=`.
    fn is_list_before(&self, assign: usize) -> bool {
        let Some(close) = assign.checked_sub(1).filter(|close| self.is_mark_at(*close, Mark::CloseBracket)) else {
            return false;
        };
        let mut before = (close.saturating_sub(LONGEST)..close).rev();
        let open = before.find(|at| self.is_mark_at(*at, Mark::OpenBracket) && self.pairs.end(*at) == close);
        open.is_some_and(|open| self.is_mark_at(open.saturating_sub(1), Mark::Colon))
    }

    /// `message A = 0x80 | 0x81 {`, behind the first code.
    pub(in crate::parse) fn several_codes_of_a_message(&mut self, name: &Name, code: Span) -> Option<Failed> {
        let is_another = [Mark::DotDot, Mark::DotDotEqual, Mark::Bar, Mark::Comma].iter().any(|mark| self.is(*mark));
        if !is_another || !self.literal_begins(1) {
            return None;
        }
        let start = self.at;
        let is_end = |at: &usize| {
            *at >= self.limit || self.is_mark_at(*at, Mark::OpenBrace) || self.is_mark_at(*at, Mark::Semicolon)
        };
        let end = (start..start + LONGEST).find(is_end)?;
        let codes = self.written(code.to(self.tokens(end - 1..end))).replace(',', " |");
        let help = format!(
            "a message has one code; a shape with several is that of a field in a `struct`: `body: match u8 {{ {codes} => {} {{ .. }} }}`",
            name.text
        );
        Some(self.expected_or("`{` or `;`", Some(help)))
    }

    /// `if x { u16 }`, `if x then u16`, `if x u16`, behind the test: reports the wire, and takes it with its `else`.
    pub(in crate::parse) fn wire_behind_its_test(&mut self, test: Span) -> Option<Failed> {
        let is_group = self.is_word("struct") || self.is_word("delta");
        if self.told() || self.at_end() || is_group {
            return None;
        }
        // A word of another language may be between them.
        let in_braces = usize::from(self.is(Mark::OpenBrace));
        let mut starts = self.at + in_braces..self.at + 2;
        let (start, end) = starts.find_map(|start| Some((start, self.type_at(start, 0)?.0)))?;
        // A field has more than one word.
        let is_whole = in_braces == 0 || self.is_mark_at(end, Mark::CloseBrace) || self.is_mark_at(end, Mark::Comma);
        if !is_whole {
            return None;
        }
        let (test, wire) = (self.written(test), self.written(self.tokens(start..end)));
        let help = format!(
            "a wire that may be absent stands in front of its test: `{wire} if {test}`; one of two is chosen by a number: `match n {{ 0 => .., _ => {wire} }}`"
        );
        let what = if self.is(Mark::OpenBrace) { "a field" } else { "`{` and fields" };
        let place = std::mem::replace(&mut self.at, start);
        let failed = self.expected_or(what, Some(help));
        self.at = place;
        while !self.at_end() && !self.is(Mark::Comma) && !self.token().first_on_line {
            self.step_over();
        }
        Some(failed)
    }

    /// `where 1 | 2`, `where it in 1, 2`, behind the first value; no entry begins with a literal.
    pub(in crate::parse) fn values_of_a_rule(&mut self, first: &Expr) {
        let is_in = matches!(first.kind, ExprKind::In { .. });
        let is_next = self.is(Mark::Comma) || self.is(Mark::Bar) && !is_in;
        if !is_next || !self.literal_begins(1) {
            return;
        }
        let is_separator = |at: usize| self.is_mark_at(at, Mark::Bar) || self.is_mark_at(at, Mark::Comma);
        let is_value = |at: &usize| self.is_literal_at(*at) || is_separator(*at) && self.is_literal_at(*at + 1);
        let end = (self.at..self.limit).find(|at| !is_value(at)).unwrap_or(self.limit);
        let values = self.written(first.span.to(self.tokens(end - 1..end))).replace(',', " |");
        let mut edits: Vec<Edit> =
            (self.at..end).filter(|at| self.is_mark_at(*at, Mark::Comma)).map(|at| self.separated(at)).collect();
        let before = if is_in { "" } else { "it in " };
        edits.extend((!is_in).then(|| Edit::new(first.span.front(), before)));
        let help = Help::new(format!("several values are a pattern: `where {before}{values}`"), edits);
        self.missing_or(if self.is(Mark::Bar) { "`,`" } else { "`|`" }, Some(help));
        self.at = end;
        self.doubtful = Some(end);
    }

    /// The pattern of an arm.
    pub(in crate::parse) fn pattern_of_an_arm(&mut self) -> Pattern {
        let from = self.span();
        let pattern = self.or_error(Self::pattern);
        if self.alternatives_of_others() { Pattern::unread(self.since(from)) } else { pattern }
    }

    /// `Get, Set =>`, `1 || 2 =>`, behind the first alternative: reports the separators, and moves to the arrow.
    fn alternatives_of_others(&mut self) -> bool {
        let is_separator =
            |at: usize| self.is_mark_at(at, Mark::Comma) || self.is_mark_at(at, Mark::Or) || self.text_of(at) == "or";
        let is_code = |at: usize| {
            *self.kind_of(at) == TokenKind::Upper || self.is_literal_at(at) || self.is_mark_at(at, Mark::Bar)
        };
        if self.told() || !is_separator(self.at) {
            return false;
        }
        let mut edits = Vec::new();
        let mut at = self.at;
        while at < self.limit && at < self.at + LONGEST && !self.is_mark_at(at, Mark::FatArrow) {
            match is_separator(at) {
                true if is_code(at + 1) => edits.push(self.separated(at)),
                false if is_code(at) => {}
                _ => return false,
            }
            at += 1;
        }
        let is_arm = at < self.limit && self.is_mark_at(at, Mark::FatArrow);
        if is_arm {
            let said = "write `|` between the codes of one shape";
            self.expected_with("`=>`", vec![Help::new(said, edits), said.into()]);
            self.at = at;
        }
        is_arm
    }

    /// Whether a token may be part of literals and their ranges.
    fn is_literal_at(&self, at: usize) -> bool {
        match self.kind_of(at) {
            TokenKind::Int(_) | TokenKind::Char(_) | TokenKind::Text(_) => true,
            TokenKind::Mark(mark) => matches!(mark, Mark::Minus | Mark::DotDot | Mark::DotDotEqual),
            _ => false,
        }
    }

    /// A `|` in place of a separator.
    fn separated(&self, at: usize) -> Edit {
        let place = self.tokens(at..at + 1);
        let before = self.tokens(at - 1..at);
        Edit::new(Span { start: before.end, ..place }, " |")
    }
}
