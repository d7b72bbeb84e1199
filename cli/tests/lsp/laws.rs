//! Laws for all schemas of this repository: names lead where the compiler says, a rename gives the same model or is
//! refused, tokens are in order.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use wireform_build::lexemes::{Kind as LexemeKind, lexemes};
use wireform_build::load;
use wireform_build::names::type_name;
use wireform_build::references::{Kind, References};
use wireform_build::source::Span;
use wireform_cli::model_text;

use crate::client::{Client, at, edited, root, uri};
use crate::random::Random;
use crate::share::{part, share};

/// All schemas, with their texts.
fn schemas() -> Vec<(PathBuf, String)> {
    let mut folders = vec![root().join("schema"), root().join("tests/schema")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "wire") {
                let text = std::fs::read_to_string(&path).expect("a schema");
                found.push((path, text));
            }
        }
    }
    found.sort();
    assert!(found.len() > 70, "{} schemas", found.len());
    found
}

/// The starts of the lines of a text.
fn starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// The line and the character of an offset, in UTF-16.
fn position(text: &str, starts: &[usize], offset: usize) -> (usize, usize) {
    let line = starts.partition_point(|start| *start <= offset) - 1;
    (line, text[starts[line]..offset].encode_utf16().count())
}

/// The range of a span.
fn range(text: &str, starts: &[usize], span: Span) -> (usize, usize, usize, usize) {
    let (line, character) = position(text, starts, span.range().start);
    let (end_line, end) = position(text, starts, span.range().end);
    (line, character, end_line, end)
}

/// The ranges of locations.
fn ranges(locations: &Value) -> BTreeSet<(usize, usize, usize, usize)> {
    let of = |one: &Value| {
        let number =
            |end: &str, key: &str| usize::try_from(one["range"][end][key].as_u64().expect("a number")).expect("small");
        (number("start", "line"), number("start", "character"), number("end", "line"), number("end", "character"))
    };
    locations.as_array().expect("a list").iter().map(of).collect()
}

/// All names that the compiler knows in a text, with what they stand for: themselves, unless they are used.
fn meanings(references: &References) -> BTreeMap<Span, BTreeSet<Span>> {
    let mut meanings: BTreeMap<Span, BTreeSet<Span>> = BTreeMap::new();
    for one in references.references() {
        meanings.entry(one.span).or_default().insert(one.definition);
    }
    for one in references.definitions() {
        meanings.entry(one.span).or_insert_with(|| BTreeSet::from([one.span]));
    }
    meanings
}

