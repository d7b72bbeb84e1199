//! Random schemas, every construct in random combination: they compile, to Rust that compiles under all lints and does
//! with any bytes and any value what the interpreter does.
//!
//! `WIREFORM_SCHEMAS=1000` tries so many, `WIREFORM_SCHEMA=17` that one alone, and `WIREFORM_CLIPPY=1` lints the code with
//! all that clippy calls pedantic, which `.ci/run` does: `WIREFORM_CLIPPY=1 cargo test -p wireform-tests schemas`.

mod dice;
pub mod package;
mod schema;
mod values;
mod witness;
mod words;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use wireform_build::interpret::{self, Target};
use wireform_build::model::{Code, Protocol};

use dice::Dice;
use package::Package;
use values::Values;
use witness::Agreement;

/// How many schemas an ordinary run tries.
const SCHEMAS: u64 = 40;
/// How many it compiles to models only, which is quick.
const VALID: u64 = 600;
/// Questions of each kind about each target.
const QUESTIONS: usize = 40;

#[test]
fn random_schemas_are_valid() {
    let count = wanted("WIREFORM_SCHEMAS").unwrap_or(0).max(VALID);
    assert_eq!(compiled(0..count).len() as u64, count);
}

#[test]
fn generated_code_of_random_schemas_does_what_the_interpreter_does() {
    let seeds = match wanted("WIREFORM_SCHEMA") {
        Some(seed) => seed..seed + 1,
        None => 0..wanted("WIREFORM_SCHEMAS").unwrap_or(SCHEMAS),
    };
    let schemas = compiled(seeds);
    // One alone has a folder of its own, so that the others need not be built again behind it.
    let folder = if wanted("WIREFORM_SCHEMA").is_some() { "random-schema" } else { "random-schemas" };
    let package = Package::new(folder, &schemas);
    if let Err(said) = package.cargo(&["build"]) {
        panic!("the generated code does not compile:\n{said}");
    }
    if wanted("WIREFORM_CLIPPY").is_some()
        && let Err(said) = package.cargo(&["clippy"])
    {
        panic!("the generated code is not clean:\n{said}");
    }
    agree(&package, &schemas);
}

/// A number that the environment asks for.
fn wanted(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

/// The models of so many schemas. Where one is refused, either it or the refusal is wrong.
fn compiled(seeds: std::ops::Range<u64>) -> Vec<(u64, Protocol)> {
    let mut schemas = Vec::new();
    let mut refused = String::new();
    let alone = seeds.end - seeds.start == 1;
    for seed in seeds {
        let text = schema::schema(seed);
        if alone {
            println!("{text}");
        }
        match wireform_build::load_text(format!("s{seed}.wire"), text) {
            Ok(compiled) => schemas.push((seed, compiled.schema.first)),
            Err(failure) => writeln!(refused, "{}", failure.render(false)).unwrap(),
        }
    }
    assert!(refused.is_empty(), "all schemas are valid by construction:\n{refused}");
    schemas
}

struct Question<'p> {
    seed: u64,
    protocol: &'p Protocol,
    target: Target,
    bytes: Vec<u8>,
    params: Vec<Code>,
}

fn agree(package: &Package, schemas: &[(u64, Protocol)]) {
    let (mut asked, mut lines) = (Vec::new(), String::new());
    for (seed, protocol) in schemas {
        let mut values = Values { protocol, dice: Dice::new(*seed) };
        for (index, target) in package::targets(protocol).into_iter().enumerate() {
            for (bytes, params) in questions(&mut values, target) {
                write!(lines, "{seed} {index} {}", witness::hex(&bytes)).unwrap();
                params.iter().for_each(|param| write!(lines, " {param}").unwrap());
                lines.push('\n');
                asked.push(Question { seed: *seed, protocol, target, bytes, params });
            }
        }
    }
    let answers = package.ask(&lines);
    assert_eq!(answers.len(), asked.len());
    let (mut read, mut late, mut apart, mut wrong) = (0, 0, 0, BTreeMap::<(u64, String), String>::new());
    for (question, found) in asked.iter().zip(answers) {
        let Question { seed, protocol, target, bytes, params } = question;
        let expected = witness::answer(protocol, *target, bytes, params);
        read += usize::from(expected.starts_with("ok"));
        let agreement = witness::compare(&found, &expected, witness::is_lazy(protocol, *target));
        late += usize::from(agreement == Agreement::Late);
        apart += usize::from(agreement == Agreement::Apart);
        if agreement == Agreement::None {
            let what = format!("{target:?} {}", witness::hex(bytes));
            let shown =
                format!("{} {what} {params:?}\n  generated {found}\n  expected  {expected}", target.name(protocol));
            let kind = format!("{} {}", target.name(protocol), found.split(' ').next().unwrap_or(""));
            wrong.entry((*seed, kind)).or_insert(shown);
        }
    }
    println!(
        "{} questions, {read} of them read, {late} refused in a stream, {apart} by a rule around a stream",
        asked.len()
    );
    assert!(wrong.is_empty(), "{} disagreements: {wrong:#?}", wrong.len());
    assert!(read * 4 > asked.len(), "{read} of {} were read", asked.len());
    assert!(apart * 200 < asked.len(), "{apart} of {} can not be compared", asked.len());
}

/// Bytes of which some are right, and what the receiver knows.
fn questions(values: &mut Values<'_>, target: Target) -> Vec<(Vec<u8>, Vec<Code>)> {
    let mut all = Vec::new();
    let protocol = values.protocol;
    for _ in 0..QUESTIONS {
        let params = values.params(target.params(protocol));
        let len = values.dice.below(60);
        all.push((if values.dice.percent(70) { values.dice.small_bytes(len) } else { values.dice.bytes(len) }, params));
        let params = values.params(target.params(protocol));
        let value = values.of(target, &params);
        let Ok(mut bytes) = interpret::write(protocol, target, &value, &params) else { continue };
        all.push((bytes.clone(), params.clone()));
        let len = values.dice.below(bytes.len() + 1);
        all.push((bytes[..len].to_vec(), params.clone()));
        for _ in 0..values.dice.below(3) + 1 {
            if !bytes.is_empty() {
                let at = values.dice.below(bytes.len());
                bytes[at] = if values.dice.percent(50) { values.dice.below(6) as u8 } else { values.dice.next() as u8 };
            }
        }
        let tail = values.dice.below(4);
        bytes.extend(values.dice.bytes(tail));
        all.push((bytes, params));
    }
    all
}
