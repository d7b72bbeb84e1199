//! The grammar of the reference and the parser agree: every sentence of the grammar is parsed, every parsed text is a
//! sentence, and both have the same words.

#[path = "../../../../../cli/src/lsp/completion/notation.rs"]
mod notation;
mod recognize;
mod sentence;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use notation::{Grammar, Part};
use recognize::recognizes;
use sentence::Sentences;

use super::all;
use crate::ast::BitOrder;
use crate::keywords;
use crate::model::Notation;
use crate::render::render;

/// The number of schemas with an error.
const MISTAKEN: usize = 4000;

#[test]
fn whatever_the_grammar_makes_is_parsed() {
    let grammar = grammar();
    let mut sentences = Sentences::new(&grammar, 27);
    let mut tokens = 0;
    for _ in 0..1500 {
        let sentence = sentences.next_file();
        tokens += sentence.split_whitespace().count();
        let (sources, _, diagnostics) = all(&sentence);
        assert!(diagnostics.is_empty(), "{sentence}\n{}", render(&sources, &diagnostics, false));
        assert_eq!(recognizes(&grammar, &sentence), Ok(()), "{sentence}");
    }
    assert!(tokens > 30_000, "{tokens} tokens");
    assert_eq!(sentences.unused(), Vec::<String>::new(), "each word of the grammar was used");
}

#[test]
fn the_grammar_and_the_parser_refuse_the_same() {
    let grammar = grammar();
    let mut sentences = Sentences::new(&grammar, 31);
    let (mut refused, mut taken) = (0, 0);
    let mut apart = Vec::new();
    for _ in 0..MISTAKEN {
        let sentence = sentences.next_mistaken();
        let (sources, _, diagnostics) = all(&sentence);
        let made = recognizes(&grammar, &sentence);
        match (diagnostics.is_empty(), made.is_ok()) {
            (true, true) => taken += 1,
            (false, false) => refused += 1,
            _ => apart.push(format!("{sentence}\n{made:?}\n{}", render(&sources, &diagnostics, false))),
        }
    }
    assert!(apart.is_empty(), "{} disagreements\n{}", apart.len(), apart.join("\n"));
    assert!(refused > MISTAKEN / 2 && taken > MISTAKEN / 20, "{refused} refused, {taken} taken");
}

#[test]
fn the_grammar_makes_whatever_is_parsed() {
    let grammar = grammar();
    let mut files = schemas(&workspace().join("schema"));
    files.extend(schemas(&workspace().join("schema/gallery")));
    files.extend(schemas(&workspace().join("tests/schema/features")));
    assert!(files.len() > 20, "{} schemas", files.len());
    for file in files {
        let text = fs::read_to_string(&file).expect("it was listed");
        if let Err(place) = recognizes(&grammar, &text) {
            panic!("{}: the grammar knows nothing that goes on like this: {place}", file.display());
        }
    }
    for wrong in [
        "enum E: u8 { .., A = 1 }",
        "family F: u8 { message A = 1; .. message B = 2; }",
        "struct A { x }",
        "struct A { x: u8 y: u8 }",
        "enum E: u8 { A 1 }",
        "message M { x: u8 }",
        "const A = 1",
    ] {
        let text = format!("protocol p {{ byte_order: little }} {wrong}");
        assert!(recognizes(&grammar, &text).is_err() && !all(&text).2.is_empty(), "{wrong}");
    }
}

#[test]
fn the_grammar_and_the_parser_know_the_same_words() {
    // Words of diagnostics, and a name that is not written.
    let said = "true false snake_case fields this test bit_order value";
    let mut known = BTreeSet::new();
    for file in fs::read_dir(workspace().join("codegen/language/src/parse")).expect("the parser") {
        let path = file.expect("a file of it").path();
        // Words of other languages have a file of their own.
        let is_code = path.extension().is_some_and(|ending| ending == "rs");
        if is_code && !path.ends_with("tests.rs") && !path.ends_with("foreign.rs") {
            known.extend(quoted_words(&fs::read_to_string(path).expect("it was listed")));
        }
    }
    known.extend(quoted_words(
        &fs::read_to_string(workspace().join("codegen/language/src/parse.rs")).expect("the parser"),
    ));
    let encodings = keywords::all().filter(|word| word.is_at("encoding")).map(|word| word.word);
    known.extend(
        Notation::ALL.map(Notation::word).into_iter().chain(BitOrder::WORDS).chain(encodings).map(str::to_owned),
    );
    for word in said.split(' ') {
        assert!(known.remove(word), "the parser says nothing of `{word}` any more");
    }
    let mut written = BTreeSet::new();
    grammar().each(&mut |part| {
        if let Part::Quoted(text) = part
            && is_word(text)
        {
            written.insert(text.clone());
        }
    });
    assert_eq!(written, known);
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// The words in quotes in the code of a file, comments aside.
fn quoted_words(code: &str) -> Vec<String> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(|text| is_word(text)).map(str::to_owned).collect()
}

fn grammar() -> Grammar {
    let page = fs::read_to_string(workspace().join("schema/grammar.md")).expect("the reference");
    let grammar = notation::of_page(&page).expect("its notation");
    let mut used = BTreeSet::from(["file".to_owned()]);
    grammar.each(&mut |part| {
        if let Part::Named(name) = part {
            used.insert(name.clone());
        }
    });
    grammar.names().for_each(|name| assert!(used.contains(name), "nothing uses the rule `{name}`"));
    grammar
}

fn schemas(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of schemas");
    let paths = entries.map(|entry| entry.expect("a file").path());
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "wire")).collect()
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
