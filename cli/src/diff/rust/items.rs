//! Items of generated Rust that a program can name.

use std::collections::BTreeMap;

use super::lex::{Token, joined, tokens};

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A module.
    Module,
    /// A struct, an enum or a trait.
    Type,
    /// Whether a type has a lifetime.
    Borrows,
    /// A field of a struct.
    Field,
    /// A variant of an enum.
    Variant,
    /// A function, a constant.
    Function,
    /// A function of a trait that has no body.
    Required,
    /// A trait that a type has.
    Derived,
    /// A conversion of an enum by `as`.
    Cast,
    /// A constant or a function that a macro of the runtime makes.
    Made,
}

/// An item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its kind.
    pub kind: Kind,
    /// Its type or signature.
    pub text: String,
    /// The path of what it is in.
    pub owner: Option<String>,
}

impl Item {
    /// In a few words.
    pub fn shown(&self) -> String {
        match (self.kind, self.text.as_str()) {
            (Kind::Module, _) => "mod".to_owned(),
            (Kind::Borrows, "") => "owned".to_owned(),
            (_, text) => text.to_owned(),
        }
    }
}

/// The items of a text, by their paths.
pub fn items(text: &str) -> BTreeMap<String, Item> {
    let mut found = Found::default();
    found.module("", &tokens(text));
    found.0
}

#[derive(Default)]
struct Found(BTreeMap<String, Item>);

impl Found {
    fn add(&mut self, path: String, kind: Kind, text: String, owner: &str) {
        let owner = Some(owner.to_owned()).filter(|owner| !owner.is_empty());
        self.0.insert(path, Item { kind, text, owner });
    }

    fn module(&mut self, outer: &str, tokens: &[Token]) {
        let mut at = 0;
        let mut derives: Vec<String> = Vec::new();
        while let Some(token) = tokens.get(at) {
            let rest = tokens.get(at..).unwrap_or_default();
            if token.is_mark('#') {
                if let Some(Token::Group('[', inside)) = rest.get(1) {
                    derives.extend(derived(inside));
                }
                at = at.saturating_add(2);
                continue;
            }
            let end = end_of(rest);
            let item = rest.get(..end).unwrap_or_default();
            if token.is("pub") && !matches!(item.get(1), Some(Token::Group('(', _))) {
                self.item(outer, item.get(1..).unwrap_or_default(), &derives);
            } else if token.is("impl") {
                self.implementation(outer, item);
            } else if let [Token::Word(name), Token::Mark('!'), Token::Group('{', inside)] = after_path(item) {
                self.made(outer, name, inside);
            }
            derives.clear();
            at = at.saturating_add(end.max(1));
        }
    }

    fn item(&mut self, outer: &str, item: &[Token], derives: &[String]) {
        let [Token::Word(word), rest @ ..] = item else { return };
        let Some(Token::Word(name)) = rest.first() else { return };
        let path = join(outer, name);
        let body =
            item.iter().rev().find_map(|token| if let Token::Group('{', inside) = token { Some(inside) } else { None });
        let body = body.map(Vec::as_slice).unwrap_or_default();
        match word.as_str() {
            "mod" => {
                self.add(path.clone(), Kind::Module, String::new(), outer);
                self.module(&path, body);
            }
            "struct" | "enum" | "trait" => {
                self.add(path.clone(), Kind::Type, word.clone(), outer);
                let life: String = rest
                    .iter()
                    .skip(1)
                    .take_while(|token| !matches!(token, Token::Group(..) | Token::Mark(';')))
                    .map(|token| joined(std::slice::from_ref(token)))
                    .collect();
                let life = life.split_once("where").map_or(life.clone(), |(life, _)| life.to_owned());
                self.add(format!("{path}<>"), Kind::Borrows, life, &path);
                for one in derives {
                    self.add(format!("{path}: {one}"), Kind::Derived, one.clone(), &path);
                }
                match word.as_str() {
                    "struct" => self.fields(&path, body),
                    "enum" => self.variants(&path, body),
                    _ => self.methods(&path, body),
                }
            }
            _ => {}
        }
    }

