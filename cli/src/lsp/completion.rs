//! Completion: what may be written at an offset of a schema.
//!
//! The grammar says which words and kinds of names may come next ([`expected`]), so completion knows no rule of its own;
//! the compiler says which names it knows there ([`known`]).

mod arms;
pub mod context;
pub mod expected;
pub mod known;
mod language;
pub mod notation;
mod numbers;
mod rest;

use std::ops::Range;
use std::path::Path;

use wireform_build::lexemes::Kind as LexemeKind;
use wireform_build::load::Files;
use wireform_build::references;

use context::Context;
use expected::{Expected, Next, Terminal};
use known::{MAYBE_CALLED, STAND_INS, Unknown};
use language::{Language, fits, is_of_kind, precedes_operands};
use numbers::{COMMON, carries_declaration};
use rest::Rest;

/// The limit on compilations for one offset.
const MOST_COMPILED: usize = 8;

/// Whether a field of a delta may say here that it is inherited.
fn is_inherited(context: &Context<'_>) -> bool {
    let last = context.tokens.last().map_or("", |token| token.text);
    matches!(last, "else" | "from") && context.tokens.iter().any(|token| token.text == "delta")
}

/// The limit on the tokens of an unfinished element. A person writes some hundred; each takes time, and depth.
const MOST_TOKENS: usize = 1000;

/// The rules in which names are used rather than declared, the more special ones first.
const USES: [&str; 5] = ["extent", "path", "carrier", "value", "single"];

/// A text that may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The name or word.
    pub label: String,
    /// Its kind.
    pub kind: Kind,
    /// The declaration of a name, on one line.
    pub detail: Option<String>,
    /// The documentation of a name, in Markdown.
    pub documentation: Option<String>,
    /// The bytes of the text that it replaces.
    pub range: Range<usize>,
    /// Whether arguments in parentheses follow.
    pub has_arguments: bool,
}

/// The kind of a completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name that a schema declares.
    Name(references::Kind),
    /// A name that the language knows at this place: a checksum, a reason, a setting.
    Known,
    /// A word of the grammar.
    Keyword,
    /// A number on the wire.
    Number,
    /// The name of a schema's file.
    File,
}

/// The completions at an offset of a text, which is the file `path`: names first, in the order in which the compiler
/// knows them. Empty in comments, and where a new name is written.
pub fn completions(path: &Path, files: &dyn Files, text: &str, offset: usize) -> Vec<Completion> {
    let Some(language) = Language::get() else { return Vec::new() };
    let words = &language.words;
    let Some(context) = Context::at(text, offset, words, &language.until_semicolon) else { return Vec::new() };
    if context.tokens.len() > MOST_TOKENS {
        return Vec::new();
    }
    if let Some(string) = &context.string {
        return file_names(path, files, &context, string.clone());
    }
    let others = [text.get(..context.written.start), text.get(context.written.end..)];
    let has_header = others.iter().flatten().any(|text| text.lines().any(|line| line.starts_with("protocol ")));
    let first = context.tokens.first().map(|token| token.text);
    let whole = first == Some("protocol") || (first.is_none() && !has_header);
    let mut expected = Expected::new(language.grammar, if whole { "file" } else { "item" });
    let heads = context.levels.last().map_or(0, |level| level.start);
    for (at, token) in context.tokens.iter().enumerate() {
        let next = context.tokens.get(at + 1);
        let is_word = |terminal| terminal == Terminal::Quoted(token.text);
        // Before a name that is being written, a word is a keyword if it can be.
        let is_keyword =
            next.is_none() && precedes_operands(token) && expected.next().iter().any(|one| is_word(one.terminal));
        let fits = |terminal| if is_keyword { is_word(terminal) } else { fits(terminal, token, next) };
        if at < heads { expected.take_in_head(fits) } else { expected.take(fits) }
    }
    let mut next = expected.next();
    if context.begins_line {
        // The element before it may lack its comma.
        expected.take(|terminal| terminal == Terminal::Quoted(","));
        next.extend(expected.next());
    }
    let range = context.written.clone();
    let plain = |label: &str, kind| Completion {
        label: label.to_owned(),
        kind,
        detail: None,
        documentation: None,
        range: range.clone(),
        has_arguments: false,
    };
    let rest = Rest::after(text, &context, words);
    let unknown = Unknown { path, files, text, context: &context, has_header, rest };
    let mut found = names(&expected, &next, &unknown, &plain);
    let taken = arms::taken(text, &context);
    found.retain(|one| one.kind != Kind::Name(references::Kind::Code) || !taken.contains(&one.label.as_str()));
    let mut add = |completion: Completion| {
        if found.iter().all(|other: &Completion| other.label != completion.label) {
            found.push(completion);
        }
    };
    if is_inherited(&context) {
        add(plain("base", Kind::Known));
    }
    let numbers = if next.iter().any(|one| numbers::may_be(&context, one)) { numbers::all(&next) } else { Vec::new() };
    let (common, others) = numbers.split_at(numbers.len().min(COMMON.len()));
    if next.iter().any(|one| one.terminal == Terminal::Quoted("..") && one.rules.first() == Some(&"extent")) {
        add(plain("..", Kind::Keyword));
    }
    common.iter().for_each(|number| add(plain(number, Kind::Number)));
    for one in &next {
        if let Terminal::Quoted(word) = one.terminal
            && word.starts_with(|c: char| c.is_ascii_alphabetic())
            && (word != "bool" || !carries_declaration(one))
        {
            add(plain(word, Kind::Keyword));
        }
    }
    others.iter().for_each(|number| add(plain(number, Kind::Number)));
    found
}

