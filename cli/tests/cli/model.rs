//! The model as JSON: snapshots of the specimens, the same form for all schemas, and a page that describes all of it.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;

use serde_json::Value as Json;

use crate::repository::{read, root, run};
use crate::support::Folder;

/// The keys of pieces whose words the page lists.
const LISTED: [&str; 12] =
    ["wire", "owner", "writer", "role", "encoding", "order", "rounding", "outside", "scope", "extent", "from", "kind"];

/// The words of the page that are not of the form.
const OTHER_WORDS: [&str; 3] = ["false", "match", "v259"];

/// The folders of schemas.
const FOLDERS: [&str; 5] =
    ["schema", "schema/gallery", "tests/schema", "tests/schema/features", "tests/schema/specimens"];

/// The schemas of a folder.
fn schemas(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join(folder)).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "wire")).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder}");
    files
}

/// The output of `wireform model` for a schema.
pub fn model(schema: &str) -> String {
    run(&["model", schema])
}

/// The models of all schemas: the path of each, the text and what it says.
static ALL: LazyLock<Vec<(String, String, Json)>> = LazyLock::new(|| {
    let printed = FOLDERS.into_iter().flat_map(schemas).map(|path| {
        let path = path.to_string_lossy().into_owned();
        let text = model(&path);
        let json = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        (path, text, json)
    });
    printed.collect()
});

/// Collects the keys of a piece, and those of its texts that are words of the form.
fn words(piece: &Json, key: &str, found: &mut BTreeSet<String>) {
    match piece {
        Json::Object(entries) => entries.iter().for_each(|(key, piece)| {
            found.insert(key.clone());
            words(piece, key, found);
        }),
        Json::Array(list) => list.iter().for_each(|piece| words(piece, key, found)),
        Json::String(text) if LISTED.contains(&key) => {
            found.insert(text.clone());
        }
        // Their other texts are names.
        Json::String(text)
            if ["bool", "truthy", "remaining_bytes", "hex", "ipv4", "fourcc", "mac"].contains(&text.as_str()) =>
        {
            found.insert(text.clone());
        }
        Json::String(text) if key == "number" && text.len() == 3 && (text.ends_with("32") || text.ends_with("64")) => {
            found.insert(text.clone());
        }
        _ => {}
    }
}

#[test]
fn specimens_have_the_models_of_their_snapshots() {
    for path in schemas("tests/schema/specimens") {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        insta::with_settings!({ omit_expression => true, snapshot_path => "snapshots/model", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, model(&path.to_string_lossy()));
        });
    }
}

#[test]
fn every_schema_has_a_model_and_always_the_same() {
    for (path, printed, json) in &*ALL {
        assert_eq!(*printed, model(path), "{path}");
        assert_eq!(json["format"], 0, "{path}");
        unique_keys(printed, json, path);
    }
    let named = Folder::new("model_named").run(&["model", "quake2"]).good();
    assert_eq!(named, model("schema/quake2.wire"));
}

/// A parser takes the last of several equal keys, so the text would have more keys than what was parsed.
fn unique_keys(printed: &str, json: &Json, path: &str) {
    fn count(piece: &Json) -> usize {
        match piece {
            Json::Object(entries) => entries.values().map(|piece| 1 + count(piece)).sum(),
            Json::Array(list) => list.iter().map(count).sum(),
            _ => 0,
        }
    }
    // A quote in a text is escaped.
    let keys = printed.match_indices("\": ").filter(|(at, _)| !printed[..*at].ends_with('\\'));
    assert_eq!(keys.count(), count(json), "{path}");
}

/// The words in the code that makes the form, one for each field and variant of the model.
fn written() -> BTreeSet<String> {
    let files = ["model.rs", "model/condition.rs", "model/items.rs", "model/record.rs", "model/wire.rs"];
    let lines: Vec<String> = files.into_iter().map(|file| read(&format!("cli/src/{file}"))).collect();
    let code = lines.iter().flat_map(|text| text.lines()).filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(is_word).map(str::to_owned).collect()
}

fn is_word(text: &&str) -> bool {
    !text.is_empty() && text.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '_')
}

