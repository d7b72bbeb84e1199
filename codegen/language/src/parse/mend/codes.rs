//! The codes of an enum's names, where they are missing or written otherwise.

use crate::diagnostic::{Edit, Help};
use crate::lex::{Mark, TokenKind};

use crate::parse::cursor::Parser;
use crate::source::Span;

use super::number;

/// How a name and its code are written elsewhere: which capture is the name, and which the code.
const ENTRIES: [(&str, usize, Option<usize>); 7] = [
    ("<n> <s>? = <v>", 0, Some(2)),
    ("<n> :|=>|->|== <v>", 0, Some(2)),
    ("<n> ( <v> )", 0, Some(1)),
    ("<v> =|:|=>|-> <n>", 2, Some(0)),
    ("<n> <v>", 0, Some(1)),
    ("<v> <n>", 1, Some(0)),
    ("<n>", 0, None),
];

impl Parser<'_> {
    /// All names of the enum that we stand in, each with its code: those without one count on.
    pub(in crate::parse) fn names_with_codes(&self) -> Option<Help> {
        let (open, close) = self.body_around(self.at)?;
        let (mut edits, mut texts) = (Vec::new(), Vec::new());
        let (mut next, mut at) = (Some(0_i64), open + 1);
        while at < close {
            if self.is_mark_at(at, Mark::Comma)
                || self.is_mark_at(at, Mark::Semicolon)
                || self.is_mark_at(at, Mark::DotDot)
            {
                at += 1;
                continue;
            }
            let start = at;
            let entry = ENTRIES.iter().find_map(|(pattern, name, code)| {
                let mut captures = Vec::new();
                let pieces: Vec<&str> = pattern.split(' ').collect();
                let end = self.matches(&pieces, at, &mut captures).filter(|end| self.ends_entry(*end, close))?;
                Some((end, captures.get(*name)?.clone(), code.and_then(|code| captures.get(code).cloned())))
            });
            let Some((end, name, code)) = entry else {
                // `Backward = 3 | 2`
                at = self.next_entry(at, close)?;
                next = None;
                continue;
            };
            let code = match code {
                Some(code) => code,
                None => next?.to_string(),
            };
            next = number(&code).and_then(|code| code.checked_add(1));
            let (span, text) = (self.tokens(start..end), format!("{name} = {code}"));
            let has_comma = end == close || self.is_mark_at(end, Mark::Comma) || self.is_mark_at(end, Mark::Semicolon);
            let comma = if has_comma { "" } else { "," };
            let is_right = self.is_mark_at(start + 1, Mark::Assign) && self.written(span).starts_with(&name);
            if !is_right {
                edits.push(Edit::new(span, format!("{text}{comma}")));
            } else if !has_comma {
                edits.push(Edit::new(Span { start: span.end, ..span }, comma));
            }
            texts.push(text);
            at = end;
        }
        let shown = texts.get(..texts.len().min(3))?.join(", ");
        let more = if texts.len() > 3 { ", .." } else { "" };
        Some(Help::new(format!("every name has its code: `{shown}{more}`"), edits))
    }

    /// `Ping, Text(utf8[u8])`: what a field of such an enum is.
    pub(in crate::parse) fn shapes_of_names(&self) -> Option<Help> {
        let (open, close) = self.body_around(self.at)?;
        let (mut arms, mut at) = (Vec::new(), open + 1);
        while at < close {
            let mut captures = Vec::new();
            at = self.matches(&["<u>", "<g>?", ",|;?"], at, &mut captures)?;
            let [name, data, _] = captures.as_slice() else { return None };
            arms.push(match data.strip_prefix('(').and_then(|data| data.strip_suffix(')')) {
                Some(data) => format!("{} => {name}: {data}", arms.len()),
                None => format!("{} => {name} {}", arms.len(), if data.is_empty() { "{}" } else { data }),
            });
        }
        let shapes = arms.join(", ");
        Some(format!("an enum has numbers alone; one of several shapes is a field, `body: match u8 {{ {shapes} }}`, or a family of messages").into())
    }

    fn ends_entry(&self, at: usize, close: usize) -> bool {
        at == close
            || self.is_mark_at(at, Mark::Comma)
            || self.is_mark_at(at, Mark::Semicolon)
            || self.lexed.tokens.get(at).is_some_and(|token| token.first_on_line)
    }

    /// Behind an entry with `=` that is right as it is.
    fn next_entry(&self, at: usize, close: usize) -> Option<usize> {
        if !matches!(self.lexed.tokens.get(at)?.kind, TokenKind::Upper) || !self.is_mark_at(at + 1, Mark::Assign) {
            return None;
        }
        (at + 1..=close).find(|at| self.ends_entry(*at, close))
    }
}
