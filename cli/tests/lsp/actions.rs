//! Code actions: each mends the text that it is made for.

use serde_json::{Value, json};

use crate::client::{Client, edited, place, shipped};

/// The quick fixes at a place of a document.
fn fixes(client: &mut Client, uri: &str, (line, character): (usize, usize)) -> Vec<Value> {
    let at = json!({ "line": line, "character": character });
    let params = json!({
        "textDocument": { "uri": uri }, "range": { "start": at, "end": at }, "context": { "diagnostics": [] },
    });
    client.ask("textDocument/codeAction", params).as_array().expect("a list").clone()
}

/// The text after the edits of an action.
fn applied(action: &Value, text: &str, version: i32) -> String {
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"]["version"], version);
    edited(text, &change["edits"])
}

#[test]
fn a_wrong_name_is_mended_in_small_and_large_schemas() {
    let buoy = "protocol buoy { byte_order: big }\nstruct Report {\n    bits u8 { has_wind, _: .. },\n    wind: u8 if has_wnd,\n}\n";
    let (quake2, text) = shipped("schema/quake2.wire");
    let quake2_text = text.replacen("if mask.volume", "if mask.volum", 1);
    let (sauerbraten, text) = shipped("schema/sauerbraten.wire");
    let sauerbraten_text = text.replacen("cn: Int,", "cn: Imt,", 1);
    assert_ne!(text, sauerbraten_text);
    let cases = [
        ("untitled:buoy", buoy, "if has_|wnd", "has_wind"),
        (quake2.as_str(), quake2_text.as_str(), "if mask.volu|m ", "volume"),
        (sauerbraten.as_str(), sauerbraten_text.as_str(), "cn: |Imt,", "Int"),
    ];
    for (uri, wrong, piece, right) in cases {
        let mut client = Client::new();
        client.open(uri, wrong);
        assert!(!client.diagnosed(uri, 1).is_empty(), "{uri}");
        let actions = fixes(&mut client, uri, place(wrong, piece));
        let titles: Vec<&Value> = actions.iter().map(|one| &one["title"]).collect();
        let action = actions.iter().find(|one| one["title"] == format!("did you mean `{right}`?"));
        let action = action.unwrap_or_else(|| panic!("{uri}: {titles:?}"));
        assert_eq!(action["kind"], "quickfix");
        // One key applies it, unless there are several for this word.
        assert_eq!(
            actions[0]["isPreferred"],
            actions.iter().filter(|one| one["diagnostics"] == action["diagnostics"]).count() == 1
        );
        let mended = applied(action, wrong, 1);
        client.change(uri, 2, &mended);
        assert_eq!(client.diagnosed(uri, 2), [Value::Null; 0], "{uri}");
        assert_eq!(client.exit(), Some(0));
    }
}