#[test]
fn every_name_leads_to_what_it_stands_for() {
    let mut client = Client::new();
    for (path, text) in share("schemas", schemas()) {
        let uri = uri(&path);
        client.open(&uri, &text);
        let compiled = load(&path).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        let starts = starts(&text);
        let meanings = meanings(&compiled.references);
        // Requests in one go: waiting for each takes most of the time.
        let mut asked = Vec::new();
        for (span, wanted) in &meanings {
            // A shape without a name is its whole wire, and there may be names in that.
            if !is_name(&text[span.range()]) {
                continue;
            }
            let middle = (span.range().start + span.range().end) / 2;
            let (line, character) = position(&text, &starts, middle);
            asked.push((client.begin("textDocument/definition", at(&uri, line, character)), *span, wanted));
        }
        for (id, span, wanted) in asked {
            let wanted: BTreeSet<_> = wanted.iter().map(|span| range(&text, &starts, *span)).collect();
            let found = ranges(&client.answer(id)["result"]);
            assert_eq!(found, wanted, "{}: `{}` at {span:?}", path.display(), &text[span.range()]);
        }
        let mut asked = Vec::new();
        for one in compiled.references.definitions().iter().filter(|one| is_name(&text[one.span.range()])) {
            let (line, character) = position(&text, &starts, one.span.range().start);
            let mut params = at(&uri, line, character);
            params["context"] = json!({ "includeDeclaration": false });
            asked.push((client.begin("textDocument/references", params), *one));
        }
        for (id, one) in asked {
            let found = ranges(&client.answer(id)["result"]);
            let wanted: BTreeSet<_> = compiled.references.uses(one).map(|span| range(&text, &starts, span)).collect();
            // Versions may declare one name differently, or a shape has it from its type: then it has the uses of all.
            assert!(found.is_superset(&wanted), "{}: `{}`", path.display(), &text[one.span.range()]);
            let is_shared = meanings.iter().any(|(span, of)| {
                (*span == one.span || of.contains(&one.span))
                    && (of.len() > 1 || !of.contains(span) && *span == one.span)
            });
            assert!(
                is_shared || found == wanted || one.kind == Kind::Type || one.kind == Kind::Shape,
                "{}: `{}`",
                path.display(),
                &text[one.span.range()]
            );
        }
        client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    assert_eq!(client.exit(), Some(0));
}

/// Whether a text is one word.
fn is_name(text: &str) -> bool {
    lexemes(text).map(|one| one.kind).eq([LexemeKind::Name])
}

/// The words of the grammar.
fn words() -> BTreeSet<String> {
    let page = std::fs::read_to_string(root().join("schema/grammar.md")).expect("the grammar").replace("\r\n", "\n");
    let (_, block) = page.split_once("```text\n").expect("its block");
    let (block, _) = block.split_once("```").expect("its end");
    let quoted = block.split('"').skip(1).step_by(2);
    quoted.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).map(str::to_owned).collect()
}

/// The spans of the tokens of an answer, in bytes, with their types.
fn tokens(text: &str, starts: &[usize], answer: &Value) -> Vec<(usize, usize, usize)> {
    let data: Vec<usize> = answer["data"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| usize::try_from(one.as_u64().expect("a number")).expect("a small one"))
        .collect();
    assert!(data.len().is_multiple_of(5));
    let (mut line, mut character) = (0, 0);
    let mut found = Vec::new();
    for token in data.chunks(5) {
        let [down, right, length, kind, _] = token else { panic!("five numbers") };
        character = if *down == 0 { character + right } else { *right };
        line += down;
        let start = starts[line];
        let units: Vec<u16> = text[start..].lines().next().unwrap_or("").encode_utf16().collect();
        let bytes = |units: &[u16]| String::from_utf16(units).expect("whole characters").len();
        assert!(character + length <= units.len(), "a token ends after its line {line}");
        let at = start + bytes(&units[..character]);
        found.push((at, at + bytes(&units[character..character + length]), *kind));
    }
    found
}

#[test]
fn tokens_are_in_order_and_keywords_are_words_of_the_grammar() {
    const KEYWORD: usize = 4;
    let words = words();
    let mut client = Client::new();
    let mut seen = BTreeSet::new();
    for (path, text) in schemas() {
        let uri = uri(&path);
        client.open(&uri, &text);
        let answer = client.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": uri } }));
        let tokens = tokens(&text, &starts(&text), &answer);
        let compiled = load(&path).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        let meanings = meanings(&compiled.references);
        let names: BTreeSet<usize> = meanings.keys().map(|span| span.range().start).collect();
        let mut last = 0;
        for (start, end, kind) in &tokens {
            assert!(last <= *start && start < end, "{}: {last} {start} {end}", path.display());
            last = *end;
            let written = &text[*start..*end];
            if *kind == KEYWORD {
                assert!(words.contains(written), "{}: `{written}` is no word of the grammar", path.display());
                assert!(!names.contains(start), "{}: `{written}` at {start} is a name", path.display());
                seen.insert(written.to_owned());
            }
        }
        // Everything but brackets, separators and `_` is a token.
        let known: BTreeSet<usize> = tokens.iter().map(|(start, _, _)| *start).collect();
        for lexeme in lexemes(&text) {
            let written = &text[lexeme.range.clone()];
            let has_token = match lexeme.kind {
                LexemeKind::Space => false,
                LexemeKind::Mark => !"{}()[],;:.".contains(written),
                _ => written != "_",
            };
            assert_eq!(known.contains(&lexeme.range.start), has_token, "{}: `{written}`", path.display());
        }
    }
    // Types, and words that no schema of this repository needs.
    let others = ["bool", "f32", "f64", "low_first", "round", "use"];
    let unseen: Vec<&String> = words.difference(&seen).filter(|word| !others.contains(&word.as_str())).collect();
    assert!(unseen.is_empty(), "never seen as keywords: {unseen:?}");
    assert_eq!(client.exit(), Some(0));
}

