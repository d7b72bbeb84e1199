//! Types of other languages where a wire belongs, read as far as they go: `unsigned short`, `Vec<u8>`, `[4]u8`,
//! `varchar(20)`.

use crate::diagnostic::Help;
use crate::lex::{Mark, TokenKind};
use crate::near::words::{self, Meant};
use crate::near::{self, Place};
use crate::source::Span;

use crate::parse::clauses::CLAUSE_WORDS;
use crate::parse::cursor::Parser;
use crate::parse::item::ITEM_WORDS;
use crate::parse::names::{is_number_name, upper_camel};
use crate::parse::wire::WIRE_WORDS;

/// What to say if no wire is known, or if none of the known ones is right.
pub(in crate::parse) const ALL_WIRES: &str = "a wire is a number (`u8`, `i16le`, `f32`), `bool`, bytes (`bytes[u16]`), text (`utf8[u8]`), \
    a list (`[u8; 4]`), a group or a declared type";

/// Types in each other's brackets.
const DEEPEST: u8 = 4;

/// More words belong to no type.
const MOST_WORDS: usize = 5;

/// A type of another language.
pub(in crate::parse) struct Foreign {
    /// The token behind it.
    pub(in crate::parse) end: usize,
    /// The wires that it may be.
    pub(in crate::parse) meant: Vec<Meant>,
}

