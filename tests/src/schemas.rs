//! Random schemas, every construct in random combination: they compile, to Rust that compiles under all lints and does
//! with any bytes and any value what the interpreter does.
//!
//! `WIREFORM_SCHEMAS=1000` tries so many, `WIREFORM_FIRST=300` so many behind those before it, `WIREFORM_SCHEMA=17`
//! that one alone, and `WIREFORM_CLIPPY=1` lints the code with all that clippy calls pedantic, which `.ci/run` does:
//! `WIREFORM_CLIPPY=1 cargo test -p wireform-tests schemas`.
//!
//! `WIREFORM_MUTANTS=300` tries so many schemas of the project that were changed a little.
//!
//! The schemas of the reference, of the features and of the shipped protocols are asked the same, and all their examples.

mod besides;
mod constructs;
pub mod dice;
#[path = "../../codegen/tests/support/document.rs"]
mod document;
mod grammar;
mod lengths;
mod mutants;
pub mod package;
mod parts;
mod plain;
mod questions;
mod schema;
mod tally;
mod told;
pub mod values;
pub mod witness;
mod words;
mod writing;
mod written;
mod wrong;

use std::fmt::Write as _;

use wireform_build::Failure;
use wireform_build::model::{Code, Schema, SessionValues};

use crate::constraints::broken::Effort;
use crate::cuts::Cuts;
use constructs::Constructs;
use package::Package;
use questions::{Question, all_about};
use tally::Tally;

/// How many schemas an ordinary run tries.
const SCHEMAS: u64 = 200;
/// How many walks from schemas of the project to others of which the code is compiled and asked.
const MUTANTS: u64 = 20;
/// How many it compiles to models only, which is quick.
const VALID: u64 = 600;
/// How many are read and written by the interpreter alone, to be measured.
const MEASURED: u64 = 150;
/// So many packets of whatever is in one of these are cut off at every place.
const CUT: usize = 2;

/// How long it is tried to break the demands of a random schema, and of a written one.
const RANDOM: Effort = Effort { packets: 2, others: 400 };
const WRITTEN: Effort = Effort { packets: 100, others: 30_000 };

#[test]
fn random_schemas_are_valid() {
    let count = wanted("WIREFORM_SCHEMAS").unwrap_or(0).max(VALID);
    assert_eq!(compiled(0..count).len() as u64, count);
}

#[test]
fn random_schemas_have_every_construct() {
    // Those of which the code is compiled and run.
    let constructs = Constructs::of(&compiled(0..SCHEMAS));
    assert!(constructs.undeclared().is_empty(), "these are not declared: {:#?}", constructs.undeclared());
    let missing = constructs.missing();
    let count = constructs.count();
    println!("{count} constructs");
    assert!(missing.is_empty(), "{} of {count} constructs stand in no schema: {missing:#?}", missing.len());
    assert!(count > 400, "{count} constructs");
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
    let all = compiled(0..SCHEMAS);
    let streams = all.iter().filter(|one| Constructs::of(std::slice::from_ref(one)).met("a stream") > 0).count();
    println!("{streams} of {SCHEMAS} schemas have streams");
    assert!(streams as u64 * 3 > SCHEMAS, "{streams}");
}

#[test]
fn random_schemas_have_all_of_the_grammar() {
    let texts: Vec<String> = (0..SCHEMAS).filter_map(|seed| Some(compiled_text(seed).ok()?.0)).collect();
    // Files are imported elsewhere; the others are parsed and then refused, whatever they stand in.
    let refused = ["item: \"use\" STRING \";\"", "primary: \"..\"", "value: \"utf8\""];
    let mut unused = grammar::unused(texts.iter().map(String::as_str));
    refused.iter().for_each(|part| assert!(unused.remove(*part), "{part} is in use"));
    assert!(unused.is_empty(), "{} parts of the grammar stand in no schema: {unused:#?}", unused.len());
}

#[test]
fn random_schemas_have_every_check_of_the_catalogue() {
    let texts: Vec<String> = (0..SCHEMAS).filter_map(|seed| Some(compiled_text(seed).ok()?.0)).collect();
    let unused = schema::sums::unused(texts.iter().map(String::as_str));
    assert!(unused.is_empty(), "{} checks stand in no schema: {unused:?}", unused.len());
    // Without the schemas that have them they would be missed.
    assert!(schema::sums::unused(texts.iter().take(3).map(String::as_str)).len() > 50);
}

#[test]
fn what_is_missing_of_a_random_packet_is_named() {
    let mut cuts = Cuts::default();
    for (_, schema) in compiled(0..MEASURED) {
        schema.protocols().for_each(|protocol| cuts.all_of(protocol, &[], CUT));
    }
    let [named, at_the_end] = cuts.end();
    assert!(named > 10_000 && at_the_end < named / 4, "{named} are named, {at_the_end} not");
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
    asked(folder, &schemas, RANDOM);
}

#[test]
fn generated_code_of_written_schemas_does_what_the_interpreter_does() {
    asked("written-schemas", &written::all(), WRITTEN);
}

/// What the other tests of the shipped protocols do not: values that are wrong in one place.
#[test]
fn generated_code_of_shipped_schemas_does_what_the_interpreter_does() {
    asked("shipped-schemas", &written::shipped(), RANDOM);
}

#[test]
fn generated_code_of_mutants_does_what_the_interpreter_does() {
    let first = wanted("WIREFORM_FIRST").unwrap_or(0);
    let count = wanted("WIREFORM_MUTANTS").unwrap_or(MUTANTS);
    asked("mutants", &mutants::all(first..first + count), RANDOM);
}

/// Compiles the code of all these schemas, as crates in a folder of that name, and asks it.
fn asked(folder: &str, schemas: &[(u64, Schema)], effort: Effort) {
    let package = Package::new(folder, schemas);
    let lints = wanted("WIREFORM_CLIPPY").is_some();
    if let Err(said) = package.build(lints) {
        panic!("the generated code does not compile{}:\n{said}", if lints { ", or is not clean" } else { "" });
    }
    agree(&package, schemas, effort);
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

/// What the receiver knows: numbers for the parameters, and what the session has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub params: Vec<Code>,
    pub session: SessionValues,
}