/// The start and the end of a range.
fn ends(range: &Value) -> [(u64, u64); 2] {
    ["start", "end"].map(|end| {
        let number = |key: &str| range[end][key].as_u64().expect("a number");
        (number("line"), number("character"))
    })
}

fn is_within(inner: &Value, outer: &Value) -> bool {
    let ([start, end], [outer_start, outer_end]) = (ends(inner), ends(outer));
    outer_start <= start && start <= end && end <= outer_end
}

/// The symbols of a list and all below them: names are within declarations, and these within those around them.
fn check_symbols(symbols: &Value, outer: Option<&Value>) -> usize {
    let mut count = 0;
    for symbol in symbols.as_array().into_iter().flatten() {
        assert!(is_within(&symbol["selectionRange"], &symbol["range"]), "{symbol}");
        assert!(outer.is_none_or(|outer| is_within(&symbol["range"], outer)), "{symbol}");
        count += 1 + check_symbols(&symbol["children"], Some(&symbol["range"]));
    }
    count
}

#[test]
fn ranges_are_within_those_around_them() {
    let mut client = Client::new();
    let mut random = Random(11);
    for (path, text) in share("schemas", schemas()) {
        let uri = uri(&path);
        client.open(&uri, &text);
        let document = json!({ "textDocument": { "uri": uri } });
        let symbols = client.ask("textDocument/documentSymbol", document.clone());
        assert!(check_symbols(&symbols, None) > 1, "{}", path.display());
        let lines = text.lines().count() as u64;
        let folds = client.ask("textDocument/foldingRange", document);
        for fold in folds.as_array().expect("a list") {
            let line = |key: &str| fold[key].as_u64().expect("a line");
            assert!(line("startLine") < line("endLine") && line("endLine") < lines, "{}: {fold}", path.display());
        }
        let starts = starts(&text);
        let positions: Vec<Value> = (0..20)
            .map(|_| {
                let (line, character) = position(&text, &starts, text.floor_char_boundary(random.below(text.len())));
                json!({ "line": line, "character": character })
            })
            .collect();
        let params = json!({ "textDocument": { "uri": uri }, "positions": positions });
        let selections = client.ask("textDocument/selectionRange", params);
        assert_eq!(selections.as_array().map(Vec::len), Some(positions.len()));
        for (selection, position) in selections.as_array().into_iter().flatten().zip(&positions) {
            let here = json!({ "start": position, "end": position });
            assert!(is_within(&here, &selection["range"]), "{selection}");
            let mut inner = selection;
            while inner["parent"].is_object() {
                assert!(is_within(&inner["range"], &inner["parent"]["range"]), "{selection}");
                assert_ne!(inner["range"], inner["parent"]["range"], "{selection}");
                inner = &inner["parent"];
            }
        }
    }
    assert_eq!(client.exit(), Some(0));
}

/// A name of the same case that no schema has.
fn fresh(kind: Kind, old: &str) -> String {
    let is_caps = !old.contains(|c: char| c.is_ascii_lowercase()) && old.len() > 1;
    match kind {
        Kind::Constant => "ZZ_FRESH".to_owned(),
        _ if old.starts_with(|c: char| c.is_ascii_uppercase()) && is_caps => "ZZFRESH".to_owned(),
        _ if old.starts_with(|c: char| c.is_ascii_uppercase()) => "ZzFresh".to_owned(),
        _ => "zz_fresh".to_owned(),
    }
}

