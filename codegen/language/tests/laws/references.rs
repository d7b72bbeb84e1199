//! The table of references covers every name of a schema.

use std::collections::BTreeMap;

use wireform_language::lexemes::Kind as Lexed;
use wireform_language::load::{Disk, Replaced, load, load_with};
use wireform_language::references::{Definition, Kind, References};
use wireform_language::{ast, catalogue};
use wireform_model::source::{FileId, Span};

use crate::random::Random;
use crate::share::{part, share};
use crate::{schemas, tokens};

/// Words with a built-in meaning, besides the words of the grammar: numbers, positions, functions, kinds of varints,
/// settings, and reasons of rejection.
const BUILT_IN: &str = "true false VERSION version it raw base zero value \
    all after before left len size span ascending leb128 sleb128 zigzag groups quic \
    byte_order bit_order versions little big \
    truncated short constant code rule text count limit varint checksum trailing reserved";

/// The words that name no declaration.
fn is_known(word: &str) -> bool {
    if BUILT_IN.split_whitespace().any(|known| known == word) || catalogue::check(word).is_some() {
        return true;
    }
    let grammar = include_str!("../../../../schema/grammar.md");
    let quoted = grammar.split('"').skip(1).step_by(2).any(|quoted| quoted == word);
    quoted || ast::WireInt::named(word, Span::default()).is_some()
}

#[test]
fn every_name_that_is_used_has_a_definition() {
    let mut missing: BTreeMap<String, usize> = BTreeMap::new();
    let mut known = 0;
    for (path, text) in schemas() {
        let compiled = load(&path).unwrap();
        let table = compiled.references;
        for one in table.definitions().iter().filter(|one| one.span.file == FileId(0)) {
            let word = &text[one.span.range()];
            assert!(tokens(word).into_iter().all(|token| token.kind == Lexed::Name), "{}: {word}", path.display());
        }
        let mut before = "";
        for token in tokens(&text).into_iter().filter(|token| token.kind == Lexed::Name) {
            let word = &text[token.range.clone()];
            // The names of the protocol and of units.
            let is_lower = word.starts_with(|c: char| c.is_ascii_lowercase());
            if matches!(std::mem::replace(&mut before, word), "protocol" | "in") && is_lower {
                continue;
            }
            let start = u32::try_from(token.range.start).unwrap();
            if table.at(FileId(0), start).any(|one| one.span.file != FileId(0) || &text[one.span.range()] == word) {
                known += 1;
            } else if !is_known(word) {
                let line = text[..token.range.start].lines().count();
                println!("{}:{line}: {word}", path.file_name().unwrap().display());
                *missing.entry(word.to_owned()).or_default() += 1;
            }
        }
    }
    println!("{known} known, {} missing\n{missing:?}", missing.values().sum::<usize>());
    assert!(missing.is_empty());
}

/// Renamed definitions of each schema.
const RENAMED: usize = 12;

/// Diagnostics where equal names connect separate declarations: named arguments, and the fields of a group that is
/// converted to a struct.
const MEETING: [&str; 3] = ["has not the fields of", "needs to know", "takes"];

/// The text with a definition and all its uses renamed.
fn renamed(text: &str, table: &References, definition: Definition) -> String {
    let old = &text[definition.span.range()];
    let is_loud = !old.contains(|c: char| c.is_ascii_lowercase());
    let first = old.starts_with(|c: char| c.is_ascii_uppercase());
    let end = if definition.kind == Kind::Constant && is_loud {
        "_ZQ"
    } else if first {
        "Zq"
    } else {
        "_zq"
    };
    let uses = table.uses(definition).filter(|span| span.file == FileId(0));
    let mut ends: Vec<usize> = uses.chain([definition.span]).map(|span| span.range().end).collect();
    ends.sort_unstable();
    let mut new = text.to_owned();
    ends.iter().rev().for_each(|at| new.insert_str(*at, end));
    new
}

#[test]
fn a_renamed_schema_is_right() {
    let mut random = Random(1);
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for (path, text) in share("schemas", schemas()) {
        let table = load(&path).unwrap().references;
        let own: Vec<Definition> =
            table.definitions().iter().copied().filter(|one| one.span.file == FileId(0)).collect();
        for _ in 0..RENAMED {
            let Some(&definition) = random.pick(&own) else { continue };
            let new = renamed(&text, &table, definition);
            tried += 1;
            let disk = Disk::beside(&path);
            if let Err(failure) = load_with(&path, &Replaced::new(&path, new, &disk)) {
                if failure.diagnostics.iter().all(|one| MEETING.iter().any(|words| one.title.contains(words))) {
                    continue;
                }
                wrong.push(format!(
                    "{:?} `{}`\n{}",
                    definition.kind,
                    &text[definition.span.range()],
                    failure.render(false)
                ));
            }
        }
    }
    println!("{tried} definitions");
    assert!(tried > part(300), "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}\n{}", wrong.len(), wrong.join("\n"));
}
