//! What is done to a schema so that it means something else, and quite often still means something.

use super::corpus::{Corpus, extent_of};
use super::pieces::{Kind, Piece, insides, lines, pieces, places, separator, text, units};
use super::random::Random;
use super::written::{NUMBERS, OPERATORS, STRANGE, after, wrapped};

/// What is changed: the pieces of a schema.
pub struct Mutation<'m> {
    pub pieces: &'m mut Vec<Piece>,
    pub random: &'m mut Random,
    pub corpus: &'m Corpus,
}

/// Examples are executed when a schema is compiled, so that most changes of a record make one wrong: they are taken out.
pub fn without_examples(all: &[Piece]) -> Vec<Piece> {
    let mut left = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let is_example = ["example", "accepts", "refuses"].iter().any(|word| all[at].is(word))
            && all[at + 1..]
                .iter()
                .find(|piece| piece.kind != Kind::Space)
                .is_some_and(|next| next.kind == Kind::Quoted);
        if !is_example {
            left.push(all[at].clone());
            at += 1;
            continue;
        }
        let Some(open) = (at..all.len()).find(|at| all[*at].is("{")) else { return left };
        let inside = insides(&all[open..]).into_iter().find(|inside| inside.range.start == 1);
        at = inside.map_or(all.len(), |inside| open + inside.range.end + 1);
        if all.get(at).is_some_and(|piece| piece.is(",")) {
            at += 1;
        }
    }
    left
}

