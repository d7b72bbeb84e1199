//! Choices of other languages: `switch (kind) { case 1: u16; }`, `switch-on kind { 1: u32 }`, `oneof x { a: u8, b: u16 }`,
//! `kind == 2 ? u32 : u8`, `Option<u16>`.

use crate::ast::WireInt;
use crate::diagnostic::{Edit, Help};
use crate::lex::{Mark, TokenKind};
use crate::parse::cursor::Parser;
use crate::parse::names::upper_camel;

impl Parser<'_> {
    /// The match in place of a choice that begins with a word, as an entry or as a wire.
    pub(super) fn foreign_choice(&self) -> Vec<Help> {
        let at = self.at;
        let is_wire = at.checked_sub(1).is_some_and(|before| {
            self.lexed.tokens.get(before).is_some_and(|token| token.kind == TokenKind::Mark(Mark::Colon))
        });
        let Some(open) = (at + 1..at + 20).find(|at| self.is_mark(*at, Mark::OpenBrace)) else { return Vec::new() };
        if !self.pairs.is_closed(open) {
            return Vec::new();
        }
        let close = self.pairs.end(open);
        let named_on = self.is_mark(at + 1, Mark::Minus) && self.text_of(at + 2) == "on";
        let from = at + if named_on { 3 } else { 1 };
        let tag = if from < open { self.written(self.span_of(from, open)) } else { "" };
        let tag = tag.strip_prefix('(').and_then(|tag| tag.strip_suffix(')')).unwrap_or(tag).trim();
        let place = self.span_of(at, close + 1);
        if self.text_of(at) == "match" {
            let text = format!("body: {},", self.written(place));
            return vec![Help::write(place, text).said("give it a name: `body: match ..`")];
        }
        let Some(arms) = self.arms_of_others(open + 1, close) else { return Vec::new() };
        let is_coded = arms.iter().all(|(pattern, _)| !pattern.is_empty());
        let (name, tag, firsts) = if is_coded { ("body", tag, 0..=0) } else { (tag, "u8", 0..=1) };
        let help = |first: usize| {
            let arms = arms.iter().enumerate().map(|(index, (pattern, wire))| match pattern.as_str() {
                "" => format!("{} => {wire}", index + first),
                _ => format!("{pattern} => {wire}"),
            });
            let wire = format!("match {tag} {{ {} }}", arms.collect::<Vec<_>>().join(", "));
            let field = if is_wire { wire } else { format!("{name}: {wire}") };
            let end = if is_wire { "" } else { "," };
            Help::write(place, format!("{field}{end}")).said(format!("write `{field}`"))
        };
        if tag.is_empty() || name.is_empty() || arms.is_empty() { Vec::new() } else { firsts.map(help).collect() }
    }

    /// `case 3: x: u16; break;`, `1: u32`, `default: Ping`, `a: u8`: pattern, which a name has none of, and wire.
    fn arms_of_others(&self, mut at: usize, close: usize) -> Option<Vec<(String, String)>> {
        let mut arms = Vec::new();
        while at < close {
            if self.is_mark(at, Mark::Comma) || self.is_mark(at, Mark::Semicolon) || self.text_of(at) == "break" {
                at += 1;
                continue;
            }
            at += usize::from(self.text_of(at) == "case");
            let mut pattern = self.text_of(at).to_owned();
            let is_default = matches!(pattern.as_str(), "default" | "_" | "else");
            if is_default {
                pattern = "_".to_owned();
            }
            let mut name = if is_default { "Other".to_owned() } else { format!("Case{}", upper_camel(&pattern)) };
            if self.is_mark(at + 1, Mark::Colon) || self.is_mark(at + 1, Mark::FatArrow) {
                let is_field = self.kind_of(at) == &TokenKind::Word && !is_default;
                at += 2;
                if is_field {
                    (name, pattern) = (upper_camel(&pattern), String::new());
                }
            } else if self.kind_of(at) == &TokenKind::Word {
                pattern = String::new();
            } else {
                return None;
            }
            if self.kind_of(at) == &TokenKind::Word && self.is_mark(at + 1, Mark::Colon) {
                name = upper_camel(self.text_of(at));
                at += 2;
            }
            let (end, wires) = self.element_type(at, 0)?;
            let wire = &wires.first()?.wire;
            at = end;
            if matches!(self.kind_of(at), TokenKind::Word) && self.text_of(at) != "break" && !self.first_on_line(at) {
                name = upper_camel(self.text_of(at));
                at += 1;
            }
            let is_named = wire.starts_with(|c: char| c.is_ascii_uppercase());
            arms.push((pattern, if is_named { wire.clone() } else { format!("{name}: {wire}") }));
        }
        Some(arms)
    }

    /// `kind == 2 ? u32 : u8`, `wide ? u16 : u8`, at the tag.
    pub(super) fn ternary(&self) -> Option<Vec<Help>> {
        let at = self.at;
        let question = (at + 1..at + 8).find(|at| self.text_of(*at) == "?" && !self.first_on_line(*at))?;
        let compared = self.is_mark(question.checked_sub(2)?, Mark::Equal);
        let (tag_end, value) = if compared { (question - 2, self.text_of(question - 1)) } else { (question, "1") };
        let (colon, yes) = self.element_type(question + 1, 0)?;
        let (end, no) = self.element_type(colon + 1, 0).filter(|_| self.is_mark(colon, Mark::Colon))?;
        let tag = self.written(self.span_of(at, tag_end));
        let (yes, no) = (&yes.first()?.wire, &no.first()?.wire);
        let wire = match compared {
            true => format!("match {tag} {{ {value} => {yes}, _ => {no} }}"),
            false => format!("match {tag} {{ 0 => {no}, 1 => {yes} }}"),
        };
        Some(vec![Help::write(self.span_of(at, end), wire)])
    }

    /// `align(8)` behind fields of known widths: the bytes that are missing.
    pub(super) fn gap(&self) -> Option<Help> {
        let (to, end) = self.bracketed(self.at + 1)?;
        let to: u32 = to.parse().ok().filter(|to| (1..=4096).contains(to))?;
        let open = (0..self.at).rev().find(|at| self.is_mark_at(*at, Mark::OpenBrace))?;
        let mut offset = 0;
        // Each field is a name, a colon, a wire and a comma; the last is the one at hand.
        for field in (open + 1..self.at.checked_sub(2)?).step_by(4) {
            let number = WireInt::named(self.text_of(field + 2), self.span())?;
            let ends = self.is_mark_at(field + 1, Mark::Colon) && self.is_mark_at(field + 3, Mark::Comma);
            offset += Some(number.bits).filter(|bits| ends && bits % 8 == 0 && *bits <= 64)? / 8;
        }
        let gap = offset.next_multiple_of(to) - offset;
        (gap > 0).then(|| Help::write(self.span_of(self.at, end), format!("[u8; {gap}]")))
    }

    /// `(u32, i8);` as fields with names.
    pub(in crate::parse) fn tuple(&self) -> Help {
        let (inside, end) = self.bracketed(self.at).unwrap_or(("", self.at + 1));
        let fields = inside.split(',').zip('a'..='z').map(|(wire, name)| format!("{name}: {}", wire.trim()));
        let body = format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "));
        let end = end + usize::from(self.is_mark(end, Mark::Semicolon));
        Help::write(self.span_of(self.at, end), &body)
            .said(format!("the fields are in braces, each with a name: `{body}`"))
    }

    /// `[Option<u16>; 2]`, at the element: a list with a mask in front of it.
    pub(super) fn sparse(&self) -> Option<Help> {
        let field = self.at.checked_sub(3).filter(|at| self.is_mark_at(at + 1, Mark::Colon))?;
        let (end, wires) = self.element_type(self.at + 2, 0)?;
        let length: u32 = self.text_of(end + 2).parse().ok().filter(|length| (1..=64).contains(length))?;
        let bits = length.next_multiple_of(8).next_power_of_two();
        let limit = if length < bits { format!(" where it < {}", 1_u64 << length) } else { String::new() };
        let (name, wire) = (self.text_of(field), &wires.first()?.wire);
        let mask = format!("has_{name}: u{bits}{limit}");
        let start = self.span_of(field, field + 1);
        let start = crate::source::Span { end: start.start, ..start };
        let said = format!("a list with empty places has a mask: `{mask}`, `[{wire} if has_{name}; {length}]`");
        let wire = Edit::new(self.span_of(self.at, end + 1), format!("{wire} if has_{name}"));
        Some(Help::new(said, [Edit::new(start, format!("{mask},\n    ")), wire]))
    }

    /// All `Option<T>` of a body with the bits that say which are there.
    pub(super) fn optional_fields(&self) -> Option<Help> {
        let open =
            (0..self.at).rev().find(|at| self.is_mark_at(*at, Mark::OpenBrace) && self.pairs.end(*at) > self.at)?;
        let fields: Vec<usize> = (open + 1..self.limit)
            .filter(|at| {
                self.text_of(at + 2) == self.text_of(self.at)
                    && self.is_mark_at(at + 1, Mark::Colon)
                    && self.is_mark_at(at + 3, Mark::Less)
            })
            .take(9)
            .collect();
        if fields.len() > 8 {
            return None;
        }
        let first = self.span_of(*fields.first()?, fields.first()? + 1);
        let flags: Vec<String> = fields.iter().map(|at| format!("has_{}", self.text_of(*at))).collect();
        let rest = if fields.len() < 8 { ", _: .." } else { "" };
        let bits = format!("bits u8 {{ {}{rest} }}", flags.join(", "));
        let start = crate::source::Span { end: first.start, ..first };
        let mut edits = vec![Edit::new(start, format!("{bits},\n    "))];
        let mut said = format!("an optional field has a condition: `{bits}`");
        for (at, flag) in fields.iter().zip(&flags) {
            let (end, wires) = self.element_type(at + 4, 0)?;
            let wire = format!("{} if {flag}", wires.first()?.wire);
            said.push_str(&format!(", `{}: {wire}`", self.text_of(*at)));
            edits.push(Edit::new(self.span_of(at + 2, end + 1), wire));
        }
        Some(Help::new(said, edits))
    }
}
