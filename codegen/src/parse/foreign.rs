//! Spellings of other languages: what is written the way of C, Rust, Kaitai Struct or Protocol Buffers is refused with the
//! spelling of a schema.

mod behind;
mod kaitai;
mod shapes;
mod wire;

use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::lex::{Mark, TokenKind};
use crate::near::words::{self, Meant};
use crate::near::{self, Place};
use crate::source::{FileId, Span};

use super::cursor::{Failed, Parser};
use super::item::ITEM_WORDS;
use super::names::{is_number_name, snake_case, upper_camel};
use super::wire::WIRE_WORDS;
use wire::{ALL_WIRES, Foreign};

/// The complaint about a whole file of another language.
pub(super) fn foreign_file(file: FileId, text: &str) -> Option<Diagnostic> {
    let (language, first) = near::files::language(text, &ITEM_WORDS)?;
    let start = text.find(first)?;
    let place = Span::new(file, start, start + first.len());
    let title = format!("this is no schema, but a file of {language}");
    let wrong = Diagnostic::new(title, place, "begins like one")
        .note("Wireform describes protocols whose bytes exist already, in a language of its own");
    Some(wrong.help("begin with `protocol name { byte_order: little }`, then write `struct Name { x: u8 }`"))
}

impl Parser<'_> {
    /// The help for a declaration that begins with a word of another language.
    pub(super) fn foreign_item(&self) -> Option<String> {
        near::spelling(Place::Item, self.peek_word()?).map(str::to_owned)
    }

    /// `packet A {`, `class A {`, `A ::= SEQUENCE {`, `package chat;`, `pub struct A {`.
    pub(super) fn item_of_others(&self) -> Vec<Help> {
        let at = self.at;
        let word = self.text_of(at);
        let sequence = (at + 1..at + 4).all(|at| self.is_mark(at, Mark::Colon) || self.is_mark(at, Mark::Assign));
        if sequence && self.is_mark(at + 5, Mark::OpenBrace) {
            return vec![Help::write(self.span_of(at, at + 5), format!("struct {word}"))];
        }
        let is_record = *self.kind_after(1) == TokenKind::Upper && self.is_mark(at + 2, Mark::OpenBrace);
        match word {
            "packet" | "class" | "record" | "table" | "object" | "interface" | "trait" | "component" | "msg"
                if is_record =>
            {
                vec![Help::write(self.span(), "struct").said("a record is `struct Name { .. }`")]
            }
            "package" | "namespace" | "module" | "mod" | "library" => {
                let end = (at..at + 9).find(|at| self.is_mark(*at, Mark::Semicolon)).unwrap_or(at + 1);
                let name = snake_case(self.text_of(end - 1));
                let header = format!("protocol {name} {{ byte_order: little }}");
                vec![Help::write(self.span_of(at, end + 1), header)]
            }
            "pub" | "public" | "private" | "export" | "extern" | "static" | "final" => self.entry_of_others(word),
            _ => Vec::new(),
        }
    }

    /// `"x": "u8"`, `_reserved_: 4`, `_fixed_ = 7 : 8`, `_payload_`, `MBZ: u8`, `_count_(items): 8`: fields of JSON, PDL and
    /// RFCs.
    pub(super) fn field_of_others(&mut self) -> Option<Failed> {
        let at = self.at;
        let word = self.text_of(at);
        let bits = |at: usize| self.text_of(at).parse::<u8>().ok().filter(|bits| (1..=64).contains(bits));
        let wide = |bits: u8| format!("u{}", bits.div_ceil(8) * 8);
        if self.is(Mark::Minus) && self.text_of(at + 1) == "id" {
            return self.sequence_of_kaitai();
        }
        let helps = match (word, self.kind()) {
            (_, TokenKind::Text(name)) if self.is_mark(at + 1, Mark::Colon) => {
                let (name, Foreign { end, meant }) = (snake_case(name), self.foreign_type(at + 2, 0)?);
                let help = |one: Meant| Help::write(self.span_of(at, end), format!("{name}: {}", one.wire));
                meant.into_iter().map(help).collect()
            }
            ("_reserved_", _) if self.is_mark(at + 1, Mark::Colon) => {
                let bits = bits(at + 2)?;
                vec![Help::write(self.span_of(at, at + 3), format!("_: u{bits}"))]
            }
            ("_fixed_", _) if self.is_mark(at + 1, Mark::Assign) && self.is_mark(at + 3, Mark::Colon) => {
                let field = format!("_: {} = {}", wide(bits(at + 4)?), self.text_of(at + 2));
                vec![Help::write(self.span_of(at, at + 5), field)]
            }
            ("_padding_", _) if let Some((length, end)) = self.bracketed(at + 1) => {
                let text = self.text_of(at.checked_sub(2)?);
                let padded = ["utf8", "ascii", "latin1", "bytes"].contains(&text);
                let text = format!("{text}[{length}]");
                padded.then(|| Help::write(self.span_of(at - 2, end), text)).into_iter().collect()
            }
            ("_payload_" | "_body_", _) if !self.is_mark(at + 1, Mark::Colon) => {
                let before = (0..at).filter(|at| self.is_mark_at(at + 1, Mark::Colon)).map(|at| self.text_of(at));
                let mut lengths =
                    before.filter(|name| ["size", "length", "len"].iter().any(|word| name.contains(word)));
                let (length, name) = (lengths.next_back().unwrap_or(".."), word.trim_matches('_'));
                vec![Help::write(self.span(), format!("{name}: bytes[{length}]"))]
            }
            ("_count_" | "_size_", _) if self.is_mark(at + 1, Mark::OpenParen) && self.is_mark(at + 4, Mark::Colon) => {
                let (counted, bits) = (self.text_of(at + 2), bits(at + 5)?);
                let name = format!("{counted}{}", word.trim_end_matches('_'));
                let list = (at + 6..self.limit)
                    .find(|at| self.text_of(*at) == counted && self.is_mark(at + 1, Mark::Colon))?;
                let whole = self.span_of(list + 2, list + 5);
                let new = format!("{name}: {}", wide(bits));
                let list_said = format!("[{}; {name}]", self.text_of(list + 2));
                let said = format!("write `{new}`, and `{counted}: {list_said}`");
                vec![Help::new(said, [Edit::new(self.span_of(at, at + 6), new), Edit::new(whole, list_said)])]
            }
            ("MBZ" | "RESERVED" | "PADDING" | "PAD" | "UNUSED" | "Reserved" | "Padding", _) if self.names_field() => {
                vec![Help::write(self.span(), "_")]
            }
            _ => return None,
        };
        let failed = self.expected_with("a field", helps);
        Some(failed)
    }

    /// The help for a word after a wire.
    pub(super) fn foreign_clause(&self) -> Option<String> {
        let word = self.peek_word().filter(|_| !self.token().first_on_line)?;
        near::spelling(Place::Clause, word).map(str::to_owned)
    }

    /// Text of other languages where a field belongs: `uint8_t id;`, `if h { .. }`.
    pub(super) fn foreign_entry(&mut self) -> Option<Failed> {
        if !matches!(self.kind(), TokenKind::Word | TokenKind::Upper) || self.names_field() || self.is_full() {
            return None;
        }
        let word = self.written(self.span());
        let said = near::spelling(Place::Entry, word).map(Help::from);
        let spelling: Option<Vec<Help>> =
            said.clone().map(|said| self.entry_of_others(word).into_iter().chain([said]).collect());
        let helps = match word {
            "if" => vec![self.group_of_test().into()],
            "repeated" => self.declared_as_in_c(self.at).or(spelling)?,
            _ => match (spelling, said) {
                (Some(spelling), Some(said)) => match self.declared_as_in_c(self.at + 1) {
                    Some(declared) => {
                        declared.into_iter().filter(|help| !help.edits.is_empty()).chain([said]).collect()
                    }
                    None => spelling,
                },
                _ => self.declared_as_in_c(self.at)?,
            },
        };
        let failed = self.expected_with("a field", helps);
        // The commas in angle brackets separate no fields.
        if let Some((_, end)) = self.bracketed(self.at + 1).filter(|_| self.is_after(1, Mark::Less)) {
            self.at = end.min(self.limit);
        }
        Some(failed)
    }

    /// `reserved 3;`, `switch (kind) { .. }`, `pub x: u8`.
    fn entry_of_others(&self, word: &str) -> Vec<Help> {
        let at = self.at;
        match word {
            "switch" | "match" | "oneof" | "union" | "choice" | "case" | "select" => self.foreign_choice(),
            "reserved" | "padding" | "pad" | "skip" | "unused" => {
                let (length, end) = self.bracketed(at + 1).unwrap_or((self.text_of(at + 1), at + 2));
                let ends = self.is_mark(end, Mark::Semicolon) || self.is_mark(end, Mark::Comma);
                let field = if is_number_name(length) { format!("_: {length}") } else { format!("_: [u8; {length}]") };
                vec![
                    Help::write(self.span_of(at, end + usize::from(ends)), format!("{field},"))
                        .said(format!("reserved space has a fixed length: `{field}`")),
                ]
            }
            _ if near::spelling(Place::Entry, word) == Some(near::LEAVE_OUT) => {
                let next = self.span_of(at + 1, at + 2);
                let word = Span { end: next.start, ..self.span() };
                vec![Help::new(near::LEAVE_OUT, [Edit::new(word, "")])]
            }
            // The word means something that leaving it out would lose.
            _ => Vec::new(),
        }
    }

    /// `if h { x: u8 }`, at the `if`.
    fn group_of_test(&self) -> String {
        let brace = (1..20).find(|steps| self.is_after(*steps, Mark::OpenBrace));
        let tokens = |steps| self.lexed.tokens.get(self.at + steps);
        let test = brace.and_then(|brace| Some(tokens(1)?.span.to(tokens(brace.checked_sub(1)?)?.span)));
        let test = test.map_or("test", |test| self.written(test));
        let test = test.strip_prefix('(').and_then(|test| test.strip_suffix(')')).unwrap_or(test);
        format!("a group of fields that may be absent has a name: `group: if {test} {{ .. }}`")
    }

    /// `uint8_t id;`, `char name[16];`, `repeated u16 ids = 1;`, at the type.
    fn declared_as_in_c(&self, at: usize) -> Option<Vec<Help>> {
        let named = |at: usize| matches!(self.kind_of(at), TokenKind::Word | TokenKind::Upper);
        let word = self.text_of(at);
        // A type that nobody declared is perhaps a number.
        let type_of_name = || {
            let known = is_number_name(word) || self.declares(word) || word == "bool";
            let numbers = ["u8", "u16", "u32"].map(str::to_owned).to_vec();
            let wires = if known { vec![word.to_owned()] } else { numbers };
            let is_type = known || word.starts_with(|c: char| c.is_ascii_uppercase()) || word.ends_with("_t");
            is_type.then(|| Foreign { end: at + 1, meant: wires.into_iter().map(Meant::plain).collect() })
        };
        let known = type_of_name().filter(|known| known.meant.len() == 1);
        // `Port uint16`
        if known.is_none() && (self.foreign_type(at, 0).is_none() || word.len() == 1) && named(at + 1) {
            let own = || Foreign { end: at + 2, meant: vec![Meant::plain(self.text_of(at + 1).to_owned())] };
            let is_wire = is_number_name(self.text_of(at + 1)) && !self.is_mark(at + 2, Mark::OpenBracket);
            if let Some(wire) = if is_wire { Some(own()) } else { self.foreign_type(at + 1, 0) } {
                return Some(self.named_as_in_go(at, wire));
            }
        }
        let Foreign { end, meant } = known.or_else(|| self.foreign_type(at, 0)).or_else(type_of_name)?;
        let name_is_wire = is_number_name(self.text_of(end)) || WIRE_WORDS.contains(&self.text_of(end));
        if !named(end) || name_is_wire && !is_number_name(word) || word.len() == 1 {
            return None;
        }
        let name = self.text_of(end);
        let mut behind = end + 1;
        let mut wires: Vec<String> = meant.into_iter().map(|one| one.wire).collect();
        if self.is_mark(behind, Mark::Colon) {
            let bits = self.text_of(behind + 1).parse::<u8>().ok()?;
            return Some(vec![
                format!("numbers of bits are parts of bits: `bits u8 {{ {name}: u{bits}, _: .. }}`").into(),
            ]);
        }
        if let Some((inside, after)) = self.bracketed(behind) {
            let length = Some(inside).filter(|inside| !inside.is_empty()).or_else(|| self.count_before(at));
            let words = self.written(self.span_of(at, end));
            wires = match wires.as_slice() {
                [one] if !self.is_mark(end - 1, Mark::Star) && words::wires(words).is_empty() => {
                    words::listed(one, length)
                }
                _ if self.is_mark(behind, Mark::Less) => words::limited(words, inside),
                _ => words::listed(words, length),
            }
            .into_iter()
            .map(|one| one.wire)
            .collect();
            behind = after;
        }
        let number =
            matches!(self.kind_after(behind + 1 - self.at), TokenKind::Int(_)) && self.is_mark(behind, Mark::Assign);
        let constant = if number { self.text_of(behind + 1) } else { "" };
        behind += if number { 2 } else { 0 };
        let mut names = vec![name];
        while self.is_mark(behind, Mark::Comma)
            && named(behind + 1)
            && (self.is_mark(behind + 2, Mark::Comma) || self.is_mark(behind + 2, Mark::Semicolon))
        {
            names.push(self.text_of(behind + 1));
            behind += 2;
        }
        let ends = self.is_mark(behind, Mark::Semicolon) || self.is_mark(behind, Mark::Comma);
        let place = self.span_of(self.at, behind + usize::from(ends));
        let help = |wire: &String, constant: String| {
            let fields: Vec<String> = names.iter().map(|name| format!("{name}: {wire}{constant}")).collect();
            let field = fields.join(", ");
            Help::write(place, format!("{field},")).said(format!("the name comes first: `{field}`"))
        };
        let mut helps: Vec<Help> = wires.iter().map(|wire| help(wire, String::new())).collect();
        if number {
            helps.extend(wires.first().map(|wire| help(wire, format!(" = {constant}"))));
        }
        helps.push(format!("a field is its name, a colon and its wire: `{name}: ..`").into());
        Some(helps)
    }

    /// `Port uint16`, and the lines below that are written so.
    fn named_as_in_go(&self, at: usize, first: Foreign) -> Vec<Help> {
        let mut end = first.end;
        let mut rest = String::new();
        // More fields than that are mended in turn.
        while end < at + 100
            && !self.is_mark(end, Mark::Comma)
            && *self.kind_of(end) == *self.kind_of(at)
            && matches!(self.kind_of(end + 1), TokenKind::Word | TokenKind::Upper)
            && let Some(next) = self.foreign_type(end + 1, 0)
            && let Some(one) = next.meant.first()
        {
            rest.push_str(&format!(",\n    {}: {}", snake_case(self.text_of(end)), one.wire));
            end = next.end;
        }
        let comma = if self.is_mark(end, Mark::Comma) || end >= self.limit { "" } else { "," };
        let help = |one: Meant| {
            let field = format!("{}: {}", snake_case(self.text_of(at)), one.wire);
            Help::write(self.span_of(at, end), format!("{field}{rest}{comma}"))
                .said(format!("a colon follows the name: `{field}`"))
        };
        first.meant.into_iter().map(help).collect()
    }

    /// A word where a wire belongs.
    pub(super) fn word_for_a_wire(&self, word: &str) -> Vec<Help> {
        let bits =
            word.strip_prefix('b').and_then(|bits| bits.parse::<u8>().ok()).filter(|bits| (1..=64).contains(bits));
        if let Some(bits) = bits {
            let help =
                format!("a number of {bits} bits is `u{bits}`, a part of bits: `bits u8 {{ x: u{bits}, _: .. }}`");
            return vec![help.into()];
        }
        if near::is_check(word) {
            let own = self.at.checked_sub(2).map_or("sum", |at| self.text_of(at));
            let bits = word.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<u8>();
            let bits = bits.ok().filter(|bits| matches!(bits, 16 | 32 | 64)).unwrap_or(8);
            let (value, hook) =
                (format!("u{bits} = {word}(before({own}))"), format!("hook {word}(data: bytes) -> u{bits};"));
            let end = Span { start: self.text.len() as u32, end: self.text.len() as u32, ..self.span() };
            let edits = [Edit::new(self.span(), &value), Edit::new(end, format!("\n{hook}\n"))];
            let said = format!("a checksum is a number with a value: `{own}: {value}`");
            // The catalogue has its own names for these.
            return vec![if word.starts_with("crc") {
                said.into()
            } else {
                Help::new(format!("{said}, and `{hook}`"), edits)
            }];
        }
        let mut helps = Vec::new();
        let camel = upper_camel(word);
        if !self.is_full() && self.declares(&camel) {
            helps.push(Help::write(self.span(), &camel).said(format!("a type is written in UpperCamel: `{camel}`")));
        }
        let numbers = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f32", "f64"];
        let others = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float", "double"];
        if word.len() > 2
            && let Some(near) = near::nearest(word, WIRE_WORDS.into_iter().chain(numbers).chain(others))
        {
            let wire = if others.contains(&near) {
                words::wires(near).into_iter().next().map_or(String::new(), |one| one.wire)
            } else {
                near.to_owned()
            };
            helps.push(Help::write(self.span(), &wire).said(format!("did you mean `{wire}`?")));
        }
        helps.push(near::spelling(Place::Wire, word).unwrap_or(ALL_WIRES).into());
        helps
    }

    /// `Kind::A`, at the first colon.
    pub(super) fn no_double_colon(&mut self) -> Option<Failed> {
        if !self.is(Mark::Colon) || !self.is_after(1, Mark::Colon) {
            return None;
        }
        let name = self.lexed.tokens.get(self.at + 2).map_or("", |token| self.written(token.span));
        let help = match name.starts_with(|c: char| c.is_ascii_uppercase()) {
            true => format!("write `{name}` alone: the other side says which enum it is of"),
            false => "leave it out: a field has no initial value, and a constant is a literal or a `const`".to_owned(),
        };
        let place = self.span();
        self.complain(Diagnostic::new("unexpected `::`", place, "there are no paths of names").help(help));
        while self.is(Mark::Colon) {
            self.at += 1;
            if self.is(Mark::Colon) {
                self.at += 1;
            }
            if matches!(self.kind(), TokenKind::Word | TokenKind::Upper) {
                self.at += 1;
            }
        }
        Some(Failed)
    }

    /// Text of other languages where an expression belongs.
    pub(super) fn foreign_expression(&self) -> Option<Help> {
        let before = self.at.checked_sub(1).and_then(|at| self.lexed.tokens.get(at)).map(|token| &token.kind);
        let mark = |mark| TokenKind::Mark(mark);
        match (before, self.kind()) {
            (Some(left), right) if *left == *right && (*left == mark(Mark::Less) || *left == mark(Mark::Greater)) => {
                Some(
                    "there are no shifts: bits have names, `bits u8 { low: u3, high: u5 }`; a constant is `1 * 8`"
                        .into(),
                )
            }
            (
                _,
                TokenKind::Mark(
                    order @ (Mark::Less
                    | Mark::LessOrEqual
                    | Mark::Greater
                    | Mark::GreaterOrEqual
                    | Mark::Equal
                    | Mark::NotEqual),
                ),
            ) => {
                let number = self.lexed.tokens.get(self.at + 1).map_or("", |token| self.written(token.span));
                let rule = matches!(before, Some(TokenKind::Word));
                let said = format!("name this field as `it`: `it {} {number}`", order.text());
                rule.then(|| Help::new(said, [Edit::new(self.span().front(), "it ")]))
            }
            _ => None,
        }
    }
}
