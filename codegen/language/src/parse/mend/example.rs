//! Examples that are written otherwise: their bytes without quotes, values in braces of their own, all of it behind its
//! record.

use crate::diagnostic::{Edit, Help};
use crate::lex::Mark;
use crate::source::Span;

use crate::parse::cursor::{Failed, Parser};

impl Parser<'_> {
    /// The bytes up to the values, from `hex` on if it is there, in quotes.
    pub(in crate::parse) fn bytes_otherwise(&self, from: usize) -> Option<Help> {
        let brace = (from..from + 64).find(|at| self.is_mark_at(*at, Mark::OpenBrace))?;
        let span = self.tokens(from..brace);
        let bytes = self.written(span).trim_start_matches("hex").trim_start_matches("bytes").trim_start_matches("dec");
        Some(Help::write(span, format!("hex \"{}\"", hex_of(bytes)?)))
    }

    /// `hex "0x07, 0x00"`, at the text.
    pub(super) fn bytes_with_prefixes(&self, at: usize) -> Option<Help> {
        self.matches(&["hex", "<s>"], at.checked_sub(1)?, &mut Vec::new())?;
        let span = self.tokens(at..at + 1);
        Some(Help::write(span, format!("\"{}\"", hex_of(self.written(span).trim_matches('"'))?)))
    }

    /// `pos: { x: 1, y: 2 }`, at the brace: each value with its path.
    pub(super) fn values_with_paths(&self, at: usize) -> Option<Help> {
        let start = (at.saturating_sub(4)..at)
            .find(|start| self.matches(&["<e>", ":|=", "<u>?", "{"], *start, &mut Vec::new()) == Some(at + 1))?;
        let mut values = Vec::new();
        let end = self.paths(start, &mut String::new(), &mut values)?;
        Some(Help::write(self.tokens(start..end), values.join(", ")))
    }

    /// The values of the entry that begins at a name, and the place behind it.
    fn paths(&self, from: usize, path: &mut String, values: &mut Vec<String>) -> Option<usize> {
        let kept = path.len();
        let mut colon = self.matches(&["<e>", ":|="], from, &mut Vec::new())?;
        *path += self.written(self.tokens(from..colon - 1));
        colon += usize::from(self.is_mark_at(colon + 1, Mark::OpenBrace));
        let end = if self.is_mark_at(colon, Mark::OpenBrace) {
            path.push('.');
            let end = self.pairs.end(colon);
            let mut at = colon + 1;
            while at < end {
                at = self.paths(at, path, values)?;
                at += usize::from(self.is_mark_at(at, Mark::Comma));
            }
            end + 1
        } else {
            let mut captures = Vec::new();
            let end = self.matches(&["<x>", ",|}"], colon, &mut captures)? - 1;
            values.push(format!("{path}: {}", captures.first()?));
            end
        };
        path.truncate(kept);
        Some(end)
    }

    /// An example between declarations, at its word: inside of the record before it.
    pub(in crate::parse) fn example_outside(&mut self) -> Option<Failed> {
        if !matches!(self.peek_word(), Some("example" | "accepts" | "refuses")) {
            return None;
        }
        let open = (self.at..self.limit).find(|at| self.is_mark_at(*at, Mark::OpenBrace));
        let end = open.map_or(self.at, |open| self.pairs.end(open));
        let example = self.tokens(self.at..end + 1);
        let brace = self.at.checked_sub(1).filter(|at| self.is_mark_at(*at, Mark::CloseBrace));
        let help = brace.map(|brace| {
            let place = self.tokens(brace..brace + 1);
            let comma = if self.is_mark_at(brace - 1, Mark::Comma) || self.is_mark_at(brace - 1, Mark::OpenBrace) {
                ""
            } else {
                ","
            };
            let text = format!("{comma} {}\n", self.written(example));
            let edits = [Edit::new(Span { end: place.start, ..place }, text), Edit::new(example, "")];
            Help::new("an example is inside of the braces of its record", edits)
        });
        let help = help.unwrap_or_else(|| "an example is inside of the braces of its record".into());
        Some(self.expected_or("a declaration", Some(help)))
    }
}

/// `0x07, 0x00` as `07 00`.
fn hex_of(text: &str) -> Option<String> {
    let bytes = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|byte| !byte.is_empty());
    let bytes = bytes.map(|byte| {
        let byte = byte
            .strip_prefix("0x")
            .or_else(|| byte.strip_prefix("0X"))
            .or_else(|| byte.strip_prefix('x'))
            .unwrap_or(byte);
        let byte = byte.strip_suffix(['h', 'H']).unwrap_or(byte);
        let is_hex = byte.chars().all(|c| c.is_ascii_hexdigit()) && !byte.is_empty();
        let zero = if byte.len() == 1 { "0" } else { "" };
        is_hex.then(|| format!("{zero}{byte}"))
    });
    Some(bytes.collect::<Option<Vec<String>>>()?.join(" "))
}
