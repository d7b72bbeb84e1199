//! Rewrites that no row of the rules can express, such as edits at several places.

use crate::diagnostic::{Edit, Help};
use crate::lex::{Mark, Token, TokenKind};
use crate::source::Span;

use crate::near::upper_camel;
use crate::parse::cursor::Parser;

impl Parser<'_> {
    /// The rewrites for an error in a range of tokens.
    pub(super) fn further(&self, first: usize, last: usize) -> Vec<Vec<Help>> {
        let found = [
            self.bits_of_masks(last),
            self.divided_by_a_comment(first),
            self.name_with_dashes(last),
            self.codes_in_a_family(last),
        ];
        found.into_iter().flatten().map(|help| vec![help]).collect()
    }

    /// `family Packet: u8 { Pong = 2 }` and `message Pong {`: moves the code to the message.
    fn codes_in_a_family(&self, at: usize) -> Option<Help> {
        let name = (at.saturating_sub(1)..=at).find(|at| *self.kind_of(*at) == TokenKind::Upper)?;
        let name = self.text_of(name).to_owned();
        let captured = |pattern: &str, count: usize| {
            (0..self.lexed.tokens.len()).find_map(|at| {
                let (_, captures) = self.texts(pattern, at).filter(|(_, captures)| captures.first() == Some(&name))?;
                Some((self.tokens(at..at + count), captures))
            })
        };
        let (message, _) = captured("message <u> {|;|(", 2)?;
        let (listed, captures) = captured("<u> =|: <i>", 3)?;
        let new = format!("message {name} = {}", captures.last()?);
        let edits = [Edit::new(message, new.clone()), Edit::new(listed, name.clone())];
        Some(Help::new(format!("the code stands at the message: `{new}`, in the family `{name}` alone"), edits))
    }

    /// `raw // 2 in knots;`
    pub(in crate::parse) fn divided_by_a_comment(&self, at: usize) -> Option<Help> {
        let last = self.lexed.tokens.get(at)?.span;
        let line = self.text.get(last.range().end..)?.lines().next()?;
        let start =
            last.range().end + line.find("//").filter(|at| line.get(..*at).is_some_and(|s| s.trim().is_empty()))?;
        let is_code = line.trim_end().ends_with([';', ',']);
        let help = Help::write(Span::new(last.file, start, start + 2), "/");
        is_code.then(|| help.said("`//` begins a comment; to divide, write `/`"))
    }

    /// Renames an identifier of several tokens or in the wrong case, wherever `is_it` holds for the tokens around it.
    pub(in crate::parse) fn renamed(&self, old: Span, new: &str, is_it: impl Fn(&Token, &Token) -> bool) -> Help {
        let old = self.written(old);
        let tokens = &self.lexed.tokens;
        let mut edits: Vec<Edit> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let (start, end) = (token.span.range().start, token.span.range().start + old.len());
            let rest = tokens.get(at..).unwrap_or(&[]);
            let parts = rest.iter().take(16).take_while(|part| part.span.range().end <= end).count();
            let is_whole = rest.get(parts.saturating_sub(1)).is_some_and(|part| part.span.range().end == end);
            let around = (tokens.get(at.wrapping_sub(1)).unwrap_or(token), rest.get(parts).unwrap_or(token));
            if is_whole && self.text.get(start..end) == Some(old) && is_it(around.0, around.1) {
                edits.push(Edit::new(Span::new(token.span.file, start, end), new));
            }
        }
        Help::new(format!("write `{new}`"), edits)
    }

    /// `user-name`, at a dash: replaces dashes by `_`, everywhere.
    fn name_with_dashes(&self, at: usize) -> Option<Help> {
        let is_joined = |at: &usize| {
            self.is_mark_at(*at, Mark::Minus)
                && matches!(self.kind_of(at.saturating_sub(1)), TokenKind::Word | TokenKind::Upper)
                && self.written(self.tokens(at.checked_sub(1).unwrap_or(*at)..at + 2)).split(' ').count() == 1
        };
        let dash = (at.saturating_sub(1)..at + 2).find(is_joined)?;
        let start = (0..dash).rev().step_by(2).take_while(|at| is_joined(&(at + 1))).last()?;
        let end = (dash + 1..dash + 16).step_by(2).take_while(|at| is_joined(&(at - 1))).last()? + 1;
        let whole = self.tokens(start..end);
        let name = self.written(whole);
        let new = if name.starts_with(char::is_uppercase) {
            upper_camel(&name.replace('-', "_"))
        } else {
            name.replace('-', "_")
        };
        Some(self.renamed(whole, &new, |_, _| true))
    }
}
