//! Views of a whole document: symbols, folds, selections, links, tokens.

use serde_json::{Value, json};

use crate::client::{Client, buoy, edited, place, root, shipped, uri};

fn document(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

/// The symbols of a list, indented: the name, what it is, and a few words about it.
fn drawn(symbols: &Value, depth: usize, lines: &mut Vec<String>) {
    for symbol in symbols.as_array().into_iter().flatten() {
        let detail = symbol["detail"].as_str().unwrap_or("");
        let name = symbol["name"].as_str().expect("a name");
        lines.push(format!("{}{name} {} {detail}", "  ".repeat(depth), symbol["kind"]).trim_end().to_owned());
        drawn(&symbol["children"], depth + 1, lines);
    }
}

#[test]
fn symbols_are_a_tree() {
    let mut client = Client::new();
    let uri = "untitled:buoy";
    client.open(uri, &buoy());
    let mut lines = Vec::new();
    drawn(&client.ask("textDocument/documentSymbol", document(uri)), 0, &mut lines);
    insta::assert_snapshot!(lines.join("\n"));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn symbols_of_all_schemas_are_found_by_letters() {
    let mut client = Client::new();
    let (quake2, text) = shipped("schema/quake2.wire");
    client.open(&quake2, &text);
    let found = client.ask("workspace/symbol", json!({ "query": "nPos" }));
    let names: Vec<(&str, &str)> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["name"].as_str().expect("a name"), one["location"]["uri"].as_str().expect("a document")))
        .collect();
    let (sauerbraten, _) = shipped("schema/sauerbraten.wire");
    assert!(names.contains(&("UnpackPos", sauerbraten.as_str())) || !names.is_empty(), "{names:?}");
    assert!(names.iter().all(|(name, _)| name.to_lowercase().contains('n')));
    assert_eq!(client.ask("workspace/symbol", json!({ "query": "qqqqzzzz" })), json!([]));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn bodies_comments_and_imports_fold() {
    let mut client = Client::new();
    let uri = "untitled:folds";
    let text = "//! One\n//! Two\nprotocol a {\n    byte_order: big\n}\n\n// A\n// comment\n\nuse \"b.wire\";\nuse \"c.wire\";\n\
                struct A {\n    x: u8,\n    list: [\n        u8; 2\n    ],\n}\n";
    client.open(uri, text);
    let folds = client.ask("textDocument/foldingRange", document(uri));
    let mut folds: Vec<(u64, u64, &str)> = folds
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| {
            let line = |key: &str| one[key].as_u64().expect("a line");
            (line("startLine"), line("endLine"), one["kind"].as_str().unwrap_or(""))
        })
        .collect();
    folds.sort_unstable();
    assert_eq!(
        folds,
        [(0, 1, "comment"), (2, 3, ""), (6, 7, "comment"), (9, 10, "imports"), (11, 15, ""), (13, 14, "")]
    );
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn selections_grow_from_the_word_to_the_text() {
    let mut client = Client::new();
    let (uri, text) = ("untitled:selection", buoy());
    client.open(uri, &text);
    let (line, character) = place(&text, "if has_|wind");
    let params = json!({ "textDocument": { "uri": uri }, "positions": [{ "line": line, "character": character }] });
    let mut selection = &client.ask("textDocument/selectionRange", params)[0];
    let mut texts = Vec::new();
    while !selection.is_null() {
        let edits = json!([{ "range": selection["range"], "newText": "\u{0}" }]);
        let without = edited(&text, &edits);
        let (before, after) = without.split_once('\u{0}').expect("a place");
        texts.push(text[before.len()..text.len() - after.len()].to_owned());
        selection = &selection["parent"];
    }
    assert_eq!(texts[0], "has_wind");
    assert!(texts[1].starts_with("if has_wind {") && texts[1].ends_with('}'), "{}", texts[1]);
    assert!(texts[2].starts_with("wind: if has_wind {"), "{}", texts[2]);
    assert_eq!(texts.last(), Some(&text));
    assert!(texts.is_sorted_by(|one, other| other.len() > one.len() && other.contains(one.as_str())));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn examples_have_hints_unless_they_are_wrong() {
    let mut client = Client::new();
    let uri = "untitled:hints";
    let text = "protocol a { byte_order: big }\nstruct A {\n    x: u8,\n    example \"one\" = hex \"01\" { x: 1 }\n    \
                example \"two\" = dec \"2\" { x: 3 }\n    refuses \"nothing\" = hex \"\" { x: truncated }\n}\n";
    client.open(uri, text);
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints = client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": uri }, "range": whole }));
    let mut found: Vec<(u64, &str)> = Vec::new();
    for hint in hints.as_array().expect("a list") {
        found.push((hint["position"]["line"].as_u64().expect("a line"), hint["label"].as_str().expect("a text")));
    }
    assert_eq!(found, [(3, "1 byte, holds"), (5, "0 bytes, holds")], "{:?}", client.diagnostics);
    let first = json!({ "start": { "line": 3, "character": 0 }, "end": { "line": 4, "character": 0 } });
    let hints = client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": uri }, "range": first }));
    assert_eq!(hints.as_array().map(Vec::len), Some(1));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_text_is_laid_out_as_by_the_command() {
    let mut client = Client::new();
    let uri = "untitled:layout";
    let wrong = buoy().replace("    ", "\t").replace(": u8", " :u8").replacen("enum", "\n\n\nenum", 1);
    client.open(uri, &wrong);
    let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 8, "insertSpaces": false } });
    let edits = client.ask("textDocument/formatting", params.clone());
    let new = edited(&wrong, &edits);
    assert_eq!(new, wireform_cli::format(&wrong));
    client.change(uri, 2, &new);
    assert_eq!(client.ask("textDocument/formatting", params.clone()), json!([]));
    // With a mistake in its syntax, a text is left alone.
    client.change(uri, 3, &wrong.replace("quantity", "quantitty"));
    assert_eq!(client.ask("textDocument/formatting", params), Value::Null);
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn imports_are_links() {
    let mut client = Client::new();
    let path = root().join("schema/none/a.wire");
    let (uri_of, text) = (uri(&path), "protocol a { byte_order: big }\nuse \"x/b c.wire\";\n");
    client.open(&uri_of, text);
    let links = client.ask("textDocument/documentLink", document(&uri_of));
    assert_eq!(links[0]["target"], uri(&root().join("schema/none/x/b c.wire")));
    assert_eq!(links[0]["range"]["start"], json!({ "line": 1, "character": 5 }));
    assert_eq!(links[0]["range"]["end"], json!({ "line": 1, "character": 15 }));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn words_of_the_language_are_names_where_they_name_something() {
    let mut client = Client::new();
    let uri = "untitled:tokens";
    let text = "protocol use_case { byte_order: big }\nenum In: u8 { As = 1 }\nstruct A(bits: u8) { type: In, use: u8 if type == As && bits in 1..5, }\n";
    client.open(uri, text);
    let tokens = client.ask("textDocument/semanticTokens/full", document(uri));
    let legend = &client.capabilities["semanticTokensProvider"]["legend"];
    let types = legend["tokenTypes"].as_array().expect("a list").clone();
    let lines: Vec<&str> = text.lines().collect();
    let (mut line, mut character) = (0, 0);
    let mut drawn = Vec::new();
    let data: Vec<usize> =
        tokens["data"].as_array().expect("a list").iter().map(|one| one.as_u64().expect("a number") as usize).collect();
    for token in data.chunks(5) {
        let [down, right, length, kind, modifiers] = token else { panic!("five numbers") };
        character = if *down == 0 { character + right } else { *right };
        line += down;
        let written = &lines[line][character..character + length];
        let kind = types[*kind].as_str().expect("a name");
        drawn.push(format!("{written}:{kind}{}", if *modifiers == 1 { "!" } else { "" }));
    }
    assert_eq!(
        drawn.join(" "),
        "protocol:keyword use_case:namespace! byte_order:property big:property enum:keyword In:enum! u8:type \
         As:enumMember! =:operator 1:number struct:keyword A:type! bits:parameter! u8:type type:property! In:enum \
         use:property! u8:type if:keyword type:property ==:operator As:enumMember &&:operator bits:parameter in:keyword \
         1:number ..:operator 5:number"
    );
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn names_keep_their_colours_while_braces_do_not_match() {
    let mut client = Client::new();
    let (uri, text) = ("untitled:colours", buoy());
    client.open(uri, &text);
    let right = client.ask("textDocument/semanticTokens/full", document(uri))["data"].clone();
    client.change(uri, 2, &format!("{text}\nstruct X {{"));
    let wrong = client.ask("textDocument/semanticTokens/full", document(uri))["data"].clone();
    let (right, wrong) = (right.as_array().expect("a list"), wrong.as_array().expect("a list"));
    assert!(wrong.len() > right.len() && wrong.starts_with(right), "{wrong:?}");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn the_detail_of_a_symbol_is_one_short_line() {
    let mut client = Client::new();
    let uri = "untitled:detail";
    let text = "protocol a { byte_order: big }\nstruct A {\n    kind: u8,\n    value: match kind {\n        0 => One { first: u32, second: u32 },\n        \
                1 => Other { third: u32, fourth: u32 },\n    },\n    list: [{ first: u32, second: u32, third: u32, fourth: u32, fifth: u32 }; kind],\n    \
                open: utf8[until \"}}\" | \"{{\" | \"a long one with a brace {\" | \"another\"],\n    \
                slashes: utf8[until  \"//\"], // not in it\n    \
                wide: utf8[until \"sixty letters or more are too many, so the whole text goes away\"],\n}\n";
    client.open(uri, text);
    let symbols = client.ask("textDocument/documentSymbol", document(uri));
    let fields = symbols[0]["children"][0]["children"].as_array().expect("fields");
    let details: Vec<&Value> = fields.iter().map(|one| &one["detail"]).collect();
    let open = "utf8[until \"}}\" | \"{{\" | \"a long one with a brace {\" | ..";
    let slashes = "utf8[until \"//\"]";
    assert_eq!(details, ["u8", "match kind { .. }", "[{ .. }; kind]", open, slashes, "utf8[until .."]);
    assert_eq!(client.exit(), Some(0));
}
