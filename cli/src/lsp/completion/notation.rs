//! The notation in which `schema/grammar.md` states the grammar of schemas.

use std::collections::HashMap;
use std::fmt;

/// The rules of a grammar by name.
pub struct Grammar {
    rules: HashMap<String, Part>,
}

/// A part of a rule.
#[derive(Debug)]
pub enum Part {
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
    pub fn rule(&self, name: &str) -> Option<&Part> {
        self.rules.get(name)
    }

    /// Visits each part of each rule.
    pub fn each(&self, visit: &mut impl FnMut(&Part)) {
        self.rules.values().for_each(|part| part.each(visit));
    }

    /// The names of the rules.
    pub fn names(&self) -> impl Iterator<Item = &String> {
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
    /// Visits the part and each part in it.
    pub fn each(&self, visit: &mut impl FnMut(&Part)) {
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

/// Reads the grammar of a page: the block after its heading "The grammar".
///
/// # Errors
/// Says where the page is not in the notation.
pub fn of_page(page: &str) -> Result<Grammar, String> {
    // Archives, and checkouts on Windows, may have other line ends.
    let page = page.replace("\r\n", "\n");
    let chapter = page.split_once("\n## The grammar\n").ok_or("no chapter with the grammar")?.1;
    let block = chapter.split_once("```text\n").ok_or("no block with the grammar")?.1;
    read(block.split_once("```").ok_or("the block has no end")?.0)
}

/// Reads the rules.
fn read(text: &str) -> Result<Grammar, String> {
    let tokens = tokens(text)?;
    let heads: Vec<usize> = (1..tokens.len()).filter(|at| tokens[*at] == "=").map(|at| at - 1).collect();
    let mut rules = HashMap::new();
    for (index, &head) in heads.iter().enumerate() {
        let end = heads.get(index + 1).copied().unwrap_or(tokens.len());
        let name = &tokens[head];
        let mut reader = Reader { tokens: tokens.get(head + 2..end).unwrap_or_default(), at: 0 };
        let part = reader.choice()?;
        if reader.at != reader.tokens.len() {
            return Err(format!("the rule `{name}` ends early"));
        }
        if rules.insert(name.clone(), part).is_some() {
            return Err(format!("two rules `{name}`"));
        }
    }
    let grammar = Grammar { rules };
    let mut missing = Vec::new();
    grammar.each(&mut |part| {
        if let Part::Named(name) = part
            && grammar.rule(name).is_none()
            && !name.chars().all(|c| c.is_ascii_uppercase())
        {
            missing.push(name.clone());
        }
    });
    match missing.first() {
        Some(name) => Err(format!("the grammar has no rule `{name}`")),
        None => Ok(grammar),
    }
}

/// Splits the notation into literals with a leading quote, names, and marks.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => rest[1..].find('"').ok_or("a quote is not closed")? + 2,
            _ if first.is_ascii_alphanumeric() => rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(end);
        tokens.push(token.strip_suffix('"').filter(|_| first == '"').unwrap_or(token).to_owned());
        rest = behind.trim_start();
    }
    Ok(tokens)
}

struct Reader<'t> {
    tokens: &'t [String],
    at: usize,
}

impl Reader<'_> {
    fn choice(&mut self) -> Result<Part, String> {
        let mut all = vec![self.sequence()?];
        while self.tokens.get(self.at).is_some_and(|token| token == "|") {
            self.at += 1;
            all.push(self.sequence()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Part::Choice(all) })
    }

    fn sequence(&mut self) -> Result<Part, String> {
        let mut all: Vec<Part> = Vec::new();
        while let Some(token) = self.tokens.get(self.at) {
            let part = match token.as_str() {
                "|" | ")" | "]" | "}" => break,
                "(" => self.inside(")")?,
                "[" => Part::Maybe(Box::new(self.inside("]")?)),
                "{" => Part::Many(Box::new(self.inside("}")?)),
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
        Ok(if all.len() == 1 { all.remove(0) } else { Part::Sequence(all) })
    }

    fn inside(&mut self, close: &str) -> Result<Part, String> {
        self.at += 1;
        let part = self.choice()?;
        match self.tokens.get(self.at) {
            Some(token) if token == close => Ok(part),
            _ => Err(format!("a bracket without `{close}`")),
        }
    }
}
