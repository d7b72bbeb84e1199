//! The tokens that the grammar allows after others: all derivations at once.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::notation::{Grammar, Part};

/// The limit on steps between two tokens. Tokens of schemas take some hundred.
const MOST_STEPS: usize = 10_000;

/// The limit on derivations. Calls within calls double them, since an argument may be a range; they go on alike.
const MOST_STACKS: usize = 24;

/// The limit on the rules around a token: more than those between a name and its element.
const MOST_RULES: usize = 16;

/// The limit on the tokens that are missing before one of a head: `= 1`, `: u8`.
const MOST_MISSING: usize = 2;

/// The words with which an element of a list begins that no comma follows.
const FREE: [&str; 1] = ["message"];

/// The words with which an element of a list begins after which a comma is optional.
const EITHER: [&str; 3] = ["example", "accepts", "refuses"];

/// A token that may come next.
#[derive(Clone)]
pub struct Next<'g> {
    /// The token.
    pub terminal: Terminal<'g>,
    /// The rules that it is in, the innermost first.
    pub rules: Vec<&'g str>,
    rest: Stack<'g>,
}

/// A token of the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Terminal<'g> {
    /// A word or a mark, as it is written.
    Quoted(&'g str),
    /// A kind of token, such as `WORD`.
    Kind(&'g str),
}

/// The remaining parts of the rules that have begun: the next one first.
type Stack<'g> = Option<Rc<Node<'g>>>;

struct Node<'g> {
    todo: Todo<'g>,
    rest: Stack<'g>,
}

#[derive(Clone, Copy)]
enum Todo<'g> {
    Part(&'g Part),
    /// The comma after an element of a list.
    Comma(&'g Part, Comma),
    /// The end of a rule.
    End(&'g str),
}

/// Whether a comma follows an element of a list, which its first word decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comma {
    /// The last one is optional.
    Needed,
    /// There is none.
    Never,
    /// Each is optional.
    Optional,
}

impl Comma {
    const ALL: [Self; 3] = [Self::Needed, Self::Never, Self::Optional];

    /// The comma after an element that begins with a word, if the word is one of the language.
    pub fn after(word: &str) -> Self {
        match word {
            word if FREE.contains(&word) => Self::Never,
            word if EITHER.contains(&word) => Self::Optional,
            _ => Self::Needed,
        }
    }
}

/// The derivations of the tokens so far.
pub struct Expected<'g> {
    grammar: &'g Grammar,
    /// The fewest tokens of each rule.
    fewest: HashMap<&'g str, usize>,
    stacks: Vec<Stack<'g>>,
}

impl<'g> Expected<'g> {
    /// No token yet of a rule.
    pub fn new(grammar: &'g Grammar, rule: &str) -> Self {
        let stacks = grammar.rule(rule).map(|part| push(None, Todo::Part(part)));
        let mut made = Self { grammar, fewest: HashMap::new(), stacks: stacks.into_iter().collect() };
        // Rules that need each other converge after as many rounds as there are rules.
        for _ in grammar.names() {
            for name in grammar.names() {
                let fewest = grammar.rule(name).map_or(1, |part| made.fewest(part));
                made.fewest.insert(name, fewest);
            }
        }
        made
    }

