//! Random schemas, every construct in random combination: their Rust compiles without a warning and does with any bytes
//! and any value what the interpreter does.
//!
//! `cargo test` compiles the Rust of a sample. The tests that are `long` compile the Rust of all schemas; these variables
//! change what they try:
//!
//! - `WIREFORM_SCHEMAS=1000`: so many random schemas, in place of those of 200 that together have every construct;
//!   `WIREFORM_FIRST=300`: those from this seed on; `WIREFORM_SCHEMA=17`: this one alone.
//! - `WIREFORM_MUTANTS=300`: so many schemas of the project with a few changes.
//!
//! The schemas of the reference, of the features and of the shipped protocols are asked the same, and all their examples.

mod besides;
mod constructs;
pub mod dice;
#[path = "../../codegen/tests/support/document.rs"]
mod document;
mod grammar;
mod mutants;
pub mod package;
pub mod parts;
mod plain;
pub mod questions;
mod schema;
mod tally;
mod told;
pub mod values;
pub mod witness;
mod words;
mod writing;
pub mod written;
mod wrong;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use wireform_build::Failure;
use wireform_build::lexemes::{self, lexemes};
use wireform_build::model::{Code, Schema, SessionValues};

use crate::constraints::broken::Effort;
use crate::cuts::Cuts;
use crate::share::{part, share};
use constructs::Constructs;
use package::Package;
use questions::{Question, all_about};
use tally::Tally;

/// How many random schemas there are in an ordinary run, and of how many of them the Rust is in the sample.
const SCHEMAS: u64 = 200;
const SAMPLE: usize = 6;
/// How many walks from schemas of the project to others of which the code is compiled and asked.
const MUTANTS: u64 = 32;
/// How many further schemas a long test compiles to models only.
const VALID: u64 = 400;
/// Of how many schemas the interpreter's packets are cut, and of how many by the long tests.
const MEASURED: [usize; 2] = [60, 150];
/// So many packets of whatever is in one of these are cut off at every place.
const CUT: usize = 2;

/// How long it is tried to break the demands of a random schema, and of a written one.
const RANDOM: Effort = Effort { packets: 2, others: 400 };
const WRITTEN: Effort = Effort { packets: 100, others: 30_000 };

/// The random schemas of an ordinary run, with their texts.
static RANDOM_SCHEMAS: LazyLock<Vec<(String, (u64, Schema))>> = LazyLock::new(|| texts_and_models(0..SCHEMAS));

/// The models of these.
pub fn random_schemas() -> Vec<(u64, Schema)> {
    RANDOM_SCHEMAS.iter().map(|(_, schema)| schema.clone()).collect()
}

#[test]
fn random_schemas_are_valid() {
    assert_eq!(RANDOM_SCHEMAS.len() as u64, SCHEMAS);
}

#[test]
#[ignore = "long"]
fn more_random_schemas_are_valid() {
    let count = wanted("WIREFORM_SCHEMAS").unwrap_or(VALID);
    assert_eq!(compiled(SCHEMAS..SCHEMAS + count).len() as u64, count);
}

#[test]
fn random_schemas_have_every_construct() {
    // Those of which the code is compiled and run.
    let constructs = Constructs::of(&random_schemas());
    assert!(constructs.undeclared().is_empty(), "these are not declared: {:#?}", constructs.undeclared());
    let missing = constructs.missing();
    let count = constructs.count();
    println!("{count} constructs");
    assert!(missing.is_empty(), "{} of {count} constructs stand in no schema: {missing:#?}", missing.len());
    assert!(count > 400, "{count} constructs");
}

#[test]
fn random_schemas_have_each_kind_of_value_in_each_place() {
    let constructs = Constructs::of(&random_schemas());
    let missing: Vec<&str> = constructs.pairs().filter(|(_, met)| *met == 0).map(|(pair, _)| pair).collect();
    let count = constructs.pairs().count();
    println!("{count} pairs");
    assert!(missing.is_empty(), "{} of {count} pairs stand in no schema: {missing:#?}", missing.len());
    assert!(count > 150, "{count} pairs");
}

/// What is proven of features and shipped schemas, as that nothing panics, is proven of all that can be said.
#[test]
fn features_and_shipped_schemas_have_every_construct() {
    let shipped = written::shipped();
    assert!(Constructs::of(&shipped).missing().len() > 100, "without features much is missed");
    let constructs = Constructs::of(&[shipped, written::features()].concat());
    assert!(constructs.undeclared().is_empty(), "these are not declared: {:#?}", constructs.undeclared());
    let missing = constructs.missing();
    assert!(missing.is_empty(), "{} constructs stand in no feature: {missing:#?}", missing.len());
}

