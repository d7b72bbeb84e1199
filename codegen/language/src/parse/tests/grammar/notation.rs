//! The notation of the grammar in the reference.

use std::collections::HashMap;
use std::fmt;

/// Rules by name.
pub(super) struct Grammar {
    rules: HashMap<String, Part>,
}

/// A part of a rule.
#[derive(Debug)]
pub(super) enum Part {
    /// A literal token.
    Quoted(String),
    /// A rule, or, in capitals, a kind of token.
    Named(String),
    /// One after the other.
    Sequence(Vec<Part>),
    /// Exactly one of them.
    Choice(Vec<Part>),
    /// Any number of repetitions.
    Many(Box<Part>),
    /// Any number, separated by commas; the contents of brackets.
    List(Box<Part>),
    /// Zero or one.
    Maybe(Box<Part>),
}

impl Grammar {
    /// The definition of a rule; `None` for a kind of token.
    pub(super) fn rule(&self, name: &str) -> Option<&Part> {
        let rule = self.rules.get(name);
        assert!(rule.is_some() || name.chars().all(|c| c.is_ascii_uppercase()), "the grammar has no rule `{name}`");
        rule
    }

    pub(super) fn each(&self, visit: &mut impl FnMut(&Part)) {
        self.rules.values().for_each(|part| part.each(visit));
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.rules.keys()
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |parts: &[Part], by: &str| parts.iter().map(Part::to_string).collect::<Vec<_>>().join(by);
        match self {
            Self::Quoted(text) => write!(f, "{text:?}"),
            Self::Named(name) => f.write_str(name),
            Self::Sequence(parts) => f.write_str(&joined(parts, " ")),
            Self::Choice(parts) => write!(f, "({})", joined(parts, " | ")),
            Self::Many(part) | Self::List(part) => write!(f, "{{ {part} }}"),
            Self::Maybe(part) => write!(f, "[{part}]"),
        }
    }
}

impl Part {
    pub(super) fn each(&self, visit: &mut impl FnMut(&Part)) {
        visit(self);
        match self {
            Self::Quoted(_) | Self::Named(_) => {}
            Self::Sequence(parts) | Self::Choice(parts) => parts.iter().for_each(|part| part.each(visit)),
            Self::Many(part) | Self::List(part) | Self::Maybe(part) => part.each(visit),
        }
    }

    fn is_quoted(&self, text: &str) -> bool {
        matches!(self, Self::Quoted(quoted) if quoted == text)
    }
}

/// Reads the rules, and checks that each is used.
pub(super) fn read(text: &str) -> Grammar {
    let tokens = tokens(text);
    let heads: Vec<usize> = (1..tokens.len()).filter(|at| tokens[*at] == "=").map(|at| at - 1).collect();
    let mut rules = HashMap::new();
    for (index, head) in heads.iter().enumerate() {
        let end = heads.get(index + 1).copied().unwrap_or(tokens.len());
        let mut reader = Reader { tokens: &tokens[head + 2..end], at: 0 };
        let part = reader.choice();
        assert_eq!(reader.at, reader.tokens.len(), "the rule `{}` ends early", tokens[*head]);
        assert!(rules.insert(tokens[*head].clone(), part).is_none(), "two rules `{}`", tokens[*head]);
    }
    let grammar = Grammar { rules };
    let mut used = vec!["file".to_owned()];
    grammar.each(&mut |part| {
        if let Part::Named(name) = part {
            grammar.rule(name);
            used.push(name.clone());
        }
    });
    grammar.names().for_each(|name| assert!(used.contains(name), "nothing uses the rule `{name}`"));
    grammar
}

/// Splits the notation into literals with a leading quote, names, and marks.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => rest[1..].find('"').expect("a quote is closed") + 2,
            _ if first.is_ascii_alphanumeric() => rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(end);
        tokens.push(token.strip_suffix('"').filter(|_| first == '"').unwrap_or(token).to_owned());
        rest = behind.trim_start();
    }
    tokens
}

struct Reader<'t> {
    tokens: &'t [String],
    at: usize,
}

impl Reader<'_> {
    fn choice(&mut self) -> Part {
        let mut all = vec![self.sequence()];
        while self.tokens.get(self.at).is_some_and(|token| token == "|") {
            self.at += 1;
            all.push(self.sequence());
        }
        if all.len() == 1 { all.remove(0) } else { Part::Choice(all) }
    }

    fn sequence(&mut self) -> Part {
        let mut all: Vec<Part> = Vec::new();
        while let Some(token) = self.tokens.get(self.at) {
            let part = match token.as_str() {
                "|" | ")" | "]" | "}" => break,
                "(" => self.inside(")"),
                "[" => Part::Maybe(Box::new(self.inside("]"))),
                "{" => Part::Many(Box::new(self.inside("}"))),
                quoted if quoted.starts_with('"') => Part::Quoted(quoted[1..].to_owned()),
                name => Part::Named(name.to_owned()),
            };
            self.at += 1;
            let in_brackets = all.last().is_some_and(|open| ["{", "(", "["].iter().any(|one| open.is_quoted(one)));
            all.push(match part {
                Part::Many(part) if in_brackets => Part::List(part),
                part => part,
            });
        }
        if all.len() == 1 { all.remove(0) } else { Part::Sequence(all) }
    }

    fn inside(&mut self, close: &str) -> Part {
        self.at += 1;
        let part = self.choice();
        assert_eq!(self.tokens.get(self.at).map(String::as_str), Some(close), "what is opened is closed");
        part
    }
}
