//! Any text, any order of messages: a server has an answer to each request and ends when it is told to.

use serde_json::{Value, json};

use crate::client::{Client, buoy, shipped};
use crate::random::Random;

const METHODS: [&str; 19] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "workspace/symbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/documentLink",
    "textDocument/inlayHint",
    "textDocument/formatting",
    "textDocument/codeAction",
    "textDocument/semanticTokens/full",
    "initialize",
    "nonsense",
    "textDocument/signatureHelp",
];

/// Pieces that break a text, or mend it.
const PIECES: [&str; 30] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "'",
    "//",
    "/*",
    "*/",
    "\r",
    "\n",
    "\r\n",
    "\u{1f40d}",
    "ä",
    "\u{feff}",
    "\u{202e}",
    "\0",
    "protocol x { byte_order: big }",
    "struct A { x: u8 }",
    "use \"b.wire\";",
    "if x == 1",
    "match x { 0 => u8 }",
    ", ",
    ";",
    "_",
    "99999999999999999999",
    "example \"e\" = hex \"00\" { x: 0 }",
    "else",
];

fn texts() -> Vec<String> {
    let small = |path: &str| shipped(path).1;
    vec![
        buoy(),
        String::new(),
        "protocol a { byte_order: big }\r\nuse \"b.wire\";\rstruct A { x: Count }\n// \u{1f40d}\n".to_owned(),
        "type Count = u8;\n".to_owned(),
        "#include <stdio.h>\nint main() { return 0; }\n".to_owned(),
        small("tests/schema/features/versions.wire"),
        small("tests/schema/features/names.wire"),
    ]
}

/// A text with random changes.
fn mutated(random: &mut Random, text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..random.below(4) {
        let start = text.floor_char_boundary(random.below(text.len() + 1));
        let end = text.floor_char_boundary((start + random.below(12)).min(text.len()));
        let piece = if random.one_in(3) { "" } else { random.pick(&PIECES).copied().unwrap_or("") };
        text.replace_range(start..end.max(start), piece);
    }
    text
}

const URIS: [&str; 6] = [
    "file:///nowhere/a.wire",
    "file:///nowhere/b.wire",
    "file:///nowhere/%C3%A4%20x.wire",
    "untitled:Untitled-1",
    "",
    "file://%",
];

fn position(random: &mut Random) -> Value {
    let far = random.one_in(20);
    let mut number = |limit: usize| if far { 4_294_967_295 } else { random.below(limit) };
    json!({ "line": number(60), "character": number(90) })
}

fn params(random: &mut Random) -> Value {
    let uri = random.pick(&URIS).copied().unwrap_or("");
    let (one, other) = (position(random), position(random));
    let names = ["x", "Other", "has_wind", "Packet", "", "if", "a b", "\u{1f40d}", "VERSION"];
    let only = [json!(["quickfix"]), json!(["source.fixAll"]), json!(["source"]), json!([])];
    let mut params = json!({
        "textDocument": { "uri": uri },
        "position": one.clone(),
        "positions": [one.clone(), other.clone()],
        "range": { "start": one, "end": other },
        "context": { "diagnostics": [], "includeDeclaration": random.one_in(2) },
        "newName": random.pick(&names),
        "query": random.pick(&["", "a", "zz", "Packet"]),
        "options": { "tabSize": 4, "insertSpaces": true },
        "capabilities": {},
    });
    if random.one_in(3) {
        params["context"]["only"] = random.pick(&only).cloned().unwrap_or_default();
    }
    // Parameters that are wrong somewhere.
    if random.one_in(25) {
        let keys = ["textDocument", "position", "range", "context", "options", "newName"];
        let wrong = [json!(null), json!(-1), json!("x"), json!([]), json!({})];
        let key = random.pick(&keys).copied().unwrap_or("position");
        params[key] = random.pick(&wrong).cloned().unwrap_or_default();
    }
    if random.one_in(100) { json!([params]) } else { params }
}