/// A model without its layout, in which two names are one, wherever they are: alone, or in the name of a record.
fn alike(model: &str, old: &str, new: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut forms = [type_name(old), type_name(new)];
    forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
    let words = model.split_inclusive(|c: char| !is_part(c)).map(|piece| {
        let (word, rest) = piece.split_at(piece.find(|c: char| !is_part(c)).unwrap_or(piece.len()));
        // Bits without a name are called after their first part: `has_more_bits`.
        let suffix = |name: &&str| word.strip_prefix(*name).filter(|suffix| matches!(*suffix, "" | "_bits"));
        let suffix = [old, new].iter().find_map(suffix);
        let word = suffix.map_or_else(|| word.to_owned(), |suffix| format!("#{suffix}"));
        let word = forms.iter().fold(word, |word, form| word.replace(form.as_str(), "#"));
        word + rest.trim()
    });
    words.collect()
}

/// The model of a text.
fn model(path: &Path, text: &str) -> Result<String, String> {
    match wireform_build::load_text(path, text) {
        Ok(compiled) => Ok(model_text(&compiled.schema)),
        Err(failure) => Err(failure.render(false)),
    }
}

#[test]
fn a_rename_gives_the_same_model_or_is_refused() {
    let mut client = Client::new();
    let mut random = Random(7);
    let (mut renamed, mut refused, mut clashes) = (0, Vec::new(), 0);
    for (path, text) in share("schemas", schemas()) {
        let uri = uri(&path);
        client.open(&uri, &text);
        let compiled = load(&path).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        let before = model_text(&compiled.schema);
        let starts = starts(&text);
        let definitions = compiled.references.definitions();
        for round in 0..4 {
            let Some(one) = random.pick(definitions) else { break };
            let old = &text[one.span.range()];
            // The largest schemas take most of the time.
            if !is_name(old) || (text.len() > 30_000 && round % 2 > 0) {
                continue;
            }
            // One of the other names is taken, most often, or of another case.
            let other = random.pick(definitions).map_or("", |other| &text[other.span.range()]);
            let is_fresh = round < 2;
            let new = if is_fresh { fresh(one.kind, old) } else { other.to_owned() };
            let (line, character) = position(&text, &starts, one.span.range().start);
            let mut params = at(&uri, line, character);
            params["newName"] = json!(new);
            match client.try_ask("textDocument/rename", params) {
                Ok(edits) if new == old => assert_eq!(edits, json!({}), "{}", path.display()),
                Ok(edits) => {
                    let changes = edits["documentChanges"].as_array().expect("changes");
                    assert_eq!(changes.len(), 1);
                    let text = edited(&text, &changes[0]["edits"]);
                    let after = model(&path, &text).unwrap_or_else(|why| panic!("{old} -> {new}\n{why}"));
                    // Names of records within others are made of it, and comments may have and keep it.
                    let is_same = alike(&before, old, &new) == alike(&after, old, &new);
                    assert!(is_same, "{}: {old} -> {new}", path.display());
                    renamed += usize::from(is_fresh);
                }
                Err(error) => {
                    assert_eq!(error["code"], -32803, "{error}");
                    let why = format!("{}: {old} -> {new}: {}", path.display(), error["message"]);
                    if is_fresh { refused.push(why) } else { clashes += 1 }
                }
            }
        }
        client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    // A fresh name is refused only where names meet by being the same.
    println!("{renamed} renamed, {} refused, {clashes} clashes", refused.len());
    assert!(refused.len() * 10 < renamed, "{}", refused.join("\n"));
    assert!(clashes > part(60), "{clashes}");
    assert_eq!(client.exit(), Some(0));
}