    fn fields(&mut self, owner: &str, body: &[Token]) {
        for field in parts(body) {
            if let [Token::Word(public), Token::Word(name), Token::Mark(':'), of @ ..] = field.as_slice()
                && public == "pub"
            {
                self.add(format!("{owner}.{name}"), Kind::Field, joined(of), owner);
            }
        }
    }

    fn variants(&mut self, owner: &str, body: &[Token]) {
        let mut has_values = false;
        for variant in parts(body) {
            if let [Token::Word(name), of @ ..] = variant.as_slice() {
                let is_plain = of.first().is_none_or(|token| token.is_mark('='));
                let text = match of {
                    // Its number is not part of its type, nor are comments on its fields.
                    _ if is_plain => "variant".to_owned(),
                    [Token::Group('{', fields)] => {
                        let fields: Vec<String> = parts(fields).iter().map(|field| joined(field)).collect();
                        format!("{{{}}}", fields.join(", "))
                    }
                    of => joined(of),
                };
                self.add(format!("{owner}::{name}"), Kind::Variant, text, owner);
                has_values |= !is_plain;
            }
        }
        if !has_values {
            self.add(format!("{owner} as _"), Kind::Cast, "cast".to_owned(), owner);
        }
    }

    /// The items that a macro of the runtime makes, and makes only of some types.
    fn made(&mut self, outer: &str, name: &str, inside: &[Token]) {
        let all = arguments(inside);
        let Some((first, others)) = all.split_first() else { return };
        let has = |word: &str| others.iter().any(|one| one.first().is_some_and(|token| token.is(word)));
        let is_hooked = first.first().is_some_and(|token| token.is("hooked"));
        let Some(owner) = type_of(first).map(|name| join(outer, name)) else { return };
        match name {
            "names" => {
                if !has("ranges") {
                    self.add(format!("{owner}::ALL"), Kind::Made, "const &'static [Self]".to_owned(), &owner);
                }
                let code = others.iter().find(|one| one.first().is_some_and(|token| token.is("code")));
                let from = if has("fails") { "TryFrom" } else { "From" };
                let is_made = has("fails") || has("open") || has("all");
                if let Some([_, of @ ..]) = code.map(Vec::as_slice).filter(|_| is_made) {
                    let of = format!("{from}<{}>", joined(of));
                    self.add(format!("{owner}: {of}"), Kind::Derived, of, &owner);
                }
            }
            "value" => {
                if has("max") {
                    self.add(format!("{owner}: Bounded"), Kind::Derived, "Bounded".to_owned(), &owner);
                }
                let takes = if is_hooked { "(&self, buffer, hooks)" } else { "(&self, buffer)" };
                self.add(format!("{owner}::write()"), Kind::Made, takes.to_owned(), &owner);
            }
            "view" => {
                let gives = if is_hooked { "Unverified<Self>" } else { "Self" };
                self.add(format!("{owner}::parse()"), Kind::Made, format!("(bytes) -> {gives}"), &owner);
            }
            _ => {}
        }
    }

    /// The functions of a trait, and those that the macro of handlers makes, which have a body.
    fn methods(&mut self, owner: &str, body: &[Token]) {
        for (at, token) in body.iter().enumerate() {
            let rest = body.get(at..).unwrap_or_default();
            match rest {
                [fun, Token::Word(name), ..] if fun.is("fn") => {
                    let head: Vec<Token> = rest
                        .iter()
                        .skip(2)
                        .take_while(|token| !matches!(token, Token::Group('{', _) | Token::Mark(';')))
                        .cloned()
                        .collect();
                    let has_body = matches!(rest.get(2_usize.saturating_add(head.len())), Some(Token::Group('{', _)));
                    let kind = if has_body { Kind::Function } else { Kind::Required };
                    self.add(format!("{owner}::{name}()"), kind, joined(&head), owner);
                }
                [Token::Mark('!'), Token::Group('{', inside), ..] => {
                    for method in parts(inside) {
                        if let [Token::Word(name), Token::Word(_), Token::Group('(', of), ..] = method.as_slice() {
                            self.add(format!("{owner}::{name}()"), Kind::Function, format!("({})", joined(of)), owner);
                        }
                    }
                }
                _ => {
                    let _ = token;
                }
            }
        }
    }

