//! Each word and each name that a schema uses is offered where it is written.

#![cfg(feature = "lsp")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use wireform_build::lexemes::{Kind, Lexeme, lexemes};
use wireform_build::load::{Disk, load};
use wireform_build::source::FileId;
use wireform_cli::lsp::completion::{Completion, completions};

#[path = "../../codegen/tests/support/random.rs"]
#[expect(dead_code, reason = "it is the compiler's")]
mod random;

use random::Random;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn schemas(folders: &[&str]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(workspace().join(folder)).expect("a folder of schemas");
        let paths = entries.map(|entry| entry.expect("a file").path());
        found.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "wire")));
    }
    found.sort();
    found
}

/// The words and names of a schema that are no new names: units and the protocol's name are new, too.
fn used(path: &Path, text: &str) -> Vec<Lexeme> {
    let compiled = load(path).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let own = compiled.references.definitions().iter().filter(|one| one.span.file == FileId(0));
    let new: BTreeSet<usize> = own.map(|one| one.span.range().start).collect();
    let mut before = "";
    let mut used = Vec::new();
    for lexeme in lexemes(text).filter(|lexeme| !matches!(lexeme.kind, Kind::Space | Kind::Comment(_))) {
        let word = &text[lexeme.range.clone()];
        let is_new = new.contains(&lexeme.range.start) || word == "_" || matches!(before, "protocol" | "in");
        if lexeme.kind == Kind::Name && !is_new {
            used.push(lexeme);
        }
        before = word;
    }
    used
}

fn offers(found: &[Completion], word: &str) -> bool {
    found.iter().any(|one| one.label == word)
}

fn at(path: &Path, text: &str, offset: usize) -> Vec<Completion> {
    completions(path, &Disk::beside(path), text, offset)
}

/// Each of so many words and names is looked for.
const EACH: usize = 97;

/// How a word comes to be completed.
#[derive(Clone, Copy, PartialEq)]
enum Written {
    /// Within the whole text, as when a word is replaced.
    Amid,
    /// Nothing is behind it on its line but the brackets that an editor closes, as when the line is written.
    Last,
}

/// The marks that close what the start of a line opens; `None` if the rest of the line opens or closes something, too.
fn closers(start: &str, rest: &str) -> Option<String> {
    let mut open = Vec::new();
    for c in start.chars() {
        match c {
            '{' => open.push('}'),
            '(' => open.push(')'),
            '[' => open.push(']'),
            '}' | ')' | ']' => drop(open.pop()),
            _ => {}
        }
    }
    let closers: String = open.into_iter().rev().collect();
    let marks: String = rest.chars().filter(|c| "{([])}".contains(*c)).collect();
    (marks == closers).then_some(closers)
}

/// Words and names of all schemas, each where it is.
fn words_that_are_not_offered(written: Written, each: usize) -> (usize, Vec<String>) {
    let (mut tried, mut missing) = (0, Vec::new());
    let mut next = 0;
    for path in schemas(&["schema", "schema/gallery", "tests/schema/features", "tests/schema/specimens"]) {
        let text = fs::read_to_string(&path).expect("a schema");
        for lexeme in used(&path, &text) {
            next += 1;
            if next % each != 0 {
                continue;
            }
            let (before, after) = (&text[..lexeme.range.start], &text[lexeme.range.end..]);
            let line = before.lines().next_back().filter(|_| !before.ends_with('\n')).unwrap_or("");
            let (rest, next_lines) = after.split_at(after.find('\n').unwrap_or(after.len()));
            let word = &text[lexeme.range.clone()];
            let found = match written {
                Written::Amid => at(&path, &text, lexeme.range.end),
                // What is declared later on the line is not written yet.
                Written::Last if rest.contains(word) => continue,
                Written::Last => {
                    let Some(closers) = closers(line, rest) else { continue };
                    at(&path, &format!("{before}{closers}{next_lines}"), before.len())
                }
            };
            tried += 1;
            if !offers(&found, word) {
                missing.push(format!("{}:{}: {line}|{word}", path.display(), before.lines().count()));
            }
        }
    }
    (tried, missing)
}

