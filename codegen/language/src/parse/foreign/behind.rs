//! Words of other languages behind a wire: `u16 repeat n`, `bytes size 3`, `u8 range(0..10)`, `u1 enum Kind`, `u8 not null`.

use crate::diagnostic::Help;
use crate::lex::{Mark, TokenKind};
use crate::near::words::{self, Meant};
use crate::near::{self, Place};
use crate::parse::cursor::{Failed, Parser};
use crate::source::Span;

impl Parser<'_> {
    /// The words behind a wire, if they mean something elsewhere.
    pub(in crate::parse) fn foreign_behind(&mut self, wire: Span) -> Option<Failed> {
        let at = self.at;
        if self.is(Mark::Bar) && !self.is_full() {
            return self.names_of_enum(wire);
        }
        if !matches!(self.kind(), TokenKind::Word | TokenKind::Upper) || self.first_on_line(at) || self.is_full() {
            return None;
        }
        let (word, text) = (self.text_of(at).to_ascii_lowercase(), self.written(wire));
        let end = self.end_of_entry(at + 1);
        let rest = if end > at + 1 { self.written(self.span_of(at + 1, end)) } else { "" };
        let whole = rest.trim_matches([':', ' ', '(', ')', '[', ']']);
        let last = whole.rsplit([' ', ':', '-', '(', '[']).next().unwrap_or(whole);
        let length = if matches!(last, "eos" | "end" | "eof" | "*") { ".." } else { last };
        let is_bytes = matches!(text, "bytes" | "utf8" | "ascii" | "latin1");
        let wires: Vec<String> = match word.as_str() {
            "not" | "null" | "required" | "mandatory" | "unique" | "primary" => vec![text.to_owned()],
            _ if rest.is_empty() => Vec::new(),
            "size" | "length" | "len" | "count" if is_bytes => vec![format!("{text}[{length}]")],
            "repeat" | "times" | "array" | "size" | "length" | "len" | "count" => {
                words::listed(text, Some(length)).into_iter().map(|one| one.wire).collect()
            }
            "range" | "between" | "in" if whole.contains("..") => vec![format!("{text} where {whole}")],
            "range" | "between" | "in" => match whole.split_once(',').or_else(|| whole.split_once(" and ")) {
                Some((low, high)) => {
                    ["..=", ".."].map(|to| format!("{text} where {}{to}{}", low.trim(), high.trim())).to_vec()
                }
                None => Vec::new(),
            },
            "min" => vec![format!("{text} where {}", whole.replace(" max ", "..="))],
            "max" => vec![format!("{text} where ..={whole}")],
            // Others count the bytes of a number.
            "enum" => {
                let bytes = text.get(1..).and_then(|digits| digits.parse::<u8>().ok()).filter(|bytes| *bytes <= 8);
                let wide = bytes.map(|bytes| format!("u{} as {last}", u16::from(bytes) * 8));
                [format!("{text} as {last}")].into_iter().chain(wide).collect()
            }
            "equals" | "value" | "fixed" | "const" => vec![format!("{text} = {whole}")],
            _ => Vec::new(),
        };
        let orders = ["le", "be", "little", "big", "littleendian", "bigendian", "little_endian", "big_endian"];
        let meant = if orders.contains(&word.as_str()) {
            words::wires(&format!("{text}{}", &word.replace("little", "le").replace("big", "be")[..2]))
        } else {
            wires.into_iter().map(Meant::plain).collect()
        };
        if meant.is_empty() {
            return None;
        }
        let place = wire.to(self.span_of(at, end));
        let mut helps = words::helps(meant, text, place, self.text);
        helps.extend(near::spelling(Place::Clause, &word).map(Help::from));
        let failed = self.expected_with("`,`", helps);
        self.at = end.min(self.limit);
        Some(failed)
    }

    /// `Ping | Pong` in place of the enum that has these names.
    fn names_of_enum(&mut self, wire: Span) -> Option<Failed> {
        let end = self.end_of_entry(self.at);
        let whole = wire.to(self.span_of(self.at, end));
        let wanted: Vec<&str> = self.written(whole).split('|').map(|name| name.trim_matches([' ', '"'])).collect();
        let tokens = 0..self.lexed.tokens.len();
        let has_all = |open: usize| {
            let close = self.pairs.end(open);
            wanted.iter().all(|name| (open..close).any(|at| self.text_of(at) == *name))
        };
        let named = |at: usize| (at..at + 8).find(|at| self.is_mark_at(*at, Mark::OpenBrace)).is_some_and(has_all);
        let found = tokens.filter(|at| self.text_of(*at) == "enum").find(|at| named(*at))?;
        let help = Help::write(whole, self.text_of(found + 1));
        let failed = self.expected_with("`,`", vec![help]);
        self.at = end;
        Some(failed)
    }

    /// The token that ends a field, from one on.
    fn end_of_entry(&self, mut at: usize) -> usize {
        while at < self.limit
            && !self.first_on_line(at)
            && !self.is_mark(at, Mark::Comma)
            && !self.is_mark(at, Mark::Semicolon)
        {
            let opens = self.pairs.is_closed(at) && self.pairs.end(at) > at;
            at = if opens { self.pairs.end(at) + 1 } else { at + 1 };
        }
        at.min(self.limit)
    }
}
