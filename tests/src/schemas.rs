//! Random schemas, every construct in random combination: they compile, to Rust that compiles under all lints and does
//! with any bytes and any value what the interpreter does.
//!
//! `WIREFORM_SCHEMAS=1000` tries so many, `WIREFORM_FIRST=300` so many behind those before it, `WIREFORM_SCHEMA=17`
//! that one alone, and `WIREFORM_CLIPPY=1` lints the code with all that clippy calls pedantic, which `.ci/run` does:
//! `WIREFORM_CLIPPY=1 cargo test -p wireform-tests schemas`.
//!
//! The schemas of the reference and of the features are asked the same, and all their examples.

mod constructs;
pub mod dice;
#[path = "../../codegen/tests/support/document.rs"]
mod document;
mod grammar;
mod lengths;
pub mod package;
mod schema;
pub mod values;
mod witness;
mod words;
mod written;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use wireform_build::Failure;
use wireform_build::interpret::{self, Target};
use wireform_build::model::{Code, Interval, Protocol, Quantity, Schema, SessionId, SessionValues};

use crate::constraints::broken::Search;
use constructs::Constructs;
use dice::Dice;
use package::{Functions, Package};
use values::Values;
use witness::Agreement;

/// How many schemas an ordinary run tries.
const SCHEMAS: u64 = 200;
/// How many it compiles to models only, which is quick.
const VALID: u64 = 600;
/// How many are read and written by the interpreter alone, to be measured.
const MEASURED: u64 = 150;
/// So many right packets of each target of a written schema are tried for demands that can be broken in them.
const TRIED: usize = 100;
/// Questions of each kind about each target.
const QUESTIONS: usize = 40;

#[test]
fn random_schemas_are_valid() {
    let count = wanted("WIREFORM_SCHEMAS").unwrap_or(0).max(VALID);
    assert_eq!(compiled(0..count).len() as u64, count);
}

#[test]
fn random_schemas_have_every_construct() {
    let constructs = Constructs::of(&compiled(0..VALID));
    let missing = constructs.missing();
    let count = constructs.count();
    assert!(missing.is_empty(), "{} of {count} constructs stand in no schema: {missing:#?}", missing.len());
    assert!(count > 400, "{count} constructs");
}

#[test]
fn random_schemas_have_all_of_the_grammar() {
    let texts: Vec<String> = (0..MEASURED).filter_map(|seed| Some(compiled_text(seed).ok()?.0)).collect();
    // Files are imported elsewhere; the others are parsed and then refused, whatever they stand in.
    let refused = ["item: \"use\" STRING \";\"", "primary: \"..\"", "value: \"utf8\""];
    let mut unused = grammar::unused(texts.iter().map(String::as_str));
    refused.iter().for_each(|part| assert!(unused.remove(*part), "{part} is in use"));
    assert!(unused.is_empty(), "{} parts of the grammar stand in no schema: {unused:#?}", unused.len());
}

#[test]
fn lengths_and_places_are_within_what_is_said_of_them() {
    let compared = lengths::compare(&compiled(0..MEASURED));
    println!("{} records, {} fields", compared.records, compared.fields);
    assert!(compared.records > 5_000 && compared.fields > 10_000, "only {} fields", compared.fields);
}

#[test]
fn generated_code_of_random_schemas_does_what_the_interpreter_does() {
    let seeds = match wanted("WIREFORM_SCHEMA") {
        Some(seed) => seed..seed + 1,
        None => {
            let first = wanted("WIREFORM_FIRST").unwrap_or(0);
            first..first + wanted("WIREFORM_SCHEMAS").unwrap_or(SCHEMAS)
        }
    };
    let schemas = compiled(seeds);
    // One alone has a folder of its own, so that the others need not be built again behind it.
    let folder = if wanted("WIREFORM_SCHEMA").is_some() { "random-schema" } else { "random-schemas" };
    asked(folder, &schemas, 0);
}

#[test]
fn generated_code_of_written_schemas_does_what_the_interpreter_does() {
    asked("written-schemas", &written::all(), TRIED);
}

/// Compiles the code of all these schemas, as a crate in a folder of that name, and asks it. In so many right packets of each
/// target single demands are broken.
fn asked(folder: &str, schemas: &[(u64, Schema)], tried: usize) {
    let package = Package::new(folder, schemas);
    if let Err(said) = package.cargo(&["build"]) {
        panic!("the generated code does not compile:\n{said}");
    }
    if wanted("WIREFORM_CLIPPY").is_some()
        && let Err(said) = package.cargo(&["clippy"])
    {
        panic!("the generated code is not clean:\n{said}");
    }
    agree(&package, schemas, tried);
}

