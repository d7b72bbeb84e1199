//! Whole records of other languages: each line of them, with what opens and closes them.

use crate::diagnostic::{Edit, Help};
use crate::lex::Mark;
use crate::parse::cursor::Parser;
use crate::source::Span;

use super::table;

impl Parser<'_> {
    /// `typedef struct { uint8_t x; } S;`, `struct S { uint8_t x; } __attribute__((packed));`
    pub(super) fn record_named_behind(&self, at: usize) -> Option<Help> {
        let head = (at.saturating_sub(2)..=at).find(|at| self.word_at(*at) == Some("typedef"))?;
        let open = self.matches(&["typedef", "struct|union", "<n>?", "{"], head, &mut Vec::new())? - 1;
        let close = self.pairs.end(open);
        let mut captures = Vec::new();
        let end = self.matches(&["}", "__attribute__?", "<g>?", "<n>", ";"], close, &mut captures)?;
        let name = crate::parse::names::upper_camel(captures.last()?);
        let mut edits = vec![
            Edit::new(self.tokens(head..open), format!("struct {name} ")),
            Edit::new(self.tokens(close..end), "}"),
        ];
        edits.extend(self.lines(open + 1, close));
        Some(Help::new(
            format!("write `struct {name} {{ .. }}`, and each field as its name, a colon and its wire"),
            edits,
        ))
    }

    /// `class S:`, with its fields on the lines behind that stand further right.
    pub(super) fn record_by_indentation(&self, at: usize) -> Option<Help> {
        let mut captures = Vec::new();
        let (head, body) = (at.saturating_sub(3)..=at).find_map(|at| {
            captures.clear();
            Some((at, self.matches(&["@record", "<u>", "<g>?", ":"], at, &mut captures)?))
        })?;
        let column = |at: usize| self.lexed.tokens.get(at).map_or(0, |token| self.column_of(token.span));
        let tokens = self.lexed.tokens.len() - 1;
        let ends = |at: &usize| {
            self.lexed.tokens.get(*at).is_some_and(|token| token.first_on_line) && column(*at) <= column(head)
        };
        let end = (body..tokens).find(ends).unwrap_or(tokens);
        let last = self.tokens(end - 1..end);
        let mut edits = vec![
            Edit::new(self.tokens(head..body), format!("struct {} {{", captures.get(1)?)),
            Edit::new(Span { start: last.end, ..last }, "\n}"),
        ];
        edits.extend(
            (body + 1..end)
                .filter(|at| self.lexed.tokens.get(*at).is_some_and(|token| token.first_on_line))
                .filter_map(|at| {
                    let before = self.tokens(at - 1..at);
                    (!self.is_mark_at(at - 1, Mark::Comma) && !self.is_mark_at(at - 1, Mark::OpenBrace))
                        .then(|| Edit::new(Span { start: before.end, ..before }, ","))
                }),
        );
        Some(Help::new(
            format!("fields are in braces, with commas between them: `struct {} {{ .. }}`", captures.get(1)?),
            edits,
        ))
    }

    /// The lines of a body of another language as fields.
    fn lines(&self, mut at: usize, end: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        while at < end {
            let line = table::fields().find_map(|(pattern, texts)| {
                let mut captures = Vec::new();
                let pieces: Vec<&str> = pattern.split(' ').collect();
                let behind = self.matches(&pieces, at, &mut captures)?;
                Some((behind, table::filled(texts.first()?, &captures)?))
            });
            match line {
                Some((behind, text)) => {
                    edits.push(Edit::new(self.tokens(at..behind), text));
                    at = behind;
                }
                None => at += 1,
            }
        }
        edits
    }

    fn word_at(&self, at: usize) -> Option<&str> {
        self.lexed.tokens.get(at).map(|token| self.written(token.span))
    }

    fn column_of(&self, span: Span) -> usize {
        let before = self.text.get(..span.range().start).unwrap_or("");
        before.len() - before.rfind('\n').map_or(0, |at| at + 1)
    }
}
