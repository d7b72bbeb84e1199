//! Texts with many of each repetition of the grammar, made from [its page](../../../schema/grammar.md): there is none of
//! which nobody knows how long it takes.
//!
//! The shortest text of the grammar is around it. So most are wrong, and each name in them is another one.

use wireform_cli::lsp::completion::expected::Expected;
use wireform_cli::lsp::completion::notation::{Grammar, Part, of_page};

/// A repetition of the grammar.
#[derive(Debug)]
pub struct Repetition {
    /// Its rule, and what is repeated.
    pub name: String,
    before: Vec<String>,
    piece: Vec<String>,
    after: Vec<String>,
}

impl Repetition {
    /// The shortest text with so many.
    pub fn text(&self, pieces: usize) -> String {
        let mut text = String::new();
        let repeated = (0..pieces).flat_map(|_| &self.piece);
        for (number, token) in self.before.iter().chain(repeated).chain(&self.after).enumerate() {
            text.push_str(token);
            // Samples of names are none of the schema's, and become as many as there are.
            if token.to_ascii_lowercase().starts_with("zq") {
                text.push_str(&number.to_string());
            }
            text.push(' ');
        }
        text
    }
}

/// All repetitions of the grammar.
pub fn repetitions() -> Vec<Repetition> {
    let grammar = of_page(include_str!("../../../schema/grammar.md")).expect("the page has the grammar");
    let mut reader =
        Reader { grammar: &grammar, shortest: Expected::new(&grammar, "file"), rules: vec!["file"], found: Vec::new() };
    let file = grammar.rule("file").expect("the rule of a file");
    reader.part("file", file, &[], &[]);
    reader.found
}

struct Reader<'g> {
    grammar: &'g Grammar,
    shortest: Expected<'g>,
    /// The rules that have been looked at.
    rules: Vec<&'g str>,
    found: Vec<Repetition>,
}

impl<'g> Reader<'g> {
    /// Looks for repetitions in a part that these tokens are around.
    fn part(&mut self, rule: &'g str, part: &'g Part, before: &[String], after: &[String]) {
        match part {
            Part::Quoted(_) => {}
            Part::Named(name) => {
                if let Some(part) = self.grammar.rule(name)
                    && !self.rules.contains(&name.as_str())
                {
                    self.rules.push(name);
                    self.part(name, part, before, after);
                }
            }
            Part::Sequence(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let (mut before, mut behind) = (before.to_vec(), Vec::new());
                    parts[..at].iter().for_each(|part| self.add(part, &mut before));
                    parts[at + 1..].iter().for_each(|part| self.add(part, &mut behind));
                    behind.extend_from_slice(after);
                    self.part(rule, part, &before, &behind);
                }
            }
            Part::Choice(parts) => parts.iter().for_each(|part| self.part(rule, part, before, after)),
            Part::Maybe(part) => self.part(rule, part, before, after),
            Part::Many(repeated) | Part::List(repeated) => {
                let mut piece = Vec::new();
                self.add(repeated, &mut piece);
                if let Part::List(_) = part {
                    piece.push(",".to_owned());
                }
                let name = format!("{rule}: {part}");
                self.found.push(Repetition { name, before: before.to_vec(), piece, after: after.to_vec() });
                self.part(rule, repeated, before, after);
            }
        }
    }

    /// Adds the fewest tokens of a part.
    fn add(&self, part: &'g Part, tokens: &mut Vec<String>) {
        let mut own: Vec<&str> = tokens.last().map(String::as_str).into_iter().collect();
        let had = own.len();
        self.shortest.shortest(part, &mut own);
        let added: Vec<String> = own[had..].iter().map(|token| (*token).to_owned()).collect();
        tokens.extend(added);
    }
}