#[test]
fn some_schema_has_each_word_and_the_page_describes_it() {
    let mut used = BTreeSet::new();
    for (_, _, json) in &*ALL {
        words(json, "", &mut used);
    }
    let page = read("cli/model.md");
    let (_, page) = page.split_once("\n## Rules\n").expect("the form");
    let code = page.split('`').skip(1).step_by(2);
    let described = code.map(|text| text.trim_matches('"')).filter(is_word).filter(|word| !OTHER_WORDS.contains(word));
    let described: BTreeSet<String> = described.map(str::to_owned).collect();
    let lacking = |whole: &BTreeSet<String>, part: &BTreeSet<String>| -> Vec<String> {
        whole.difference(part).cloned().collect()
    };
    let none: [String; 0] = [];
    assert_eq!(lacking(&written(), &used), none, "no schema has these");
    assert_eq!(lacking(&used, &described), none, "the page lacks these");
    assert_eq!(lacking(&described, &used), none, "the page has these, which are not of the form");
}

/// The paths of the fields and numbers of a record.
fn paths(fields: &Json, found: &mut BTreeSet<String>) {
    for field in fields.as_array().into_iter().flatten() {
        let path = field["path"].as_str().or(field["name"].as_str()).expect("a path");
        assert!(found.insert(path.to_owned()), "two have the path {path}");
        let before = [("count", &field["extent"]["count"]), ("code", &field["code"])];
        for (name, _) in before.iter().filter(|(_, number)| number.is_object()) {
            assert!(found.insert(format!("{path}.{name}")), "two have the path {path}.{name}");
        }
        for part in field["parts"].as_array().into_iter().flatten() {
            let path = part["path"].as_str().or(part["name"].as_str()).expect("a path");
            assert!(found.insert(path.to_owned()), "two have the path {path}");
        }
        for known in field["known"].as_array().into_iter().flatten() {
            assert!(found.insert(known["number"].as_str().expect("a path").to_owned()));
        }
        paths(&field["fields"], found);
        field["arms"].as_array().into_iter().flatten().for_each(|arm| paths(&arm["fields"], found));
    }
}

/// Asserts that each reference in a piece leads to an item: one of a version, or a path in the record around it.
fn follow(piece: &Json, key: &str, items: &Json, known: &BTreeSet<String>) {
    let lists =
        [("record", "records"), ("family", "families"), ("enum", "enums"), ("bits", "bits"), ("varint", "varints")];
    let lists = lists.into_iter().chain([("quantity", "quantities"), ("packed", "packed"), ("session", "sessions")]);
    match piece {
        Json::Object(entries) => entries.iter().for_each(|(key, piece)| match piece {
            // These are of the elements.
            Json::Object(end) if ["ascending", "until", "through", "before"].contains(&key.as_str()) => {
                assert!(
                    ["number", "read", "remaining_bytes", "empty_text"].iter().any(|key| end.contains_key(*key))
                        || end.is_empty()
                );
                assert!(!end.values().any(|path| path == ""), "{piece}");
            }
            _ => follow(piece, key, items, known),
        }),
        Json::Array(list) => list.iter().for_each(|piece| follow(piece, key, items, known)),
        Json::String(name) if ["number", "field", "fields", "len", "size", "mask", "by"].contains(&key) => {
            assert!(known.contains(name), "{key}: {name}");
        }
        Json::String(name) => {
            for (_, list) in lists.filter(|(one, _)| *one == key) {
                let mut names = items[list].as_array().into_iter().flatten().map(|item| &item["name"]);
                assert!(names.any(|one| one == name), "{key}: {name}");
            }
        }
        _ => {}
    }
}

#[test]
fn every_reference_leads_to_an_item() {
    for (_, _, json) in &*ALL {
        for version in json["versions"].as_array().expect("versions") {
            for record in version["records"].as_array().into_iter().flatten() {
                let mut known = BTreeSet::new();
                paths(&record["fields"], &mut known);
                ["fields", "checksums"].iter().for_each(|key| follow(&record[key], "", version, &known));
            }
            follow(&version["families"], "", version, &BTreeSet::new());
        }
    }
}

#[test]
fn the_page_shows_what_the_command_prints() {
    let page = read("cli/model.md");
    let block = |language: &str| {
        let (_, rest) = page.split_once(&format!("```{language}\n")).expect("a block of this language");
        rest.split_once("```").expect("the block ends").0.to_owned()
    };
    let folder = Folder::new("model_page").with("sound.wire", &block("wire"));
    assert_eq!(folder.run(&["model", "sound.wire"]).good(), block("json"));
}

#[test]
fn a_wrong_schema_has_no_model() {
    let folder =
        Folder::new("model_wrong").with("wrong.wire", "protocol wrong { byte_order: big }\nstruct A { x: u9 }\n");
    assert!(folder.run(&["model", "wrong.wire"]).bad(1).contains("u9"));
    assert!(folder.run(&["model", "quak2"]).bad(1).contains("did you mean `quake2`?"));
}