/// What generated code reads otherwise than the interpreter is asked often: messages that it checks when they are met.
#[test]
fn many_random_schemas_have_streams() {
    let all = random_schemas();
    let streams = all.iter().filter(|one| Constructs::of(std::slice::from_ref(one)).met("a stream") > 0).count();
    println!("{streams} of {SCHEMAS} schemas have streams");
    assert!(streams as u64 * 3 > SCHEMAS, "{streams}");
}

#[test]
#[ignore = "long"]
fn random_schemas_have_all_of_the_grammar() {
    // Files are imported elsewhere; the others are parsed and then refused, whatever they stand in.
    let refused = ["item: \"use\" STRING \";\"", "argument: \"..\"", "value: \"utf8\"", "value: \"utf16\""];
    let mut unused = grammar::unused(RANDOM_SCHEMAS.iter().map(|(text, _)| text.as_str()));
    refused.iter().for_each(|part| assert!(unused.remove(*part), "{part} is in use"));
    assert!(unused.is_empty(), "{} parts of the grammar stand in no schema: {unused:#?}", unused.len());
}

#[test]
fn random_schemas_have_every_check_of_the_catalogue() {
    let texts = || RANDOM_SCHEMAS.iter().map(|(text, _)| text.as_str());
    let unused = schema::sums::unused(texts());
    assert!(unused.is_empty(), "{} checks stand in no schema: {unused:?}", unused.len());
    // Without the schemas that have them they would be missed.
    assert!(schema::sums::unused(texts().take(3)).len() > 50);
}

#[test]
fn the_layout_of_random_schemas_changes_no_model() {
    // The model has the text of conditions as it is written.
    let squeezed = |model: String| model.replace("\\n", "").replace([' ', '\n', ','], "");
    let tokens = |text: &str| -> Vec<String> {
        let lexemes = lexemes(text).filter(|lexeme| lexeme.kind != lexemes::Kind::Space);
        lexemes.map(|lexeme| text[lexeme.range].to_owned()).filter(|text| text != ",").collect()
    };
    for (text, (seed, schema)) in share("schemas", RANDOM_SCHEMAS.iter()) {
        // A line may begin before a comment only, and after one.
        let mut joined = String::new();
        for line in text.lines() {
            let ends = joined.is_empty() || line.trim_start().starts_with("//");
            joined.push_str(if ends { "\n" } else { " " });
            joined.push_str(line);
            joined.push_str(if line.contains("//") { "\n" } else { "" });
        }
        let [_, laid_out] = [text, &joined].map(|text| {
            let laid_out = wireform_cli::format(text);
            assert_eq!(wireform_cli::format(&laid_out), laid_out, "schema {seed}");
            assert_eq!(tokens(&laid_out), tokens(text), "schema {seed}");
            laid_out
        });
        let compiled = match wireform_build::load_text(format!("s{seed}.wire"), &laid_out) {
            Ok(compiled) => compiled.schema,
            Err(failure) => panic!("schema {seed}: {}", failure.render(false)),
        };
        let [before, after] = [schema, &compiled].map(|schema| squeezed(wireform_cli::model_text(schema)));
        assert!(before == after, "schema {seed} has another model:\n{laid_out}");
    }
}

#[test]
fn what_is_missing_of_a_random_packet_is_named() {
    assert!(cut_packets(part(MEASURED[0])) > part(4_000));
}

#[test]
#[ignore = "long"]
fn what_is_missing_of_more_random_packets_is_named() {
    assert!(cut_packets(MEASURED[1]) > 10_000);
}

/// Cuts packets of so many schemas at every place; how many fields that lack bytes were named.
fn cut_packets(schemas: usize) -> usize {
    let mut cuts = Cuts::default();
    for (_, schema) in random_schemas().iter().take(schemas) {
        schema.protocols().for_each(|protocol| cuts.all_of(protocol, &[], CUT));
    }
    let [named, at_the_end] = cuts.end();
    assert!(at_the_end < named / 4, "{named} are named, {at_the_end} not");
    named
}

/// Some of what the long tests below ask, in crates that compile in half a minute.
#[test]
#[ignore = "long"]
fn generated_code_of_a_sample_does_what_the_interpreter_does() {
    let written = written::all();
    let shipped = written::shipped().into_iter().filter(|(_, schema)| schema.name() == "blank");
    let written = written.into_iter().step_by(15).chain(shipped);
    let written = written.chain(written::specimens());
    let schemas: Vec<_> = random_schemas().into_iter().take(SAMPLE).chain(written).collect();
    let package = asked("sample", &schemas, RANDOM);
    assert_eq!(package.document(), Ok(()), "rustdoc warns of nothing");
}

