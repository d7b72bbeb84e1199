//! Wrong packets and wrong values as newcomers give them: what the command answers to each, beside what they meant, which it
//! accepts.

use serde_json::{Value, json};

use crate::repository::root;
use crate::support::Folder;

const PACKETS: &str = include_str!("../answers/packets.txt");
const TEXTS: &str = include_str!("../answers/texts.txt");
const VALUES: &str = include_str!("../answers/values.txt");

/// A line: something of a schema, what is wrong, the mistake, and what was meant.
struct Mistake<'t> {
    schema: &'t str,
    name: &'t str,
    what: &'t str,
    wrong: &'t str,
    meant: &'t str,
}

fn mistakes<'t>(text: &'t str) -> Vec<Mistake<'t>> {
    let one = |line: &'t str| {
        let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let &[schema, name, what, wrong, meant] = parts.as_slice() else { panic!("five parts: {line}") };
        Mistake { schema, name, what, wrong, meant }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(one).collect()
}

/// The answers to the mistakes, each beneath what was given. What was meant has to be accepted.
fn answers(command: &str, text: &str, request: impl Fn(&str) -> Value) -> String {
    let folder = Folder::new(&format!("answers_{command}"));
    let all = mistakes(text);
    assert!(all.len() >= 40, "{} mistakes", all.len());
    let (mut told, mut refused) = (String::new(), Vec::new());
    for alike in all.chunk_by(|one, next| (one.schema, one.name) == (next.schema, next.name)) {
        let Mistake { schema, name, .. } = alike[0];
        let path = root().join(format!("tests/schema/{schema}.wire"));
        let schema_path = if schema.contains('/') { path.to_string_lossy() } else { schema.into() };
        let requests = alike.iter().flat_map(|one| [one.wrong, one.meant]).map(|one| format!("{}\n", request(one)));
        let out =
            folder.pipe(&[command, &schema_path, name, "--lines"], requests.collect::<String>().as_bytes()).good();
        let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        for (one, answer) in alike.iter().zip(answers.chunks(2)) {
            let [wrong, meant] = answer else { panic!("two answers: {answer:?}") };
            let is_whole = meant["ok"] == json!(true) && meant["rest"].as_str().is_none_or(str::is_empty);
            if !is_whole || meant.get("changed").is_some() {
                refused.push(format!("{schema} {name}: {}: {meant}", one.meant));
            }
            told.push_str(&format!("{schema} {name}, {}\n    {}\n    {}\n\n", one.what, one.wrong, shown(wrong)));
        }
    }
    assert!(refused.is_empty(), "what was meant is refused: {refused:#?}");
    told
}

/// The words of an answer about a mistake: the error, or what is left over or changed.
fn shown(answer: &Value) -> String {
    let beside =
        |key: &str| answer.get(key).filter(|value| **value != json!("")).map(|value| format!("{key}: {value}"));
    let error = answer["error"]["text"].as_str().map(str::to_owned);
    error.or_else(|| beside("rest")).or_else(|| beside("changed")).unwrap_or_else(|| format!("accepted: {answer}"))
}

#[test]
fn each_wrong_packet_is_told_what_is_wrong() {
    insta::assert_snapshot!(answers("read", PACKETS, |hex| json!({"hex": hex.trim_matches('-')})));
}

#[test]
fn each_wrong_value_is_told_what_is_wrong() {
    let fields = |text: &str| json!({"fields": serde_json::from_str::<Value>(text).expect("JSON")});
    insta::assert_snapshot!(answers("write", VALUES, fields));
}

#[test]
fn each_wrong_text_is_told_what_is_wrong() {
    let folder = Folder::new("answers_texts");
    let (mut told, mut refused) = (String::new(), Vec::new());
    for line in TEXTS.lines().filter(|line| !line.starts_with('#')) {
        let line = line.replace("\\|", "\u{0}");
        let parts: Vec<String> = line.split(" | ").map(|part| part.trim().replace('\u{0}', "|")).collect();
        let [command, schema, name, what, wrong, meant] = parts.as_slice() else { panic!("six parts: {line}") };
        let ran = folder.run(&[command, schema, name, wrong]);
        let error = ran.err.lines().next().unwrap_or("accepted");
        told.push_str(&format!("{command} {schema} {name}, {what}\n    {wrong}\n    {error}\n\n"));
        if meant != "-" && folder.run(&[command, schema, name, meant]).code != Some(0) {
            refused.push(meant.clone());
        }
    }
    assert!(refused.is_empty(), "what was meant is refused: {refused:#?}");
    insta::assert_snapshot!(told);
}
