//! Definitions, uses and renames of names.

use serde_json::{Value, json};

use crate::client::{Client, at, buoy, edited, place, shipped, uri};

/// Lines and characters.
type Starts = Vec<(u64, u64)>;

/// The starts of locations, in their order.
fn starts(locations: &Value) -> Starts {
    let start = |one: &Value| {
        let start = &one["range"]["start"];
        (start["line"].as_u64().expect("a line"), start["character"].as_u64().expect("a character"))
    };
    let mut starts: Vec<_> = locations.as_array().expect("a list").iter().map(start).collect();
    starts.sort_unstable();
    starts
}

fn references(client: &mut Client, uri: &str, (line, character): (usize, usize), with_declaration: bool) -> Value {
    let mut params = at(uri, line, character);
    params["context"] = json!({ "includeDeclaration": with_declaration });
    client.ask("textDocument/references", params)
}

fn rename(client: &mut Client, uri: &str, (line, character): (usize, usize), new: &str) -> Result<Value, String> {
    let mut params = at(uri, line, character);
    params["newName"] = json!(new);
    let answer = client.try_ask("textDocument/rename", params);
    answer.map_err(|error| error["message"].as_str().expect("a sentence").to_owned())
}

const TEXT: &str = "\
protocol a { byte_order: big }
/// How it moves; see `Step`.
enum Move: u8 { Walk = 1, Run = 2 }
/// A step, a `Move`.
struct Step {
    how: Move,
    fast: u8 if how == Run,
    other: u8 if how == Walk,
    example \"a run\" = hex \"02 05\" { how: Run, fast: 5 }
}
";