impl Mutation<'_> {
    /// Changes one thing, if there is such a thing.
    pub fn apply(&mut self) {
        match self.random.below(28) {
            0..=3 => self.number(),
            4 | 5 => self.width(),
            6..=8 => self.name(),
            9 => self.word(),
            10 | 11 => self.operator(),
            12 => self.line(),
            13..=15 => self.unit(),
            16 | 17 => self.clause(),
            18 | 19 => self.extent(),
            20 => self.inside(),
            21 | 22 => self.wrap(),
            23 => self.expression(),
            24 => self.item(),
            25 => self.rename(),
            26 => self.chain(),
            _ => self.comment(),
        }
    }

    fn put(&mut self, at: usize, text: &str) {
        self.pieces.splice(at..=at, pieces(text));
    }

    fn place(&mut self, kind: Kind) -> Option<usize> {
        self.random.pick(&places(self.pieces, kind)).copied()
    }

    /// A number of the file, or one at an end of something.
    pub fn some_number(&mut self) -> String {
        let own = self.place(Kind::Number).map(|at| self.pieces[at].text.clone());
        let any = (*self.random.pick(&NUMBERS).expect("there are numbers")).to_owned();
        if self.random.one_in(3) { own.unwrap_or(any) } else { any }
    }

    /// A word of the file.
    pub fn some_word(&mut self, is_wanted: fn(&str) -> bool) -> String {
        let all = places(self.pieces, Kind::Word);
        let fitting: Vec<usize> = all.into_iter().filter(|at| is_wanted(&self.pieces[*at].text)).collect();
        self.random.pick(&fitting).map_or("x".to_owned(), |at| self.pieces[*at].text.clone())
    }

    fn number(&mut self) {
        let Some(at) = self.place(Kind::Number) else { return };
        let near = self.pieces[at].text.parse::<i128>().ok();
        let near = near.map(|number| number.saturating_add([-1, 1, 2][self.random.below(3)]));
        let number = match near {
            Some(near) if self.random.one_in(3) => near.to_string(),
            _ => self.some_number(),
        };
        self.put(at, &number);
    }

    /// Another type of numbers.
    fn width(&mut self) {
        let is_width = |word: &str| {
            let digits = word.trim_end_matches("be").trim_end_matches("le").strip_prefix(['u', 'i', 'f']);
            digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let all = places(self.pieces, Kind::Word);
        let all: Vec<usize> = all.into_iter().filter(|at| is_width(&self.pieces[*at].text)).collect();
        let Some(at) = self.random.pick(&all).copied() else { return };
        const BITS: [usize; 14] = [1, 2, 3, 4, 7, 8, 9, 16, 24, 31, 32, 48, 63, 64];
        let bits = self.random.pick(&BITS).copied().unwrap_or_default();
        let letter = ["u", "u", "u", "i", "i", "f"][self.random.below(6)];
        let order = ["", "", "", "", "be", "le"][self.random.below(6)];
        self.put(at, &format!("{letter}{bits}{order}"));
    }

    /// Another name of the same file.
    fn name(&mut self) {
        let Some(at) = self.place(Kind::Word) else { return };
        let is_upper = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
        let other = match (self.random.one_in(6), is_upper(&self.pieces[at].text)) {
            (true, _) => self.some_word(|_| true),
            (false, true) => self.some_word(|word| word.starts_with(|c: char| c.is_ascii_uppercase())),
            (false, false) => self.some_word(|word| !word.starts_with(|c: char| c.is_ascii_uppercase())),
        };
        self.put(at, &other);
    }

    /// A word of the language.
    fn word(&mut self) {
        let Some(at) = self.place(Kind::Word) else { return };
        let other = self.random.pick(&self.corpus.words).cloned().unwrap_or_default();
        self.put(at, &other);
    }

    fn operator(&mut self) {
        let marks = places(self.pieces, Kind::Mark);
        let group = |at: &usize| OPERATORS.iter().find(|group| group.contains(&self.pieces[*at].text.as_str()));
        let all: Vec<(usize, &[&str])> = marks.iter().filter_map(|at| Some((*at, *group(at)?))).collect();
        let Some((at, group)) = self.random.pick(&all).copied() else { return };
        let other = self.random.pick(group).copied().unwrap_or_default();
        self.put(at, other);
    }

    fn line(&mut self) {
        let all = lines(self.pieces);
        let (Some(one), Some(other)) = (self.random.pick(&all).cloned(), self.random.pick(&all).cloned()) else {
            return;
        };
        let copy = self.pieces[one.clone()].to_vec();
        match self.random.below(3) {
            0 => drop(self.pieces.drain(one)),
            1 => drop(self.pieces.splice(other.start..other.start, copy)),
            _ => {
                // The later one first: its place does not move.
                let (first, second) = if one.start <= other.start { (one, other) } else { (other, one) };
                let (upper, lower) = (self.pieces[first.clone()].to_vec(), self.pieces[second.clone()].to_vec());
                self.pieces.splice(second, upper);
                self.pieces.splice(first, lower);
            }
        }
    }

    /// A field, a declaration or the like, or an argument: left out, doubled, moved, put in the place of another.
    fn unit(&mut self) {
        let all = units(self.pieces);
        let Some(one) = self.random.pick(&all).cloned() else { return };
        let copy = self.pieces[one.clone()].to_vec();
        let what = self.random.below(4);
        if what == 0 || what == 1 {
            let end = if separator(self.pieces, &one).is_some() {
                (one.end..self.pieces.len()).find(|at| self.pieces[*at].kind == Kind::Mark).map_or(one.end, |at| at + 1)
            } else {
                one.end
            };
            self.pieces.drain(one.start..end);
            if what == 0 {
                return;
            }
        }
        let all = units(self.pieces);
        let Some(other) = self.random.pick(&all).cloned() else { return };
        if what == 3 {
            self.pieces.splice(other, copy);
            return;
        }
        let between = separator(self.pieces, &other).map_or("\n".to_owned(), |mark| mark.text + " ");
        let copy = if what == 2 { self.renamed(copy) } else { copy };
        let more = copy.into_iter().chain(pieces(&between));
        self.pieces.splice(other.start..other.start, more);
    }

    /// The same under a name of its own.
    fn renamed(&mut self, mut unit: Vec<Piece>) -> Vec<Piece> {
        const KINDS: [&str; 14] = [
            "const", "type", "varint", "enum", "bits", "quantity", "packed", "struct", "delta", "message", "family",
            "session", "hook", "example",
        ];
        let word = |piece: &&mut Piece| piece.kind == Kind::Word && !KINDS.iter().any(|kind| piece.is(kind));
        if let Some(name) = unit.iter_mut().find(word) {
            name.text.push(char::from(b'a' + (self.random.byte() % 26)));
        }
        unit
    }

    /// What may stand behind a field or a declaration.
    fn clause(&mut self) {
        let all = units(self.pieces);
        let Some(one) = self.random.pick(&all).cloned() else { return };
        let clause = after(self);
        self.pieces.splice(one.end..one.end, pieces(&clause));
    }

    fn extent(&mut self) {
        let all: Vec<_> = insides(self.pieces).iter().filter_map(|inside| extent_of(self.pieces, inside)).collect();
        let Some(place) = self.random.pick(&all).cloned() else { return };
        let Some(mut extent) = self.random.pick(&self.corpus.extents).cloned() else { return };
        // What it names stands in another file.
        for piece in &mut extent {
            if piece.kind == Kind::Word && !self.corpus.words.contains(&piece.text) && self.random.below(3) > 0 {
                piece.text = self.some_word(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
            } else if piece.kind == Kind::Number && self.random.one_in(3) {
                piece.text = self.some_number();
            }
        }
        self.pieces.splice(place, extent);
    }

    /// What stands between brackets, with what stands between others of their kind.
    fn inside(&mut self) {
        let all = insides(self.pieces);
        let Some(one) = self.random.pick(&all).cloned() else { return };
        let others: Vec<_> = all.into_iter().filter(|other| other.bracket == one.bracket).collect();
        let Some(other) = self.random.pick(&others).cloned() else { return };
        let copy = self.pieces[other.range].to_vec();
        self.pieces.splice(one.range, copy);
    }

    /// A field in a group, a list, a region, a condition: once, or as deep as one likes.
    fn wrap(&mut self) {
        let all = units(self.pieces);
        let Some(one) = self.random.pick(&all).cloned() else { return };
        let inner = text(&self.pieces[one.clone()]);
        let outer = wrapped(self, &inner);
        self.pieces.splice(one, pieces(&outer));
    }

    /// A number or a name in an expression becomes an expression.
    fn expression(&mut self) {
        let kind = if self.random.one_in(2) { Kind::Number } else { Kind::Word };
        let Some(at) = self.place(kind) else { return };
        let (inner, number) = (self.pieces[at].text.clone(), self.some_number());
        let word = self.some_word(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
        let operators: [&str; 8] = ["+", "-", "*", "/", "==", "<", "&&", "||"];
        let operator = self.random.pick(&operators).copied().unwrap_or_default();
        let outer = match self.random.below(12) {
            0..=2 => format!("({inner} {operator} {number})"),
            3 | 4 => format!("{inner} {operator} {number}"),
            5 => format!("({number} {operator} {inner})"),
            6 => format!("!{inner}"),
            7 => format!("-{inner}"),
            8 => format!("len({inner})"),
            9 => format!("(if {word} {{ {inner} }} else {{ {number} }})"),
            10 => format!("{inner}.{word}"),
            _ => format!("({inner} {operator} {word})"),
        };
        self.put(at, &outer);
    }

    /// A declaration of another file.
    fn item(&mut self) {
        let Some(item) = self.random.pick(&self.corpus.items).cloned() else { return };
        self.pieces.extend(pieces("\n"));
        self.pieces.extend(item);
    }

    /// One name, wherever it stands, becomes another: one that means something in Rust, or to us.
    fn rename(&mut self) {
        let old = self.some_word(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
        let new = match self.random.below(3) {
            0 => self.some_word(|_| true),
            _ => {
                let is_upper = old.starts_with(|c: char| c.is_ascii_uppercase());
                let fitting = STRANGE.iter().filter(|new| new.starts_with(|c: char| c.is_uppercase()) == is_upper);
                let fitting: Vec<&str> = fitting.copied().collect();
                self.random.pick(&fitting).copied().unwrap_or("x").to_owned()
            }
        };
        self.pieces.iter_mut().filter(|piece| piece.is(&old)).for_each(|piece| piece.text.clone_from(&new));
    }

    /// A type stands in a struct, that in another, and so on; the last stands where the type stood.
    fn chain(&mut self) {
        let is_type = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase()) || word == "u8";
        let all = places(self.pieces, Kind::Word);
        let all: Vec<usize> = all.into_iter().filter(|at| is_type(&self.pieces[*at].text)).collect();
        let Some(at) = self.random.pick(&all).copied() else { return };
        let mut inner = self.pieces[at].text.clone();
        let length = [1, 1, 1, 2, 3, 30][self.random.below(6)];
        let mut structs = String::new();
        for index in 0..length {
            let name = format!("Chain{}{index}", self.random.below(100));
            let field =
                ["a: {}", "a: u8, b: {}", "a: [{}; u8]", "a: {}, b: {}", "a: {} if 1 == 1"][self.random.below(5)];
            structs += &format!("\nstruct {name} {{ {} }}", field.replace("{}", &inner));
            inner = name;
        }
        self.put(at, &inner);
        self.pieces.extend(pieces(&structs));
    }

    /// Documentation, with whatever may stand in it.
    fn comment(&mut self) {
        let all = units(self.pieces);
        let Some(one) = self.random.pick(&all).cloned() else { return };
        let strange = [
            "```", "*/ /*", "\"# \"", "\\", "[x]: y", "<b>", "{}", "#![x]", "\u{202e}", "`a", "| a | b", "a\u{0}b",
            "  - x", "&amp;",
        ];
        let words: Vec<String> = (0..1 + self.random.below(4))
            .map(|_| match self.random.one_in(2) {
                true => self.random.pick(&strange).copied().unwrap_or_default().to_owned(),
                false => self.some_word(|_| true),
            })
            .collect();
        let lines = words.iter().map(|word| format!("/// {word}\n")).collect::<String>();
        self.pieces.splice(one.start..one.start, pieces(&format!("\n{lines}")));
    }
}
