//! Types of other languages in place of a wire, as far as they are known: `unsigned short`, `Vec<u8>`, `[4]u8`.

use crate::advice::words::{self, Place};
use crate::ast::BitOrder;
use crate::diagnostic::Help;
use crate::keywords::Words;
use crate::lex::{Mark, TokenKind};
use crate::near;
use crate::parse::cursor::{Failed, Parser};
use crate::parse::names::is_number_name;

/// The help if no wire is similar.
const ALL_WIRES: &str = "a wire is a number (`u8`, `i16le`, `f32`), `bool`, bytes (`bytes[u16]`), text (`utf8[u8]`), \
    a list (`[u8; 4]`), a group or a declared type";

impl Parser<'_> {
    /// Reports the type at the cursor, unless it is a wire, and skips it.
    pub(in crate::parse) fn foreign_wire(&mut self) -> Option<Failed> {
        let at = self.at;
        if self.is_full() || self.is_wire(at) {
            return None;
        }
        let (end, meant) = self.type_at(at, 0)?;
        let place = self.tokens(at..end);
        let mut helps = words::helps(meant, self.written(place), place, self.text);
        let word = self.text_of(at + if self.is_mark_at(at + 1, Mark::Colon) { 3 } else { 0 });
        helps.push(words::spelling(Place::Wire, word).unwrap_or(ALL_WIRES).into());
        let failed = self.expected_with("a wire", helps);
        self.at = end.min(self.limit);
        Some(failed)
    }

    /// Whether a token begins a wire, judged by a few tokens.
    fn is_wire(&self, at: usize) -> bool {
        let word = self.text_of(at);
        let follows = |at| matches!(self.kind_of(at), TokenKind::Word | TokenKind::Upper) && !self.first_on_line(at);
        match self.kind_of(at) {
            TokenKind::Word if self.is_mark_at(at + 1, Mark::Colon) => !self.is_mark_at(at + 2, Mark::Colon),
            TokenKind::Word => (is_number_name(word) || Words::Wires.has(word)) && !self.is_mark_at(at + 1, Mark::Less),
            TokenKind::Upper => {
                let next = self.text_of(at + 1);
                let is_other = self.is_mark_at(at + 1, Mark::Less)
                    || self.is_mark_at(at + 1, Mark::OpenBracket)
                    || follows(at + 1)
                        && ![Words::Clauses, Words::Heads].iter().any(|words| words.has(next))
                        && !BitOrder::WORDS.contains(&next);
                !is_other || self.declares(word)
            }
            TokenKind::Mark(Mark::OpenBracket) => {
                let close = at + if self.is_mark_at(at + 1, Mark::CloseBracket) { 1 } else { 2 };
                !self.is_mark_at(close, Mark::CloseBracket) || !follows(close + 1)
            }
            TokenKind::Mark(mark) => !matches!(mark, Mark::Less | Mark::Greater),
            TokenKind::Text(_) | TokenKind::Int(_) => false,
            _ => true,
        }
    }

    /// The helps for an unknown word in place of a wire.
    pub(in crate::parse) fn word_for_a_wire(&self, word: &str) -> Vec<Help> {
        let numbers = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f32", "f64"];
        let others = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float", "double"];
        let near = near::nearest(word, Words::Wires.list().iter().copied().chain(numbers).chain(others))
            .filter(|_| word.len() > 2 && !near::is_check(word));
        let wire = near.map(|near| {
            let meant = words::wires(near).into_iter().next().filter(|_| others.contains(&near));
            meant.map_or(near.to_owned(), |one| one.wire)
        });
        let asked = wire.map(|wire| Help::asks(self.span(), &wire));
        asked.into_iter().chain([words::spelling(Place::Wire, word).unwrap_or(ALL_WIRES).into()]).collect()
    }
}
