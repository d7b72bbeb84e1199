//! Diagnostics: where they are, when they come, and when they go.

use serde_json::{Value, json};

use crate::client::{Client, place, shipped, uri};

const GOOD: &str = "protocol a { byte_order: big }\nstruct A { flag: u8, x: u8 if flag == 1 }\n";

/// The start of a diagnostic.
fn start(diagnostic: &Value) -> (u64, u64) {
    let start = &diagnostic["range"]["start"];
    (start["line"].as_u64().expect("a line"), start["character"].as_u64().expect("a character"))
}

#[test]
fn a_mistake_is_told_while_it_is_there() {
    let mut client = Client::new();
    let uri = "untitled:Untitled-1";
    client.open(uri, GOOD);
    assert_eq!(client.diagnosed(uri, 1), [Value::Null; 0]);
    client.change(uri, 2, &GOOD.replace("if flag", "if flog"));
    let wrong = client.diagnosed(uri, 2);
    assert_eq!(wrong.len(), 1);
    assert_eq!(wrong[0]["severity"], 1);
    assert_eq!(wrong[0]["source"], "wireform");
    assert_eq!(start(&wrong[0]), (1, 30));
    assert!(
        wrong[0]["message"].as_str().is_some_and(|text| text.contains("help: did you mean `flag`?")),
        "{}",
        wrong[0]
    );
    client.change(uri, 3, GOOD);
    assert_eq!(client.diagnosed(uri, 3), [Value::Null; 0]);
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn changes_are_of_ranges_and_only_the_last_text_counts() {
    let mut client = Client::new();
    let uri = "file:///nowhere/ä%20b.wire";
    // Lines that end in three ways, and a character of two units.
    let text = "protocol a { byte_order: big }\r\n// \u{1f40d} snake\rstruct A { x: u8 }\n";
    client.open(uri, text);
    let change = |version: i32, line: u32, start: u32, end: u32, text: &str| {
        let range = json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } });
        json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "range": range, "text": text }] })
    };
    client.tell("textDocument/didChange", change(2, 2, 14, 16, "Nope"));
    client.tell("textDocument/didChange", change(3, 1, 5, 11, "/\n"));
    client.tell("textDocument/didChange", change(4, 3, 11, 11, "first: u16, "));
    let wrong = client.diagnosed(uri, 4);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(start(&wrong[0]), (3, 26));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn labels_elsewhere_are_related_information() {
    let mut client = Client::new();
    let (uri, text) = shipped("schema/quake2.wire");
    let text = text.replace("attenuation: Attenuation if mask.attenuation", "attenuation: Attenuation if mask.volume");
    client.open(&uri, &text);
    let wrong = client.diagnosed(&uri, 1);
    let related = wrong.iter().find_map(|one| one["relatedInformation"].as_array()).expect("labels elsewhere");
    assert!(related.iter().any(|one| one["message"] == "already set when this is there"), "{related:?}");
    assert!(related.iter().all(|one| one["location"]["uri"] == uri));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_wrong_example_is_told_at_its_place() {
    let mut client = Client::new();
    let uri = "untitled:example";
    let text =
        "protocol a { byte_order: big }\nstruct A {\n    x: u16,\n    example \"one\" = hex \"0100\" { x: 1 }\n}\n";
    client.open(uri, text);
    let wrong = client.diagnosed(uri, 1);
    assert_eq!(wrong.len(), 1);
    assert_eq!(start(&wrong[0]).0, 3);
    assert!(wrong[0]["message"].as_str().is_some_and(|text| text.contains("256")), "{}", wrong[0]);
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn imports_are_those_that_are_open_or_else_those_on_disk() {
    let folder = std::env::temp_dir().join(format!("wireform lsp {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let schema = "protocol a { byte_order: big }\nuse \"b.wire\";\nstruct A { x: Count }\n";
    std::fs::write(folder.join("b.wire"), "type Count = u8;\n").expect("a file");
    std::fs::write(folder.join("a.wire"), schema).expect("a file");
    let (a, b) = (uri(&folder.join("a.wire")), uri(&folder.join("b.wire")));
    let mut client = Client::new();
    client.open(&a, schema);
    assert_eq!(client.diagnosed(&a, 1), [Value::Null; 0]);
    // The import is open, and has no such name any more.
    client.open(&b, "type Number = u8;\n");
    client.diagnosed(&b, 1);
    while client.diagnostics[&a]["diagnostics"].as_array().is_some_and(Vec::is_empty) {
        client.next();
    }
    // A mistake in the import is told there.
    client.change(&b, 2, "type Count = u99;\n");
    let wrong = client.diagnosed(&b, 2);
    assert_eq!((wrong.len(), start(&wrong[0])), (1, (0, 13)));
    // Closed, it is as it is on disk.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": b } }));
    while client.diagnostics[&b]["diagnostics"].as_array().is_some_and(|all| !all.is_empty()) {
        client.next();
    }
    // By itself, it is checked through the schema on disk that imports it.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": a } }));
    client.open(&b, "type Count = u8;\ntype Other = Nope;\n");
    let wrong = loop {
        let wrong = client.diagnosed(&b, 1);
        if !wrong.is_empty() {
            break wrong;
        }
        client.diagnostics.remove(&b);
    };
    assert_eq!((wrong.len(), &wrong[0]["severity"], start(&wrong[0])), (1, &json!(1), (1, 13)));
    assert_eq!(client.exit(), Some(0));
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_file_that_nobody_imports_has_no_false_error() {
    let mut client = Client::new();
    let uri = "untitled:part";
    client.open(uri, "type Count = Unknown;\n");
    let said = client.diagnosed(uri, 1);
    assert_eq!(said.len(), 1);
    assert_eq!(said[0]["severity"], 3, "{said:?}");
    assert!(said[0]["message"].as_str().is_some_and(|text| text.contains("`protocol name { byte_order: little }`")));
    // Its syntax is its own.
    client.change(uri, 2, "type Count = ;\n");
    let said = client.diagnosed(uri, 2);
    assert_eq!(said.iter().filter(|one| one["severity"] == 1).count(), 1, "{said:?}");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_message_says_nothing_twice() {
    let mut client = Client::new();
    let cases = [
        ("untitled:syntax", "struct A { x }", "expected `:`, found `}`"),
        (
            "untitled:name",
            "struct A { flag: u8, x: u8 if flog == 1 }",
            "`flog` is not known\nno field, parameter or constant\n",
        ),
    ];
    for (uri, item, expected) in cases {
        client.open(uri, &format!("protocol a {{ byte_order: big }}\n{item}\n"));
        let said = client.diagnosed(uri, 1);
        let message = said[0]["message"].as_str().expect("a message");
        assert!(message.starts_with(expected), "{message}");
        assert_eq!(message.matches("expected").count(), expected.matches("expected").count(), "{message}");
    }
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn only_a_file_could_be_imported() {
    let mut client = Client::new();
    for (uri, helps) in [("file:///nowhere/part.wire", 3), ("untitled:part", 2)] {
        client.open(uri, "type Count = u8;\n");
        let said = client.diagnosed(uri, 1);
        let message = said[0]["message"].as_str().expect("a message");
        assert_eq!(message.matches("\nhelp: ").count(), helps, "{message}");
        assert_eq!(message.contains("`use \"part.wire\";`"), helps == 3, "{message}");
    }
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn the_places_of_a_large_schema_are_right() {
    let mut client = Client::new();
    let (uri, text) = shipped("schema/sauerbraten.wire");
    client.open(&uri, &text);
    assert_eq!(client.diagnosed(&uri, 1), [Value::Null; 0]);
    let wrong_text = text.replacen("message Pos", "message Pos { x: Nope }\n    message Poss", 1);
    client.change(&uri, 2, &wrong_text);
    assert!(!client.diagnosed(&uri, 2).is_empty());
    let (line, character) = place(&wrong_text, "message Pos| {");
    let first = client.diagnostics[&uri]["diagnostics"][0].clone();
    assert_eq!(start(&first), (line as u64, character as u64 + 1), "{first}");
    assert_eq!(client.exit(), Some(0));
}