#[test]
fn all_mistakes_with_one_way_are_mended_at_once() {
    let mut client = Client::new();
    let uri = "untitled:all";
    let wrong = "protocol a { byte_order: big }\nstruct A { flag: u8, x: u8 if flog == 1 }\nenum Move: u8 { Walk = 1, Run = 2 }\n\
                 struct B { m: Mvoe }\n";
    client.open(uri, wrong);
    assert_eq!(client.diagnosed(uri, 1).len(), 2);
    let start = json!({ "line": 0, "character": 0 });
    let params = json!({
        "textDocument": { "uri": uri }, "range": { "start": start, "end": start },
        "context": { "diagnostics": [], "only": ["source.fixAll"] },
    });
    // A slow machine may not get to the second mistake at once. The next request does.
    let mut actions = Value::Null;
    for _ in 0..10 {
        actions = client.ask("textDocument/codeAction", params.clone());
        if actions[0]["edit"]["documentChanges"][0]["edits"].as_array().is_some_and(|edits| edits.len() == 2) {
            break;
        }
    }
    assert_eq!(actions.as_array().map(Vec::len), Some(1), "{actions}");
    client.change(uri, 2, &applied(&actions[0], wrong, 1));
    assert_eq!(client.diagnosed(uri, 2), [Value::Null; 0]);
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn clients_without_versions_get_plain_changes() {
    let mut client = Client::with(json!({}), json!({}));
    let uri = "untitled:plain";
    let wrong = "protocol a { byte_order: big }\nstruct A { flag: u8, x: u8 if flog == 1 }\n";
    client.open(uri, wrong);
    client.diagnosed(uri, 1);
    let actions = fixes(&mut client, uri, place(wrong, "if |flog"));
    let mended = edited(wrong, &actions[0]["edit"]["changes"][uri]);
    assert!(mended.contains("if flag =="), "{mended}");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn mistakes_of_the_line_are_mended_from_anywhere_in_it() {
    let mut client = Client::new();
    let uri = "untitled:line";
    let wrong = "protocol a { byte_order: big }\nstruct A {\n    flag: u8,\n    speed: u8,\n    x: u8 if flog == 1, y: u8 if sped == 2,\n    z: u8 if flg == 3,\n}\n";
    client.open(uri, wrong);
    assert_eq!(client.diagnosed(uri, 1).len(), 3);
    let (flag, speed) = ("did you mean `flag`?", "did you mean `speed`?");
    let cases = [
        ("|    x: u8", [flag, speed]),
        ("x: u8 if fl|og", [flag, speed]),
        ("== 1|, y", [flag, speed]),
        ("if |sped", [speed, flag]),
        ("== 2,|\n", [speed, flag]),
    ];
    for (piece, titles) in cases {
        let actions = fixes(&mut client, uri, place(wrong, piece));
        let found: Vec<&str> = actions.iter().map(|one| one["title"].as_str().expect("a title")).collect();
        assert_eq!(found, titles, "{piece}");
        // One key mends the nearest mistake.
        let preferred: Vec<&Value> = actions.iter().map(|one| &one["isPreferred"]).collect();
        assert_eq!(preferred, [true, false], "{piece}");
        assert!(
            applied(&actions[0], wrong, 1).contains(&titles[0].replace("did you mean `", "if ").replace("`?", " =="))
        );
    }
    assert_eq!(fixes(&mut client, uri, place(wrong, "speed: u8,|")), [Value::Null; 0]);
    // A selection of lines has what is on them.
    let params = json!({
        "textDocument": { "uri": uri }, "context": { "diagnostics": [] },
        "range": { "start": { "line": 4, "character": 23 }, "end": { "line": 5, "character": 0 } },
    });
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions.as_array().map(Vec::len), Some(3), "{actions}");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_farther_mistake_is_not_mended_by_one_key() {
    let mut client = Client::new();
    let uri = "untitled:farther";
    let wrong = "protocol a { byte_order: big }\nstruct A {\n    flag: u8,\n    speed: u8,\n    \
                 x: u8 where it < 300 && 5, y: u8 if flog == 1,\n    \
                 z: u8 where it < 300 && 5, w: u8 if flog == 1, v: u8 if sped == 1,\n}\n";
    client.open(uri, wrong);
    client.diagnosed(uri, 1);
    let cases = [
        // The nearest mistake has no fix, and there is one fix in the line.
        ("|x: u8", vec![true]),
        // There are two.
        ("|z: u8", vec![false, false]),
        // The nearest mistake has one.
        ("fl|og == 1, v", vec![true, false]),
    ];
    for (piece, expected) in cases {
        let actions = fixes(&mut client, uri, place(wrong, piece));
        let preferred: Vec<bool> = actions.iter().map(|one| one["isPreferred"] == true).collect();
        assert_eq!(preferred, expected, "{piece}");
    }
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn fixes_of_the_line_come_before_those_of_the_text() {
    let mut client = Client::new();
    let (uri, text) = shipped("schema/sauerbraten.wire");
    let wrong = text.replace(" cn: Int,", " cn: Imt,");
    assert!(wrong.matches(" cn: Imt,").count() > 5);
    client.open(&uri, &wrong);
    let last = wrong.lines().collect::<Vec<_>>().iter().rposition(|line| line.contains(" cn: Imt,")).expect("a line");
    let at = json!({ "line": last, "character": 0 });
    let params = json!({
        "textDocument": { "uri": uri }, "range": { "start": at, "end": at },
        "context": { "diagnostics": [], "only": ["quickfix", "source.fixAll"] },
    });
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["kind"], "quickfix", "{actions}");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_new_field_is_mended_although_the_examples_do_not_have_it() {
    let mut client = Client::new();
    let uri = "untitled:examples";
    let wrong = "protocol a { byte_order: big }\nstruct A {\n    new: uint16,\n    y: u8,\n    \
                 example \"one\" = hex \"01\" { y: 1 }\n}\n";
    client.open(uri, wrong);
    client.diagnosed(uri, 1);
    let actions = fixes(&mut client, uri, place(wrong, "new|: uint16"));
    assert_eq!(actions.len(), 1, "{actions:?}");
    let mended = applied(&actions[0], wrong, 1);
    assert_eq!(mended, wrong.replace("uint16", "u16"));
    client.change(uri, 2, &mended);
    let left = client.diagnosed(uri, 2);
    assert!(left.len() == 1 && left[0]["range"]["start"]["line"] == 4, "{left:?}");
    // An edit with which the examples hold is the only one. In its bytes, two have the length.
    let wrong = wrong.replace("uint16", "bytes").replace("01\" {", "0001 41 01\" { new: [0x41],");
    client.change(uri, 3, &wrong);
    client.diagnosed(uri, 3);
    let actions = fixes(&mut client, uri, place(&wrong, "new|: bytes"));
    assert_eq!(actions.len(), 1, "{actions:?}");
    assert!(applied(&actions[0], &wrong, 3).contains("new: bytes[u16]"), "{actions:?}");
    assert_eq!(client.exit(), Some(0));
}