    /// Goes on by the tokens that `fits` accepts.
    pub fn take(&mut self, fits: impl Fn(Terminal<'g>) -> bool) {
        let mut seen = HashSet::new();
        let next = self.next();
        let fitting = next.iter().filter(|next| fits(next.terminal)).map(|next| &next.rest);
        self.stacks = fitting.filter(|stack| seen.insert(address(stack))).take(MOST_STACKS).cloned().collect();
    }

    /// Goes on by a token of a head whose brackets are open: as if the tokens that are missing before it were there, or as
    /// if it were not there itself.
    pub fn take_in_head(&mut self, fits: impl Fn(Terminal<'g>) -> bool) {
        let mut with_missing = Self { stacks: self.stacks.clone(), fewest: HashMap::new(), ..*self };
        for _ in 0..=MOST_MISSING {
            let all = with_missing.next();
            if all.iter().any(|next| fits(next.terminal)) {
                self.stacks = with_missing.stacks;
                return self.take(fits);
            }
            let mut seen = HashSet::new();
            let rests = all.iter().map(|next| &next.rest).filter(|stack| seen.insert(address(stack)));
            with_missing.stacks = rests.cloned().collect();
        }
    }

    /// The tokens that may come next.
    pub fn next(&self) -> Vec<Next<'g>> {
        let mut found = Vec::new();
        // Stacks that were seen stay, or another one could get the address of one of them.
        let (mut seen, mut kept) = (HashSet::new(), Vec::new());
        let mut open: Vec<(Stack<'g>, Option<Comma>)> = self.stacks.iter().map(|stack| (stack.clone(), None)).collect();
        for _ in 0..MOST_STEPS {
            let Some((stack, begins)) = open.pop() else { break };
            kept.push(stack.clone());
            let Some(node) = &stack else { continue };
            if !seen.insert((address(&stack), begins)) {
                continue;
            }
            let rest = &node.rest;
            let mut terminal = |terminal, rest: Stack<'g>| {
                let comma = match terminal {
                    Terminal::Quoted(word) => Comma::after(word),
                    Terminal::Kind(_) => Comma::Needed,
                };
                if begins.is_none_or(|begins| begins == comma) {
                    found.push(Next { terminal, rules: rules(&rest), rest });
                }
            };
            match node.todo {
                Todo::End(_) => open.push((rest.clone(), begins)),
                Todo::Part(Part::Quoted(text)) => terminal(Terminal::Quoted(text), rest.clone()),
                Todo::Part(Part::Named(name)) => match self.grammar.rule(name) {
                    Some(part) => open.push((push(push(rest.clone(), Todo::End(name)), Todo::Part(part)), begins)),
                    None => terminal(Terminal::Kind(name), rest.clone()),
                },
                Todo::Part(Part::Sequence(parts)) => {
                    let all = parts.iter().rev().fold(rest.clone(), |rest, part| push(rest, Todo::Part(part)));
                    open.push((all, begins));
                }
                Todo::Part(Part::Choice(parts)) => {
                    open.extend(parts.iter().rev().map(|part| (push(rest.clone(), Todo::Part(part)), begins)));
                }
                Todo::Part(Part::Maybe(part)) => {
                    open.push((rest.clone(), begins));
                    open.push((push(rest.clone(), Todo::Part(part)), begins));
                }
                Todo::Part(all @ Part::Many(part)) => {
                    open.push((rest.clone(), begins));
                    open.push((push(push(rest.clone(), Todo::Part(all)), Todo::Part(part)), begins));
                }
                Todo::Part(list @ Part::List(part)) => {
                    open.push((rest.clone(), begins));
                    for comma in Comma::ALL {
                        let after = push(rest.clone(), Todo::Comma(list, comma));
                        open.push((push(after, Todo::Part(part)), Some(comma)));
                    }
                }
                Todo::Comma(list, comma) => {
                    let elements = push(rest.clone(), Todo::Part(list));
                    if comma != Comma::Never {
                        terminal(Terminal::Quoted(","), elements.clone());
                    }
                    open.push((if comma == Comma::Needed { rest.clone() } else { elements }, begins));
                }
            }
        }
        found
    }

    /// The fewest tokens that complete a text after one of its next tokens: for each of the brackets that are open, the
    /// innermost first, those up to its `closers`; then those up to the end of everything.
    pub fn completed(&self, next: &Next<'g>, closers: impl Iterator<Item = &'static str>) -> Vec<Vec<&'g str>> {
        let mut closers = closers.peekable();
        let (mut levels, mut tokens) = (Vec::new(), Vec::new());
        let mut depth = 0_usize;
        let mut at = &next.rest;
        while let Some(node) = at {
            at = &node.rest;
            let Todo::Part(part) = node.todo else { continue };
            if let Part::Quoted(text) = part {
                match text.as_str() {
                    "}" | ")" | "]" if depth == 0 && closers.next_if_eq(&text.as_str()).is_some() => {
                        levels.push(std::mem::take(&mut tokens));
                        continue;
                    }
                    "}" | ")" | "]" => depth = depth.saturating_sub(1),
                    "{" | "(" | "[" => depth += 1,
                    _ => {}
                }
            }
            self.shortest(part, &mut tokens);
        }
        levels.push(tokens);
        levels
    }

    /// The number of tokens that complete everything after one of the next tokens.
    pub fn distance(&self, next: &Next<'g>) -> usize {
        self.completed(next, std::iter::empty()).iter().map(Vec::len).sum()
    }

    /// Adds the fewest tokens of a part. Names are none of a schema's, and begin with `zq`, `Zq` or `ZQ`.
    pub fn shortest(&self, part: &'g Part, tokens: &mut Vec<&'g str>) {
        match part {
            Part::Quoted(text) => tokens.push(text),
            Part::Named(name) => match self.grammar.rule(name) {
                Some(part) => self.shortest(part, tokens),
                None => tokens.push(sample(name)),
            },
            Part::Sequence(parts) => parts.iter().for_each(|part| self.shortest(part, tokens)),
            // Braces are not empty: the compiler would say no more than that.
            Part::List(part) if tokens.last() == Some(&"{") => self.shortest(part, tokens),
            Part::Choice(parts) => {
                // All that remains is an extent in which little else is looked for.
                let is_rest = |part: &Part| matches!(part, Part::Quoted(text) if text == "..");
                if let Some(part) = parts.iter().min_by_key(|part| (self.fewest(part), is_rest(part))) {
                    self.shortest(part, tokens);
                }
            }
            Part::Many(_) | Part::List(_) | Part::Maybe(_) => {}
        }
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
}

fn push<'g>(rest: Stack<'g>, todo: Todo<'g>) -> Stack<'g> {
    Some(Rc::new(Node { todo, rest }))
}

fn address(stack: &Stack<'_>) -> usize {
    stack.as_ref().map_or(0, |node| Rc::as_ptr(node) as usize)
}

/// The rules that end later, the innermost first, as far as they matter.
fn rules<'g>(stack: &Stack<'g>) -> Vec<&'g str> {
    let mut rules = Vec::new();
    let mut at = stack;
    while let Some(node) = at
        && rules.len() < MOST_RULES
    {
        if let Todo::End(name) = node.todo {
            rules.push(name);
        }
        at = &node.rest;
    }
    rules
}

/// A token of a kind. Names are none of the schema's.
fn sample(kind: &str) -> &'static str {
    match kind {
        "WORD" => "zq_other",
        "UPPER" => "ZqOther",
        "CAPS" => "ZQ_OTHER",
        "NUMBER" => "u8",
        "FLOAT" => "0.5",
        "CHAR" => "'z'",
        "STRING" => "\"\"",
        _ => "1",
    }
}