/// The names that the compiler knows.
fn names(
    expected: &Expected<'_>,
    next: &[Next<'_>],
    unknown: &Unknown<'_>,
    plain: &dyn Fn(&str, Kind) -> Completion,
) -> Vec<Completion> {
    let mut found: Vec<Completion> = Vec::new();
    let mut tried: Vec<(&str, Option<&str>)> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let path = path_before(unknown.context);
    let mut all: Vec<&Next<'_>> = next.iter().collect();
    // Among several derivations with the same end, the one that needs the fewest tokens.
    let is_used = |one: &Next<'_>| USES.iter().position(|rule| one.rules.first() == Some(rule)).unwrap_or(USES.len());
    all.sort_by_cached_key(|one| (is_used(one), expected.distance(one)));
    for one in all {
        let Terminal::Kind(kind) = one.terminal else { continue };
        let place = (kind, one.rules.first().copied());
        if tried.contains(&place) {
            continue;
        }
        tried.push(place);
        let is_call = one.rules.get(1) == Some(&"primary") && kind == "WORD";
        let stand_ins: &[&str] = match kind {
            "WORD" if is_call && !follows_a_dot(unknown.context) => &MAYBE_CALLED,
            "WORD" => &STAND_INS[..1],
            "UPPER" => &STAND_INS[1..2],
            "CAPS" => &STAND_INS[2..],
            _ => continue,
        };
        for stand_in in stand_ins {
            let text = unknown.text_with(expected, one, stand_in);
            if texts.contains(&text) || texts.len() == MOST_COMPILED {
                continue;
            }
            texts.push(text);
            let has_arguments = stand_in.ends_with(')');
            let known = unknown.known(texts.last().map_or("", String::as_str));
            let types = if numbers::may_count(unknown.context, one) { known.numbers() } else { Vec::new() };
            for name in known.names.iter().map(|name| within(&path, name)).chain(types) {
                let declared = known.declared(name);
                if declared.is_none() && !is_of_kind(kind, name) {
                    continue;
                }
                let kind = declared.as_ref().map_or(Kind::Known, |declared| Kind::Name(declared.kind));
                let mut completion = plain(name, kind);
                completion.has_arguments = has_arguments;
                if let Some(declared) = declared {
                    completion.documentation = Some(declared.docs.join("\n")).filter(|docs| !docs.is_empty());
                    completion.detail = Some(declared.text);
                }
                if found.iter().all(|other| other.label != completion.label) {
                    found.push(completion);
                }
            }
        }
    }
    found
}

/// The path before the offset, up to its last dot.
fn path_before(context: &Context<'_>) -> String {
    let mut path = String::new();
    let mut before = context.tokens.iter().rev();
    while let (Some(dot), Some(name)) = (before.next(), before.next())
        && dot.text == "."
        && name.kind == LexemeKind::Name
    {
        path = format!("{}.{path}", name.text);
    }
    path
}

/// The part of a known path that comes after the one before the offset: paths into elements are known as a whole.
fn within<'n>(path: &str, name: &'n str) -> &'n str {
    let before = path.strip_prefix("it.").unwrap_or(path);
    let rest = name.strip_prefix(before).unwrap_or(name);
    rest.split('.').next().unwrap_or(rest)
}

fn follows_a_dot(context: &Context<'_>) -> bool {
    context.tokens.last().is_some_and(|last| last.text == ".")
}

/// The names of files in a `use`.
fn file_names(path: &Path, files: &dyn Files, context: &Context<'_>, string: Range<usize>) -> Vec<Completion> {
    if context.tokens.last().is_none_or(|last| last.text != "use") {
        return Vec::new();
    }
    let own = path.file_name().and_then(|name| name.to_str());
    let names = files.names(path.parent().unwrap_or(Path::new("")));
    let others = names.into_iter().filter(|name| Some(name.as_str()) != own);
    let file = |label| Completion {
        label,
        kind: Kind::File,
        detail: None,
        documentation: None,
        range: string.clone(),
        has_arguments: false,
    };
    others.map(file).collect()
}
