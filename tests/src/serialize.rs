//! With serde: what is generated for all features and protocols compiles, and has the one form of JSON. Views, values and
//! owned values are printed as the command prints what the interpreter read, and JSON is read as the packet that the command
//! makes of it. In a compact format values survive too, and no number that the wire cannot hold is a value.

mod lean;
mod owned;
mod program;
mod types;

use serde_json::{Map, Value as Json};
use wireform_build::interpret::{Target, read_exact_in, write_in};
use wireform_build::model::{Code, Param, ParamKind, Protocol, Value};
use wireform_build::model::{nested_hooks, session_params};
use wireform_cli::json::{from_json, number_to_json, to_json};

use crate::protocols;
use crate::right::{Packets, targets};
use program::{Asked, Program};

/// So many right packets of each message, struct and family.
const PACKETS: usize = 6;
/// So many of them are read without each of their fields.
const WITHOUT: usize = 2;

/// A question, and the answer that is right.
struct Question {
    asked: usize,
    /// Bytes and JSON, or JSON.
    handed: String,
    /// `None`: it is refused, whatever the words.
    expected: Option<String>,
}

/// The features of the short test.
const SAMPLE: [&str; 6] = ["choices", "groups", "lists", "notations", "quantities", "values"];

#[test]
#[ignore = "long"]
fn plain_values_of_a_sample_are_json() {
    let [types, questions, refused, read] = answers("serialize-sample", |name| SAMPLE.contains(&name));
    assert!(types > 30 && questions > 1_000 && refused > 500 && read > 600, "{questions} questions, {read} are read");
}

#[test]
#[ignore = "long"]
fn plain_values_are_json() {
    let [types, questions, refused, read] = answers("serialize", |_| true);
    assert!(
        types > 200 && questions > 10_000 && refused > 5_000 && read > 8_000,
        "{questions} questions, {read} are read"
    );
}

/// Compiles the features of these names in a folder of that name, and asks them; how many types there are, how many
/// questions, how many of these are refused, and how many values were read from JSON.
fn answers(folder: &str, is_asked: fn(&str) -> bool) -> [usize; 4] {
    let shipped = protocols::schemas("../schema").into_iter().map(|path| match wireform_build::load(path) {
        Ok(compiled) => compiled.schema,
        Err(failure) => panic!("{}", failure.render(false)),
    });
    let shipped = shipped.flat_map(|schema| schema.protocols().cloned().collect::<Vec<_>>());
    let protocols: Vec<Protocol> =
        protocols::features().into_iter().chain(shipped).filter(|one| is_asked(&one.name)).collect();
    let mut program = Program::default();
    let mut questions = Vec::new();
    for protocol in &protocols {
        values(protocol, &mut program, &mut questions);
        types::types(protocol, &mut program, &mut questions);
    }
    let answers = program.ask(folder, is_asked, questions.iter().map(|one| (one.asked, one.handed.as_str())));
    assert_eq!(answers.len(), questions.len());
    let (mut wrong, mut read) = (Vec::new(), 0);
    for (question, answer) in questions.iter().zip(answers) {
        read += usize::from(answer.contains('\t'));
        let is_right = match &question.expected {
            Some(expected) => *expected == answer,
            None => answer.rsplit('\t').next().is_some_and(|of_json| of_json.starts_with("refused")),
        };
        if !is_right {
            let of = program.name(question.asked);
            wrong.push(format!("{of}, handed {}\n  {answer}\nbut {:?}", question.handed, question.expected));
        }
    }
    assert!(wrong.is_empty(), "{} wrong answers:\n{}", wrong.len(), wrong.join("\n"));
    let refused = questions.iter().filter(|one| one.expected.is_none()).count();
    println!("{} types, {} questions, {refused} refused, {read} read", program.len(), questions.len());
    [program.len(), questions.len(), refused, read]
}

/// Packets of what needs nothing but its bytes and parameters.
fn values(protocol: &Protocol, program: &mut Program, questions: &mut Vec<Question>) {
    let (hooks, sessions) = (nested_hooks(protocol), session_params(protocol));
    let alone = |target: &Target| match target {
        Target::Record(id) => hooks.record(*id).is_empty() && sessions.record(*id).is_empty(),
        Target::Family(id) | Target::Stream(id) => hooks.family(*id).is_empty() && sessions.family(*id).is_empty(),
    };
    let shapes = lean::stored_codes(protocol);
    for target in targets(protocol).filter(alone) {
        let asked = program.add(Asked::Target(protocol, target));
        for (at, (bytes, known)) in Packets::new(protocol, target, None).several(PACKETS).enumerate() {
            let (params, session) = (&known.params, || known.session.clone());
            // A packet that something stands behind is no whole.
            let Ok(read) = read_exact_in(protocol, target, &bytes, params, &mut session()) else { continue };
            let json = to_json(protocol, target, &read);
            let write = |value: &_| {
                let written = write_in(protocol, target, value, params, &mut session());
                written.map_or_else(|_| program::UNWRITTEN.to_owned(), |bytes| hex(&bytes))
            };
            let (written, known) = (write(&read), known_json(protocol, target, params));
            let mut put = |handed: &Json, expected: Option<String>| {
                questions.push(Question { asked, handed: format!("{} {known} {handed}", hex(&bytes)), expected });
            };
            // The view, both values, and the bytes of what was read from JSON and from the compact format.
            let answer = |of_json: &str| Some(format!("{json}\t{json}\t{json}\t{of_json}\t{written}"));
            put(&json, answer(&written));
            let lean = lean::lean(&shapes, &read, json.clone());
            if lean != json {
                let value = from_json(protocol, target, &lean).expect("what is left out has a default");
                put(&lean, answer(&write(&value)));
            }
            // The command inherits the fields of a state that are left out; serde wants it whole.
            let is_asked = at < WITHOUT && protocol.records.iter().all(|record| record.delta.is_none());
            let without_one = if is_asked { lean::without_one(&read, &json) } else { Vec::new() };
            for json in without_one {
                let value = from_json(protocol, target, &json).ok();
                put(&json, value.and_then(|value| answer(&write(&value))));
            }
        }
    }
}

/// The struct of parameters as JSON, or nothing.
fn known_json(protocol: &Protocol, target: Target, params: &[Code]) -> Json {
    let all = target.params(protocol);
    if all.is_empty() {
        return Json::Null;
    }
    let one = |(param, code): (&Param, &Code)| {
        let json = match param.kind {
            ParamKind::Bool => (*code != 0).into(),
            ParamKind::Int(_) => number_to_json(protocol, Value::Int(None), *code),
            ParamKind::Enum(id) => number_to_json(protocol, Value::Enum(id), *code),
        };
        (param.name.clone(), json)
    };
    all.iter().zip(params).map(one).collect::<Map<_, _>>().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
