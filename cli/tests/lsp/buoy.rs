//! The guide's first schema, written in an editor: each word and each name that it uses is taken from a completion.

use std::collections::BTreeSet;

use serde_json::json;
use wireform_build::lexemes::{Kind, lexemes};
use wireform_build::load::load_text;

use crate::client::{Client, at, buoy, edited};

/// The offsets of words that a person thinks up: names where they are declared, that of the protocol, and units.
fn new_words(text: &str) -> BTreeSet<usize> {
    let compiled = load_text("buoy.wire", text).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let declared = compiled.references.definitions().iter().map(|one| one.span.range().start);
    let mut before = "";
    let mut new: BTreeSet<usize> = declared.collect();
    for lexeme in lexemes(text).filter(|lexeme| !matches!(lexeme.kind, Kind::Space | Kind::Comment(_))) {
        let word = &text[lexeme.range.clone()];
        if word == "_" || matches!(before, "protocol" | "in") {
            new.insert(lexeme.range.start);
        }
        before = word;
    }
    new
}

/// The closing marks of the brackets that are open at the end of a text.
fn closing(text: &str) -> String {
    let mut open = Vec::new();
    for lexeme in lexemes(text).filter(|lexeme| lexeme.kind == Kind::Mark) {
        match &text[lexeme.range] {
            "{" => open.push('}'),
            "(" => open.push(')'),
            "[" => open.push(']'),
            "}" | ")" | "]" => drop(open.pop()),
            _ => {}
        }
    }
    open.iter().rev().collect()
}

/// Writes the schema. An editor may close brackets that are open. Gives the number of completions.
fn write(closes: bool) -> usize {
    let buoy = buoy();
    let new = new_words(&buoy);
    let mut client = Client::new();
    let uri = "untitled:buoy";
    client.open(uri, "");
    let (mut text, mut version, mut completed) = (String::new(), 1, 0);
    for lexeme in lexemes(&buoy) {
        let word = &buoy[lexeme.range.clone()];
        if lexeme.kind != Kind::Name || new.contains(&lexeme.range.start) {
            text.push_str(word);
            continue;
        }
        // The first letter, as most editors ask for nothing before it.
        let begun = format!("{text}{}", &word[..1]);
        let shown = if closes { format!("{begun}{}", closing(&begun)) } else { begun.clone() };
        version += 1;
        client.change(uri, version, &shown);
        let (line, start) = (begun.matches('\n').count(), begun.rfind('\n').map_or(0, |end| end + 1));
        let place = at(uri, line, begun[start..].encode_utf16().count());
        let list = client.ask("textDocument/completion", place);
        let offered = list.as_array().expect("a list").iter().find(|one| one["label"] == word);
        let Some(offered) = offered else { panic!("`{word}` after\n{text}\nis not among {list}") };
        let shown = edited(&shown, &json!([offered["textEdit"]]));
        text = shown[..text.len() + word.len()].to_owned();
        completed += 1;
    }
    assert_eq!(text, buoy);
    client.change(uri, version + 1, &text);
    assert_eq!(client.diagnosed(uri, version + 1), [] as [serde_json::Value; 0]);
    assert_eq!(client.exit(), Some(0));
    completed
}

#[test]
fn the_buoy_of_the_guide_is_written_by_completion() {
    assert_eq!(write(false), 83);
}

#[test]
fn an_editor_may_close_brackets_before_their_contents_are_written() {
    assert_eq!(write(true), 83);
}