/// A number that the environment asks for.
fn wanted(name: &str) -> Option<u64> {
    let number = std::env::var(name).ok()?;
    Some(number.parse().unwrap_or_else(|error| panic!("{name}={number}: {error}")))
}

/// The models of so many schemas. Where one is refused, either it or the refusal is wrong.
fn compiled(seeds: std::ops::Range<u64>) -> Vec<(u64, Schema)> {
    let mut schemas = Vec::new();
    let mut refused = String::new();
    let alone = seeds.end - seeds.start == 1;
    for seed in seeds {
        match compiled_text(seed) {
            Ok((text, schema)) => {
                if alone {
                    println!("{text}");
                }
                schemas.push((seed, schema));
            }
            Err(failure) => {
                if alone {
                    println!("{}", schema::schema(seed));
                }
                writeln!(refused, "{}", failure.render(false)).unwrap();
            }
        }
    }
    assert!(refused.is_empty(), "all schemas are valid by construction:\n{refused}");
    schemas
}

/// A schema with examples of what its model says, and its model.
fn compiled_text(seed: u64) -> Result<(String, Schema), Failure> {
    let (text, name) = (schema::schema(seed), format!("s{seed}.wire"));
    let without = wireform_build::load_text(&name, &text)?;
    let text = schema::examples::exemplified(&text, seed, &without.schema);
    let compiled = wireform_build::load_text(name, &text)?;
    Ok((text, compiled.schema))
}

struct Question<'p> {
    seed: u64,
    protocol: &'p Protocol,
    about: About<'p>,
    bytes: Vec<u8>,
    known: Known,
}

impl Question<'_> {
    /// As the program reads it.
    fn line(&self, version: usize, index: usize) -> String {
        let mut line = format!("{} {version} {index} {}", self.seed, witness::hex(&self.bytes));
        self.known.params.iter().for_each(|param| write!(line, " {param}").unwrap());
        for id in 0..self.protocol.sessions.len() {
            match self.known.session.get(SessionId(id)) {
                Some(code) => write!(line, " {code}").unwrap(),
                None => line.push_str(" -"),
            }
        }
        line
    }
}

#[derive(Clone, Copy)]
enum About<'p> {
    Target(Target),
    /// A raw number stands in `known`, a value as text in `bytes`.
    Quantity(&'p Quantity),
}

/// What the receiver knows: numbers for the parameters, and what the session has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub params: Vec<Code>,
    pub session: SessionValues,
}