/// At most one word of a hundred is missing.
fn words_are_offered(written: Written, each: usize) {
    let (tried, missing) = words_that_are_not_offered(written, each);
    println!("{} of {tried}\n{}", missing.len(), missing.join("\n"));
    assert!(tried > 50 && missing.len() * 100 <= tried, "{} of {tried}\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn words_that_are_replaced_are_offered() {
    words_are_offered(Written::Amid, EACH);
}

#[test]
fn words_at_the_ends_of_lines_are_offered() {
    words_are_offered(Written::Last, EACH);
}

#[test]
#[ignore = "long"]
fn more_words_are_offered() {
    words_are_offered(Written::Amid, 7);
    words_are_offered(Written::Last, 7);
}

#[test]
fn every_text_and_offset_has_an_answer() {
    let mut random = Random(49);
    let parts =
        ["{", "}", "(", ")", "[", "]", ",", ";", ":", "=", "\"", "'", "//", "\n", "é", " if ", " until ", "match "];
    for path in schemas(&["tests/schema/features"]).into_iter().step_by(4) {
        let whole = fs::read_to_string(&path).expect("a schema");
        for _ in 0..6 {
            let mut text = whole.clone();
            for _ in 0..3 {
                let place = text.floor_char_boundary(random.below(text.len()));
                text.insert_str(place, random.pick(&parts).expect("a part"));
            }
            let offset = text.floor_char_boundary(random.below(text.len() + 1));
            for one in at(&path, &text, offset) {
                assert!(one.range.start <= offset && text.get(one.range.clone()).is_some(), "{one:?}");
            }
        }
    }
}

#[test]
fn deep_and_long_texts_have_an_answer() {
    let header = "protocol p { byte_order: big }\nstruct A { y: u8, x: u8 if ";
    for part in ["(", "[", "{", "x + ", "if x { ", "[1, ", "match u8 { 1 => ", "(1, 2), ", "!"] {
        for times in [50, 500, 20_000] {
            let text = format!("{header}{}", part.repeat(times));
            at(Path::new("long.wire"), &text, text.len());
        }
    }
}

/// A word is offered at the `|` of a text.
fn offers_at_bar(header: &str, text: &str, word: &str) {
    let offset = header.len() + text.find('|').expect("a place");
    let text = format!("{header}{}", text.replace('|', ""));
    assert!(offers(&at(Path::new("bar.wire"), &text, offset), word), "`{word}` is not offered in\n{text}");
}

#[test]
fn names_are_known_in_unclosed_brackets() {
    let header = "protocol p { byte_order: big }\nvarint Int: u28 = leb128;\n";
    for (text, word) in [
        ("struct S {\n    size: u8, text: bytes[|\n}\n", "size"),
        ("struct S {\n    size: u8, text: bytes[si|\n}\n", "size"),
        ("struct S {\n    size: u8, text: bytes[size], more: bytes[s|\n}\n", "size"),
        ("struct S {\n    size: u8, list: [u16; s|\n    next: u8,\n}\n", "size"),
        ("struct S {\n    size: u8, list: [u16; I|\n    next: u8,\n}\n", "Int"),
        ("struct S {\n    size: u8,\n    within (|\n    next: u8,\n}\nstruct T { x: u8 }\n", "size"),
        ("struct S {\n    size: u8, sum: u32 = crc_32_iso_hdlc(|\n}\n", "before"),
        ("struct S {\n    size: u8, z: u8 if (s|\n}\n", "size"),
        ("struct S {\n    size: u8, z: u8 where ((i|\n}\n", "it"),
        ("struct S {\n    size: u8, z: u8 where ((((i|\n}\n", "it"),
        ("struct S {\n    size: u8, z: u8 where ((((((((((((i|)))))))))))) == 1\n}\n", "it"),
        ("struct S { a: |\nstruct T { x: u8 }\n", "T"),
    ] {
        offers_at_bar(header, text, word);
    }
}

#[test]
fn names_are_known_behind_mistakes() {
    let header = "protocol p { byte_order: big }\nvarint Int: u28 = leb128;\nenum Kind: u8 { Up = 0, Down = 1 }\n";
    for (text, word) in [
        // Heads.
        ("message A { x: | }", "Int"),
        ("message A == 1 { x: | }", "Int"),
        ("message A 1 { x: | }", "Int"),
        ("struct small { x: | }", "Int"),
        ("struct A = 3 { x: | }", "Int"),
        ("family F { message A 1 { x: | } }", "Int"),
        // Elements before the one that is written.
        ("struct A { a b c, x: | }", "Int"),
        ("struct A { a: u8 wher it < 5, x: | }", "Int"),
        ("struct A { a: u8; x: | }", "Int"),
        ("struct A {\n    a: u8\n    x: |\n}", "Int"),
        ("struct A {\n    a: u8\n    x: u8 if |\n}", "a"),
        ("struct A {\n    kind: Kind,\n    a: match kind {\n        Up => X { x: u8 }\n        |\n    }\n}", "Down"),
    ] {
        offers_at_bar(header, text, word);
    }
}

#[test]
fn names_that_other_arms_have_are_not_offered() {
    let header = "protocol p { byte_order: big }\nenum Kind: u8 { Up = 0, Down = 1, Left = 2, Right = 3 }\n";
    let text =
        "struct A { kind: Kind, a: match kind {\n    Up | Left => X { of: Kind },\n    |\n    Right => none,\n} }";
    let offset = header.len() + text.find("|\n").expect("a place");
    let text = format!("{header}{}", text.replacen("|\n", "\n", 1));
    let found = at(Path::new("arms.wire"), &text, offset);
    let labels: Vec<&str> = found.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["Down"], "in\n{text}");
}
