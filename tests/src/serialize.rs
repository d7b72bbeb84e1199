//! With serde: what is generated for all features compiles, plain values say in JSON what the interpreter reads, and numbers
//! that the wire cannot hold are no values.

mod json;
mod program;

use std::collections::HashSet;
use std::rc::Rc;

use wireform_build::interpret::{Target, read_exact_in};
use wireform_build::layout::{nested_hooks, session_params};
use wireform_build::model::{Code, Interval, Protocol, RecordId, SessionValues};
use wireform_build::names;

use crate::protocols;
use crate::right::{Packets, targets};
use crate::schemas::Known;
use crate::schemas::parts::meant;
use crate::schemas::witness::holders;
use json::{expected, leaves};
use program::{Asked, Program};

/// So many right packets of each message and struct.
const PACKETS: usize = 6;

/// What is written as JSON, and what is to be in it.
struct Question {
    asked: usize,
    /// Bytes, or JSON.
    handed: String,
    /// Its leaves, or `None` for what is refused.
    expected: Option<Vec<String>>,
    /// What may stand there besides: a shape that holds nothing is its name, or an empty object.
    names: Rc<HashSet<String>>,
}

/// The features of the short test.
const SAMPLE: [&str; 5] = ["choices", "groups", "lists", "quantities", "values"];

#[test]
fn plain_values_of_a_sample_are_json() {
    let [types, questions, refused] = answers("serialize-sample", |name| SAMPLE.contains(&name));
    assert!(types > 30 && questions > 150 && refused > 10, "{questions} questions");
}

#[test]
#[ignore = "long"]
fn plain_values_are_json() {
    let [types, questions, refused] = answers("serialize", |_| true);
    assert!(types > 200 && questions > 1_000 && refused > 50, "{questions} questions");
}

/// Compiles the features of these names in a folder of that name, and asks them; how many types there are, how many
/// questions, and how many of these are refused.
fn answers(folder: &str, is_asked: fn(&str) -> bool) -> [usize; 3] {
    let protocols: Vec<Protocol> = protocols::features().into_iter().filter(|one| is_asked(&one.name)).collect();
    let mut program = Program::default();
    let (mut questions, mut refused) = (Vec::new(), 0);
    for protocol in &protocols {
        values(protocol, &mut program, &mut questions);
        let before = questions.len();
        types(protocol, &mut program, &mut questions);
        refused += questions[before..].iter().filter(|one| one.expected.is_none()).count();
    }
    let answers = program.ask(folder, is_asked, questions.iter().map(|one| (one.asked, one.handed.as_str())));
    assert_eq!(answers.len(), questions.len());
    for (question, answer) in questions.iter().zip(answers) {
        let is_told = |leaf: &String| !question.names.contains(leaf.trim_matches('"'));
        let told = |leaves: Vec<String>| leaves.into_iter().filter(is_told).collect::<Vec<_>>();
        let found = (answer != "refused").then(|| told(leaves(&answer)));
        let same = match (&found, &question.expected.clone().map(told)) {
            (Some(found), Some(expected)) => {
                found.len() == expected.len()
                    && found.iter().zip(expected).all(|(found, expected)| same(found, expected))
            }
            (found, expected) => found.is_none() && expected.is_none(),
        };
        let of = || format!("{}, handed {}: {answer}", program.name(question.asked), question.handed);
        assert!(same, "{}, but {:?}", of(), question.expected);
    }
    println!("{} types, {} questions, {refused} refused", program.len(), questions.len());
    [program.len(), questions.len(), refused]
}

/// Whether two leaves are the same. The bits of a layout have no sign, though their carrier may have one.
fn same(found: &str, expected: &str) -> bool {
    let bits = |width: u32| Some(found.parse::<Code>().ok()? - expected.parse::<Code>().ok()? == 1 << width);
    found == expected || expected.starts_with('-') && (8..=64).any(|width| bits(width) == Some(true))
}

/// Packets of what needs nothing but its bytes.
fn values(protocol: &Protocol, program: &mut Program, questions: &mut Vec<Question>) {
    let (hooks, sessions) = (nested_hooks(protocol), session_params(protocol));
    let alone = |id: &RecordId| {
        let record = &protocol.records[id.0];
        record.params.is_empty() && hooks.record(*id).is_empty() && sessions.record(*id).is_empty()
    };
    let records = targets(protocol).filter_map(|target| match target {
        Target::Record(id) => Some(id),
        Target::Family(_) | Target::Stream(_) => None,
    });
    let names = Rc::new(holders(protocol));
    for id in records.filter(alone) {
        let asked = program.add(Asked::Record(protocol, id));
        let known = Known { params: Vec::new(), session: SessionValues::default() };
        for (bytes, _) in Packets::new(protocol, Target::Record(id), Some(known)).several(PACKETS) {
            let read = read_exact_in(protocol, Target::Record(id), &bytes, &[], &mut SessionValues::default());
            // A packet that something stands behind is no whole.
            let Ok(read) = read else { continue };
            let handed = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            questions.push(Question {
                asked,
                handed,
                expected: Some(expected(protocol, &read)),
                names: Rc::clone(&names),
            });
        }
    }
}

/// Numbers that a type over one raw number may be, and others; names of enums, and others.
fn types(protocol: &Protocol, program: &mut Program, questions: &mut Vec<Question>) {
    let mut ask = |asked, handed, expected| {
        questions.push(Question { asked, handed, expected, names: Rc::default() });
    };
    let limited = protocol.quantities.iter().map(|one| (&one.name, one.raw));
    let limited = limited.chain(protocol.packed.iter().map(|one| (&one.name, one.raw)));
    for (name, Interval { min, max }) in limited {
        let asked = program.add(Asked::Type(protocol, name));
        for raw in [min - 1, min, (min + max) / 2, max, max + 1] {
            let expected = (min..=max).contains(&raw).then(|| vec![raw.to_string()]);
            ask(asked, raw.to_string(), expected);
        }
    }
    for one in &protocol.bits {
        let asked = program.add(Asked::Type(protocol, &one.name));
        let meant = meant(protocol, one);
        // A type of its own is at least as wide as the bits.
        let all = (1 << one.width) - 1;
        for (raw, expected) in [(0, Some(0)), (all, Some(meant)), (-1, None), (Code::from(u64::MAX) + 1, None)] {
            let expected = expected.map(|raw: Code| vec![raw.to_string()]);
            ask(asked, raw.to_string(), expected);
        }
    }
    for one in &protocol.enums {
        let asked = program.add(Asked::Type(protocol, &one.name));
        for code in &one.codes {
            let name = format!("{:?}", names::variant_name(&code.name));
            let (handed, leaf) = match code.stores_code() {
                true => (format!("{{{name}:{}}}", code.written), code.written.to_string()),
                false => (name.clone(), name),
            };
            ask(asked, handed, Some(vec![leaf]));
        }
        ask(asked, "\"NoSuchName\"".to_owned(), None);
    }
}
