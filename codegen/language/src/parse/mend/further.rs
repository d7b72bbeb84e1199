//! Changes in several places, or of what no rule can tell.

use crate::diagnostic::{Edit, Help};
use crate::lex::{Mark, Token, TokenKind};
use crate::source::Span;

use crate::parse::cursor::Parser;
use crate::parse::item::ITEM_WORDS;
use crate::parse::names::upper_camel;

use super::BEFORE;

impl Parser<'_> {
    /// The changes for a mistake at some tokens.
    pub(super) fn further(&self, first: usize, last: usize) -> Vec<Vec<Help>> {
        let single = [
            self.bits_of_masks(last),
            self.quantity_in_place(first, last),
            self.divided_by_a_comment(first),
            self.name_with_dashes(last),
            self.values_with_paths(last),
            self.codes_in_a_family(last),
            self.record_named_behind(last),
            self.record_by_indentation(last),
            self.bytes_with_prefixes(last),
        ];
        let single = single.into_iter().flatten().map(|help| vec![help]);
        let several = [self.carriers_of_a_family(last), self.parts_by_masks(last)];
        single.chain(several.into_iter().filter(|helps| !helps.is_empty())).collect()
    }

    /// `family Packet: u8 { Pong = 2 }` and `message Pong {`: the code behind the message's name.
    fn codes_in_a_family(&self, at: usize) -> Option<Help> {
        let name = (at.saturating_sub(1)..=at).find_map(|at| self.upper_at(at))?;
        let all = 0..self.lexed.tokens.len();
        let captured = |pattern: &[&str], at: usize, count: usize| {
            let mut captures = Vec::new();
            self.matches(pattern, at, &mut captures).filter(|_| captures.first().is_some_and(|one| one == name))?;
            Some((self.tokens(at..at + count), captures))
        };
        let (message, _) = all.clone().find_map(|at| captured(&["message", "<u>", "{|;|("], at, 2))?;
        let (listed, captures) = all.clone().find_map(|at| captured(&["<u>", "=|:", "<i>"], at, 3))?;
        let new = format!("message {name} = {}", captures.last()?);
        let edits = [Edit::new(message, new.clone()), Edit::new(listed, name)];
        Some(Help::new(format!("the code stands at the message: `{new}`, in the family `{name}` alone"), edits))
    }

    /// `family Packet {`, where a message is read of which nothing says which one it is.
    fn carriers_of_a_family(&self, at: usize) -> Vec<Help> {
        let Some(name) = self.upper_at(at) else { return Vec::new() };
        let family = (0..self.lexed.tokens.len()).find(|at| {
            let mut captures = Vec::new();
            self.matches(&["family", "<u>", "{"], *at, &mut captures).is_some()
                && captures.first().is_some_and(|one| one == name)
        });
        let Some(family) = family else { return Vec::new() };
        ["u8", "u16"]
            .map(|carrier| Help::write(self.tokens(family..family + 2), format!("family {name}: {carrier}")))
            .into()
    }

    fn upper_at(&self, at: usize) -> Option<&str> {
        let token = self.lexed.tokens.get(at).filter(|token| token.kind == TokenKind::Upper)?;
        Some(self.written(token.span))
    }

    /// `height: u16 / 100 in metres`: a quantity in front of the declaration, and its name as the wire.
    fn quantity_in_place(&self, first: usize, last: usize) -> Option<Help> {
        let (start, end, captures) = (first.saturating_sub(BEFORE)..=last).find_map(|start| {
            [
                "<n> : <k> *|/ <v> in <n>",
                "<n> : <k> *|/ <v> +|- <v> in <n>",
                "<n> : <k> *|/ <v> +|- <v>",
                "<n> : <k> *|/ <v>",
            ]
            .iter()
            .find_map(|pattern| {
                let mut captures = Vec::new();
                let end = self.matches(&pattern.split(' ').collect::<Vec<_>>(), start, &mut captures)?;
                (end > last).then_some((start, end, captures))
            })
        })?;
        let [field, wire, scale @ ..] = captures.as_slice() else { return None };
        let (scale, unit) =
            if scale.len() % 2 == 0 { (scale, None) } else { (scale.get(..scale.len() - 1)?, scale.last()) };
        let name = upper_camel(unit.unwrap_or(field));
        let unit = unit.map_or(String::new(), |unit| format!(" in {unit}"));
        let quantity = format!("quantity {name}: {wire} = raw {}{unit};", scale.join(" "));
        let mut item = start;
        while let Some((open, _)) = self.body_around(item) {
            item = open;
        }
        let is_item =
            |at: &usize| self.lexed.tokens.get(*at).is_some_and(|token| ITEM_WORDS.contains(&self.written(token.span)));
        let item = self.lexed.tokens.get((0..item).rev().find(is_item)?)?;
        let docs = self.lexed.docs.get(item.docs.start as usize..item.docs.end as usize)?;
        let place = docs.first().map_or(item.span, |doc| doc.span);
        let mut edits = vec![Edit::new(self.tokens(start..end), format!("{field}: {name}"))];
        if !self.text.contains(&quantity) {
            edits.push(Edit::new(Span { end: place.start, ..place }, format!("{quantity}\n")));
        }
        Some(Help::new(format!("a number with a scale is declared: `{quantity}`, and then `{field}: {name}`"), edits))
    }

    /// `raw // 2 in knots;`
    fn divided_by_a_comment(&self, at: usize) -> Option<Help> {
        let last = self.lexed.tokens.get(at)?.span;
        let line = self.text.get(last.range().end..)?.lines().next()?;
        let start =
            last.range().end + line.find("//").filter(|at| line.get(..*at).is_some_and(|s| s.trim().is_empty()))?;
        let is_code = line.trim_end().ends_with([';', ',']);
        let help = Help::write(Span::new(last.file, start, start + 2), "/");
        is_code.then(|| help.said("`//` begins a comment; to divide, write `/`"))
    }

    /// A name of several tokens, or in the wrong case, as it is to be: everywhere where `is_it` holds of the token behind.
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

    /// `user-name`, at a dash: the name with `_`, everywhere.
    fn name_with_dashes(&self, at: usize) -> Option<Help> {
        let is_joined = |at: &usize| {
            self.is_mark_at(*at, Mark::Minus)
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
