//! The words of the language and the kinds of its tokens, by the grammar of the reference.

use std::sync::OnceLock;

use wireform_build::lexemes::Kind;

use super::context::Token;
use super::expected::Terminal;
use super::notation::{self, Grammar, Part};

/// The grammar, and the words with which declarations begin.
pub struct Language {
    /// The grammar.
    pub grammar: &'static Grammar,
    /// The words with which declarations begin.
    pub words: Vec<&'static str>,
    /// Those of them whose declarations end in a semicolon.
    pub until_semicolon: Vec<&'static str>,
}

impl Language {
    /// The language of schemas; `None` if its page is not in the notation, which a test rules out.
    pub fn get() -> Option<&'static Self> {
        static GRAMMAR: OnceLock<Option<Grammar>> = OnceLock::new();
        static LANGUAGE: OnceLock<Option<Language>> = OnceLock::new();
        let language = || {
            let grammar = GRAMMAR.get_or_init(|| notation::of_page(wireform_schemas::GRAMMAR).ok()).as_ref()?;
            let (mut words, mut until_semicolon) = (vec!["protocol"], Vec::new());
            first_words(grammar, grammar.rule("item")?, &mut |word, is_until| {
                words.push(word);
                until_semicolon.extend(is_until.then_some(word));
            });
            Some(Self { grammar, words, until_semicolon })
        };
        LANGUAGE.get_or_init(language).as_ref()
    }
}

/// The words with which a rule can begin, and whether what they begin ends in a semicolon.
fn first_words<'g>(grammar: &'g Grammar, part: &'g Part, found: &mut dyn FnMut(&'g str, bool)) {
    match part {
        Part::Choice(parts) => parts.iter().for_each(|part| first_words(grammar, part, found)),
        Part::Named(name) => {
            if let Some(part) = grammar.rule(name) {
                first_words(grammar, part, found);
            }
        }
        Part::Sequence(parts) => {
            let is_until = matches!(parts.last(), Some(Part::Quoted(last)) if last == ";");
            if let Some(first) = parts.first() {
                first_words(grammar, first, &mut |word, _| found(word, is_until));
            }
        }
        Part::Quoted(word) => found(word, false),
        Part::Many(_) | Part::List(_) | Part::Maybe(_) => {}
    }
}

/// The words that are keywords before an operand, and names elsewhere.
const BEFORE_OPERANDS: [&str; 5] = ["if", "match", "until", "through", "before"];

/// Whether a token is a keyword if an operand follows it.
pub fn precedes_operands(token: &Token<'_>) -> bool {
    token.kind == Kind::Name && BEFORE_OPERANDS.contains(&token.text)
}

/// Whether a token is one of the grammar's.
pub fn fits(terminal: Terminal<'_>, token: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    match terminal {
        Terminal::Quoted(text) => matches!(token.kind, Kind::Name | Kind::Mark) && token.text == text,
        Terminal::Kind(kind) => {
            let may_call = !matches!(token.text, "if" | "match");
            let is_operand = |next: &Token<'_>| match next.kind {
                Kind::Name | Kind::Number | Kind::Char => true,
                Kind::Mark => matches!(next.text, "!" | "-") || (next.text == "(" && !may_call),
                _ => false,
            };
            let is_name = token.kind == Kind::Name;
            match kind {
                "INT" | "FLOAT" => token.kind == Kind::Number && (kind == "FLOAT") == is_float(token.text),
                "CHAR" => token.kind == Kind::Char,
                "STRING" => token.kind == Kind::Text,
                "WORD" if BEFORE_OPERANDS.contains(&token.text) && next.is_some_and(is_operand) => false,
                _ => is_name && is_of_kind(kind, token.text),
            }
        }
    }
}

fn is_float(number: &str) -> bool {
    !number.starts_with("0x") && number.contains(['.', 'e'])
}

/// Whether a name is of a kind of the grammar.
pub fn is_of_kind(kind: &str, name: &str) -> bool {
    let first = name.chars().next().unwrap_or_default();
    let is_loud = !name.contains(|c: char| c.is_ascii_lowercase());
    match kind {
        "WORD" => first.is_ascii_lowercase(),
        "UPPER" => first.is_ascii_uppercase() && !name.contains('_'),
        "CAPS" => first.is_ascii_uppercase() && is_loud,
        "NUMBER" => {
            let digits = name.trim_start_matches(['u', 'i', 'f']).trim_end_matches("be").trim_end_matches("le");
            matches!(first, 'u' | 'i' | 'f') && digits.parse::<u8>().is_ok_and(|bits| (1..=64).contains(&bits))
        }
        _ => false,
    }
}