#[test]
#[ignore = "long"]
fn generated_code_of_random_schemas_does_what_the_interpreter_does() {
    let schemas = match (wanted("WIREFORM_SCHEMA"), wanted("WIREFORM_SCHEMAS")) {
        (Some(seed), _) => compiled(seed..seed + 1),
        (None, Some(count)) => {
            let first = wanted("WIREFORM_FIRST").unwrap_or(0);
            compiled(first..first + count)
        }
        (None, None) => covering(random_schemas()),
    };
    // One alone has a folder of its own, so that the others need not be built again behind it.
    let folder = if wanted("WIREFORM_SCHEMA").is_some() { "random-schema" } else { "random-schemas" };
    asked(folder, &schemas, RANDOM);
}

/// A cover of all constructs and pairs by some of the schemas, chosen greedily: each schema adds more than any other
/// would.
fn covering(mut schemas: Vec<(u64, Schema)>) -> Vec<(u64, Schema)> {
    let has = |schema: &(u64, Schema)| Constructs::of(std::slice::from_ref(schema)).all_met();
    let mut lacking: Vec<BTreeSet<String>> = schemas.iter().map(has).collect();
    let mut chosen = Vec::new();
    while let Some((at, _)) =
        lacking.iter().enumerate().max_by_key(|(_, more)| more.len()).filter(|(_, more)| !more.is_empty())
    {
        let more = lacking.swap_remove(at);
        lacking.iter_mut().for_each(|one| one.retain(|name| !more.contains(name)));
        chosen.push(schemas.swap_remove(at));
    }
    println!("{} schemas have every construct", chosen.len());
    chosen
}

#[test]
#[ignore = "long"]
fn generated_code_of_written_schemas_does_what_the_interpreter_does() {
    asked("written-schemas", &written::all(), WRITTEN);
}

/// Values that are wrong in one place, which the other tests of the shipped protocols do not try. (`.ci/slow` tells rustdoc's
/// warnings about features.)
#[test]
#[ignore = "long"]
fn generated_code_of_shipped_schemas_and_specimens_does_what_the_interpreter_does() {
    let package = asked("shipped-schemas", &[written::shipped(), written::specimens()].concat(), RANDOM);
    assert_eq!(package.document(), Ok(()), "rustdoc warns of nothing");
}

#[test]
#[ignore = "long"]
fn generated_code_of_mutants_does_what_the_interpreter_does() {
    let first = wanted("WIREFORM_FIRST").unwrap_or(0);
    let count = wanted("WIREFORM_MUTANTS").unwrap_or(MUTANTS);
    asked("mutants", &mutants::all(first..first + count), RANDOM);
}

/// Compiles the code of all these schemas, as crates in a folder of that name, and asks it.
fn asked(folder: &str, schemas: &[(u64, Schema)], effort: Effort) -> Package {
    let package = Package::new(folder, schemas);
    if let Err(said) = package.build() {
        panic!("the generated code does not compile without a warning:\n{said}");
    }
    agree(&package, schemas, effort);
    package
}

/// That generated code says what the interpreter does.
fn agree(package: &Package, schemas: &[(u64, Schema)], effort: Effort) {
    let (mut asked, mut demands): (Vec<Question<'_>>, usize) = (Vec::new(), 0);
    for (seed, schema) in schemas {
        for (version, protocol) in schema.protocols().enumerate() {
            let (all, broken) = all_about(*seed, version, protocol, effort);
            asked.extend(all);
            demands += broken;
        }
    }
    println!("{demands} demands broken");
    assert!(demands >= schemas.len() * 3 || schemas.len() < 10, "{demands}");
    let lines: Vec<(u64, String)> = asked.iter().map(|question| (question.seed, question.line())).collect();
    let mut tally = Tally::default();
    asked.iter().zip(package.ask(&lines)).for_each(|(question, found)| tally.add(question, &found));
    tally.end();
}

/// A number that the environment asks for.
fn wanted(name: &str) -> Option<u64> {
    let number = std::env::var(name).ok()?;
    Some(number.parse().unwrap_or_else(|error| panic!("{name}={number}: {error}")))
}

/// The models of the schemas of these seeds.
fn compiled(seeds: std::ops::Range<u64>) -> Vec<(u64, Schema)> {
    texts_and_models(seeds).into_iter().map(|(_, schema)| schema).collect()
}

/// The schemas of these seeds. Where one is refused, either it or the refusal is wrong.
fn texts_and_models(seeds: std::ops::Range<u64>) -> Vec<(String, (u64, Schema))> {
    let mut schemas = Vec::new();
    let mut refused = String::new();
    let alone = seeds.end - seeds.start == 1;
    for seed in seeds {
        match compiled_text(seed) {
            Ok((text, schema)) => {
                if alone {
                    println!("{text}");
                }
                schemas.push((text, (seed, schema)));
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

/// What the receiver knows: numbers for the parameters, and what the session has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub params: Vec<Code>,
    pub session: SessionValues,
}
