//! Recognises schemas by the grammar alone. All derivations are tried, so that the order of rules does not matter.

use std::collections::{BTreeSet, HashMap};

use super::notation::{Grammar, Part};

/// Accepts a text, or reports where it leaves the grammar.
pub(super) fn recognizes(grammar: &Grammar, text: &str) -> Result<(), String> {
    let tokens = tokens(text);
    let mut reader = Reader::new(grammar, &tokens);
    if reader.rule("file", 0).contains(&tokens.len()) {
        return Ok(());
    }
    let around = reader.furthest.saturating_sub(8)..(reader.furthest + 4).min(tokens.len());
    Err(tokens[around].join(" "))
}

/// A recogniser with memoised results.
pub(super) struct Reader<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) tokens: &'g [String],
    /// The possible ends of each rule at each token.
    known: HashMap<(String, usize), BTreeSet<usize>>,
    furthest: usize,
}

impl<'g> Reader<'g> {
    pub(super) fn new(grammar: &'g Grammar, tokens: &'g [String]) -> Self {
        Self { grammar, tokens, known: HashMap::new(), furthest: 0 }
    }

    /// All possible ends of a rule that begins at a token.
    pub(super) fn rule(&mut self, name: &str, at: usize) -> BTreeSet<usize> {
        let Some(part) = self.grammar.rule(name) else {
            let begins_more = self.begins_more(at);
            return self.step(at, |token| is_kind(name, token) && !begins_more);
        };
        let key = (name.to_owned(), at);
        if let Some(ends) = self.known.get(&key) {
            return ends.clone();
        }
        let ends = self.part(part, at);
        self.known.insert(key, ends.clone());
        ends
    }

    fn step(&mut self, at: usize, fits: impl Fn(&str) -> bool) -> BTreeSet<usize> {
        self.furthest = self.furthest.max(at);
        self.tokens.get(at).filter(|token| fits(token)).map(|_| at + 1).into_iter().collect()
    }

    /// All possible ends of a part that begins at a token.
    pub(super) fn part(&mut self, part: &Part, at: usize) -> BTreeSet<usize> {
        match part {
            Part::Quoted(text) => self.step(at, |token| token == text),
            Part::Named(name) => self.rule(name, at),
            Part::Choice(parts) => parts.iter().flat_map(|part| self.part(part, at)).collect(),
            Part::Sequence(parts) => parts.iter().fold(BTreeSet::from([at]), |starts, part| {
                starts.into_iter().flat_map(|start| self.part(part, start)).collect()
            }),
            Part::Maybe(part) => {
                let mut ends = self.part(part, at);
                ends.insert(at);
                ends
            }
            Part::Many(part) => self.many(part, at, false),
            Part::List(part) => self.many(part, at, true),
        }
    }

    fn many(&mut self, part: &Part, at: usize, commas: bool) -> BTreeSet<usize> {
        let mut ends = BTreeSet::from([at]);
        let mut new = vec![at];
        while let Some(start) = new.pop() {
            for end in self.part(part, start) {
                let comma = self.tokens.get(end).is_some_and(|token| token == ",");
                let goes_on = match self.needs_comma(start) {
                    _ if !commas => Some(end),
                    Some(true) if !comma => {
                        // The last comma before the bracket is optional.
                        if self.tokens.get(end).is_some_and(|token| ["}", ")", "]"].contains(&token.as_str())) {
                            ends.insert(end);
                        }
                        None
                    }
                    Some(true) => Some(end + 1),
                    Some(false) => Some(end),
                    None => Some(end + usize::from(comma)),
                };
                if let Some(next) = goes_on
                    && ends.insert(next) | (next == end && commas)
                    && next > start
                {
                    new.push(next);
                }
            }
        }
        ends
    }
}