fn agree(package: &Package, schemas: &[(u64, Schema)], tried: usize) {
    let mut asked: Vec<(usize, usize, Question<'_>)> = Vec::new();
    let mut demands = 0;
    for (seed, schema) in schemas {
        for (version, protocol) in schema.protocols().enumerate() {
            let mut values = Values::new(protocol, *seed);
            for (index, target) in package::targets(protocol).into_iter().enumerate() {
                let broken = Search::new(protocol, target).run(None, tried).broken;
                demands += broken.len();
                let broken =
                    broken.into_iter().flat_map(|one| [(one.right, one.known.clone()), (one.wrong, one.known)]);
                let questions = questions(&mut values, target, QUESTIONS);
                for (bytes, known) in examples(protocol, target).chain(broken).chain(questions) {
                    asked.push((
                        version,
                        index,
                        Question { seed: *seed, protocol, about: About::Target(target), bytes, known },
                    ));
                }
            }
            let behind = package::targets(protocol).len();
            for (index, one) in protocol.quantities.iter().enumerate() {
                for (bytes, known) in amounts(&mut values.dice, one) {
                    let about = About::Quantity(one);
                    asked.push((version, behind + index, Question { seed: *seed, protocol, about, bytes, known }));
                }
            }
        }
    }
    println!("{demands} demands broken");
    assert!(tried == 0 || demands > 300, "{demands}");
    let lines = asked.iter().map(|(version, index, question)| (question.seed, question.line(*version, *index)));
    let answers = package.ask(&lines.collect::<Vec<_>>());
    let mut tally = Tally::default();
    for ((.., question), found) in asked.iter().zip(answers) {
        tally.add(question, &found);
    }
    tally.end();
}

/// What came of the questions.
#[derive(Default)]
struct Tally {
    asked: usize,
    read: usize,
    late: usize,
    apart: usize,
    /// The first of each kind.
    wrong: BTreeMap<(u64, String), String>,
}

impl Tally {
    fn add(&mut self, question: &Question<'_>, found: &str) {
        let Question { seed, protocol, about, bytes, known } = question;
        let (name, expected, agreement) = match about {
            About::Target(target) => {
                self.asked += 1;
                let holders = witness::holders(protocol);
                let expected = witness::answer(protocol, *target, bytes, &known.params, &known.session);
                self.read += usize::from(expected.starts_with("ok"));
                let plain = |answer: &str| witness::without_empty(answer, &holders);
                let agreement = witness::compare(&plain(found), &plain(&expected), witness::is_lazy(protocol, *target));
                (target.name(protocol), expected, agreement)
            }
            About::Quantity(one) => {
                let text = String::from_utf8_lossy(bytes);
                let expected = witness::quantity(one, known.params[0], &text);
                let agreement = if found == expected { Agreement::Same } else { Agreement::None };
                (one.name.as_str(), expected, agreement)
            }
        };
        self.late += usize::from(agreement == Agreement::Late);
        self.apart += usize::from(agreement == Agreement::Apart);
        if agreement == Agreement::None {
            let bytes = witness::hex(bytes);
            let shown = format!("{name} {bytes} {known:?}\n  generated {found}\n  expected  {expected}");
            let kind = format!("{name} {}", found.split(' ').next().unwrap_or(""));
            self.wrong.entry((*seed, kind)).or_insert(shown);
        }
    }

    fn end(&self) {
        let Self { asked, read, late, apart, wrong } = self;
        println!("{asked} questions, {read} of them read, {late} refused in a stream, {apart} around a stream");
        assert!(wrong.is_empty(), "{} disagreements: {wrong:#?}", wrong.len());
        assert!(read * 4 > *asked, "{read} of {asked} were read");
        assert!(apart * 200 < *asked, "{apart} of {asked} can not be compared");
    }
}

/// Raw numbers and values of a quantity.
fn amounts(dice: &mut Dice, one: &Quantity) -> Vec<(Vec<u8>, Known)> {
    let all = (0..QUESTIONS).map(|_| {
        let Interval { min, max } = one.raw;
        let raw = match dice.below(3) {
            0 => *dice.pick(&[min, max, 0, min - 1, max + 1]),
            _ => dice.between(min, max),
        };
        let value = match dice.below(4) {
            0 => dice.between(-400, 400).to_string(),
            1 => format!("{:?}", dice.between(-4000, 4000) as f64 / 64.),
            2 => format!("{:?}", f64::from_bits(dice.next())),
            _ => format!("{:?}", dice.between(min, max) as f64),
        };
        (value.into_bytes(), Known { params: vec![raw], session: SessionValues::default() })
    });
    all.collect()
}

/// The examples of a target, whatever is to come of them.
fn examples(protocol: &Protocol, target: Target) -> impl Iterator<Item = (Vec<u8>, Known)> {
    let record = match target {
        Target::Record(id) => protocol.records.get(id.0),
        Target::Family(_) | Target::Stream(_) => None,
    };
    record.into_iter().flat_map(|record| &record.examples).map(|example| {
        (example.bytes.clone(), Known { params: example.params.clone(), session: example.session.clone() })
    })
}

/// Bytes of which some are right, and what the receiver knows; up to four in each round.
fn questions(values: &mut Values<'_>, target: Target, rounds: usize) -> Vec<(Vec<u8>, Known)> {
    let mut all = Vec::new();
    let protocol = values.protocol;
    for _ in 0..rounds {
        let known = values.known(target.params(protocol));
        let len = values.dice.below(60);
        all.push((if values.dice.percent(70) { values.dice.small_bytes(len) } else { values.dice.bytes(len) }, known));
        let known = values.known(target.params(protocol));
        let value = values.of(target, &known.params);
        let session = &mut known.session.clone();
        let written = interpret::write_verified_in(protocol, target, &value, &known.params, session, &Functions);
        let Ok(mut bytes) = written else { continue };
        all.push((bytes.clone(), known.clone()));
        let len = values.dice.below(bytes.len() + 1);
        all.push((bytes[..len].to_vec(), known.clone()));
        for _ in 0..values.dice.below(3) + 1 {
            if !bytes.is_empty() {
                let at = values.dice.below(bytes.len());
                bytes[at] = if values.dice.percent(50) { values.dice.below(6) as u8 } else { values.dice.next() as u8 };
            }
        }
        let tail = values.dice.below(4);
        bytes.extend(values.dice.bytes(tail));
        all.push((bytes, known));
    }
    all
}
