//! Random sentences of the grammar, regardless of their meaning.

use std::collections::{BTreeSet, HashMap};

use super::notation::{Grammar, Part};

/// Nesting depth at which the shortest derivation is taken.
const DEEP: usize = 40;

/// A reproducible sequence of sentences.
pub(super) struct Sentences<'g> {
    grammar: &'g Grammar,
    /// The minimal number of tokens of each rule.
    fewest: HashMap<&'g str, usize>,
    used: BTreeSet<&'g str>,
    /// The length of a sentence at which the shortest derivation is taken.
    longest: usize,
    state: u64,
}

impl<'g> Sentences<'g> {
    pub(super) fn new(grammar: &'g Grammar, seed: u64) -> Self {
        let mut made = Self { grammar, fewest: HashMap::new(), used: BTreeSet::new(), longest: 0, state: seed | 1 };
        // Mutually recursive rules converge after as many rounds as there are rules.
        for _ in grammar.names() {
            for name in grammar.names() {
                let fewest = grammar.rule(name).map_or(1, |part| made.fewest(part));
                made.fewest.insert(name, fewest);
            }
        }
        made
    }

    /// A schema: a whole one, or as often a short head and a single declaration, which can be larger.
    pub(super) fn next_file(&mut self) -> String {
        self.next_tokens(200).join(" ")
    }

    /// A schema with one token changed; it may still be valid.
    pub(super) fn next_mistaken(&mut self) -> String {
        let mut tokens = self.next_tokens(40);
        let words =
            ["u8", "x", "Pos", "VERSION", "12", "0.5", "'P'", "\"\"", "_", "in", "if", "else", "until", "or", "end"];
        let marks = [
            "{", "}", "(", ")", "[", "]", ",", ";", ":", "=", "=>", "..", "..=", "|", "||", "-", "+", "<", "!", "@",
            ".",
        ];
        // The first token does not change.
        let at = 1 + self.below(tokens.len() - 1);
        let new = match self.below(3) {
            0 => words[self.below(words.len())].to_owned(),
            1 => marks[self.below(marks.len())].to_owned(),
            _ => tokens[1 + self.below(tokens.len() - 1)].clone(),
        };
        match self.below(4) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, new),
            2 => tokens[at] = new,
            _ => {
                let other = 1 + self.below(tokens.len() - 1);
                tokens.swap(at, other);
            }
        }
        tokens.join(" ")
    }

    fn next_tokens(&mut self, longest: usize) -> Vec<String> {
        let whole = self.below(2) == 0;
        let (head, rule) = if whole { ("", "file") } else { ("protocol p { byte_order : little }", "item") };
        self.longest = 20 + self.below(longest);
        let mut tokens = vec![head.to_owned()];
        if let Some(rule) = self.grammar.rule(rule) {
            self.part(rule, 0, &mut tokens);
        }
        tokens
    }

    /// The words and marks of the grammar that no sentence has used.
    pub(super) fn unused(&self) -> Vec<String> {
        let mut unused = Vec::new();
        self.grammar.each(&mut |part| match part {
            Part::Quoted(text) if !self.used.contains(text.as_str()) => unused.push(text.clone()),
            _ => {}
        });
        unused
    }

    fn fewest(&self, part: &Part) -> usize {
        match part {
            Part::Quoted(_) => 1,
            Part::Named(name) if self.grammar.rule(name).is_none() => 1,
            Part::Named(name) => self.fewest.get(name.as_str()).copied().unwrap_or(1000),
            Part::Sequence(parts) => parts.iter().map(|part| self.fewest(part)).sum(),
            Part::Choice(parts) => parts.iter().map(|part| self.fewest(part)).min().unwrap_or(0),
            Part::Many(_) | Part::List(_) | Part::Maybe(_) => 0,
        }
    }

    fn part(&mut self, part: &'g Part, depth: usize, out: &mut Vec<String>) {
        match part {
            Part::Quoted(text) => {
                self.used.insert(text);
                out.push(text.clone());
            }
            Part::Named(name) => match self.grammar.rule(name) {
                Some(part) => self.part(part, depth + 1, out),
                None => out.push(self.token(name)),
            },
            Part::Sequence(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    match (part, parts.get(index + 1)) {
                        (Part::List(part), next) => {
                            self.list(part, matches!(next, Some(Part::Quoted(_))), depth, out);
                        }
                        (part, _) => self.part(part, depth, out),
                    }
                }
            }
            Part::Choice(parts) => {
                let chosen = if self.ends(depth, out) {
                    parts.iter().min_by_key(|part| self.fewest(part))
                } else {
                    // Unused words are preferred, so that every one is used.
                    let new = parts.iter().find(|part| self.is_new(part));
                    new.or_else(|| parts.get(self.below(parts.len())))
                };
                if let Some(chosen) = chosen {
                    self.part(chosen, depth, out);
                }
            }
            // Mostly none: repetitions are operators, which would fill expressions.
            Part::Many(part) if self.below(3) == 0 || depth == 0 => {
                (0..self.times(depth, out)).for_each(|_| self.part(part, depth, out));
            }
            Part::Many(_) => {}
            Part::List(part) => self.list(part, true, depth, out),
            Part::Maybe(part) if self.is_new(part) || !self.ends(depth, out) && self.below(2) == 0 => {
                self.part(part, depth, out);
            }
            Part::Maybe(_) => {}
        }
    }

    /// Whether a part begins with an unused word.
    fn is_new(&self, part: &Part) -> bool {
        match part {
            Part::Quoted(text) => !self.used.contains(text.as_str()),
            Part::Sequence(parts) => parts.first().is_some_and(|first| self.is_new(first)),
            _ => false,
        }
    }

    /// `closed`: the bracket ends directly after it, so that the last comma is optional.
    fn list(&mut self, part: &'g Part, closed: bool, depth: usize, out: &mut Vec<String>) {
        let times = self.times(depth, out);
        for index in 0..times {
            let start = out.len();
            self.part(part, depth, out);
            let declares = out.get(start + 1).is_some_and(|second| second != ":");
            let lacks = match out[start].as_str() {
                "message" if declares => true,
                "example" | "accepts" | "refuses" if declares => self.below(2) == 0,
                _ => closed && index + 1 == times && self.below(2) == 0,
            };
            if !lacks {
                out.push(",".to_owned());
            }
        }
    }

    fn times(&mut self, depth: usize, out: &[String]) -> usize {
        if self.ends(depth, out) { 0 } else { self.below(4) }
    }

    fn token(&mut self, kind: &str) -> String {
        let from: &[&str] = match kind {
            "WORD" => &["x", "count", "has_fall", "w2"],
            "UPPER" => &["Pos", "Cubes", "B2"],
            "CAPS" => &["VERSION", "MOST", "N_2"],
            "INT" => &["0", "12", "0x1F", "0b101", "1_000"],
            "IGNORED" => &["_1", "_2", "_12"],
            "FLOAT" => &["0.5", "4.793836e-5", "1e6"],
            "CHAR" => &["'P'", "'\\n'", "'\\xFF'"],
            "STRING" => &["\"RIFF\\0\"", "\"\"", "\"01 ff\""],
            "NUMBER" => &["u8", "i24", "u16be", "f32", "u1", "i64le"],
            other => panic!("the grammar has no kind of token `{other}`"),
        };
        from[self.below(from.len())].to_owned()
    }

    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state >> 33).expect("31 bits") % end
    }

    fn ends(&self, depth: usize, out: &[String]) -> bool {
        depth > DEEP || out.len() > self.longest
    }
}