    /// A trait of the standard library that a type implements.
    fn implemented(&mut self, outer: &str, of: &[Token], to: &[Token]) {
        let is_core = of.iter().any(|token| token.is("core")) && !of.iter().any(|token| token.is("wireform"));
        let last = |tokens: &[Token]| {
            let words = tokens
                .iter()
                .filter_map(|token| if let Token::Word(word) = token { Some(word.as_str()) } else { None });
            words.rev().find(|word| !word.starts_with('\'')).map(str::to_owned)
        };
        let is_plain = !of.iter().any(|token| token.is_mark('<'));
        if let (Some(of), Some(to)) = (last(of), last(to))
            && is_core
            && is_plain
        {
            let owner = join(outer, &to);
            self.add(format!("{owner}: {of}"), Kind::Derived, of, &owner);
        }
    }

    /// The public functions and constants of a type.
    fn implementation(&mut self, outer: &str, item: &[Token]) {
        let Some((Token::Group('{', body), head)) = item.split_last() else { return };
        let mut depth = 0_i32;
        let mut of: Vec<&Token> = Vec::new();
        for token in head.iter().skip(1) {
            match token {
                Token::Mark('<') => depth = depth.saturating_add(1),
                Token::Mark('>') => depth = depth.saturating_sub(1),
                token if depth == 0 => of.push(token),
                _ => {}
            }
        }
        if let Some(at) = head.iter().position(|token| token.is("for")) {
            let (of, to) = (head.get(1..at).unwrap_or_default(), head.get(at.saturating_add(1)..).unwrap_or_default());
            self.implemented(outer, of, to);
            return;
        }
        let Some(Token::Word(name)) = of.last() else { return };
        let owner = join(outer, name);
        let mut at = 0;
        while let Some(token) = body.get(at) {
            let rest = body.get(at..).unwrap_or_default();
            if !token.is("pub") || matches!(rest.get(1), Some(Token::Group('(', _))) {
                at = at.saturating_add(1);
                continue;
            }
            let kept = rest.iter().skip(1).filter(|token| !token.is("const") && !token.is("unsafe"));
            let tokens: Vec<&Token> =
                kept.take_while(|token| !matches!(token, Token::Group('{', _) | Token::Mark(';'))).collect();
            let is_constant =
                rest.get(1).is_some_and(|token| token.is("const")) && !rest.get(2).is_some_and(|token| token.is("fn"));
            let words: Vec<Token> = tokens.into_iter().cloned().collect();
            match words.as_slice() {
                [fun, Token::Word(name), head @ ..] if fun.is("fn") => {
                    self.add(format!("{owner}::{name}()"), Kind::Function, joined(head), &owner);
                }
                [Token::Word(name), Token::Mark(':'), of @ ..] if is_constant => {
                    // Its number is not part of its type.
                    let of: Vec<Token> = of.iter().take_while(|token| !token.is_mark('=')).cloned().collect();
                    self.add(format!("{owner}::{name}"), Kind::Function, format!("const {}", joined(&of)), &owner);
                }
                _ => {}
            }
            at = at.saturating_add(1);
        }
    }
}

/// The traits of `#[derive(..)]`.
fn derived(attribute: &[Token]) -> Vec<String> {
    match attribute {
        [word, Token::Group('(', inside)] if word.is("derive") => {
            parts(inside).iter().map(|path| joined(path)).collect()
        }
        _ => Vec::new(),
    }
}