impl Parser<'_> {
    /// The type at hand, unless it is a wire; and what to write in its place.
    pub(in crate::parse) fn foreign_wire(&self) -> Option<(Foreign, Vec<Help>)> {
        if self.is_full() {
            return None;
        }
        let at = self.at;
        let is_wire = match self.kind_of(at) {
            TokenKind::Word if self.is_mark(at + 1, Mark::Colon) && !self.is_mark(at + 2, Mark::Colon) => true,
            TokenKind::Word => {
                let word = self.text_of(at);
                (is_number_name(word) || WIRE_WORDS.contains(&word)) && !self.is_mark(at + 1, Mark::Less)
            }
            TokenKind::Upper => {
                let is_of_several = self.is_mark(at + 1, Mark::Less)
                    || self.is_mark(at + 1, Mark::OpenParen) && !words::wires(self.text_of(at)).is_empty()
                    || matches!(self.kind_of(at + 1), TokenKind::Word | TokenKind::Upper)
                        && !CLAUSE_WORDS.contains(&self.text_of(at + 1));
                !is_of_several || self.declares(self.text_of(at))
            }
            TokenKind::Mark(Mark::OpenBracket) => {
                let close = at + if self.is_mark(at + 1, Mark::CloseBracket) { 1 } else { 2 };
                let follows = matches!(self.kind_of(close + 1), TokenKind::Word | TokenKind::Upper);
                !self.is_mark(close, Mark::CloseBracket) || !follows || self.first_on_line(close + 1)
            }
            _ => false,
        };
        if is_wire {
            return None;
        }
        let fallback = || {
            let of_path = at + if self.is_mark(at + 1, Mark::Colon) { 3 } else { 0 };
            near::spelling(Place::Wire, self.text_of(of_path)).unwrap_or(ALL_WIRES)
        };
        let mut helps = match self.text_of(at).to_ascii_lowercase().as_str() {
            "align" => self.gap().into_iter().collect(),
            "option" | "optional" | "nullable" | "maybe" if self.is_mark(at + 1, Mark::Less) => {
                self.sparse().or_else(|| self.optional_fields()).into_iter().collect()
            }
            "switch" | "choice" | "oneof" | "union" | "select" => self.foreign_choice(),
            _ => self.ternary().unwrap_or_default(),
        };
        if !helps.is_empty() {
            let end = if self.is_mark(at + 1, Mark::Less) { self.closing_angle(at + 1)? + 1 } else { at + 1 };
            helps.push(fallback().into());
            return Some((Foreign { end, meant: Vec::new() }, helps));
        }
        let foreign = self.foreign_type(at, 0)?;
        let place = self.span_of(at, foreign.end);
        let mut helps = words::helps(foreign.meant.clone(), self.written(place), place, self.text);
        helps.push(fallback().into());
        Some((foreign, helps))
    }

    /// The type that begins with a token.
    pub(in crate::parse) fn foreign_type(&self, at: usize, depth: u8) -> Option<Foreign> {
        if depth > DEEPEST {
            return None;
        }
        let one = |end: usize, meant: Vec<Meant>| (!meant.is_empty()).then_some(Foreign { end, meant });
        let word = self.text_of(at);
        match self.kind_of(at) {
            TokenKind::Text(value) => {
                let meant = words::wires(value);
                let is_known = !meant.is_empty() && !value.is_empty();
                let constant = Meant::plain(format!("ascii[{}] = {word}", value.len()));
                one(at + 1, if is_known { meant } else { vec![constant] })
            }
            TokenKind::Mark(mark @ (Mark::Less | Mark::Greater)) => {
                let order = if *mark == Mark::Less { "le" } else { "be" };
                one(at + 2, in_order(self.text_of(at + 1), order))
            }
            TokenKind::Mark(Mark::OpenBracket) => {
                let close = at + if self.is_mark(at + 1, Mark::CloseBracket) { 1 } else { 2 };
                let length = (close == at + 2).then(|| self.text_of(at + 1));
                let (end, meant) = self.lists_of(close + 1, length, depth)?;
                one(end, meant)
            }
            TokenKind::Int(value) => self.sized(at, *value),
            TokenKind::Word if self.is_mark(at + 1, Mark::Colon) && self.is_mark(at + 2, Mark::Colon) => {
                self.foreign_type(at + 3, depth + 1)
            }
            TokenKind::Word | TokenKind::Upper => self.foreign_words(at, depth),
            _ => None,
        }
    }

    /// `repeated u16`, `Vec<u8>`, `unsigned short`, `char[16]`, `varchar(20)`.
    fn foreign_words(&self, at: usize, depth: u8) -> Option<Foreign> {
        let word = self.text_of(at);
        if self.is_mark(at + 1, Mark::Less) {
            return self.generic(at, depth);
        }
        if words::is_list(word) {
            let mut of = at + 1;
            let mut length = None;
            if let Some((inside, end)) = self.bracketed(of) {
                (length, of) = (Some(inside).filter(|inside| !inside.is_empty()), end);
            }
            of += usize::from(self.text_of(of).eq_ignore_ascii_case("of"));
            if of > at && matches!(self.kind_of(of), TokenKind::Word | TokenKind::Upper) && !self.first_on_line(of) {
                let (end, meant) = self.lists_of(of, length, depth)?;
                return Some(Foreign { end, meant });
            }
        }
        if let TokenKind::Text(value) = self.kind_of(at + 1) {
            // `contents "RIFF"`
            let meant = vec![Meant::plain(format!("ascii[{}] = {}", value.len(), self.text_of(at + 1)))];
            return (!self.first_on_line(at + 1)).then_some(Foreign { end: at + 2, meant });
        }
        let before = at.checked_sub(1).and_then(|at| self.lexed.tokens.get(at)).map(|token| &token.kind);
        if words::is_nothing(word) && before == Some(&TokenKind::Mark(Mark::FatArrow)) {
            let meant = ["none".to_owned(), format!("{} {{}}", upper_camel(word))];
            return Some(Foreign { end: at + 1, meant: meant.map(Meant::plain).to_vec() });
        }
        let (end, phrase) = self.phrase(at)?;
        if self.is_mark(end, Mark::Star) {
            let is_text = phrase.contains("char");
            let meant = if is_text { words::wires("cstr") } else { Vec::new() };
            return Some(Foreign { end: end + 1, meant });
        }
        let is_sized = matches!(self.text_of(end), "size" | "length" | "len")
            && matches!(self.kind_of(end + 1), TokenKind::Word | TokenKind::Int(_))
            && !self.first_on_line(end + 1);
        let sized = is_sized.then(|| (self.text_of(end + 1), end + 2));
        match self.bracketed(end).or(sized) {
            Some((inside, behind)) if !self.is_mark(end, Mark::OpenParen) && !self.is_mark(end, Mark::Less) => {
                let length = Some(inside).filter(|inside| !inside.is_empty()).or_else(|| self.count_before(end));
                Some(self.encoded(Foreign { end: behind, meant: words::listed(phrase, length) }))
            }
            Some((inside, behind)) => Some(Foreign { end: behind, meant: words::limited(phrase, inside) }),
            None => Some(self.encoded(Foreign { end, meant: words::wires(phrase) })),
        }
    }

    /// `encoding ASCII` behind a text.
    fn encoded(&self, text: Foreign) -> Foreign {
        if self.text_of(text.end) != "encoding" {
            return text;
        }
        let name = self.text_of(text.end + 1).to_ascii_lowercase();
        let is_dashed = self.is_mark(text.end + 2, Mark::Minus);
        let encoding = match name.as_str() {
            "ascii" | "us" => "ascii[",
            "latin1" | "latin" | "iso" | "windows" => "latin1[",
            _ => "utf8[",
        };
        let of = |one: Meant| Meant { wire: one.wire.replace("utf8[", encoding).replace("latin1[", encoding), ..one };
        Foreign { end: text.end + if is_dashed { 4 } else { 2 }, meant: text.meant.into_iter().map(of).collect() }
    }

    /// The most words that mean a wire together.
    fn phrase(&self, at: usize) -> Option<(usize, &str)> {
        let is_part = |at: usize| match self.kind_of(at) {
            TokenKind::Word | TokenKind::Upper | TokenKind::Int(_) => true,
            TokenKind::Mark(mark) => *mark == Mark::Minus,
            _ => false,
        };
        let most = (1..MOST_WORDS).take_while(|more| is_part(at + more) && !self.first_on_line(at + more)).count() + 1;
        let phrases = (1..=most).rev().map(|count| (at + count, self.written(self.span_of(at, at + count))));
        phrases.into_iter().find(|(_, phrase)| !words::wires(phrase).is_empty())
    }

    /// `4 octets`, `16 bits`, `8`.
    fn sized(&self, at: usize, value: i128) -> Option<Foreign> {
        let unit = self.text_of(at + 1).to_ascii_lowercase();
        let (bits, end) = match unit.trim_end_matches('s') {
            "octet" | "byte" => (value.checked_mul(8)?, at + 2),
            "bit" => (value, at + 2),
            _ => (value, at + 1),
        };
        let mut wires = Vec::new();
        if (8..=64).contains(&bits) && bits % 8 == 0 {
            wires.push(format!("u{bits}"));
        }
        if unit.starts_with("octet") || unit.starts_with("byte") {
            wires.push(format!("bytes[{value}]"));
        }
        if end == at + 1 {
            wires.extend(["u8", "u16", "u32"].map(|number| format!("{number} = {}", self.text_of(at))));
        }
        (!wires.is_empty()).then(|| Foreign { end, meant: wires.into_iter().map(Meant::plain).collect() })
    }

    /// `Vec<u8>`, `map<u16, u32>`, `Box<u8>`, `opaque<0..32>`.
    fn generic(&self, at: usize, depth: u8) -> Option<Foreign> {
        let word = self.text_of(at);
        let close = self.closing_angle(at + 1)?;
        let end = close + 1;
        let inside = self.written(self.span_of(at + 2, close));
        if inside.contains("..") {
            return Some(Foreign { end, meant: words::limited(word, inside) });
        }
        let order = match inside.to_ascii_lowercase().as_str() {
            "le" | "littleendian" => Some("le"),
            "be" | "bigendian" | "networkendian" => Some("be"),
            _ => None,
        };
        if let Some(order) = order {
            return Some(Foreign { end, meant: in_order(word, order) });
        }
        let (after, first) = self.element_type(at + 2, depth)?;
        let second = self.is_mark(after, Mark::Comma).then_some(after + 1);
        let meant = match word.to_ascii_lowercase().as_str() {
            "box" | "rc" | "arc" | "cell" | "wrapping" | "atomic" | "saturating" => first,
            "le" | "littleendian" => in_order(self.text_of(at + 2), "le"),
            "be" | "bigendian" => in_order(self.text_of(at + 2), "be"),
            _ if words::is_map(word) => {
                let (_, second) = self.element_type(second?, depth)?;
                let entry = format!("{{ key: {}, value: {} }}", first.first()?.wire, second.first()?.wire);
                words::listed(&entry, None)
            }
            _ if words::is_list(word) => {
                let length = second.map(|second| self.text_of(second));
                self.lists_of(at + 2, length, depth)?.1
            }
            _ => Vec::new(),
        };
        Some(Foreign { end, meant })
    }

    /// The wires of an element of a list.
    pub(super) fn element_type(&self, at: usize, depth: u8) -> Option<(usize, Vec<Meant>)> {
        let word = self.text_of(at);
        let encodings = ["bytes", "utf8", "ascii", "latin1"];
        if encodings.contains(&word)
            && let Some((_, end)) = self.bracketed(at + 1)
        {
            return Some((end, vec![Meant::plain(self.written(self.span_of(at, end)).to_owned())]));
        }
        let found = self.foreign_type(at, depth + 1).map(|foreign| (foreign.end, foreign.meant));
        let is_type = *self.kind_of(at) == TokenKind::Upper;
        if is_type && (found.is_none() || self.declares(word)) {
            return Some((at + 1, vec![Meant::plain(word.to_owned())]));
        }
        found
    }

    /// The nearest field before a place in its body whose name says that it counts: without a length of its own, a list or
    /// text has that many.
    pub(in crate::parse) fn count_before(&self, at: usize) -> Option<&str> {
        let in_body = |at: &usize| !self.is_mark(*at, Mark::OpenBrace) && !self.is_mark(*at, Mark::CloseBrace);
        let mut before = (0..at).rev().take_while(in_body);
        before.find_map(|at| {
            Some(self.text_of(at)).filter(|name| self.is_mark(at + 1, Mark::Colon) && near::counts(name))
        })
    }

    /// The lists of such elements.
    fn lists_of(&self, at: usize, length: Option<&str>, depth: u8) -> Option<(usize, Vec<Meant>)> {
        let (end, meant) = self.element_type(at, depth)?;
        let length = length.or_else(|| self.count_before(at));
        let words = self.written(self.span_of(at, end));
        if !words::wires(words).is_empty() && !self.declares(words) {
            return Some((end, words::listed(words, length)));
        }
        let lists = meant.iter().take(2).flat_map(|one| {
            let declares = one.declares.clone();
            words::listed(&one.wire, length).into_iter().map(move |list| Meant { declares: declares.clone(), ..list })
        });
        Some((end, lists.collect()))
    }

    /// The inside of the brackets at a token, and the token behind them.
    pub(in crate::parse) fn bracketed(&self, at: usize) -> Option<(&str, usize)> {
        if self.is_mark(at, Mark::Less) {
            let close = self.closing_angle(at)?;
            return Some((self.written(self.span_of(at + 1, close)), close + 1));
        }
        let opens = self.is_mark(at, Mark::OpenBracket) || self.is_mark(at, Mark::OpenParen);
        if !opens || !self.pairs.is_closed(at) {
            return None;
        }
        let close = self.pairs.end(at);
        let inside = if close > at + 1 { self.written(self.span_of(at + 1, close)) } else { "" };
        Some((inside, close + 1))
    }

    fn closing_angle(&self, at: usize) -> Option<usize> {
        /// More tokens than in a type.
        const MOST: usize = 16;
        let mut open = 0_usize;
        (at..at + MOST).take_while(|at| *self.kind_of(*at) != TokenKind::End).find(|at| {
            open += usize::from(self.is_mark(*at, Mark::Less));
            open -= usize::from(open > 0 && self.is_mark(*at, Mark::Greater));
            open == 0
        })
    }

    /// Whether this file declares a type of this name.
    pub(in crate::parse) fn declares(&self, name: &str) -> bool {
        self.lexed.tokens.array_windows().any(|[word, declared]| {
            declared.kind == TokenKind::Upper
                && self.written(declared.span) == name
                && ITEM_WORDS.contains(&self.written(word.span))
        })
    }

    /// From a token to the one in front of another.
    pub(in crate::parse) fn span_of(&self, from: usize, end: usize) -> Span {
        let span = |at: usize| self.lexed.tokens.get(at).map_or(self.span(), |token| token.span);
        let (from, last) = (span(from), span(end.saturating_sub(1).max(from)));
        from.to(last)
    }

    pub(in crate::parse) fn text_of(&self, at: usize) -> &str {
        self.lexed.tokens.get(at).map_or("", |token| self.written(token.span))
    }

    pub(super) fn kind_of(&self, at: usize) -> &TokenKind {
        let token = self.lexed.tokens.get(at).filter(|_| at < self.limit);
        token.map_or(&TokenKind::End, |token| &token.kind)
    }

    pub(in crate::parse) fn is_mark_at(&self, at: usize, mark: Mark) -> bool {
        self.lexed.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Mark(mark))
    }

    pub(in crate::parse) fn is_mark(&self, at: usize, mark: Mark) -> bool {
        *self.kind_of(at) == TokenKind::Mark(mark)
    }

    pub(super) fn first_on_line(&self, at: usize) -> bool {
        self.lexed.tokens.get(at).is_some_and(|token| token.first_on_line)
    }
}

/// A number in an order; numpy counts its bytes.
fn in_order(word: &str, order: &str) -> Vec<Meant> {
    let kind = word.get(..1).unwrap_or("");
    let bytes = word.get(1..).and_then(|digits| digits.parse::<u8>().ok()).filter(|bytes| matches!(bytes, 2 | 4));
    match bytes {
        Some(bytes) => words::wires(&format!("{kind}{}{order}", bytes * 8)),
        None if word.ends_with(|c: char| c.is_ascii_digit()) => words::wires(&format!("{word}{order}")),
        None => {
            let meant = words::wires(word).into_iter();
            meant.flat_map(|one| words::wires(&format!("{}{order}", one.wire))).collect()
        }
    }
}