#[test]
fn a_name_leads_to_its_declaration_and_to_its_uses() {
    let mut client = Client::new();
    let uri = "untitled:names";
    client.open(uri, TEXT);
    let how = place(TEXT, "if |how == Run");
    assert_eq!(starts(&client.at("textDocument/definition", uri, how)), [(5, 4)]);
    assert_eq!(starts(&client.at("textDocument/definition", uri, place(TEXT, "ho|w: Move"))), [(5, 4)]);
    assert_eq!(starts(&references(&mut client, uri, how, false)), [(6, 16), (7, 17), (8, 36)]);
    assert_eq!(starts(&references(&mut client, uri, how, true)), [(5, 4), (6, 16), (7, 17), (8, 36)]);
    let highlights = client.at("textDocument/documentHighlight", uri, how);
    assert_eq!(starts(&highlights), [(5, 4), (6, 16), (7, 17), (8, 36)]);
    assert_eq!(highlights.as_array().map(|all| all.iter().filter(|one| one["kind"] == 3).count()), Some(1));
    assert_eq!(client.at("textDocument/definition", uri, place(TEXT, "How |it moves")), json!([]));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_rename_changes_all_uses_and_the_documentation() {
    let mut client = Client::new();
    let uri = "untitled:renamed";
    client.open(uri, TEXT);
    let at_move = place(TEXT, "how: Mo|ve");
    let prepared = client.at("textDocument/prepareRename", uri, at_move);
    assert_eq!(prepared["placeholder"], "Move");
    let edits = rename(&mut client, uri, at_move, "Gait").expect("it is renamed");
    let change = &edits["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": uri, "version": 1 }));
    let new = edited(TEXT, &change["edits"]);
    assert_eq!(
        new,
        TEXT.replace("enum Move", "enum Gait").replace("how: Move", "how: Gait").replace("`Move`", "`Gait`")
    );
    let edits = rename(&mut client, uri, place(TEXT, "how == Ru|n"), "Sprint").expect("it is renamed");
    let new = edited(TEXT, &edits["documentChanges"][0]["edits"]);
    assert_eq!(new, TEXT.replace("Run", "Sprint"));
    assert_eq!(client.at("textDocument/prepareRename", uri, place(TEXT, "proto|col")), Value::Null);
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn the_protocol_is_renamed() {
    let mut client = Client::new();
    let uri = "untitled:protocol";
    client.open(uri, TEXT);
    let at = place(TEXT, "protocol a| {");
    let prepared = client.at("textDocument/prepareRename", uri, at);
    assert_eq!(prepared["placeholder"], "a");
    let edits = rename(&mut client, uri, at, "walk").expect("a new name");
    let expected = TEXT.replace("protocol a ", "protocol walk ");
    assert_eq!(edited(TEXT, &edits["documentChanges"][0]["edits"]), expected);
    let said = rename(&mut client, uri, at, "Walk").expect_err("a name in the wrong case");
    assert!(said.contains("snake_case"), "{said}");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_rename_that_changes_the_schema_is_refused() {
    let mut client = Client::new();
    let uri = "untitled:refused";
    client.open(uri, TEXT);
    let how = place(TEXT, "if |how == Run");
    let mut refused = |at, new: &str| rename(&mut client, uri, at, new).expect_err(new);
    assert_eq!(refused(how, "fast"), "`how` cannot be `fast`: two things are called `fast`");
    for (new, why) in
        [("How", "snake_case"), ("a b", "not a name"), ("", "not a name"), ("_", "not a name"), ("7", "not a name")]
    {
        let said = refused(how, new);
        assert!(said.contains(why), "{new}: {said}");
    }
    let walk = place(TEXT, "Wal|k = 1");
    for new in ["Run", "walk"] {
        refused(walk, new);
    }
    // A code may not be a type.
    refused(place(TEXT, "struct St|ep"), "Move");
    assert_eq!(refused(place(TEXT, "prot|ocol"), "x"), "there is no name here that a schema declares");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_name_of_an_import_is_renamed_in_all_its_schemas() {
    let folder = std::env::temp_dir().join(format!("wireform names {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let schema =
        |name: &str| format!("protocol {name} {{ byte_order: big }}\nuse \"part.wire\";\nstruct A {{ x: Count }}\n");
    std::fs::write(folder.join("part.wire"), "type Count = u8;\n").expect("a file");
    std::fs::write(folder.join("one.wire"), schema("one")).expect("a file");
    std::fs::write(folder.join("two.wire"), schema("two")).expect("a file");
    let one = uri(&folder.join("one.wire"));
    let mut client = Client::new();
    client.open(&one, &schema("one"));
    // Leads to a file that is not open.
    let declared = client.at("textDocument/definition", &one, (2, 15));
    assert_eq!(declared[0]["uri"], uri(&folder.join("part.wire")));
    let imported = client.at("textDocument/definition", &one, (1, 8));
    assert_eq!(imported[0]["uri"], uri(&folder.join("part.wire")));
    let edits = rename(&mut client, &one, (2, 15), "Number").expect("it is renamed");
    let mut changed: Vec<(&str, &Value)> = edits["documentChanges"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["textDocument"]["uri"].as_str().expect("a name"), &one["textDocument"]["version"]))
        .collect();
    changed.sort_unstable_by_key(|(uri, _)| *uri);
    let names = ["one.wire", "part.wire", "two.wire"].map(|name| uri(&folder.join(name)));
    assert_eq!(changed.iter().map(|(uri, _)| *uri).collect::<Vec<_>>(), names);
    assert_eq!(
        changed.iter().map(|(_, version)| (*version).clone()).collect::<Vec<_>>(),
        [json!(1), Value::Null, Value::Null]
    );
    assert_eq!(client.exit(), Some(0));
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn a_name_is_explained_while_there_is_a_mistake_elsewhere() {
    let mut client = Client::new();
    let (uri, text) = ("untitled:explained", buoy());
    client.open(uri, &text);
    let explained = |client: &mut Client, text: &str| {
        let hover = client.at("textDocument/hover", uri, place(text, "has_|wind, wide_rain"));
        hover["contents"]["value"].as_str().expect("an explanation").to_owned()
    };
    let right = explained(&mut client, &text);
    for (version, (from, to)) in
        (2..).zip([("version: u8 = 3", "version: Nope = 3"), ("message Bye = 3;", "message Bye = 3 {")])
    {
        let wrong = text.replace(from, to);
        client.change(uri, version, &wrong);
        assert!(!client.diagnosed(uri, version).is_empty());
        assert_eq!(explained(&mut client, &wrong), right, "{to}");
    }
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn names_of_quake2_lead_where_the_compiler_says() {
    let mut client = Client::new();
    let (uri, text) = shipped("schema/quake2.wire");
    client.open(&uri, &text);
    let (line, character) = place(&text, "volume: Unit if mask.|volume");
    let (own, _) = place(&text, "volume |\"SND_VOLUME\"");
    let found = client.at("textDocument/definition", &uri, (line, character));
    assert_eq!(starts(&found).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [own as u64]);
    let edits = rename(&mut client, &uri, (line, character), "loudness").expect("it is renamed");
    let new = edited(&text, &edits["documentChanges"][0]["edits"]);
    client.change(&uri, 2, &new);
    assert_eq!(client.diagnosed(&uri, 2), [Value::Null; 0]);
    assert_eq!(client.exit(), Some(0));
}

/// The answers about a place: the declaration, the uses, the highlights, and whether there is an explanation.
fn seen(client: &mut Client, uri: &str, at: (usize, usize)) -> (Value, Starts, Starts, Value) {
    let declared = client.at("textDocument/definition", uri, at);
    let used = starts(&references(client, uri, at, true));
    let highlights = starts(&client.at("textDocument/documentHighlight", uri, at));
    let hover = client.at("textDocument/hover", uri, at);
    (declared, used, highlights, hover["contents"].clone())
}

#[test]
fn names_keep_their_meaning_while_braces_do_not_match() {
    let mut client = Client::new();
    let uri = "untitled:braces";
    let right = "protocol a { byte_order: big }\nenum Move: u8 { Walk = 1, Run = 2 }\nstruct Step {\n    how: Move,\n    \
                 fast: u8 if how == Run,\n}\nstruct Steps {\n    all: [Step; u8],\n}\n";
    client.open(uri, right);
    let places = ["enum Mo|ve", "how: Mo|ve", "if ho|w ==", "== Ru|n", "struct Ste|p {", "[Ste|p; u8]"];
    let before: Vec<_> = places.iter().map(|piece| seen(&mut client, uri, place(right, piece))).collect();
    assert!(before.iter().all(|(declared, used, ..)| declared[0].is_object() && used.len() > 1), "{before:?}");
    // A person writes a struct between the others, and then a field at the end of the text, before the struct is closed.
    let mut text = right.to_owned();
    let mut version = 1;
    for (behind, new) in [("struct Steps", "struct X {\n    x: Move,\n\n"), ("}\n", "    more: u8,\n")] {
        for (typed, c) in new.chars().enumerate() {
            let offset = if behind == "}\n" { text.len() - 2 } else { text.find(behind).expect("a place") };
            let line = text[..offset].matches('\n').count();
            let at = json!({ "line": line, "character": offset - text[..offset].rfind('\n').map_or(0, |end| end + 1) });
            text.insert(offset, c);
            version += 1;
            let change = json!({ "range": { "start": at, "end": at }, "text": c.to_string() });
            let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [change] });
            client.tell("textDocument/didChange", params);
            // Looks up after a few characters, and at the end of all.
            if !text.contains("struct X {") || (typed % 5 != 0 && typed + 1 != new.len()) {
                continue;
            }
            assert!(!client.diagnosed(uri, version).is_empty());
            // The same as before, at the places where it is now.
            let moved = |(line, character): (u64, u64)| {
                let added = |from: u64, behind: &str| {
                    let end = text.find(behind).map_or(0, |at| text[..at].matches('\n').count());
                    if line >= from { end as u64 - from } else { 0 }
                };
                (line + added(6, "struct Steps"), character)
            };
            for (piece, (declared, used, highlights, hover)) in places.iter().zip(&before) {
                let now = seen(&mut client, uri, place(&text, piece));
                let all = |places: &[(u64, u64)]| places.iter().copied().map(moved).collect::<Vec<_>>();
                assert_eq!(starts(&now.0), all(&starts(declared)), "{piece} in {text}");
                assert_eq!((now.1, now.2), (all(used), all(highlights)), "{piece} in {text}");
                assert_eq!(&now.3, hover, "{piece} in {text}");
            }
        }
    }
    // A new name cannot be checked.
    let said = rename(&mut client, uri, place(&text, "enum Mo|ve"), "Gait").expect_err("nobody can check it");
    assert_eq!(said, "the compiler could not check a new name: unclosed `{`");
    // With the last brace all is as it would be without a past.
    let closed = text.replace("x: Move,\n", "x: Move,\n}");
    client.change(uri, version + 1, &closed);
    assert_eq!(client.diagnosed(uri, version + 1), [Value::Null; 0]);
    let found = references(&mut client, uri, place(&closed, "enum Mo|ve"), false);
    assert_eq!(starts(&found).len(), 2, "{found}");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_field_is_renamed_in_examples_by_what_their_bytes_are() {
    let mut client = Client::new();
    let uri = "untitled:bytes";
    let text = "protocol a { byte_order: big }\nstruct Datagram {\n    kind: u8,\n    payload: Payload by kind,\n    \
                example \"the second\" = hex \"02 0005\" { payload.id: 5 }\n}\nfamily Payload {\n    message First = 1 {\n        \
                id: u8,\n    }\n    message Second = 2 {\n        id: u16,\n    }\n}\n";
    client.open(uri, text);
    assert_eq!(client.diagnosed(uri, 1), [Value::Null; 0]);
    let mut renamed = |piece: &str| {
        let edits = rename(&mut client, uri, place(text, piece), "number")?;
        Ok::<String, String>(edited(text, &edits["documentChanges"][0]["edits"]))
    };
    assert_eq!(renamed("|id: u8"), Ok(text.replace("id: u8", "number: u8")));
    assert_eq!(renamed("|id: u16"), Ok(text.replace("id: u16", "number: u16").replace("payload.id", "payload.number")));
    let said = renamed("payload.|id").expect_err("nobody says which field it is");
    assert_eq!(said, "the example does not say whose `id` this is: rename it where it is declared");
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn no_example_is_guessed_at_while_the_schema_is_wrong() {
    let mut client = Client::new();
    let uri = "untitled:guess";
    let text = "protocol a { byte_order: big }\nstruct Datagram {\n    kind: u8,\n    payload: Payload by kind,\n    \
                example \"the second\" = hex \"02 0005\" { payload.id: 5 }\n}\nfamily Payload {\n    message First = 1 {\n        \
                id: u8,\n    }\n    message Second = 2 {\n        id: u16,\n    }\n}\n\
                struct Plain {\n    id: u8,\n    size: u8,\n    example \"one\" = hex \"01 02\" { id: 1, size: 2 }\n}\n\
                struct Wrong { x: u8 where it < y }\n";
    client.open(uri, text);
    assert_eq!(client.diagnosed(uri, 1).len(), 1);
    let mut renamed = |piece: &str, new: &str| {
        let edits = rename(&mut client, uri, place(text, piece), new)?;
        Ok::<String, String>(edited(text, &edits["documentChanges"][0]["edits"]))
    };
    // Only its bytes say which of the two it has.
    for piece in ["    |id: u8,\n    }", "|id: u16", "payload.|id"] {
        let said = renamed(piece, "number").expect_err(piece);
        assert_eq!(said, "an example does not say whose `id` it has: correct the mistakes of the schema first");
    }
    // Here its path says so, although another field has the new name.
    let expected = text.replace("size: ", "number: ");
    assert_eq!(renamed("|size: u8", "number"), Ok(expected));
    let expected = text.replace("kind: u8", "size: u8").replace("by kind", "by size");
    assert_eq!(renamed("|kind: u8", "size"), Ok(expected));
    assert_eq!(client.exit(), Some(0));
}