/// A macro's name and what follows it, of `::wireform::value! { .. }`.
fn after_path(item: &[Token]) -> &[Token] {
    let is_path = |token: &Token| token.is_mark(':') || token.is("wireform");
    let front = item.iter().take_while(|token| is_path(token)).count();
    item.get(front..).unwrap_or_default()
}

/// The arguments of a macro: pieces between commas and semicolons.
fn arguments(tokens: &[Token]) -> Vec<Vec<Token>> {
    let pieces = tokens.split(|token| token.is_mark(';'));
    pieces.flat_map(parts).collect()
}

/// The last name of a type without its generics, after groups and `hooked`: `Kick` of `[const CODE: i32] Kick<'_, CODE>`.
fn type_of(tokens: &[Token]) -> Option<&str> {
    let front = tokens.iter().take_while(|token| !token.is_mark('<'));
    let words = front.filter_map(|token| if let Token::Word(word) = token { Some(word.as_str()) } else { None });
    words.last()
}

/// Where an item ends: behind its braces or its semicolon.
fn end_of(tokens: &[Token]) -> usize {
    let is_end = |token: &Token| matches!(token, Token::Group('{', _) | Token::Mark(';'));
    tokens.iter().position(is_end).map_or(tokens.len(), |at| at.saturating_add(1))
}

/// Pieces between commas, without attributes.
fn parts(tokens: &[Token]) -> Vec<Vec<Token>> {
    let (mut all, mut current, mut depth, mut at) = (Vec::new(), Vec::new(), 0_i32, 0);
    while let Some(token) = tokens.get(at) {
        if token.is_mark('#') && matches!(tokens.get(at.saturating_add(1)), Some(Token::Group('[', _))) {
            at = at.saturating_add(2);
            continue;
        }
        match token {
            Token::Mark('<') => depth = depth.saturating_add(1),
            Token::Mark('>') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if token.is_mark(',') && depth <= 0 {
            all.push(std::mem::take(&mut current));
        } else {
            current.push(token.clone());
        }
        at = at.saturating_add(1);
    }
    all.push(current);
    all.retain(|part| !part.is_empty());
    all
}

fn join(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_owned() } else { format!("{outer}::{name}") }
}

#[cfg(test)]
mod tests {
    use wireform_build::{Options, load_text, rust};

    use super::{Kind, items};

    /// How often words follow each other in code.
    fn count(code: &str, words: &str) -> usize {
        let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        code.join("\n").matches(words).count()
    }

    #[test]
    fn every_public_item_is_found() {
        for (name, text) in wireform_schemas::ALL {
            let schema = load_text(name, text).expect("a right schema").schema;
            let code = rust(&schema, &Options::default());
            let found = items(&code);
            let of = |kind: Kind| found.values().filter(|item| item.kind == kind).count();
            let types = ["pub struct ", "pub enum ", "pub trait "].map(|words| count(&code, words));
            assert_eq!(of(Kind::Type), types.iter().sum::<usize>(), "{name}");
            assert_eq!(of(Kind::Module), count(&code, "pub mod "), "{name}");
            let named = found.iter().filter(|(path, item)| path.ends_with("()") && item.kind != Kind::Made);
            let functions = named.filter(|(path, _)| !path.contains("Handler::")).count();
            let public = count(&code, "pub fn ") + count(&code, "pub const fn ");
            assert_eq!(functions, public + of(Kind::Required), "{name}");
            assert!(of(Kind::Field) > 10 && of(Kind::Derived) > 50, "{name}");
            for (word, made) in [("value", "::write()"), ("view", "::parse()")] {
                let paths = found.iter().filter(|(path, item)| path.ends_with(made) && item.kind == Kind::Made);
                assert_eq!(paths.count(), count(&code, &format!("wireform :: {word} ! {{")), "{name} {word}");
            }
        }
    }
}