impl Reader<'_> {
    /// Whether a word is a keyword by what follows it: `if` before an expression, `until` before a pattern.
    fn begins_more(&self, at: usize) -> bool {
        let before = |back: usize| at.checked_sub(back).and_then(|at| self.tokens.get(at)).map_or("", String::as_str);
        let next = self.tokens.get(at + 1).map_or("", String::as_str);
        let operand = next.starts_with(|first: char| first.is_ascii_alphanumeric() || "\"'(".contains(first));
        match before(0) {
            // `if "If": u8` is a name with its source name.
            "if" if next.starts_with('"') && self.tokens.get(at + 2).is_some_and(|token| token == ":") => false,
            // No expression is `()`.
            "if" if next == "(" && self.tokens.get(at + 2).is_some_and(|token| token == ")") => false,
            "if" => before(1) != "." && (operand || ["!", "-", "["].contains(&next)),
            "until" => match (before(1), before(2)) {
                (";", _) | ("(", "within") | ("[", "bytes" | "utf8" | "ascii" | "latin1") => {
                    operand || ["-", "_", "..", "..=", "!"].contains(&next)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a comma must follow an element: never after a message of a family, optionally after an example.
    fn needs_comma(&self, start: usize) -> Option<bool> {
        let next = self.tokens.get(start + 1).and_then(|token| token.chars().next()).unwrap_or_default();
        match self.tokens.get(start).map(String::as_str) {
            Some("message") if next.is_ascii_uppercase() => Some(false),
            Some("example" | "accepts" | "refuses") if next == '"' => None,
            _ => Some(true),
        }
    }
}

/// Whether a token is of a kind, which the grammar names in capitals.
fn is_kind(kind: &str, token: &str) -> bool {
    let first = token.chars().next().unwrap_or_default();
    let is_name = first.is_ascii_alphabetic();
    let is_caps = is_name && !token.contains(|c: char| c.is_ascii_lowercase());
    let is_float = first.is_ascii_digit() && !token.starts_with("0x") && token.contains(['.', 'e']);
    match kind {
        "WORD" => is_name && first.is_ascii_lowercase(),
        "UPPER" => is_name && first.is_ascii_uppercase() && !token.contains('_'),
        "CAPS" => is_caps,
        "IGNORED" => token.strip_prefix('_').is_some_and(|bits| bits.parse::<u32>().is_ok()),
        "INT" => first.is_ascii_digit() && !is_float,
        "FLOAT" => is_float,
        "CHAR" => first == '\'',
        "STRING" => first == '"',
        "NUMBER" => {
            let digits = token.trim_start_matches(['u', 'i', 'f']).trim_end_matches("be").trim_end_matches("le");
            matches!(first, 'u' | 'i' | 'f') && digits.parse::<u8>().is_ok_and(|bits| (1..=64).contains(&bits))
        }
        other => panic!("the grammar has no kind of token `{other}`"),
    }
}

/// The tokens of a schema, without comments.
pub(super) fn tokens(text: &str) -> Vec<String> {
    const LONG: [&str; 10] = ["..=", "..", "=>", "->", "==", "!=", "<=", ">=", "&&", "||"];
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, behind)| behind).trim_start();
            continue;
        }
        let end = match first {
            '"' | '\'' => closed(rest, first),
            _ if first.is_ascii_digit() => number(rest),
            _ if first.is_ascii_alphabetic() || first == '_' => {
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            _ => LONG.iter().find(|mark| rest.starts_with(**mark)).map_or(first.len_utf8(), |mark| mark.len()),
        };
        tokens.push(rest[..end].to_owned());
        rest = rest[end..].trim_start();
    }
    tokens
}

/// The end of a string or a character.
fn closed(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The end of a number: it includes a point before a digit, and a sign after `e`.
fn number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_hex = text.starts_with("0x");
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let next_is_digit = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        let behind_e = !is_hex && at > 0 && bytes[at - 1] == b'e';
        match byte {
            b'.' if next_is_digit && bytes.get(at + 1) != Some(&b'.') => {}
            b'-' | b'+' if behind_e => {}
            byte if byte.is_ascii_alphanumeric() || *byte == b'_' => {}
            _ => break,
        }
        at += 1;
    }
    at
}