#[test]
fn all_requests_are_answered_whatever_the_texts_are() {
    let mut random = Random(49);
    let texts = texts();
    let (mut requests, mut results) = (0, 0);
    for _ in 0..8 {
        let mut client = Client::new();
        let mut asked = Vec::new();
        for (uri, text) in URIS.iter().zip(&texts).take(4) {
            client.open(uri, text);
        }
        for version in 0..700 {
            let uri = random.pick(&URIS).copied().unwrap_or("");
            let text = random.pick(&texts).cloned().unwrap_or_default();
            match random.below(16) {
                0 => client.open(uri, &mutated(&mut random, &text)),
                1 => client.change(uri, version, &mutated(&mut random, &text)),
                2..=4 => {
                    let (start, end) = (position(&mut random), position(&mut random));
                    let piece = random.pick(&PIECES);
                    let change = json!({ "range": { "start": start, "end": end }, "text": piece });
                    let changes = if random.one_in(30) { json!([{ "text": 7 }]) } else { json!([change]) };
                    client.tell(
                        "textDocument/didChange",
                        json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes }),
                    );
                }
                5 => client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } })),
                6 => client.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } })),
                7 => match asked.last() {
                    Some(id) if random.one_in(2) => client.tell("$/cancelRequest", json!({ "id": id })),
                    _ => client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] })),
                },
                _ => {
                    let method = random.pick(&METHODS).copied().unwrap_or("");
                    let params = params(&mut random);
                    asked.push(client.begin(method, params));
                }
            }
        }
        requests += asked.len();
        for id in asked {
            let answer = client.answer(id);
            let code = answer["error"]["code"].as_i64();
            let is_valid = match code {
                None => answer.get("result").is_some(),
                Some(code) => [-32600, -32601, -32602, -32800, -32803].contains(&code),
            };
            assert!(is_valid, "{answer}");
            results += usize::from(code.is_none());
        }
        assert_eq!(client.exit(), Some(0));
    }
    // Others were refused: documents were not open, or parameters wrong.
    assert!(requests > 2000 && results * 3 > requests, "{results} of {requests}");
}

/// The line and the character of an offset in UTF-16, with lines that end in three ways.
fn at(text: &str, offset: usize) -> Value {
    let bytes = text.as_bytes();
    let is_end = |at: &usize| bytes[*at] == b'\n' || (bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
    let ends: Vec<usize> = (0..offset).filter(is_end).collect();
    let start = ends.last().map_or(0, |end| end + 1);
    json!({ "line": ends.len(), "character": text[start..offset].encode_utf16().count() })
}

#[test]
fn a_changed_text_is_the_text_of_the_client() {
    let mut random = Random(3);
    for text in texts() {
        let mut client = Client::new();
        let (changed, whole) = ("untitled:changed", "untitled:whole");
        let mut text = text;
        client.open(changed, &text);
        for version in 2..150 {
            let mut offset = || {
                let offset = text.floor_char_boundary(random.below(text.len() + 1));
                // Between `\r` and `\n` is no position.
                if text[..offset].ends_with('\r') && text[offset..].starts_with('\n') { offset - 1 } else { offset }
            };
            let start = offset();
            let end = text.len().min(start + random.below(8));
            let end = text.floor_char_boundary(end).max(start);
            let end = if text[..end].ends_with('\r') && text[end..].starts_with('\n') { end + 1 } else { end };
            let piece = random.pick(&PIECES).copied().unwrap_or("");
            let change = json!({ "range": { "start": at(&text, start), "end": at(&text, end) }, "text": piece });
            let params = json!({ "textDocument": { "uri": changed, "version": version }, "contentChanges": [change] });
            client.tell("textDocument/didChange", params);
            text.replace_range(start..end, piece);
            if version % 10 == 0 {
                client.open(whole, &text);
                // Answers that do not depend on earlier texts.
                for method in ["textDocument/documentSymbol", "textDocument/foldingRange"] {
                    let [one, other] =
                        [changed, whole].map(|uri| client.ask(method, json!({ "textDocument": { "uri": uri } })));
                    assert_eq!(one, other, "{text:?}");
                }
            }
        }
        assert_eq!(client.exit(), Some(0));
    }
}

#[test]
fn deep_and_long_texts_are_answered() {
    let deep = |open: &str, close: &str| {
        let body = format!("x: u8 if {}1{}", open.repeat(20_000), close.repeat(20_000));
        format!("protocol a {{ byte_order: big }}\nstruct A {{ {body} }}\n")
    };
    let groups = format!("protocol a {{ byte_order: big }}\nstruct A {{ {} }}\n", "x: { ".repeat(20_000));
    let list = format!("protocol a {{ byte_order: big }}\nstruct A {{ x: {} u8 }}\n", "[".repeat(20_000));
    let wrong = "struct A { x: Nope }\n".repeat(2_000);
    let line = format!("// {}", "\u{1f40d}".repeat(50_000));
    let texts = [deep("(", ")"), deep("!", ""), deep("f(", ")"), groups, list, wrong, line, "{".repeat(50_000)];
    for text in texts {
        let mut client = Client::new();
        let uri = "untitled:deep";
        client.open(uri, &text);
        client.diagnosed(uri, 1);
        let at = json!({ "line": 1, "character": 15 });
        let params = json!({
            "textDocument": { "uri": uri },
            "position": at.clone(),
            "positions": [at.clone()],
            "range": { "start": at.clone(), "end": at },
            "context": { "diagnostics": [], "includeDeclaration": true },
            "newName": "other",
            "query": "A",
            "options": { "tabSize": 4, "insertSpaces": true },
        });
        for method in METHODS {
            if let Err(error) = client.try_ask(method, params.clone()) {
                assert_ne!(error["code"], -32603, "{method}: {error}");
            }
        }
        assert_eq!(client.exit(), Some(0));
    }
}
